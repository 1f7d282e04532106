import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { verifyWebhook } from '#client'
import { SYSTEM } from '#db/context.ts'
import { announce, listInterests } from '#events/announce.ts'
import { MACHINE_EVENTS } from '#events/catalogue.ts'
import { DAY_MS, HOUR_MS } from '#kernel/dates.ts'
import { newId } from '#kernel/ids.ts'
import { hmac } from '#kernel/secrets.ts'
import { openReceiver, type Received } from '#test/kit/receiver.ts'
import { openService, type Person } from '#test/kit/service.ts'

const api = await openService()
const ana = await api.tenant()
const stranger = await api.tenant()
const receiver = await openReceiver()
after(() => receiver.close())
beforeEach(async () => {
  api.clock.release()
  receiver.received.length = 0
  receiver.answerAlways(200)
})

/** Each test has its own organisation, so that events do not mix. */
async function subscriber(fields: object = {}) {
  const owner = await api.tenant()
  const { data, status } = await owner.post('/settings/webhooks', {
    url: receiver.url,
    events: ['processor.created'],
    ...fields,
  })
  assert.equal(status, 201)
  return { owner, hook: data as { id: string; secret: string } }
}
const happen = (owner: Person, title = 'Correos SpA', entityId = newId()) =>
  api.access.actFor(owner.tenantId, SYSTEM, {}, (ctx) =>
    announce(ctx, { type: 'processor.created', entityId, title, data: { status: 'ACTIVE' } }),
  )
const verify = (received: Received, secret: string | string[]) =>
  verifyWebhook({ payload: received.raw, headers: received.headers, secret, now: api.clock.now() })
const deliveries = async (owner: Person, id: string) =>
  (await owner.get(`/settings/webhooks/${id}/deliveries`)).data.items
const shown = async (owner: Person, id: string) =>
  (await owner.get('/settings/webhooks')).data.items.find((item: { id: string }) => item.id === id)

/** Makes every waiting try due. */
async function tryAll(): Promise<void> {
  await api.access.database.engine.asOwner(
    `update pgboss.job set start_after = now() where name = 'webhook.deliver' and state in ('created', 'retry')`,
  )
  await api.drain()
}

test('a receiver gets only its subscribed events, signed in both formats', async () => {
  const { owner, hook } = await subscriber()
  const entityId = newId()
  await happen(owner, 'Correos SpA', entityId)
  await api.access.actFor(owner.tenantId, SYSTEM, {}, (ctx) =>
    announce(ctx, { type: 'member.joined', entityId: newId(), title: 'Otra cosa' }),
  )
  await happen(stranger)
  await api.drain()
  const [received, ...others] = receiver.received
  assert.equal(others.length, 0)
  const event = await verify(received!, hook.secret)
  assert.deepEqual(Object.keys(event), ['id', 'type', 'occurredAt', 'tenant', 'data'])
  assert.deepEqual(event.tenant, { id: owner.tenantId, slug: owner.slug })
  const { url, ...data } = event.data as Record<string, string>
  assert.deepEqual(data, {
    status: 'ACTIVE',
    entityType: 'processor',
    entityId,
    title: 'Correos SpA',
    legalEntityId: null,
    dueAt: null,
  })
  assert.ok(url!.endsWith(`/organizacion/${owner.slug}/encargados/${entityId}`), url)
  const { headers, raw } = received!
  assert.equal(headers['x-resguardo-signature'], `sha256=${hmac(hook.secret, raw)}`)
  assert.equal(headers['x-resguardo-delivery'], headers['webhook-id'])
  const [delivery] = await deliveries(owner, hook.id)
  assert.deepEqual(
    [delivery.event, delivery.status, delivery.attempts, delivery.lastStatus],
    ['processor.created', 'DELIVERED', 1, 200],
  )
})

test('acts of people reach the receiver', async () => {
  const { owner, hook } = await subscriber({ events: ['*'] })
  const { data } = await owner.post('/breaches', {
    title: 'Notebook perdido',
    detectedAt: new Date().toISOString(),
    detectionSource: 'manual',
  })
  await api.drain()
  const events = await Promise.all(receiver.received.map((each) => verify(each, hook.secret)))
  assert.deepEqual(
    events.map(({ type, data: { entityId } }) => [type, entityId]),
    [['breach.created', data.id]],
  )
})

