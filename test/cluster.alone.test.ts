import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import { openPostgres } from '#db/wire/postgres.ts'
import { newId } from '#kernel/ids.ts'
import { openBalancer } from './kit/balancer.ts'
import { TEST_SERVER } from './kit/database.ts'
import { type Installation, newInstallation, type Running, startService } from './kit/installation.ts'
import { openMailbox } from './kit/mailbox.ts'
import { openReceiver } from './kit/receiver.ts'

const PROCESSES = 3
const EACH = 30
/** Parallel calls of one process to one receiver (src/outbound/webhooks.ts). */
const CALLS_AT_ONCE = 4
const PASSWORD = 'una-frase-larga'
const redisUrl = process.env['TEST_REDIS_URL']

/** Three processes on one database, as behind a balancer. The embedded database allows only one. */
async function setUp() {
  const [mailbox, receiver] = await Promise.all([openMailbox(), openReceiver()])
  const installation = await newInstallation({
    APP_SECRET: 'one secret for all processes of the installation',
    SMTP_URL: mailbox.url,
    DEFAULT_PLAN: 'ENTERPRISE',
    ...(redisUrl && { REDIS_URL: redisUrl }),
  })
  const engine = openPostgres(installation.databaseUrl!, 1)
  const processes: Running[] = []
  after(async () => {
    // Stops the processes first, because the mailbox waits for open connections.
    await Promise.all(processes.map((process) => process.stop('SIGKILL')))
    await Promise.all([mailbox.close(), receiver.close(), engine.close()])
  })
  processes.push(...(await Promise.all(Array.from({ length: PROCESSES }, () => startService(installation)))))
  const balancer = await openBalancer(processes.map(({ url }) => url))
  const rows = async (sql: string) => (await engine.asOwner(sql)).rows
  return { installation, processes, balancer, mailbox, receiver, rows }
}

const world = process.env[TEST_SERVER] ? await setUp() : undefined

test('repeatable requests move to another process when theirs dies, others fail', async () => {
  const receiver = await openReceiver()
  const { port } = new URL(receiver.url)
  const url = (await openBalancer(['http://127.0.0.1:1', `http://127.0.0.1:${port}`])).url
  const headers = { 'idempotency-key': 'x' }
  assert.equal((await fetch(url, { method: 'POST', body: 'uno', headers })).status, 200)
  const another = (await openBalancer(['http://127.0.0.1:1', `http://127.0.0.1:${port}`])).url
  assert.equal((await fetch(another, { method: 'POST', body: 'dos' })).status, 502)
  assert.deepEqual(
    receiver.received.map(({ raw }) => raw.toString()),
    ['uno'],
  )
  await receiver.close()
})

interface Reply {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on what they read.
  body: any
}

