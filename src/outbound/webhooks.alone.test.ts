import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, beforeEach, test } from 'node:test'
import type { WriteCtx } from '#db/context.ts'
import { DAY_MS, HOUR_MS } from '#kernel/dates.ts'
import { newId } from '#kernel/ids.ts'
import type { Module } from '#modules/module.ts'
import { MODULES } from '#src/modules.ts'
import { openReceiver } from '#test/kit/receiver.ts'
import { openService, type Person, type TestService } from '#test/kit/service.ts'
import {
  cancelDeliveries,
  createWebhookJobs,
  type Delivery,
  type DeliveryRow,
  deliver,
  listDeliveries,
  redeliver,
} from './webhooks.ts'

/** Webhooks whose receiver asked never to be called again. */
const gone: string[] = []
const MODULES_AND_OWNER: readonly Module[] = [
  ...MODULES,
  {
    name: 'test',
    tag: 'Webhooks de prueba',
    routes: () => undefined,
    webhookOwners: [
      { type: 'test', disable: async (_ctx, ownerId, hookId) => void gone.push(`${ownerId} ${hookId}`) },
    ],
  },
]
const api = await openService({}, { modules: MODULES_AND_OWNER })
const ana = await api.tenant()
const receiver = await openReceiver()
after(() => receiver.close())
beforeEach(() => {
  receiver.received.length = 0
  receiver.answerAlways(200)
  api.clock.release()
})

const SYSTEM = { type: 'system', id: undefined, name: undefined, role: undefined } as const
const as = <T>(work: (ctx: WriteCtx) => Promise<T>, service: TestService = api, person: Person = ana) =>
  service.access.actFor(person.tenantId, SYSTEM, {}, work)

const SECRET = 'clave compartida ñ'

function message(ctx: WriteCtx, fields: Partial<Delivery> = {}): Delivery {
  return {
    owner: { type: 'test', id: newId() },
    hookId: 'hook',
    event: 'thing.done',
    url: receiver.url,
    secretSealed: ctx.tools.vault.seal(SECRET, 'webhook', ctx.tenantId),
    signatureHeader: 'X-Test-Signature',
    deliveryHeader: 'X-Test-Delivery',
    body: '{"hola":"Ñandú"}',
    orderKey: newId(),
    ...fields,
  }
}

/** Writes a delivery as a module would. Returns how to read it. */
async function send(fields: Partial<Delivery> = {}, service = api, person = ana) {
  const owner = fields.owner ?? { type: 'test', id: newId() }
  await as((ctx) => deliver(ctx, [message(ctx, { ...fields, owner })]), service, person)
  const look = async (): Promise<DeliveryRow> =>
    (await as((ctx) => listDeliveries(ctx, owner, { page: 1, limit: 1 }), service, person)).rows[0]!
  return { owner, look }
}

const sql = (text: string) => api.service.access.database.engine.asOwner(text)

/** Makes all waiting jobs of the queue due now. */
async function next() {
  await sql(`update pgboss.job set start_after = now() where name = 'webhook.deliver' and state < 'active'`)
  await api.drain()
}

const jobs = createWebhookJobs([])
const job = (name: string) => jobs.find((definition) => definition.name === name)!
const run = (name: string, data: object = {}) =>
  job(name).run(api.service.jobEnv, data, { jobId: newId(), attempt: 1 })

test('after a 500 the second attempt has the same id and bytes', async () => {
  receiver.answerNext(500)
  const { look } = await send()
  await api.drain()
  const failed = await look()
  assert.deepEqual(
    [failed.status, failed.attempts, failed.last_status, failed.last_error],
    ['PENDING', 1, 500, 'El receptor respondió 500.'],
  )
  assert.ok(failed.next_attempt_at! > failed.first_tried_at!)
  await next()
  const done = await look()
  assert.deepEqual(
    [done.status, done.attempts, done.last_status, done.last_error],
    ['DELIVERED', 2, 200, null],
  )
  assert.ok(done.delivered_at)
  assert.equal(done.next_attempt_at, null)
  const [first, second] = receiver.received
  assert.equal(receiver.received.length, 2)
  assert.equal(first!.headers['x-test-delivery'], done.id)
  assert.equal(second!.headers['x-test-delivery'], done.id)
  assert.deepEqual(first!.raw, second!.raw)
})

