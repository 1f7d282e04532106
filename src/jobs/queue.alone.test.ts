import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { createTenantAccess } from '#db/access.ts'
import type { WriteCtx } from '#db/context.ts'
import { createDatabase } from '#db/database.ts'
import { createCounters } from '#kernel/counters.ts'
import { newId } from '#kernel/ids.ts'
import { LAW } from '#kernel/law/law.ts'
import { createTools } from '#src/tools.ts'
import { cloneDatabase } from '#test/kit/database.ts'
import { enqueue, type JobDefinition, type JobEnv } from './definition.ts'
import { createQueue } from './queue.ts'

const { engine, url, drop } = await cloneDatabase()
const errors: Error[] = []
const queue = createQueue(engine, url, (error) => errors.push(error))
const settings = {
  appSecret: 'secret',
  publicUrl: 'http://x',
  mayCallPrivate: true,
  laws: [LAW] as const,
  tsaUrls: [],
  tsaCaFile: undefined,
}
const tools = createTools(settings, { modules: [], queue })
const access = createTenantAccess(createDatabase(engine), tools)
const silent = { info: () => {}, warn: () => {}, error: () => {} }
const mailer = { deliver: async () => {}, close: () => {} }
const env = { access, tools, mailer, log: silent, counters: createCounters() } as unknown as JobEnv

/** The jobs that ran, in order. */
const ran: { name: string; data: unknown; jobId: string; attempt: number }[] = []
let slowness = 0

function job(name: string, retryLimit: number): JobDefinition {
  return {
    name,
    retry: { limit: retryLimit, delaySeconds: 1, longestDelaySeconds: 1 },
    async run(_env, data, attempt) {
      if (slowness > 0) await wait(slowness)
      ran.push({ name, data, ...attempt })
      if (attempt.attempt <= (data.failures ?? 0)) throw new Error('todavía no')
    },
  }
}

const jobs = [job('test.work', 2), job('test.other', 0)]
await queue.prepare(jobs)
after(async () => {
  await queue.stop()
  await engine.close()
  await drop()
})

const tenantId = newId()
await engine.asOwner(`insert into tenants (id, name, slug, plan, siem_secret_sealed, created_at, updated_at)
  values ('${tenantId}', 'Tienda Sur', 'tienda-sur', 'STARTER', '', now(), now())`)
const actor = { type: 'system', id: undefined, name: undefined, role: undefined } as const
const act = <T>(work: (ctx: WriteCtx) => Promise<T>) => access.actFor(tenantId, actor, {}, work)

beforeEach(() => {
  ran.length = 0
  slowness = 0
})

async function until(condition: () => boolean, ms = 15_000): Promise<void> {
  for (const end = performance.now() + ms; !condition(); await wait(20))
    if (performance.now() > end) throw new Error('it did not happen in time')
}

test('a job written with a change runs once after its commit, with its data', async () => {
  await act((ctx) => enqueue(ctx, 'test.work', { id: 'año', list: [1, null] }))
  assert.equal(await queue.drain(env), 1)
  assert.deepEqual(
    ran.map(({ name, data, attempt }) => [name, data, attempt]),
    [['test.work', { id: 'año', list: [1, null] }, 1]],
  )
  assert.equal(await queue.drain(env), 0)
})

test('a rolled-back change takes its jobs with it', async () => {
  const taken = act(async (ctx) => {
    await enqueue(ctx, 'test.work', {})
    await enqueue(ctx, 'test.other', {})
    throw new Error('me arrepentí')
  })
  await assert.rejects(taken)
  assert.equal(await queue.drain(env), 0)
})

test('writing a job restores the tenant’s own rights', async () => {
  await act(async (ctx) => {
    await enqueue(ctx, 'test.work', {})
    const rows = await ctx.db.selectFrom('tenants').select('id').execute()
    assert.deepEqual(rows, [{ id: tenantId }])
    await assert.rejects(ctx.db.selectFrom('login_failures').selectAll().execute(), { code: '42501' })
    throw new Error('enough')
  }).catch((error) => assert.equal(error.message, 'enough'))
})

test('a failed job is tried again under the same id, until it works', async () => {
  await act((ctx) => enqueue(ctx, 'test.work', { failures: 2 }))
  await until(() => {
    void queue.drain(env)
    return ran.length === 3
  })
  assert.deepEqual(
    ran.map(({ attempt }) => attempt),
    [1, 2, 3],
  )
  assert.equal(new Set(ran.map(({ jobId }) => jobId)).size, 1)
  await wait(1500)
  assert.equal(await queue.drain(env), 0)
})

