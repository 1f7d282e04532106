import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { openService, type Person } from '#test/kit/service.ts'

const api = await openService()
const ana = await api.tenant()

async function start(stages: object[], entityId = newId()) {
  const { data } = await ana.post('/workflows', { name: 'Compras', entityType: 'CUSTOM', stages })
  const reply = await ana.post(`/workflows/${data.id}/start`, { entityType: 'CUSTOM', entityId })
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return reply.data.id as string
}

async function idsFor(person: Person, query: string): Promise<string[]> {
  const { status, data, body } = await person.get(`/workflow-instances?${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(data.pagination.total, data.items.length)
  return data.items.map(({ id }: { id: string }) => id)
}

test('the inbox has the person’s own approvals, and unassigned ones that their role may decide', async () => {
  const [dpo, analyst, viewer] = [
    await ana.colleague('DPO'),
    await ana.colleague('ANALYST'),
    await ana.colleague('VIEWER'),
  ]
  const any = await start([{ id: 'a', name: 'Revisión' }])
  const grave = await start([{ id: 'a', name: 'Revisión', requiredRole: 'ADMIN' }])
  const shared = await start([
    {
      id: 'a',
      name: 'Revisión',
      requiredRole: 'OWNER',
      parallelStages: [{ id: 's', name: 'S', requiredRole: 'DPO' }],
    },
  ])
  const given = await start([{ id: 'a', name: 'Revisión' }])
  await ana.post(`/workflow-instances/${given}/action`, {
    stageId: 'a',
    actionType: 'REASSIGN',
    reassignTo: analyst.userId,
  })
  const ended = await start([{ id: 'a', name: 'Revisión' }])
  await ana.post(`/workflow-instances/${ended}/action`, { stageId: 'a', actionType: 'REJECT' })

  assert.deepEqual(await idsFor(ana, 'waitingFor=me'), [shared, grave, any])
  assert.deepEqual(await idsFor(dpo, 'waitingFor=me'), [shared, any])
  assert.deepEqual(await idsFor(analyst, 'waitingFor=me'), [given, any])
  assert.deepEqual(await idsFor(viewer, 'waitingFor=me'), [])
  const tasks = (await dpo.get('/tasks?kind=approval')).data.items.map(
    ({ entityId }: { entityId: string }) => entityId,
  )
  assert.deepEqual(tasks.sort(), [shared, any].sort(), 'the same as in the tasks of the day')

  assert.deepEqual(await idsFor(ana, 'ended=true'), [ended])
  assert.deepEqual(await idsFor(ana, 'ended=false'), [given, shared, grave, any])
  assert.deepEqual(await idsFor(ana, 'ended=false&entityType=DPIA'), [])
  assert.equal((await ana.get('/workflow-instances?waitingFor=nadie')).status, 400)
})

test('a row names its flow and stage; the detail names its record', async () => {
  const { data: assessment } = await ana.post('/dpia/assessments', { title: 'Fichas clínicas' })
  const { items } = (await ana.get('/workflow-instances?entityType=DPIA')).data
  assert.deepEqual(
    [items[0].entityTitle, items[0].definitionName, items[0].stageName],
    ['Fichas clínicas', 'Aprobación de evaluaciones de impacto', 'Aprobación'],
  )
  const { data: detail } = await ana.get(`/workflow-instances/${items[0].id}`)
  assert.deepEqual([detail.entityId, detail.entityTitle], [assessment.id, 'Fichas clínicas'])
  const elsewhere = await start([{ id: 'a', name: 'Revisión' }], 'Factura 17')
  assert.equal((await ana.get(`/workflow-instances/${elsewhere}`)).data.entityTitle, null)
})

test('an API key has no inbox', async () => {
  const scopes = { name: 'Inventario', scopes: ['workflows:read'] }
  const key = api.with({ 'x-api-key': (await ana.post('/settings/api-keys', scopes)).data.key })
  const { status, data } = await key.get('/workflow-instances?waitingFor=me')
  assert.deepEqual([status, data.items], [200, []])
})