test('each receiver of an event gets it once, even if its job runs again', async () => {
  const { owner } = await subscriber()
  await owner.post('/settings/webhooks', { url: `${receiver.url}/otro`, events: ['*'] })
  await owner.post('/settings/webhooks', { url: receiver.url, events: ['*'], isActive: false })
  await happen(owner)
  await api.access.database.engine.asOwner(
    `insert into pgboss.job (name, data) select name, data from pgboss.job where name = 'events.hand_out' and state = 'created'`,
  )
  await api.drain()
  assert.deepEqual(receiver.received.map(({ path }) => path).sort(), ['/flujos', '/flujos/otro'])
  const ids = receiver.received.map(({ body }) => body.id)
  assert.equal(new Set(ids).size, 1, 'the event has one id, the deliveries one each')
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 2)
})

test('deliveries about one record arrive in order', async () => {
  const { owner } = await subscriber()
  const entityId = newId()
  for (let n = 0; n < 5; n += 1) {
    await happen(owner, `${n}`, entityId)
    await api.drain()
  }
  assert.deepEqual(
    receiver.received.map(({ body }) => body.data.title),
    ['0', '1', '2', '3', '4'],
  )
})

// ── the subscription ──

test('the secret is shown only at creation and rotation', async () => {
  const { owner, hook } = await subscriber({ description: 'CRM', events: ['*', 'breach.created'] })
  assert.match(hook.secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  const { secret, ...rest } = hook as Record<string, unknown>
  assert.deepEqual(await shown(owner, hook.id), rest)
  assert.deepEqual([rest['events'], rest['description'], rest['isActive']], [['*'], 'CRM', true])
  const log = await owner.get(`/settings/audit-log?entityId=${hook.id}`)
  const kept = await api.access.asSystem('a test reads the row', (db) =>
    db.selectFrom('webhook_subscriptions').selectAll().where('id', '=', hook.id).execute(),
  )
  assert.ok(!JSON.stringify([log.body, kept]).includes(String(secret)))
})

test('during an overlap both secrets sign, otherwise only the new one, also for waiting deliveries', async () => {
  const { owner, hook } = await subscriber()
  receiver.answerNext(500)
  await happen(owner)
  await api.drain()
  const turned = (await owner.post(`/settings/webhooks/${hook.id}/rotate`)).data
  assert.ok(Date.parse(turned.previousUntil) > Date.now() + 23 * HOUR_MS)
  await tryAll()
  for (const secret of [hook.secret, turned.secret]) await verify(receiver.received.at(-1)!, secret)
  const again = (await owner.post(`/settings/webhooks/${hook.id}/rotate`, { overlapHours: 0 })).data
  assert.equal(again.previousUntil, null)
  await happen(owner)
  await api.drain()
  await verify(receiver.received.at(-1)!, again.secret)
  await assert.rejects(verify(receiver.received.at(-1)!, [hook.secret, turned.secret]), {
    fault: 'signature',
  })
  for (const overlapHours of [-1, 73, 1.5, '1'])
    assert.equal((await owner.post(`/settings/webhooks/${hook.id}/rotate`, { overlapHours })).status, 400)
})

test('waiting deliveries go to a new address; those of a disabled webhook are kept for a manual repeat', async () => {
  const { owner, hook } = await subscriber()
  receiver.answerNext(500)
  await happen(owner)
  await api.drain()
  await owner.patch(`/settings/webhooks/${hook.id}`, { url: `${receiver.url}/nueva` })
  await tryAll()
  assert.deepEqual(
    receiver.received.map(({ path }) => path),
    ['/flujos', '/flujos/nueva'],
  )
  receiver.answerNext(500)
  await happen(owner)
  await api.drain()
  const off = await owner.patch(`/settings/webhooks/${hook.id}`, { isActive: false, description: null })
  assert.deepEqual([off.data.isActive, off.data.disabledReason], [false, null])
  await tryAll()
  assert.equal(receiver.received.length, 3)
  const [failed] = await deliveries(owner, hook.id)
  assert.deepEqual([failed.status, failed.lastError], ['FAILED', 'El webhook fue desactivado.'])
  const path = `/settings/webhooks/${hook.id}/deliveries/${failed.id}/redeliver`
  assert.equal((await owner.post(path)).status, 409)
  await owner.patch(`/settings/webhooks/${hook.id}`, { isActive: true })
  assert.equal((await owner.post(path)).data.status, 'PENDING')
  await api.drain()
  assert.equal(receiver.received.length, 4)
  assert.equal(receiver.received[3]!.headers['webhook-id'], receiver.received[2]!.headers['webhook-id'])
})

test('a removed webhook is not called any more', async () => {
  const { owner, hook } = await subscriber()
  receiver.answerNext(500)
  await happen(owner)
  await api.drain()
  assert.equal((await owner.delete(`/settings/webhooks/${hook.id}`)).status, 200)
  await tryAll()
  await happen(owner)
  await api.drain()
  assert.equal(receiver.received.length, 1)
  for (const reply of [
    await owner.get(`/settings/webhooks/${hook.id}/deliveries`),
    await owner.delete(`/settings/webhooks/${hook.id}`),
    await owner.post(`/settings/webhooks/${hook.id}/test`),
  ])
    assert.equal(reply.status, 404)
})

test('a trial is sent at once, even to a disabled webhook, and its result is listed', async () => {
  const { owner, hook } = await subscriber({ isActive: false })
  receiver.answerNext(418)
  const sent = await owner.post(`/settings/webhooks/${hook.id}/test`)
  assert.deepEqual([sent.status, sent.data.event, sent.data.status], [200, 'webhook.test', 'PENDING'])
  await api.drain()
  const event = await verify(receiver.received[0]!, hook.secret)
  assert.equal(event.type, 'webhook.test')
  const [delivery] = await deliveries(owner, hook.id)
  assert.deepEqual([delivery.id, delivery.lastStatus, delivery.attempts], [sent.data.id, 418, 1])
})

test('bodies must match their schema, and twenty webhooks are the limit', async () => {
  const owner = await api.tenant()
  const add = (body: object) =>
    owner.post('/settings/webhooks', { url: receiver.url, events: ['*'], ...body })
  for (const body of [
    { url: 'no es una dirección' },
    { url: undefined },
    { events: [] },
    { events: undefined },
    { events: ['webhook.test'] },
    { events: ['webhook.disabled'] },
    { events: ['nada'] },
    { events: '*' },
    { description: 'x'.repeat(501) },
    { isActive: 'true' },
  ])
    assert.equal((await add(body)).status, 400, JSON.stringify(body))
  const replies = await Promise.all(Array.from({ length: 22 }, () => add({})))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [...Array(20).fill(201), 409, 409])
  const list = (await owner.get('/settings/webhooks?limit=5')).data
  assert.deepEqual([list.items.length, list.pagination.total], [5, 20])
})

