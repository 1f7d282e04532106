import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ROLES } from '#kernel/roles.ts'
import { completeStages } from './definitions/rules.ts'
import { type Action, act, begin, cancel, type State, type Values } from './engine.ts'
import { ACTION_TYPES, INSTANCE_STATES, type SentStage, type Stage } from './model.ts'

const facts = (values: Values) => values
const define = (...stages: SentStage[]): Stage[] => completeStages(stages)
const types = ({ happenings }: ReturnType<typeof begin>) => happenings.map(({ type }) => type)

/** Acts at the current stage, as the owner by default. */
function go(
  stages: Stage[],
  state: State,
  action: Partial<Action> = {},
  role: (typeof ROLES)[number] = 'OWNER',
) {
  return act(stages, state, role, { stageId: state.stageId!, actionType: 'APPROVE', ...action }, facts)
}

const refused = (code: string, status: number) => ({ code, status })

test('an instance starts at the first stage by order, not by position', () => {
  const stages = define({ id: 'b', name: 'Después', order: 20 }, { id: 'a', name: 'Antes', order: 10 })
  const { state, happenings } = begin(stages, {})
  assert.deepEqual([state.status, state.stageId], ['ACTIVE', 'a'])
  assert.deepEqual([happenings[0]?.type, happenings[0]?.stageId], ['workflow.started', 'a'])
})

test('APPROVE moves to the next stage, and on the last one completes', () => {
  const stages = define({ id: 'a', name: 'A' }, { id: 'b', name: 'B' })
  const first = go(stages, begin(stages, {}).state)
  assert.deepEqual([first.state.status, first.state.stageId], ['ACTIVE', 'b'])
  const { type, stageId, newStageId, status } = first.happenings[0]!
  assert.deepEqual([type, stageId, newStageId, status], ['stage.approve', 'a', 'b', 'ACTIVE'])
  const last = go(stages, first.state)
  assert.deepEqual([last.state.status, last.state.stageId], ['COMPLETED', 'b'])
  assert.deepEqual(types(last), ['stage.approve', 'workflow.completed'])
  assert.deepEqual(
    last.happenings.map(({ status, newStageId }) => [status, newStageId]),
    [
      ['COMPLETED', null],
      ['COMPLETED', null],
    ],
  )
})

for (const [actionType, status, stays] of [
  ['REJECT', 'REJECTED', true],
  ['REQUEST_INFO', 'ACTIVE', true],
  ['REASSIGN', 'ACTIVE', true],
] as const) {
  test(`${actionType} leaves the instance ${status} at its stage`, () => {
    const stages = define({ id: 'a', name: 'A' }, { id: 'b', name: 'B' })
    const { state, happenings } = go(stages, begin(stages, {}).state, { actionType, reassignTo: 'u1' })
    assert.deepEqual([state.status, state.stageId === 'a'], [status, stays])
    assert.equal(happenings.length, 1)
    assert.equal(happenings[0]?.newStageId, null)
    assert.equal(state.assignedTo, actionType === 'REASSIGN' ? 'u1' : null)
  })
}

test('an assignment ends with its stage', () => {
  const stages = define({ id: 'a', name: 'A' }, { id: 'b', name: 'B' })
  const assigned = go(stages, begin(stages, {}).state, { actionType: 'REASSIGN', reassignTo: 'u1' }).state
  assert.equal(go(stages, assigned).state.assignedTo, null)
})

for (const status of INSTANCE_STATES.filter((state) => state !== 'ACTIVE')) {
  for (const actionType of ACTION_TYPES) {
    test(`${actionType} on a ${status} instance is refused`, () => {
      const stages = define({ id: 'a', name: 'A' })
      const state: State = { ...begin(stages, {}).state, status }
      assert.throws(() => go(stages, state, { actionType }), refused('WORKFLOW_ERROR', 400))
      assert.deepEqual(cancel(state, 'x'), { state, happenings: [] })
    })
  }
}

test('an action for another than the current stage is refused', () => {
  const stages = define({ id: 'a', name: 'A' }, { id: 'b', name: 'B' })
  const { state } = begin(stages, {})
  assert.throws(() => go(stages, state, { stageId: 'b' }), refused('WORKFLOW_ERROR', 400))
  assert.throws(() => go(stages, state, { stageId: 'nada' }), refused('WORKFLOW_ERROR', 400))
})

