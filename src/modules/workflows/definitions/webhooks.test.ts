import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, beforeEach, test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { openReceiver } from '#test/kit/receiver.ts'
import { openService } from '#test/kit/service.ts'
import { WEBHOOK_EVENTS } from '../model.ts'

const receiver = await openReceiver()
after(() => receiver.close())
const api = await openService()
const ana = await api.tenant()
beforeEach(() => {
  receiver.received.length = 0
})

const TWO = [
  { id: 'a', name: 'A' },
  { id: 'b', name: 'B' },
]
const HOOK = { url: receiver.url, events: WEBHOOK_EVENTS, secret: 'clave', enabled: true }

async function begin(webhooks: object[] = [HOOK], stages: object[] = TWO) {
  const { data } = await ana.post('/workflows', { name: 'Flujo', entityType: 'CUSTOM', stages, webhooks })
  const reply = await ana.post(`/workflows/${data.id}/start`, { entityType: 'CUSTOM', entityId: newId() })
  return reply.data
}

const act = (id: string, stageId: string, actionType: string, more: object = {}) =>
  ana.post(`/workflow-instances/${id}/action`, { stageId, actionType, ...more })

const FIELDS = [
  'event',
  'timestamp',
  'instanceId',
  'entityType',
  'entityId',
  'stageId',
  'actionType',
  'newStageId',
  'status',
]