test('a job that fails too often is abandoned, and the others go on', async () => {
  await act(async (ctx) => {
    await enqueue(ctx, 'test.other', { failures: 9 })
    await enqueue(ctx, 'test.work', {})
    await enqueue(ctx, 'test.other', {})
  })
  assert.equal(await queue.drain(env), 3)
  await wait(1500)
  assert.equal(await queue.drain(env), 0)
})

test('a job can wait for a time', async () => {
  const later = new Date(Date.now() + 3600_000)
  await act((ctx) => enqueue(ctx, 'test.work', { when: 'later' }, { startAfter: later }))
  assert.equal(await queue.drain(env), 0)
})

test('workers start at once after the commit, and many jobs are all done', async () => {
  await queue.work(env)
  const started = performance.now()
  await act((ctx) => enqueue(ctx, 'test.work', { first: true }))
  await until(() => ran.length === 1)
  assert.ok(performance.now() - started < 1500, 'the worker was not woken')
  await Promise.all(
    Array.from({ length: 6 }, (_, lot) =>
      act(async (ctx) => {
        for (let n = 0; n < 10; n++) await enqueue(ctx, 'test.work', { lot, n })
      }),
    ),
  )
  await until(() => ran.length === 61)
  await wait(200)
  assert.equal(new Set(ran.map(({ jobId }) => jobId)).size, 61)
  assert.equal(ran.length, 61)
})

if (url) {
  test('a process without workers wakes those of other processes', async () => {
    const sender = createQueue(engine, url, (error) => errors.push(error))
    await sender.prepare(jobs)
    const theirs = createTenantAccess(
      createDatabase(engine),
      createTools(settings, { modules: [], queue: sender }),
    )
    const started = performance.now()
    for (let n = 1; n <= 8; n++) {
      await theirs.actFor(tenantId, actor, {}, (ctx) => enqueue(ctx, 'test.work', { n }))
      await until(() => ran.length === n)
    }
    assert.ok(performance.now() - started < 4000, 'jobs waited to be polled for')
    await sender.stop()
  })

  test('other processes are notified once about many jobs, and not about a job for later', async () => {
    const listener = new pg.Client({ connectionString: url })
    const heard: (string | undefined)[] = []
    listener.on('notification', ({ payload }) => heard.push(payload))
    await listener.connect()
    const { rows } = await listener.query(
      `select 'pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24) as channel`,
    )
    await listener.query(`listen ${rows[0].channel}`)
    await act((ctx) => enqueue(ctx, 'test.other', {}, { startAfter: new Date(Date.now() + 3600_000) }))
    await Promise.all(Array.from({ length: 30 }, (_, n) => act((ctx) => enqueue(ctx, 'test.work', { n }))))
    await until(() => ran.length === 30)
    await wait(300)
    await listener.end()
    assert.ok(heard.length >= 1 && heard.length < 10, `heard ${heard.length} times`)
    assert.deepEqual(new Set(heard), new Set(['test.work']))
  })

  test('a second process may prepare and work at the same time', async () => {
    const others = [1, 2].map(() => createQueue(engine, url, (error) => errors.push(error)))
    await Promise.all(others.map((other) => other.prepare([...jobs, job('test.new', 0)])))
    await Promise.all(others.map((other) => other.work(env)))
    await act(async (ctx) => {
      for (let n = 0; n < 30; n++) await enqueue(ctx, 'test.work', { n })
    })
    await until(() => ran.length === 30)
    await wait(200)
    assert.equal(new Set(ran.map(({ jobId }) => jobId)).size, 30)
    await Promise.all(others.map((other) => other.stop()))
  })
}

test('stop waits for a job that has begun', async () => {
  slowness = 400
  await act((ctx) => enqueue(ctx, 'test.work', {}))
  await wait(200)
  await queue.stop()
  assert.equal(ran.length, 1)
  const { rows } =
    await engine.asOwner(`select state from pgboss.job where name = 'test.work' and state <> 'created'
    order by created_on desc limit 1`)
  assert.deepEqual(rows, [{ state: 'completed' }])
  assert.deepEqual(errors, [])
})
