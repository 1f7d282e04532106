import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { openService, type Person } from '#test/kit/service.ts'

const api = await openService()
const ana = await api.tenant()

const STAGES = [
  {
    id: 'legal',
    name: 'Revisión legal',
    requiredRole: 'DPO',
    fields: [{ name: 'pais', type: 'SELECT', options: ['CL', 'US'], required: true }],
  },
  { id: 'aviso', name: 'Aviso', autoAdvance: true },
  {
    id: 'exterior',
    name: 'Transferencia',
    conditions: [{ field: 'pais', operator: 'neq', value: 'CL' }],
    parallelStages: [{ id: 'ti', name: 'Seguridad' }],
  },
  { id: 'gerencia', name: 'Gerencia', conditions: [{ field: 'highestRisk', operator: 'eq', value: 'high' }] },
]

const run = (body: object = {}, person: Person = ana) =>
  person.post('/workflows/dry-run', { entityType: 'DPIA', stages: STAGES, ...body })

const roadOf = ({ data }: { data: { road: { stageId: string; outcome: string }[] } }) =>
  data.road.map(({ stageId, outcome }) => `${stageId} ${outcome}`)

const legal = (pais: string) => ({ stageId: 'legal', actionType: 'APPROVE', fieldValues: { pais } })

test('without answers it stops where an approval would begin', async () => {
  const reply = await run()
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  assert.deepEqual(roadOf(reply), ['legal waiting'])
  assert.deepEqual([reply.data.status, reply.data.currentStageId], ['ACTIVE', 'legal'])
})

test('answers and assumed facts decide the way, and each condition shows its value', async () => {
  const home = await run({ answers: [legal('CL')] })
  assert.deepEqual(roadOf(home), [
    'legal approved',
    'aviso auto_advanced',
    'exterior skipped',
    'gerencia skipped',
  ])
  assert.deepEqual([home.data.status, home.data.fieldValues], ['COMPLETED', { pais: 'CL' }])
  assert.deepEqual(home.data.road[2].conditions, [
    { field: 'pais', operator: 'neq', value: 'CL', actual: 'CL', holds: false },
  ])
  const abroad = await run({ facts: { highestRisk: 'high' }, answers: [legal('US')] })
  assert.deepEqual(roadOf(abroad), ['legal approved', 'aviso auto_advanced', 'exterior waiting'])
  assert.deepEqual(abroad.data.pendingSubStages, [{ id: 'ti', name: 'Seguridad' }])
  const part = { stageId: 'exterior', subStageId: 'ti', actionType: 'APPROVE' }
  const done = await run({
    facts: { highestRisk: 'high' },
    answers: [
      legal('US'),
      part,
      { stageId: 'exterior', actionType: 'APPROVE' },
      { stageId: 'gerencia', actionType: 'REJECT' },
    ],
  })
  assert.deepEqual(roadOf(done).slice(2), ['exterior approved', 'gerencia rejected'])
  assert.equal(done.data.status, 'REJECTED')
})

test('a question or a reassignment stays at the same stage', async () => {
  const answers = [
    { stageId: 'legal', actionType: 'REQUEST_INFO' },
    { stageId: 'legal', actionType: 'REASSIGN', reassignTo: 'quien sea' },
  ]
  assert.deepEqual(roadOf(await run({ answers })), ['legal waiting'])
})

test('an action that an approval refuses is refused, with the number of its answer', async () => {
  const missing = await run({ answers: [{ stageId: 'legal', actionType: 'APPROVE' }] })
  assert.deepEqual([missing.status, missing.body.error.details[0].path], [400, 'answers[0].fieldValues.pais'])
  const elsewhere = await run({ answers: [legal('CL'), { stageId: 'legal', actionType: 'APPROVE' }] })
  assert.deepEqual([elsewhere.status, elsewhere.body.error.details[0].path], [400, 'answers[1]'])
  const below = await run({ answers: [{ ...legal('CL'), role: 'ANALYST' }] })
  assert.equal(below.status, 403)
  assert.equal((await run({ stages: [] })).status, 400)
  assert.equal(
    (
      await run({
        stages: [
          { id: 'a', name: 'A' },
          { id: 'a', name: 'B' },
        ],
      })
    ).status,
    422,
  )
  assert.equal((await run({ answers: Array(201).fill(legal('CL')) })).status, 400)
})

test('a record of the organisation provides its facts; another organisation’s is not found', async () => {
  const { data: assessment } = await ana.post('/dpia/assessments', { title: 'Fichas' })
  await ana.post(`/dpia/assessments/${assessment.id}/risks`, {
    description: 'Fuga',
    likelihood: 'high',
    impact: 'high',
  })
  const reply = await run({ entityId: assessment.id, answers: [legal('CL')] })
  assert.equal(roadOf(reply).at(-1), 'gerencia waiting')
  assert.ok(reply.data.factNames.includes('highestRisk'))
  const supposed = await run({
    entityId: assessment.id,
    facts: { highestRisk: 'low' },
    answers: [legal('CL')],
  })
  assert.equal(roadOf(supposed).at(-1), 'gerencia skipped')
  const other = await api.tenant()
  for (const [entityId, person] of [
    [assessment.id, other],
    [newId(), ana],
    ['nada', ana],
  ] as const)
    assert.equal((await run({ entityId }, person)).status, 422)
})

test('keys cannot use it, because the conditions show data of a record', async () => {
  const scopes = ['workflows:*', 'dpia:*']
  const { key } = (await ana.post('/settings/api-keys', { name: 'Panel', scopes, role: 'DPO' })).data
  const body = { entityType: 'DPIA', stages: STAGES }
  const refused = await api.with({ 'x-api-key': key }).post('/workflows/dry-run', body)
  assert.deepEqual([refused.status, refused.body.error.code], [403, 'FORBIDDEN'])
})

test('a VIEWER can use it, and nothing is written', async () => {
  const viewer = await ana.colleague('VIEWER')
  const before = (await ana.get('/workflow-instances')).data.pagination.total
  assert.equal((await run({ answers: [legal('CL')] }, viewer)).status, 200)
  assert.equal((await ana.get('/workflow-instances')).data.pagination.total, before)
})