test('in production, addresses inside private networks are refused', async () => {
  const strict = await openService({ NODE_ENV: 'production', APP_SECRET: 'x'.repeat(40) })
  const owner = await strict.tenant()
  const add = (url: string) => owner.post('/settings/webhooks', { url, events: ['*'] })
  for (const url of ['http://127.0.0.1/', 'http://localhost:9200', 'http://169.254.169.254/latest'])
    assert.deepEqual([(await add(url)).status, url], [422, url])
  const { data } = await add('https://crm.ejemplo.cl/')
  const moved = await owner.patch(`/settings/webhooks/${data.id}`, { url: 'http://10.0.0.1/' })
  assert.deepEqual([moved.status, moved.body.error.details[0].path], [422, 'url'])
})

test('only ADMIN and above read and manage webhooks, and only of their own organisation', async () => {
  const { hook } = await subscriber()
  const dpo = await ana.colleague('DPO')
  assert.equal((await dpo.get('/settings/webhooks')).status, 403)
  assert.equal((await dpo.post('/settings/webhooks', { url: receiver.url, events: ['*'] })).status, 403)
  for (const reply of [
    await stranger.patch(`/settings/webhooks/${hook.id}`, { isActive: false }),
    await stranger.delete(`/settings/webhooks/${hook.id}`),
    await stranger.post(`/settings/webhooks/${hook.id}/rotate`),
    await stranger.post(`/settings/webhooks/${hook.id}/test`),
    await stranger.get(`/settings/webhooks/${hook.id}/deliveries`),
  ])
    assert.equal(reply.status, 404)
  const { data } = await ana.get('/settings/webhooks/events')
  assert.deepEqual(
    data.items.map(({ type }: { type: string }) => type),
    MACHINE_EVENTS,
  )
})

