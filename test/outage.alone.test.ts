import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { translateError } from '#db/errors.ts'
import { createCluster, serverBinaries } from './kit/cluster.ts'
import { onServer, TEST_SERVER } from './kit/database.ts'
import { command, startService } from './kit/installation.ts'

test('every kind of unreachable server is reported as «try again», and nothing else is', () => {
  const of = (code: string | undefined, message = 'x') =>
    translateError(Object.assign(new Error(message), { code }))
  for (const code of [
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ENOTFOUND',
    'ETIMEDOUT',
    '57P01',
    '57P02',
    '57P03',
    '08006',
    '53300',
  ]) {
    const failure = of(code) as { status: number; code: string; retryAfterSeconds: number }
    assert.deepEqual([failure.status, failure.code], [503, 'SERVICE_UNAVAILABLE'], code)
    assert.ok(failure.retryAfterSeconds > 0)
  }
  for (const message of ['Connection terminated unexpectedly', 'timeout exceeded when trying to connect']) {
    assert.equal((of(undefined, message) as { status: number }).status, 503, message)
  }
  const known = (fields: object, writing = true) =>
    translateError(Object.assign(new Error('x'), fields), {}, { writing }) as { status?: number }
  // A standby instead of the primary, and a pooler that hangs up because it finds no server.
  assert.equal(known({ code: '25006' }).status, 503)
  assert.equal(known({ code: '25006' }, false).status, undefined, 'a read that writes is a mistake of ours')
  assert.equal(known({ code: '25001', routine: 'call_bool_check_hook' }).status, 503)
  assert.equal(known({ code: '08P01', severity: 'FATAL' }).status, 503)
  assert.equal(known({ code: '08P01', severity: 'ERROR' }).status, undefined)
  assert.equal(known({ code: '25001', routine: 'PreventInTransactionBlock' }).status, undefined)
  for (const code of ['42703', '23505', '22012', 'EACCES', undefined])
    assert.ok(!('status' in (of(code) as object)), code)
})

const binaries = serverBinaries()

// Needs a server that it can stop: runs where the tests use PostgreSQL and its programs are installed.
if (process.env[TEST_SERVER] && binaries) {
  const cluster = await createCluster(binaries)
  after(() => cluster.remove())
  const dataDir = mkdtempSync(join(tmpdir(), 'resguardo-outage-'))
  after(() => rmSync(dataDir, { recursive: true, force: true }))
  const envFor = (database: string, url = cluster.url(database)) => ({
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    PORT: '0',
    LOG_LEVEL: 'fatal',
    PUBLIC_RATE_LIMIT: '100000',
  })

  test('two new databases of a server without our roles are migrated in parallel', async () => {
    for (const name of ['uno', 'dos', 'tres'])
      await onServer(cluster.url('postgres'), `create database ${name}`)
    const calls = ['uno', 'dos', 'tres', 'uno'].map((name) => command(envFor(name), 'migrate'))
    for (const { code, stderr } of await Promise.all(calls)) assert.deepEqual([code, stderr], [0, ''])
  })

  async function inDatabase(...statements: string[]): Promise<void> {
    const client = new pg.Client({ connectionString: cluster.url('uno') })
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }

  for (const mode of ['fast', 'immediate'] as const)
    test(`a server that stops (${mode}) and comes back: requests get a 503 meanwhile, and nothing needs a restart`, async () => {
      const service = await startService({ dataDir, databaseUrl: '', env: envFor('uno') })
      const { access_token: token } = await service.register(`ana-${mode}@ejemplo.cl`)
      const list = () => service.call('GET', '/org/workspaces', undefined, token)
      const create = (name: string) => service.call('POST', '/org/workspaces', { name }, token)
      assert.equal((await list()).status, 200)

      // A prepared transaction keeps the lock. A session could be ended before those that wait for it.
      await inDatabase('begin', 'lock table workspaces', `prepare transaction 'holder'`)
      const underway = [create('a medias'), list(), create('a medias')]
      await wait(300)
      await cluster.stop(mode)
      for (const reply of await Promise.all(underway)) {
        assert.deepEqual([reply.status, reply.body.error.code], [503, 'SERVICE_UNAVAILABLE'])
      }
      const refused = await fetch(`${service.url}/api/v1/org/workspaces`, {
        headers: { authorization: `Bearer ${token}` },
      })
      assert.equal(refused.status, 503)
      assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
      assert.equal((await create('nunca')).status, 503)
      assert.equal(
        (await service.call('POST', '/auth/login', { email: 'a@b.cl', password: 'cualquiera' })).status,
        503,
      )
      assert.equal((await fetch(`${service.url}/health/live`)).status, 200)
      assert.equal((await fetch(`${service.url}/health/ready`)).status, 503)

      await cluster.start()
      await inDatabase(`rollback prepared 'holder'`)
      const back = performance.now()
      while ((await list()).status !== 200) {
        assert.ok(performance.now() - back < 10_000, 'it did not come back')
        await wait(50)
      }
      assert.equal((await fetch(`${service.url}/health/ready`)).status, 200)
      assert.equal((await create('después')).status, 201)
      const names = (await list()).body.data.workspaces.map(({ name }: { name: string }) => name)
      assert.deepEqual(names.sort(), ['Principal', 'después'])

      const guest = { email: `luis-${mode}@ejemplo.cl`, name: 'Luis', role: 'ANALYST' }
      const before = letters().length
      assert.equal((await service.call('POST', '/settings/members', guest, token)).status, 201)
      for (const end = performance.now() + 30_000; letters().length === before; await wait(100))
        assert.ok(performance.now() < end, 'the queue did not come back')
      assert.equal((await service.stop()).code, 0)
    })

  const letters = () => {
    try {
      return readdirSync(join(dataDir, 'outbox')).filter((name) => name.endsWith('.eml'))
    } catch {
      return []
    }
  }

  test('an owner of the database without superuser rights is enough', async () => {
    await onServer(cluster.url('postgres'), 'create role duena login createrole')
    await onServer(
      cluster.url('postgres'),
      'grant resguardo_app, resguardo_system to duena with admin option',
    )
    await onServer(cluster.url('postgres'), 'create database cuatro owner duena')
    const url = cluster.url('cuatro').replace('root@', 'duena@')
    const service = await startService({ dataDir, databaseUrl: url, env: envFor('cuatro', url) })
    const { access_token: token } = await service.register('duena@ejemplo.cl')
    assert.equal((await service.call('POST', '/org/workspaces', { name: 'Norte' }, token)).status, 201)
    assert.equal(
      (await service.call('GET', '/org/workspaces', undefined, token)).body.data.workspaces.length,
      2,
    )
    await service.stop()
  })
}