test('both signatures cover the bytes that arrive', async () => {
  await send({ body: JSON.stringify({ nombre: 'Ñandú \u2028 😀', n: 1 }) })
  await api.drain()
  const { raw, headers } = receiver.received[0]!
  const hex = createHmac('sha256', SECRET).update(raw).digest('hex')
  assert.equal(headers['x-test-signature'], `sha256=${hex}`)
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${raw.toString('utf8')}`
  const standard = createHmac('sha256', SECRET).update(signed).digest('base64')
  assert.equal(headers['webhook-signature'], `v1,${standard}`)
  assert.ok(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1000) < 60)
  assert.equal(headers['content-type'], 'application/json')
  assert.equal(headers['content-length'], String(raw.length))
})

test('a rolled-back action sends nothing', async () => {
  await assert.rejects(
    as(async (ctx) => {
      await deliver(ctx, [message(ctx)])
      throw new Error('no')
    }),
  )
  await api.drain()
  await run('webhook.sweep')
  await api.drain()
  assert.equal(receiver.received.length, 0)
})

test('a redirect is a plain answer and is not followed', async () => {
  receiver.answerNext((reply) => reply.writeHead(302, { location: `${receiver.url}/otro` }).end())
  const { look } = await send()
  await api.drain()
  const row = await look()
  assert.deepEqual([row.status, row.last_status], ['PENDING', 302])
  assert.deepEqual(
    receiver.received.map(({ path }) => path),
    ['/flujos'],
  )
})

test('a silent receiver gets ten seconds', async () => {
  receiver.answerNext(() => {})
  const { look } = await send()
  const began = performance.now()
  await api.drain()
  const seconds = (performance.now() - began) / 1000
  assert.ok(seconds > 9.5 && seconds < 14, String(seconds))
  const row = await look()
  assert.deepEqual([row.status, row.attempts, row.last_status], ['PENDING', 1, null])
  assert.match(row.last_error!, /10 segundos/)
})

test('an unreachable receiver and an unresolvable name are tried again', async () => {
  for (const url of ['http://127.0.0.1:9/', 'http://nada.invalid/']) {
    const { look } = await send({ url })
    await api.drain()
    const row = await look()
    assert.deepEqual([row.status, row.attempts, row.last_status], ['PENDING', 1, null], url)
    assert.match(row.last_error!, /«(127\.0\.0\.1|nada\.invalid)»/)
  }
})

test('a secret that no longer opens ends like any other fault', async () => {
  const { look } = await send({ secretSealed: 'v1.nada' })
  await api.drain()
  const row = await look()
  assert.deepEqual(
    [row.status, row.attempts, row.last_error],
    ['PENDING', 1, 'El secreto del webhook ya no se puede leer: ingréselo de nuevo.'],
  )
})

test('a delivery is abandoned after eight attempts over about a day', async () => {
  // Later than any attempt left over from earlier tests.
  api.clock.set(new Date(Date.now() + HOUR_MS))
  receiver.answerAlways(503)
  const { look } = await send()
  await api.drain()
  const waits: number[] = []
  for (let row = await look(); row.status === 'PENDING'; row = await look()) {
    waits.push(row.next_attempt_at!.getTime() - api.clock.now().getTime())
    api.clock.set(row.next_attempt_at!)
    await next()
  }
  const row = await look()
  assert.deepEqual([row.status, row.attempts, row.next_attempt_at], ['FAILED', 8, null])
  const calls = receiver.received.filter(({ headers }) => headers['x-test-delivery'] === row.id)
  assert.equal(calls.length, 8)
  assert.deepEqual(
    waits,
    [...waits].sort((a, b) => a - b),
  )
  const total = waits.reduce((sum, wait) => sum + wait, 0)
  assert.ok(Math.abs(total - DAY_MS) < 4 * HOUR_MS, String(total))
})

test('410 ends the delivery, the waiting ones of the same webhook, and the webhook', async () => {
  gone.length = 0
  const owner = { type: 'test', id: newId() }
  receiver.answerNext(500)
  await send({ owner })
  await api.drain()
  const other = await send({ owner, hookId: 'other', url: 'http://127.0.0.1:9/' })
  await api.drain()
  receiver.answerNext(410)
  await send({ owner })
  await api.drain()
  const { rows } = await as((ctx) => listDeliveries(ctx, owner, { page: 1, limit: 10 }))
  assert.deepEqual(
    rows.map(({ status, hook_id }) => `${hook_id} ${status}`),
    ['hook FAILED', 'other PENDING', 'hook FAILED'],
  )
  assert.equal(rows[0]!.last_status, 410)
  assert.deepEqual(gone, [`${owner.id} hook`])
  const before = receiver.received.length
  await next()
  assert.equal(receiver.received.length, before)
  assert.ok(other)
})

test('first attempts keep their order; a failure does not delay the next', async () => {
  const orderKey = newId()
  const owner = { type: 'test', id: newId() }
  receiver.answerNext(500)
  for (const numbers of [[1, 2], [3], [4], [5]])
    await as((ctx) =>
      deliver(
        ctx,
        numbers.map((n) => message(ctx, { owner, orderKey, body: `{"n":${n}}` })),
      ),
    )
  // The queue may hand out reminders in any order: here it is random.
  await sql(`update pgboss.job set created_on = now() - (random() * interval '1 hour')
    where name = 'webhook.deliver' and state < 'active'`)
  await api.drain()
  assert.deepEqual(
    receiver.received.map(({ body }) => body.n),
    [1, 2, 3, 4, 5],
  )
  await next()
  assert.equal(receiver.received.at(-1)?.body.n, 1)
})

test('a delivery written while its predecessor is recorded is not forgotten', async () => {
  const orderKey = newId()
  const owner = { type: 'test', id: newId() }
  const rounds = 15
  for (let n = 1; n <= rounds; n += 1) {
    await as((ctx) => deliver(ctx, [message(ctx, { owner, orderKey, body: `{"n":${n}}` })]))
    void api.drain()
  }
  await receiver.until(rounds)
  await api.drain()
  assert.deepEqual(
    receiver.received.map(({ body }) => body.n),
    Array.from({ length: rounds }, (_, index) => index + 1),
  )
})

test('repeated or concurrent reminders make one call', async () => {
  const { look } = await send()
  const row = await look()
  const reminder = { tenantId: ana.tenantId, deliveryId: row.id, attempt: 1, host: new URL(row.url).host }
  await Promise.all([1, 2, 3].map(() => run('webhook.deliver', reminder)))
  await api.drain()
  await run('webhook.deliver', reminder)
  assert.equal(receiver.received.length, 1)
  assert.deepEqual([(await look()).status, (await look()).attempts], ['DELIVERED', 1])
})

test('the sweep finds deliveries without a reminder, and claimed ones only after the claim expires', async () => {
  const { look } = await send()
  await sql(`delete from pgboss.job where name = 'webhook.deliver'`)
  await api.drain()
  assert.equal(receiver.received.length, 0)
  const { id } = await look()
  await sql(`update webhook_deliveries set claimed_until = now() + interval '15 seconds' where id = '${id}'`)
  await run('webhook.sweep')
  await api.drain()
  assert.equal(receiver.received.length, 0)
  await sql(`update webhook_deliveries set claimed_until = now() - interval '1 second' where id = '${id}'`)
  await run('webhook.sweep')
  await api.drain()
  assert.equal(receiver.received.length, 1)
  await sql(`delete from pgboss.job where name = 'webhook.deliver'`)
})

/** Holds a call at the receiver until `answer` releases it. */
async function inFlight() {
  const { promise: held, resolve: hold } = Promise.withResolvers<(status: number) => void>()
  receiver.answerNext((reply) => hold((status) => reply.writeHead(status).end()))
  const { owner, look } = await send()
  const drained = api.drain()
  const answer = await held
  return {
    owner,
    look,
    answer: async (status: number) => {
      answer(status)
      await drained
    },
  }
}

test('a delivery cancelled during its call is not tried again', async () => {
  const { owner, look, answer } = await inFlight()
  await as((ctx) => cancelDeliveries(ctx, owner, 'hook', 'El webhook fue eliminado.'))
  await answer(500)
  const row = await look()
  assert.deepEqual(
    [row.status, row.attempts, row.last_status, row.last_error, row.next_attempt_at],
    ['FAILED', 1, 500, 'El webhook fue eliminado.', null],
  )
  await next()
  await run('webhook.sweep')
  await api.drain()
  assert.equal(receiver.received.length, 1)
})

test('a delivery cancelled during its call counts as delivered if it succeeded', async () => {
  const { owner, look, answer } = await inFlight()
  await as((ctx) => cancelDeliveries(ctx, owner, 'hook', 'El webhook fue eliminado.'))
  await answer(200)
  const row = await look()
  assert.deepEqual([row.status, row.attempts, row.last_error], ['DELIVERED', 1, null])
  assert.ok(row.delivered_at)
})

test('a delivery repeated by hand during its call starts its series again', async () => {
  const { owner, look, answer } = await inFlight()
  await answer(500)
  for (let tries = 2; tries <= 3; tries += 1) {
    receiver.answerNext(500)
    await next()
  }
  assert.equal((await look()).attempts, 3)
  const { promise: held, resolve: hold } = Promise.withResolvers<() => void>()
  receiver.answerNext((reply) => hold(() => reply.writeHead(500).end()))
  const drained = next()
  const refuse = await held
  const { id } = await look()
  await as((ctx) => redeliver(ctx, owner, id, () => webhookAt(ctx, receiver.url)))
  refuse()
  await drained
  const row = await look()
  assert.deepEqual([row.status, row.attempts, row.series_from], ['PENDING', 4, 3])
  assert.ok(row.next_attempt_at!.getTime() - Date.now() < 10_000)
})

const webhookAt = (ctx: WriteCtx, url: string, secret = SECRET) => ({
  url,
  secretSealed: ctx.tools.vault.seal(secret, 'webhook', ctx.tenantId),
})

test('a redelivery to a webhook that may no longer be called is refused', async () => {
  const { owner, look } = await send()
  await api.drain()
  const { id } = await look()
  await assert.rejects(
    as((ctx) => redeliver(ctx, owner, id, () => undefined)),
    { code: 'CONFLICT', message: /eliminado o está desactivado/ },
  )
  assert.equal((await look()).status, 'DELIVERED')
})

test('a redelivery has the same id and body, the current webhook, and its own series', async () => {
  const { owner, look } = await send()
  await api.drain()
  const { id } = await look()
  const other = await openReceiver()
  other.answerNext(500)
  const again = await as((ctx) => redeliver(ctx, owner, id, () => webhookAt(ctx, other.url, 'nueva')))
  assert.equal(again!.status, 'PENDING')
  await api.drain()
  const [received] = other.received
  assert.equal(received!.headers['x-test-delivery'], id)
  assert.deepEqual(received!.raw, receiver.received[0]!.raw)
  const hex = createHmac('sha256', 'nueva').update(received!.raw).digest('hex')
  assert.equal(received!.headers['x-test-signature'], `sha256=${hex}`)
  const row = await look()
  const wait = row.next_attempt_at!.getTime() - Date.now()
  assert.ok(row.attempts === 2 && wait < 10_000, 'the waits start again')
  await next()
  assert.equal((await look()).status, 'DELIVERED')
  const foreign = { type: 'test', id: newId() }
  assert.equal(await as((ctx) => redeliver(ctx, foreign, id, () => undefined)), undefined)
  await other.close()
})

test('another tenant neither sees nor repeats a delivery', async () => {
  const { owner, look } = await send()
  await api.drain()
  const { id } = await look()
  const eva = await api.tenant()
  const list = await as((ctx) => listDeliveries(ctx, owner, { page: 1, limit: 5 }), api, eva)
  assert.equal(list.pagination.total, 0)
  assert.equal(await as((ctx) => redeliver(ctx, owner, id, () => undefined), api, eva), undefined)
})

test('finished deliveries are deleted after ninety days, waiting ones are not', async () => {
  const ended = await send()
  await api.drain()
  const waiting = await send({ url: 'http://127.0.0.1:9/' })
  await api.drain()
  api.clock.advance(89 * DAY_MS)
  await run('webhook.cleanup')
  assert.ok(await ended.look())
  api.clock.advance(2 * DAY_MS)
  await run('webhook.cleanup')
  assert.equal(await ended.look(), undefined)
  assert.ok(await waiting.look())
})

test('in production private addresses are not called, by number or by name', async () => {
  const production = await openService({ NODE_ENV: 'production' })
  const eva = await production.tenant()
  const { port } = new URL(receiver.url)
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '10.0.0.1', '169.254.169.254']) {
    const { look } = await send({ url: `http://${host}:${port}/flujos` }, production, eva)
    await production.drain()
    const row = await look()
    assert.deepEqual([row.status, row.last_status], ['PENDING', null], host)
    assert.match(row.last_error!, /dirección pública/)
  }
  assert.equal(receiver.received.length, 0)
})