// ── events that are written only for subscribers ──

test('decisions on consent are written only while an active webhook subscribes to them', async () => {
  const { owner, hook } = await subscriber()
  const asked = async () => (await api.access.readFor(owner.tenantId, listInterests)).sort()
  const patch = (body: object) => owner.patch(`/settings/webhooks/${hook.id}`, body)
  assert.deepEqual(await asked(), [])
  await patch({ events: ['consent.recorded', 'dsar.received'] })
  assert.deepEqual(await asked(), ['consent.recorded'])
  await patch({ events: ['*'] })
  assert.deepEqual(await asked(), ['consent.recorded', 'consent.withdrawn'])
  await patch({ isActive: false })
  assert.deepEqual(await asked(), [])
  await patch({ isActive: true })
  await owner.delete(`/settings/webhooks/${hook.id}`)
  assert.deepEqual(await asked(), [])
})

// ── failing receivers ──

const failOnce = async (owner: Person) => {
  receiver.answerAlways(500)
  await happen(owner)
  await api.drain()
  receiver.answerAlways(200)
}
const disabledEvents = (owner: Person) =>
  api.access.readFor(owner.tenantId, ({ db, tenantId }) =>
    db
      .selectFrom('events')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where('type', '=', 'webhook.disabled')
      .execute(),
  )

test('a webhook without any success for three days is switched off with a notice', async () => {
  const { owner, hook } = await subscriber({ events: ['*'] })
  const start = new Date()
  api.clock.set(start)
  await failOnce(owner)
  api.clock.advance(3 * DAY_MS - HOUR_MS)
  await failOnce(owner)
  const row = () =>
    api.access.readFor(owner.tenantId, ({ db, tenantId }) =>
      db
        .selectFrom('webhook_subscriptions')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where('id', '=', hook.id)
        .executeTakeFirstOrThrow(),
    )
  assert.equal((await row()).is_active, true)
  api.clock.advance(2 * HOUR_MS)
  await failOnce(owner)
  const { is_active, disabled_reason } = await row()
  assert.deepEqual([is_active, disabled_reason], [false, 'failing'])
  const [event, ...others] = await disabledEvents(owner)
  assert.equal(others.length, 0)
  assert.deepEqual([event!.entity_id, event!.data], [hook.id, { reason: 'failing' }])
  assert.deepEqual(await api.access.readFor(owner.tenantId, listInterests), [])
  const waiting = await api.access.readFor(owner.tenantId, ({ db, tenantId }) =>
    db
      .selectFrom('webhook_deliveries')
      .select('status')
      .where('tenant_id', '=', tenantId)
      .where('status', '=', 'PENDING')
      .execute(),
  )
  assert.deepEqual(waiting, [])
})

test('a success in between restarts the three days', async () => {
  const { owner, hook } = await subscriber()
  api.clock.set(new Date())
  await failOnce(owner)
  api.clock.advance(DAY_MS)
  await happen(owner)
  await api.drain()
  api.clock.advance(3 * DAY_MS)
  await failOnce(owner)
  api.clock.advance(2 * DAY_MS)
  await failOnce(owner)
  assert.deepEqual(await disabledEvents(owner), [])
  api.clock.advance(2 * DAY_MS)
  await failOnce(owner)
  assert.equal((await disabledEvents(owner)).length, 1, hook.id)
})

test('a receiver that answers 410 is switched off at once with a notice', async () => {
  const { owner, hook } = await subscriber()
  receiver.answerNext(410)
  await happen(owner)
  await api.drain()
  const off = await shown(owner, hook.id)
  assert.deepEqual([off.isActive, off.disabledReason], [false, 'gone'])
  assert.equal((await disabledEvents(owner)).length, 1)
  const on = await owner.patch(`/settings/webhooks/${hook.id}`, { isActive: true })
  assert.deepEqual([on.data.isActive, on.data.disabledReason], [true, null])
})
