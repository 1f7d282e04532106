import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeActivity } from '#test/kit/activities.ts'
import { draft as draftContract, ground } from '#test/kit/contracts.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { advice, faultsIn } from '../../web/console/areas/workflows/checks.ts'
import {
  blankDraft,
  blankField,
  blankHook,
  blankPart,
  blankStage,
  bodyOf,
  type Draft,
  draftOf,
  hooksOf,
  moved,
  nameOf,
  stagesOf,
} from '../../web/console/areas/workflows/draft.ts'
import { FACTS } from '../../web/console/areas/workflows/facts.ts'

/** Faults that the console shows while a person draws a flow are the service's own faults at saving. */

const api = await openService()
const ana = await api.tenant({ plan: 'PROFESSIONAL' })

const drawn = (change: (draft: Draft) => unknown): Draft => {
  const draft = { ...blankDraft(), name: 'Compras', entityType: 'CUSTOM' }
  change(draft)
  return draft
}

const save = (draft: Draft) =>
  ana.post('/workflows', {
    ...bodyOf(draft),
    ...(draft.webhooks.length > 0 && { webhooks: hooksOf(draft) }),
  })

const FAULTY: [path: string, change: (draft: Draft) => unknown][] = [
  ['name', (draft) => Object.assign(draft, { name: ' ' })],
  ['name', (draft) => Object.assign(draft, { name: 'x'.repeat(201) })],
  ['stages[0].name', ({ stages }) => Object.assign(stages[0]!, { name: '' })],
  ['stages[0].slaDays', ({ stages }) => Object.assign(stages[0]!, { slaDays: -1 })],
  ['stages[0].slaWarningDays', ({ stages }) => Object.assign(stages[0]!, { slaWarningDays: 3651 })],
  [
    'stages[1].conditions[0].field',
    ({ stages }) =>
      stages.push({ ...blankStage('B'), conditions: [{ field: '', operator: 'eq', value: 'x' }] }),
  ],
  ['webhooks[0].url', ({ webhooks }) => webhooks.push({ ...blankHook(), url: 'integraciones.tiendasur.cl' })],
]

for (const [path, change] of FAULTY)
  test(`a draft with a fault in ${path} is refused there too`, async () => {
    const draft = drawn(change)
    assert.deepEqual(Object.keys(faultsIn(draft)), [path])
    const { status, body } = await save(draft)
    assert.equal(status, 400, JSON.stringify(body))
    assert.ok(
      body.error.details.some((detail: { path: string }) => detail.path === path),
      JSON.stringify(body.error.details),
    )
  })

test('two questions with one text, or a review without a name, are reported before saving', async () => {
  const twice = drawn(({ stages }) => {
    stages[0]!.fields = [
      { ...blankField(), label: 'País' },
      { ...blankField(), label: 'pais' },
    ]
  })
  assert.deepEqual(Object.keys(faultsIn(twice)), ['stages[0].fields[1].label'])
  assert.equal((await save(twice)).status, 422)
  const nameless = drawn(({ stages }) => {
    stages[0]!.parallelStages = [blankPart()]
  })
  assert.deepEqual(Object.keys(faultsIn(nameless)), ['stages[0].parallelStages[0].name'])
})

test('a flow saved without changes stays the same', async () => {
  const { data: flow, status } = await ana.post('/workflows', {
    name: 'Todo',
    entityType: 'DPIA',
    stages: [
      {
        id: 'uno',
        name: 'Uno',
        order: 10,
        actions: [
          { id: 'si', type: 'APPROVE', label: 'Conforme' },
          { id: 'si-con', type: 'APPROVE', label: 'Conforme con reparos' },
        ],
        fields: [
          { name: 'pais', type: 'SELECT', options: ['CL', { value: 'US', label: 'Estados Unidos' }] },
          { name: 'firma', type: 'SIGNATURE' },
        ],
        slaDays: 1.5,
      },
      {
        id: 'dos',
        name: 'Dos',
        order: 25,
        requiredRole: 'VIEWER',
        conditions: [
          { field: 'pais', operator: 'in', value: ['US', 'CL'] },
          { field: 'riskCount', operator: 'gt', value: 2 },
          { field: 'hasSensitiveData', operator: 'eq', value: true },
          { field: 'entity.version', operator: 'lt', value: 3 },
          { field: 'legalBasis', operator: 'exists' },
          { field: 'activityId', operator: 'exists', value: false },
        ],
        parallelStages: [{ id: 's', name: 'S' }],
      },
    ],
  })
  assert.equal(status, 201)
  const draft = draftOf(flow)
  assert.deepEqual(faultsIn(draft), {})
  assert.deepEqual(stagesOf(draft), flow.stages)
  const { data: saved } = await ana.put(`/workflows/${flow.id}`, bodyOf(draft))
  assert.deepEqual([saved.version, saved.stages], [1, flow.stages])
  // Moved stages get numbers by their new order.
  const turned = stagesOf({ ...draft, stages: moved(draft.stages, 'dos', -1) })
  assert.deepEqual(
    turned.map(({ id, order }) => [id, order]),
    [
      ['dos', 1],
      ['uno', 2],
    ],
  )
})

