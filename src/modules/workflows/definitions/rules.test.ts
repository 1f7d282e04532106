import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ACTION_TYPES, type SentStage } from '../model.ts'
import { completeStages, sameStages } from './rules.ts'

test('missing fields get defaults', () => {
  const [stage] = completeStages([{ name: 'A', fields: [{ name: 'x' }], parallelStages: [{ name: 'S' }] }])
  assert.deepEqual(
    [stage!.requiredRole, stage!.order, stage!.autoAdvance, stage!.slaDays, stage!.description],
    ['ANALYST', 1, false, null, null],
  )
  assert.deepEqual(
    stage!.actions.map(({ type }) => type),
    ACTION_TYPES,
  )
  assert.deepEqual(
    { ...stage!.fields[0], id: '' },
    { id: '', name: 'x', label: 'x', type: 'TEXT', required: false, options: [] },
  )
  assert.equal(stage!.parallelStages[0]!.requiredRole, null)
})

test('a field or sub-stage without a name is named by its id or label', () => {
  const [stage] = completeStages([
    {
      name: 'A',
      fields: [{ id: 'motivo', label: 'Motivo' }, { label: 'Fecha' }, { id: 'x', name: ' ', label: '' }],
      parallelStages: [{ id: 'legal', label: 'Legal' }, { id: 'ti' }, { id: '', name: 'RR. HH.' }],
    },
  ])
  assert.deepEqual(
    stage!.fields.map(({ name, label }) => [name, label]),
    [
      ['motivo', 'Motivo'],
      ['Fecha', 'Fecha'],
      ['x', 'x'],
    ],
  )
  assert.deepEqual(
    stage!.parallelStages.map(({ name }) => name),
    ['Legal', 'ti', 'RR. HH.'],
  )
  assert.ok(stage!.parallelStages[2]!.id)
})

test('stages are sorted by order; equal orders keep the order of the body', () => {
  const stages = completeStages([
    { id: 'c', name: 'C', order: 3 },
    { id: 'a', name: 'A', order: 1 },
    { id: 'b1', name: 'B1', order: 2 },
    { id: 'b2', name: 'B2', order: 2 },
  ])
  assert.deepEqual(
    stages.map(({ id }) => id),
    ['a', 'b1', 'b2', 'c'],
  )
})

const sent: SentStage[] = [
  {
    name: 'Revisión',
    order: 1,
    actions: [{ type: 'APPROVE', label: 'Sí' }],
    fields: [{ name: 'x', type: 'SELECT', options: ['1', { value: '2' }] }],
    conditions: [{ field: 'y', operator: 'exists' }],
    parallelStages: [{ name: 'S' }, { name: 'T' }],
  },
  { name: 'Firma', order: 2 },
]

test('sending the same stages back changes nothing, in the sent or the shown form', () => {
  const stages = completeStages(sent)
  assert.ok(sameStages(completeStages(sent, stages), stages))
  assert.ok(sameStages(completeStages(structuredClone(stages), stages), stages))
  assert.ok(sameStages(completeStages([...stages].reverse(), stages), stages))
  assert.ok(sameStages(JSON.parse(JSON.stringify(stages)), stages))
})

test('any other difference is a change', () => {
  const stages = completeStages(sent)
  const changes: ((copy: typeof stages) => unknown)[] = [
    (copy) => Object.assign(copy[0]!, { name: 'Otra' }),
    (copy) => Object.assign(copy[0]!, { id: 'otra' }),
    (copy) => Object.assign(copy[0]!, { requiredRole: 'DPO' }),
    (copy) => Object.assign(copy[0]!.fields[0]!, { required: true }),
    (copy) => copy[0]!.fields[0]!.options.pop(),
    (copy) => Object.assign(copy[0]!.conditions[0]!, { value: false }),
    (copy) => copy[0]!.parallelStages.reverse(),
    (copy) => copy.pop(),
    (copy) => Object.assign(copy[1]!, { slaDays: 3 }),
  ]
  for (const change of changes) {
    const copy = structuredClone(stages)
    change(copy)
    assert.ok(!sameStages(completeStages(copy, stages), stages), String(change))
  }
})

test('two equal parts do not share an id', () => {
  const stages = completeStages([{ id: 'a', name: 'Igual', order: 1 }])
  const twice = completeStages(
    [
      { name: 'Igual', order: 1 },
      { name: 'Igual', order: 1 },
    ],
    stages,
  )
  assert.equal(twice[0]!.id, 'a')
  assert.notEqual(twice[1]!.id, 'a')
  const taken = completeStages(
    [
      { name: 'Igual', order: 1 },
      { id: 'a', name: 'Otra', order: 2 },
    ],
    stages,
  )
  assert.notEqual(taken[0]!.id, 'a')
})

for (const [what, stages, path] of [
  [
    'stage ids',
    [
      { id: 'a', name: 'A' },
      { id: 'a', name: 'B' },
    ],
    'stages[1].id',
  ],
  [
    'sub-stage ids',
    [
      {
        name: 'A',
        parallelStages: [
          { id: 's', name: 'S' },
          { id: 's', name: 'T' },
        ],
      },
    ],
    'stages[0].parallelStages[1].id',
  ],
  [
    'field ids',
    [
      {
        name: 'A',
        fields: [
          { id: 'f', name: 'x' },
          { id: 'f', name: 'y' },
        ],
      },
    ],
    'stages[0].fields[1].id',
  ],
  ['field names', [{ name: 'A', fields: [{ name: 'x' }, { name: 'x' }] }], 'stages[0].fields[1].name'],
  [
    'action ids',
    [
      {
        name: 'A',
        actions: [
          { id: 'z', type: 'APPROVE' },
          { id: 'z', type: 'REJECT' },
        ],
      },
    ],
    'stages[0].actions[1].id',
  ],
] as [string, SentStage[], string][]) {
  test(`repeated ${what} are refused`, () => {
    assert.throws(
      () => completeStages(stages),
      (error: { status: number; code: string; details: { path: string }[] }) => {
        assert.deepEqual([error.status, error.code, error.details[0]!.path], [422, 'VALIDATION_ERROR', path])
        return true
      },
    )
  })
}

test('parts of different stages may share ids', () => {
  const part = {
    actions: [{ id: 'ok', type: 'APPROVE' as const }],
    fields: [{ id: 'f', name: 'x' }],
    parallelStages: [{ id: 's', name: 'S' }],
  }
  assert.equal(
    completeStages([
      { name: 'A', ...part },
      { name: 'B', ...part },
    ]).length,
    2,
  )
})