test('the order of roles decides who may act at a stage; without a role ANALYST is enough', () => {
  const allowed: Record<string, string[]> = {
    OWNER: ['OWNER'],
    ADMIN: ['OWNER', 'ADMIN'],
    DPO: ['OWNER', 'ADMIN', 'DPO'],
    APPROVER: ['OWNER', 'ADMIN', 'DPO', 'APPROVER'],
    ANALYST: ['OWNER', 'ADMIN', 'DPO', 'APPROVER', 'ANALYST'],
  }
  for (const [requiredRole, roles] of [...Object.entries(allowed), ['', allowed['ANALYST']!] as const]) {
    const stages = define({
      id: 'a',
      name: 'A',
      ...(requiredRole && { requiredRole: requiredRole as (typeof ROLES)[number] }),
    })
    for (const role of ROLES) {
      const attempt = () => go(stages, begin(stages, {}).state, {}, role)
      if (roles.includes(role)) assert.doesNotThrow(attempt, `${role} at ${requiredRole}`)
      else assert.throws(attempt, refused('FORBIDDEN', 403), `${role} at ${requiredRole}`)
    }
  }
})

test('a stage without actions offers all four, one with actions only those', () => {
  const stages = define({ id: 'a', name: 'A', actions: [{ type: 'APPROVE' }, { type: 'REQUEST_INFO' }] })
  const { state } = begin(stages, {})
  assert.throws(() => go(stages, state, { actionType: 'REJECT' }), refused('WORKFLOW_ERROR', 400))
  assert.doesNotThrow(() => go(stages, state, { actionType: 'REQUEST_INFO' }))
})

// ── fields ──

const form = define({
  id: 'a',
  name: 'A',
  fields: [
    { name: 'motivo', type: 'TEXTAREA', required: true },
    { name: 'fecha', type: 'DATE' },
    { name: 'nivel', type: 'SELECT', options: ['alto', { value: 'bajo', label: 'Bajo' }] },
  ],
})

function faults(fieldValues: Record<string, unknown>, actionType: Action['actionType'] = 'APPROVE') {
  try {
    go(form, begin(form, {}).state, { actionType, fieldValues, reassignTo: 'u1' })
    return []
  } catch (error) {
    const { code, status, details } = error as { code: string; status: number; details: { path: string }[] }
    assert.deepEqual([code, status], ['VALIDATION_ERROR', 400])
    return details.map(({ path }) => path)
  }
}

test('required fields matter only to APPROVE and REJECT, and a blank counts as missing', () => {
  for (const blank of [{}, { motivo: null }, { motivo: '' }, { motivo: '   ' }]) {
    assert.deepEqual(faults(blank), ['fieldValues.motivo'])
    assert.deepEqual(faults(blank, 'REJECT'), ['fieldValues.motivo'])
    assert.deepEqual(faults(blank, 'REQUEST_INFO'), [])
    assert.deepEqual(faults(blank, 'REASSIGN'), [])
  }
  assert.deepEqual(faults({ motivo: 0 }), [], 'zero is a value')
  assert.deepEqual(faults({ motivo: false }), [], 'false is a value')
})

test('a DATE must exist and be written YYYY-MM-DD, for any action', () => {
  for (const wrong of ['2026-02-30', '01-02-2026', '2026-2-1', '2026-02-01T00:00:00Z', 5, {}, []]) {
    for (const actionType of ACTION_TYPES)
      assert.deepEqual(faults({ motivo: 'x', fecha: wrong }, actionType), ['fieldValues.fecha'])
  }
  assert.deepEqual(faults({ motivo: 'x', fecha: '2028-02-29' }), [])
  assert.deepEqual(faults({ motivo: 'x', fecha: null }), [])
})

test('a SELECT accepts only its options, in either form', () => {
  for (const right of ['alto', 'bajo']) assert.deepEqual(faults({ motivo: 'x', nivel: right }), [])
  for (const wrong of ['Bajo', 'medio', 1, ['alto']])
    assert.deepEqual(faults({ motivo: 'x', nivel: wrong }), ['fieldValues.nivel'])
})

test('all faults are reported together, and values have a limit', () => {
  assert.deepEqual(faults({ fecha: 'x', nivel: 'y' }), [
    'fieldValues.motivo',
    'fieldValues.fecha',
    'fieldValues.nivel',
  ])
  assert.deepEqual(faults({ motivo: 'x'.repeat(10_001) }), ['fieldValues.motivo'])
})