test('a chosen value is compared with its own type', () => {
  const stages = (conditions: Draft['stages'][number]['conditions']) =>
    stagesOf(
      drawn((draft) =>
        Object.assign(draft, { entityType: 'DPIA', stages: [{ ...blankStage('A'), conditions }] }),
      ),
    )
  const [stage] = stages([
    { field: 'hasSensitiveData', operator: 'eq', value: 'true' },
    { field: 'riskCount', operator: 'gt', value: '3' },
    { field: 'highestRisk', operator: 'in', value: 'high\ncritical' },
    { field: 'otro', operator: 'eq', value: '3' },
    { field: 'legalBasis', operator: 'exists', value: 'false' },
  ])
  assert.deepEqual(
    stage!.conditions.map(({ value }) => value),
    [true, 3, ['high', 'critical'], '3', false],
  )
  assert.equal(nameOf({ id: 'x', name: '', label: '¿Qué país?' }), 'que_pais')
  assert.equal(nameOf({ id: 'x', name: 'pais', label: '¿Qué país es?' }), 'pais')
})

test('advice about valid but risky flows', () => {
  const said = (change: (draft: Draft) => unknown) => advice(drawn(change)).map(({ text }) => text)
  assert.deepEqual(
    said(() => undefined),
    [],
  )
  assert.match(
    said(({ webhooks }) => webhooks.push({ ...blankHook(), events: [] }))[0]!,
    /no se le envía nada/,
  )
  assert.match(said(({ stages }) => Object.assign(stages[0]!, { autoAdvance: true }))[0]!, /nadie decidiría/)
  assert.match(
    said(({ stages }) =>
      Object.assign(stages[0]!, { conditions: [{ field: 'monto', operator: 'gt', value: '5' }] }),
    ).join(),
    /Todas las etapas tienen condiciones.*«monto»/,
  )
  assert.match(said(({ stages }) => Object.assign(stages[0]!, { actions: ['REJECT'] }))[0]!, /Sin «Aprobar»/)
  assert.match(
    said(({ stages }) => Object.assign(stages[0]!, { slaDays: 1, slaWarningDays: 4 }))[0]!,
    /apenas empiece/,
  )
})

test('a condition may use the facts that the record has', async () => {
  const created = async (path: string, body: object = {}): Promise<string> => {
    const reply = await ana.post(path, body)
    assert.ok(reply.status < 300, `${path} ${JSON.stringify(reply.body)}`)
    return reply.data.id
  }
  const own: Partial<Record<keyof typeof FACTS, string>> = {
    DPIA: await created('/dpia/assessments', { title: 'EIPD' }),
    BREACH: await created('/breaches', {
      title: 'Correo',
      detectedAt: new Date().toISOString(),
      detectionSource: 'manual',
    }),
    RAT: await makeActivity(ana),
    PRIVACY_POLICY: await created('/privacy-policy/generate'),
    COOKIE_POLICY: await created('/cookie-policy/generate'),
    DSAR: await request(),
  }
  const unknownTo = async (person: Person, entityType: keyof typeof FACTS, entityId: string) => {
    const body = { entityType, stages: [{ id: 'a', name: 'A' }], entityId }
    const reply = await person.post('/workflows/dry-run', body)
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
    return FACTS[entityType].map(({ name }) => name).filter((name) => !reply.data.factNames.includes(name))
  }
  for (const [entityType, id] of Object.entries(own))
    assert.deepEqual(await unknownTo(ana, entityType as keyof typeof FACTS, id), [], entityType)
  const land = await ground(api)
  assert.deepEqual(await unknownTo(land.ana, 'CONTRACT', await draftContract(land)), [])
})

async function request(): Promise<string> {
  const { data: widget } = await ana.post('/dsar/widgets', { name: 'Formulario' })
  const { status, body } = await api.anyone.post(`/public/dsar/${widget.widgetKey}`, {
    rightType: 'ACCESS',
    subjectName: 'Rosa Díaz',
    subjectEmail: 'rosa@ejemplo.cl',
    subjectRut: '12.345.678-5',
    description: 'Quiero saber qué datos tienen.',
    declarationTruthful: true,
    declarationDataProcessing: true,
  })
  assert.equal(status, 201, JSON.stringify(body))
  return (await ana.get('/dsar/requests')).data.items[0].id
}