test('every event is delivered in order, with exactly the nine fields, signed over its bytes', async () => {
  const { id, entityId, startedAt } = await begin()
  await act(id, 'a', 'REQUEST_INFO')
  await act(id, 'a', 'REASSIGN', { reassignTo: ana.userId })
  await act(id, 'a', 'APPROVE')
  await act(id, 'b', 'APPROVE')
  await api.drain()
  for (const { raw, headers, body } of receiver.received) {
    assert.deepEqual(Object.keys(body), FIELDS)
    assert.deepEqual([body.instanceId, body.entityType, body.entityId], [id, 'CUSTOM', entityId])
    assert.match(body.timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    const hex = createHmac('sha256', 'clave').update(raw).digest('hex')
    assert.equal(headers['x-workflow-signature'], `sha256=${hex}`)
  }
  assert.deepEqual(
    receiver.received.map(({ body: b }) => [b.event, b.stageId, b.actionType, b.newStageId, b.status]),
    [
      ['workflow.started', 'a', null, null, 'ACTIVE'],
      ['stage.request_info', 'a', 'REQUEST_INFO', null, 'ACTIVE'],
      ['stage.reassign', 'a', 'REASSIGN', null, 'ACTIVE'],
      ['stage.approve', 'a', 'APPROVE', 'b', 'ACTIVE'],
      ['stage.approve', 'b', 'APPROVE', null, 'COMPLETED'],
      ['workflow.completed', 'b', 'APPROVE', null, 'COMPLETED'],
    ],
  )
  assert.equal(receiver.received[0]!.body.timestamp, startedAt)
  const ids = receiver.received.map(({ headers }) => headers['x-workflow-delivery'])
  assert.equal(new Set(ids).size, 6)
})

test('a rejection sends stage.reject and no completion', async () => {
  const { id } = await begin()
  await act(id, 'a', 'REJECT')
  await api.drain()
  assert.deepEqual(
    receiver.received.map(({ body }) => [body.event, body.status]),
    [
      ['workflow.started', 'ACTIVE'],
      ['stage.reject', 'REJECTED'],
    ],
  )
})

test('only enabled webhooks get events, only subscribed ones, with their present settings', async () => {
  const other = await openReceiver()
  const { id, definitionId } = await begin([
    { ...HOOK, events: ['stage.approve'] },
    { ...HOOK, url: other.url, enabled: false },
  ])
  await api.drain()
  assert.equal(receiver.received.length + other.received.length, 0)
  await act(id, 'a', 'APPROVE')
  await api.drain()
  const { webhooks } = (await ana.get(`/workflows/${definitionId}`)).data
  await ana.put(`/workflows/${definitionId}`, {
    webhooks: [
      { ...webhooks[0], enabled: false },
      { ...webhooks[1], enabled: true },
    ],
  })
  await act(id, 'b', 'APPROVE')
  await api.drain()
  assert.deepEqual(
    receiver.received.map(({ body }) => body.stageId),
    ['a'],
  )
  assert.deepEqual(
    other.received.map(({ body }) => body.event),
    ['stage.approve', 'workflow.completed'],
  )
  await other.close()
})

test('deliveries waiting for a removed or disabled webhook are not sent', async () => {
  for (const change of [[], [{ ...HOOK, enabled: false }]]) {
    const { definitionId } = await begin()
    await ana.put(`/workflows/${definitionId}`, { webhooks: change })
    await api.drain()
    assert.equal(receiver.received.length, 0)
    const [delivery] = (await ana.get(`/workflows/${definitionId}/deliveries`)).data.items
    assert.deepEqual([delivery.status, delivery.attempts], ['FAILED', 0])
  }
})

test('the limit of an address counts characters in any script', async () => {
  const url = `${receiver.url}/${Array.from({ length: 1500 }, (_, n) => String.fromCodePoint(0x4e00 + n * 7)).join('')}`
  await begin([{ ...HOOK, url }])
  await api.drain()
  assert.equal(receiver.received.length, 1)
})

test('a refused action sends nothing', async () => {
  const { id } = await begin()
  await api.drain()
  receiver.received.length = 0
  await act(id, 'b', 'APPROVE')
  await act(id, 'a', 'REASSIGN', { reassignTo: newId() })
  await api.drain()
  assert.equal(receiver.received.length, 0)
})

test('deliveries are listed newest first and can be repeated', async () => {
  receiver.answerNext(500)
  const { definitionId } = await begin()
  await api.drain()
  const list = (await ana.get(`/workflows/${definitionId}/deliveries`)).data
  assert.deepEqual(list.pagination, { page: 1, limit: 20, total: 1, totalPages: 1 })
  const [{ id, nextAttemptAt, createdAt, ...item }] = list.items
  const [webhook] = (await ana.get(`/workflows/${definitionId}`)).data.webhooks
  assert.ok(Date.parse(nextAttemptAt) > Date.parse(createdAt))
  assert.deepEqual(item, {
    webhookId: webhook.id,
    event: 'workflow.started',
    url: receiver.url,
    status: 'PENDING',
    attempts: 1,
    lastStatus: 500,
    lastError: 'El receptor respondió 500.',
    deliveredAt: null,
  })
  const again = await ana.post(`/workflows/${definitionId}/deliveries/${id}/redeliver`)
  assert.deepEqual([again.status, again.data.status], [200, 'PENDING'])
  await api.drain()
  const [done] = (await ana.get(`/workflows/${definitionId}/deliveries`)).data.items
  assert.deepEqual(
    [done.status, done.attempts, done.lastStatus, done.nextAttemptAt],
    ['DELIVERED', 2, 200, null],
  )
  assert.deepEqual(
    receiver.received.map(({ headers }) => headers['x-workflow-delivery']),
    [id, id],
  )
  const stranger = await api.tenant()
  const foreign = await stranger.post(`/workflows/${definitionId}/deliveries/${id}/redeliver`)
  assert.equal(foreign.status, 404)
  const mine = await ana.post('/workflows', { name: 'x', entityType: 'CUSTOM', stages: TWO })
  const elsewhere = await ana.post(`/workflows/${mine.data.id}/deliveries/${id}/redeliver`)
  assert.deepEqual([elsewhere.status, elsewhere.body.error.code], [404, 'RESOURCE_NOT_FOUND'])
})

test('deliveries of a removed or disabled webhook cannot be repeated', async () => {
  for (const change of [[], [{ ...HOOK, enabled: false }]]) {
    const { definitionId } = await begin()
    await api.drain()
    await ana.put(`/workflows/${definitionId}`, { webhooks: change })
    const [delivery] = (await ana.get(`/workflows/${definitionId}/deliveries`)).data.items
    const path = `/workflows/${definitionId}/deliveries/${delivery.id}/redeliver`
    const { status, body } = await ana.post(path)
    assert.deepEqual([status, body.error.code], [409, 'CONFLICT'])
    assert.match(body.error.message, /eliminado o está desactivado/)
    receiver.received.length = 0
    await api.drain()
    assert.equal(receiver.received.length, 0)
    const [same] = (await ana.get(`/workflows/${definitionId}/deliveries`)).data.items
    assert.deepEqual(same, delivery)
  }
})

test('410 disables that webhook only', async () => {
  const other = await openReceiver()
  receiver.answerNext(410)
  const { id, definitionId } = await begin([HOOK, { ...HOOK, url: other.url }])
  await api.drain()
  const { webhooks } = (await ana.get(`/workflows/${definitionId}`)).data
  assert.deepEqual(
    webhooks.map(({ enabled, secret }: { enabled: boolean; secret: string }) => [enabled, secret]),
    [
      [false, 'clave'],
      [true, 'clave'],
    ],
  )
  receiver.received.length = 0
  await act(id, 'a', 'APPROVE')
  await api.drain()
  assert.deepEqual([receiver.received.length, other.received.length], [0, 2])
  await other.close()
})

test('in production a definition cannot have a webhook inside a private network', async () => {
  const production = await openService({ NODE_ENV: 'production' })
  const eva = await production.tenant()
  const define = (url: string) =>
    eva.post('/workflows', { name: 'x', entityType: 'CUSTOM', stages: TWO, webhooks: [{ ...HOOK, url }] })
  for (const host of [
    '127.0.0.1',
    'localhost',
    '10.1.2.3',
    '192.168.0.1',
    '[::1]',
    '0x7f.1',
    'a.localhost',
  ]) {
    const reply = await define(`http://${host}/flujos`)
    assert.deepEqual([reply.status, reply.body.error?.code], [422, 'VALIDATION_ERROR'], host)
    assert.equal(reply.body.error.details[0].path, 'webhooks[0].url')
  }
  assert.equal((await define('https://ejemplo.cl/flujos')).status, 201)
  assert.equal(
    (await ana.post('/workflows', { name: 'x', entityType: 'CUSTOM', stages: TWO, webhooks: [HOOK] })).status,
    201,
  )
})