test('only the stage’s own fields are stored, and later stages keep them', () => {
  const stages = define(
    { id: 'a', name: 'A', fields: [{ name: 'x' }, { name: '__proto__' }] },
    { id: 'b', name: 'B', fields: [{ name: 'y' }] },
  )
  const sent = JSON.parse('{"x":1,"y":2,"otro":3,"constructor":"z","__proto__":"p"}')
  const first = go(stages, begin(stages, {}).state, { fieldValues: sent })
  assert.deepEqual(Object.entries(first.state.values), [
    ['x', 1],
    ['__proto__', 'p'],
  ])
  const second = go(stages, first.state, { fieldValues: { y: 2, x: 9 } })
  assert.deepEqual([second.state.values['x'], second.state.values['y']], [1, 2])
  assert.deepEqual(second.happenings[0]?.values, { y: 2 })
})

test('approving a sub-stage does not need the stage’s fields, but sent ones must be well formed', () => {
  const stages = define({
    id: 'a',
    name: 'A',
    fields: [
      { name: 'motivo', required: true },
      { name: 'fecha', type: 'DATE' },
    ],
    parallelStages: [{ id: 'legal', name: 'Legal' }],
  })
  const { state } = begin(stages, {})
  const wrong = { subStageId: 'legal', fieldValues: { fecha: 'mañana' } }
  assert.throws(() => go(stages, state, wrong), refused('VALIDATION_ERROR', 400))
  assert.doesNotThrow(() => go(stages, state, { subStageId: 'legal', actionType: 'REJECT' }))
  const done = go(stages, state, { subStageId: 'legal' }).state
  assert.throws(() => go(stages, done), refused('VALIDATION_ERROR', 400))
  assert.equal(go(stages, done, { fieldValues: { motivo: 'x' } }).state.status, 'COMPLETED')
})

test('REASSIGN needs a person', () => {
  const stages = define({ id: 'a', name: 'A' })
  for (const reassignTo of [undefined, null, ' '])
    assert.throws(
      () =>
        go(stages, begin(stages, {}).state, {
          actionType: 'REASSIGN',
          ...(reassignTo !== undefined && { reassignTo }),
        }),
      refused('VALIDATION_ERROR', 400),
    )
})

// ── sub-stages ──

const parallel = (autoAdvance = false) =>
  define(
    {
      id: 'a',
      name: 'A',
      requiredRole: 'DPO',
      autoAdvance,
      parallelStages: [
        { id: 'legal', name: 'Legal' },
        { id: 'ti', name: 'TI', requiredRole: 'ANALYST' },
      ],
    },
    { id: 'b', name: 'B' },
  )

test('the main APPROVE requires all sub-stages to be complete', () => {
  const stages = parallel()
  let { state } = begin(stages, {})
  assert.throws(() => go(stages, state), refused('WORKFLOW_ERROR', 400))
  state = go(stages, state, { subStageId: 'legal' }).state
  assert.throws(() => go(stages, state), refused('WORKFLOW_ERROR', 400))
  const { state: both, happenings } = go(stages, state, { subStageId: 'ti' })
  assert.deepEqual([both.status, both.stageId, happenings[0]?.newStageId], ['ACTIVE', 'a', null])
  assert.equal(go(stages, both).state.stageId, 'b')
})

test('an unknown or completed sub-stage is refused', () => {
  const stages = parallel()
  const { state } = go(stages, begin(stages, {}).state, { subStageId: 'legal' })
  for (const subStageId of ['legal', 'nada', 'b'])
    for (const actionType of ACTION_TYPES)
      assert.throws(
        () => go(stages, state, { subStageId, actionType, reassignTo: 'u' }),
        refused('WORKFLOW_ERROR', 400),
      )
})

test('the role of a sub-stage replaces that of its stage', () => {
  const stages = parallel()
  const { state } = begin(stages, {})
  assert.doesNotThrow(() => go(stages, state, { subStageId: 'ti' }, 'ANALYST'))
  assert.throws(() => go(stages, state, { subStageId: 'legal' }, 'ANALYST'), refused('FORBIDDEN', 403))
})

test('only APPROVE completes a sub-stage; REJECT there ends the instance', () => {
  const stages = parallel()
  const { state } = begin(stages, {})
  const asked = go(stages, state, { subStageId: 'legal', actionType: 'REQUEST_INFO' }).state
  assert.deepEqual([asked.status, asked.completions], ['ACTIVE', []])
  const rejected = go(stages, state, { subStageId: 'legal', actionType: 'REJECT' })
  assert.deepEqual([rejected.state.status, rejected.happenings[0]?.subStageId], ['REJECTED', 'legal'])
})