if (world) {
  const { installation, processes, balancer, mailbox, receiver, rows } = world

  async function send(method: string, path: string, token?: string, body?: object): Promise<Reply> {
    const reply = await fetch(`${balancer.url}/api/v1${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json', 'idempotency-key': keyOf(body) }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: reply.status, body: await reply.json().catch(() => undefined) }
  }

  const keys = new WeakMap<object, string>()
  const keyOf = (body: object) => {
    if (!keys.has(body)) keys.set(body, newId())
    return keys.get(body)!
  }

  /** Like a careful client: retries with one key while the first try may still be running. */
  async function insist(path: string, token: string, body: object): Promise<void> {
    for (let tries = 0; tries < 50; tries += 1) {
      const { status, body: answer } = await send('POST', path, token, body)
      if (status === 201) return
      assert.ok(status === 409 || status >= 502, `${path}: ${status} ${JSON.stringify(answer)}`)
      await wait(100)
    }
    assert.fail(`${path} was never answered`)
  }

  const register = async (email: string, plan = 'ENTERPRISE'): Promise<string> => {
    const organizationName = `Tienda ${email}`
    const registration = { email, password: PASSWORD, name: 'Ana Rojas', organizationName, plan }
    const { status, body } = await send('POST', '/auth/register', undefined, registration)
    assert.equal(status, 201, JSON.stringify(body))
    return body.data.access_token
  }

  async function until(what: string, holds: () => boolean | Promise<boolean>, seconds = 60): Promise<void> {
    for (const end = performance.now() + seconds * 1000; !(await holds()); await wait(50))
      assert.ok(performance.now() < end, `${what}: not in time`)
  }

  const busy = `select id, data from pgboss.job where state = 'active' and name in ('mail.send', 'webhook.deliver')`
  const open = `select 1 from pgboss.job where state in ('created', 'retry', 'active') and start_after <= now()
    and name in ('mail.send', 'webhook.deliver')`

  test('after one of three dies under load, every acknowledged write exists once and every job is done', async () => {
    const token = await register('ana@ejemplo.cl')
    const definition = await send('POST', '/workflows', token, {
      name: 'Flujo',
      entityType: 'CUSTOM',
      stages: [{ id: 'a', name: 'A' }],
      webhooks: [{ url: receiver.url, events: ['workflow.started'], secret: 'clave' }],
    })
    assert.equal(definition.status, 201)
    const before = await send('GET', '/org/workspaces', token)
    const start = `/workflows/${definition.body.data.id}/start`
    const numbers = Array.from({ length: EACH }, (_, n) => n)
    const wishes = numbers.flatMap((n) => [
      { path: '/org/workspaces', body: { name: `Área ${n}` } },
      { path: '/settings/members', body: { email: `p${n}@ejemplo.cl`, name: 'Invitada', role: 'VIEWER' } },
      { path: start, body: { entityType: 'CUSTOM', entityId: newId() } },
    ])
    const entities = wishes.flatMap(({ body }) => ('entityId' in body ? [body.entityId] : []))

    // Answers nobody until there are more calls than two processes can have open, so the third one has some too.
    const unanswered: ServerResponse[] = []
    receiver.answerAlways((reply) => void unanswered.push(reply))
    let acknowledged = 0
    let reading = true
    const statuses = new Set<number>()
    const readers = Array.from({ length: 2 }, async () => {
      while (reading) statuses.add((await send('GET', '/workflow-instances?limit=10', token)).status)
    })
    const queue = [...wishes]
    const writers = Array.from({ length: 6 }, async () => {
      for (let wish = queue.shift(); wish; wish = queue.shift()) {
        await insist(wish.path, token, wish.body)
        acknowledged += 1
      }
    })
    await until('work in all hands', () => unanswered.length > (PROCESSES - 1) * CALLS_AT_ONCE)
    const ended = await processes[1]!.stop('SIGKILL')
    assert.equal(ended.signal, 'SIGKILL')
    const atDeath = acknowledged
    receiver.answerAlways(200)
    for (const reply of unanswered) reply.writeHead(200).end()
    await Promise.all(writers)
    reading = false
    await Promise.all(readers)
    assert.equal(acknowledged, wishes.length)
    assert.ok(atDeath < wishes.length, 'it died under load')
    assert.deepEqual([...statuses], [200], 'no reader noticed')
    for (const [url, count] of balancer.answered) assert.ok(count > 0, `${url} took part`)

    const { workspaces } = (await send('GET', '/org/workspaces?limit=100', token)).body.data
    const made = workspaces.map(({ name }: { name: string }) => name)
    const known = before.body.data.workspaces.map(({ name }: { name: string }) => name)
    assert.deepEqual(made.sort(), [...known, ...numbers.map((n) => `Área ${n}`)].sort())
    const { items } = (await send('GET', '/workflow-instances?limit=100', token)).body.data
    assert.deepEqual(items.map(({ entityId }: { entityId: string }) => entityId).sort(), entities.toSorted())

    // Jobs of the dead process are those that nobody finishes.
    await until('the others worked off the rest', async () => {
      const [active, due] = [await rows(busy), await rows(open)]
      return active.length === due.length
    })
    const orphans = await rows(busy)
    const claimed = await rows(
      `select id from webhook_deliveries where status = 'PENDING' and claimed_until is not null`,
    )
    const inHand = new Set([
      ...orphans.map(({ data }) => (data as { mailId?: string }).mailId ?? ''),
      ...claimed.map(({ id }) => id as string),
    ])
    assert.ok(inHand.size > 0, 'it died with work in its hands')
    await passMinutes(installation)
    const letters = () => numbers.map((n) => mailbox.to(`p${n}@ejemplo.cl`))
    const deliveries = () => Map.groupBy(receiver.received, ({ headers }) => headers['x-workflow-delivery'])
    await until('everything was sent', () => {
      return letters().every(({ length }) => length > 0) && deliveries().size >= EACH
    })
    await until('nothing is left to do', async () => {
      const pending = await rows(`select 1 from webhook_deliveries where status = 'PENDING'
        union all select 1 from mails where sent_at is null`)
      return pending.length === 0
    })

    for (const copies of letters()) {
      const ids = new Set(copies.map(({ messageId }) => messageId))
      assert.equal(ids.size, 1, 'one letter for one invitation')
      const id = [...ids][0]!.slice(1).split('@')[0]!
      assert.ok(copies.length === 1 || inHand.has(id), `letter ${id} came ${copies.length} times`)
    }
    assert.equal(deliveries().size, EACH, 'one delivery for one start')
    const delivered = [...deliveries().values()].map((calls) => calls[0]!.body.entityId)
    assert.deepEqual(delivered.sort(), entities.toSorted())
    for (const [id, calls] of deliveries())
      assert.ok(calls.length === 1 || inHand.has(id as string), `delivery ${id} came ${calls.length} times`)
    const failed = await rows(`select name from pgboss.job where state = 'failed'`)
    assert.deepEqual(failed, [])
  })

  /**
   * The jobs of a dead process expire after two minutes. This lets the time pass at once, so that another process takes
   * them.
   */
  async function passMinutes(where: Installation): Promise<void> {
    const boss = new PgBoss({
      connectionString: where.databaseUrl!,
      supervise: false,
      schedule: false,
      migrate: false,
    })
    boss.on('error', () => {})
    await boss.start()
    await rows(`update pgboss.job set started_on = started_on - interval '10 minutes' where state = 'active'`)
    await rows(`update pgboss.queue set monitor_claim_on = null, monitor_on = null`)
    await rows(`update webhook_deliveries set claimed_until = now() - interval '1 second'
      where status = 'PENDING' and claimed_until is not null`)
    await boss.supervise()
    await rows(`update pgboss.job set start_after = now() where state = 'retry'`)
    await boss.stop({ graceful: false })
    processes.push(await startService(where))
  }

  if (redisUrl)
    test('three processes share one count of a plan’s requests per minute', async () => {
      const token = await register('pequena@ejemplo.cl', 'STARTER')
      const replies = await Promise.all(
        Array.from({ length: 150 }, () => send('GET', '/org/workspaces', token)),
      )
      const statuses = Map.groupBy(replies, ({ status }) => status)
      assert.deepEqual([statuses.get(200)?.length, statuses.get(429)?.length], [100, 50])
    })
}