test('autoAdvance: after its sub-stages are complete, the stage advances automatically', () => {
  const stages = parallel(true)
  const one = go(stages, begin(stages, {}).state, { subStageId: 'ti' })
  assert.equal(one.state.stageId, 'a')
  const both = go(stages, one.state, { subStageId: 'legal' })
  assert.deepEqual([both.state.stageId, both.happenings[0]?.newStageId], ['b', 'b'])
})

// ── conditions and autoAdvance ──

test('a stage with failing conditions is skipped, even the last one', () => {
  const stages = define(
    { id: 'a', name: 'A', fields: [{ name: 'riesgo' }] },
    { id: 'b', name: 'B', conditions: [{ field: 'riesgo', operator: 'eq', value: 'alto' }] },
    { id: 'c', name: 'C', conditions: [{ field: 'riesgo', operator: 'exists' }] },
  )
  const { state } = begin(stages, {})
  const low = go(stages, state, { fieldValues: { riesgo: 'bajo' } })
  assert.deepEqual([low.state.stageId, types(low)], ['c', ['stage.approve', 'stage.skipped']])
  assert.equal(go(stages, state, { fieldValues: { riesgo: 'alto' } }).state.stageId, 'b')
  const none = go(stages, state)
  assert.deepEqual([none.state.status, none.state.stageId], ['COMPLETED', 'a'])
  assert.deepEqual(types(none), ['stage.approve', 'stage.skipped', 'stage.skipped', 'workflow.completed'])
})

test('an instance without a waiting stage completes at its start', () => {
  const skipped = define({ id: 'a', name: 'A', conditions: [{ field: 'x', operator: 'exists' }] })
  assert.deepEqual(types(begin(skipped, {})), ['workflow.started', 'stage.skipped', 'workflow.completed'])
  assert.deepEqual([begin(skipped, {}).state.status, begin(skipped, {}).state.stageId], ['COMPLETED', null])
  const automatic = define({ id: 'a', name: 'A', autoAdvance: true })
  const { state, happenings } = begin(automatic, {})
  assert.deepEqual([state.status, state.stageId, happenings[0]?.stageId], ['COMPLETED', 'a', 'a'])
})

test('workflow.started has the first entered stage', () => {
  const stages = define(
    { id: 'a', name: 'A', conditions: [{ field: 'x', operator: 'exists' }] },
    { id: 'b', name: 'B', autoAdvance: true },
    { id: 'c', name: 'C' },
  )
  const step = begin(stages, {})
  assert.deepEqual([step.happenings[0]?.stageId, step.state.stageId], ['b', 'c'])
  assert.deepEqual(types(step), ['workflow.started', 'stage.skipped', 'stage.auto_advanced'])
})

// ── the order of the checks ──

test('checks come in the decided order: stage, role, action, fields, sub-stages', () => {
  const stages = define({
    id: 'a',
    name: 'A',
    requiredRole: 'DPO',
    actions: [{ type: 'APPROVE' }],
    fields: [{ name: 'motivo', required: true }],
    parallelStages: [{ id: 's', name: 'S' }],
  })
  const { state } = begin(stages, {})
  const code = (action: Partial<Action>, role: (typeof ROLES)[number]) => {
    try {
      go(stages, state, action, role)
      return 'ok'
    } catch (error) {
      return `${(error as { code: string }).code}: ${(error as Error).message.split(' ').slice(0, 2).join(' ')}`
    }
  }
  assert.match(code({ stageId: 'z', actionType: 'REJECT' }, 'ANALYST'), /^WORKFLOW_ERROR: El flujo/)
  assert.match(code({ actionType: 'REJECT' }, 'ANALYST'), /^FORBIDDEN/)
  assert.match(code({ actionType: 'REJECT' }, 'DPO'), /^WORKFLOW_ERROR: La etapa/)
  assert.match(code({}, 'DPO'), /^VALIDATION_ERROR/)
  assert.match(code({ fieldValues: { motivo: 'x' } }, 'DPO'), /^WORKFLOW_ERROR: Antes de/)
  assert.equal(code({ fieldValues: { motivo: 'x' }, subStageId: 's' }, 'DPO'), 'ok')
})

test('cancelling keeps the stage and stores the reason', () => {
  const stages = define({ id: 'a', name: 'A' })
  const { state, happenings } = cancel(begin(stages, {}).state, 'La solicitud se respondió.')
  assert.deepEqual([state.status, state.stageId], ['CANCELLED', 'a'])
  assert.deepEqual(
    [happenings[0]?.type, happenings[0]?.notes],
    ['workflow.cancelled', 'La solicitud se respondió.'],
  )
})
