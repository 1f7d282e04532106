import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { newId } from '#kernel/ids.ts'
import { type Cluster, createCluster, serverBinaries } from './kit/cluster.ts'
import { DESCRIPTION_FILE } from './kit/contract.ts'
import { onServer, TEST_SERVER } from './kit/database.ts'
import { command, installationOn, type Running, startService } from './kit/installation.ts'

const binaries = serverBinaries()

/** A login that owns nothing. What the primary hides from it, replicas hide too. */
const LOGIN = 'resguardo_service'
/** Longer than the delay of replay below, so reads wait for the replica and get its answer. */
const MAX_LAG_MS = 1500

// Needs servers that it can stop: runs where the tests use PostgreSQL and its programs are installed.
if (process.env[TEST_SERVER] && binaries) {
  const primary = await createCluster(binaries)
  after(() => primary.remove())
  await onServer(primary.url('postgres'), 'create database resguardo')
  await onServer(primary.url('postgres'), `create role ${LOGIN} login noinherit`)
  const replicas: Cluster[] = []
  for (let n = 0; n < 2; n += 1) {
    const replica = await primary.replicate()
    after(() => replica.remove())
    replicas.push(replica)
  }
  const asLogin = (cluster: Cluster) => cluster.url('resguardo').replace('root@', `${LOGIN}@`)
  const installation = installationOn(asLogin(primary), {
    APP_SECRET: 'the secret of a service with replicas',
    DATABASE_MIGRATION_URL: primary.url('resguardo'),
    DATABASE_READ_URLS: replicas.map(asLogin).join(','),
    DATABASE_READ_MAX_LAG: String(MAX_LAG_MS),
  })
  const here = await startService(installation)
  const there = await startService(installation)
  await until('both processes use both replicas', async () => {
    const ready = await Promise.all([here, there].map((service) => metric(service, 'replica_ready')))
    return ready.every((sum) => sum === 2)
  })

  const ana = await here.register('ana@tiendasur.cl', 'Tienda Sur SpA')
  const pedro = await here.register('pedro@otra.cl', 'La otra SpA')
  const create = async (name: string, token = ana.access_token): Promise<string> => {
    const { status, body } = await here.call('POST', '/processors', { name }, token)
    assert.equal(status, 201, JSON.stringify(body))
    return body.data.id
  }
  const namesOf = async (service: Running, token = ana.access_token): Promise<string[]> => {
    const { status, body } = await service.call('GET', '/processors?limit=100', undefined, token)
    assert.equal(status, 200, JSON.stringify(body))
    return body.data.items.map(({ name }: { name: string }) => name)
  }
  const answeredByReplicas = () => metric(there, 'database_reads_total', /node="127/)
  const answeredByPrimary = () => metric(there, 'database_reads_total', /node="primary"/)

  /** Runs the work while every replica delays each commit by this time. */
  async function heldBack(ms: number, work: () => Promise<void>): Promise<void> {
    const set = (value: string) =>
      Promise.all(
        replicas.map((replica) =>
          onReplica(replica, `alter system set recovery_min_apply_delay = '${value}'`, RELOAD),
        ),
      )
    await set(`${ms}ms`)
    await wait(100)
    try {
      await work()
    } finally {
      await set('0')
    }
  }

  async function paused(work: () => Promise<void>): Promise<void> {
    await Promise.all(replicas.map((replica) => onReplica(replica, 'select pg_wal_replay_pause()')))
    try {
      await work()
    } finally {
      await Promise.all(replicas.map((replica) => onReplica(replica, 'select pg_wal_replay_resume()')))
    }
    await until('all replicas are back', async () => (await metric(there, 'replica_ready')) === 2)
  }

  test('one process reads from replicas what another one wrote', async () => {
    const before = [await answeredByReplicas(), await answeredByPrimary()]
    for (let n = 0; n < 20; n += 1) {
      await create(`Encargado ${n}`)
      assert.ok((await namesOf(there)).includes(`Encargado ${n}`))
    }
    const after = [await answeredByReplicas(), await answeredByPrimary()]
    // A busy machine may avoid a replica for a moment.
    assert.equal(after[0]! + after[1]! - before[0]! - before[1]!, 20)
    assert.ok(after[0]! - before[0]! > 10, `${after[0]! - before[0]!} of 20`)
  })

  test('late replicas: the read waits for its own write', async () => {
    const before = await answeredByReplicas()
    await heldBack(150, async () => {
      for (let n = 0; n < 5; n += 1) {
        await create(`Tarde ${n}`)
        assert.ok((await namesOf(there)).includes(`Tarde ${n}`))
      }
    })
    assert.ok((await answeredByReplicas()) - before > 0)
  })

  test('stopped replay: the primary answers', async () => {
    await paused(async () => {
      await create('En pausa')
      for (const service of [there, here]) assert.ok((await namesOf(service)).includes('En pausa'))
    })
  })

  for (const [how, meanwhile] of [
    ['late', (work: () => Promise<void>) => heldBack(150, work)],
    ['paused', paused],
  ] as const) {
    const statusOf = async (token: string) =>
      (await there.call('GET', '/processors', undefined, token)).status

    test(`an ended session reads nothing (replicas ${how})`, async () => {
      const signIn = { email: 'ana@tiendasur.cl', password: 'una-frase-larga' }
      const { body } = await here.call('POST', '/auth/login', signIn)
      const token = body.data.access_token
      assert.equal(await statusOf(token), 200)
      await meanwhile(async () => {
        const ended = await here.call(
          'POST',
          '/auth/logout',
          { refresh_token: body.data.refresh_token },
          token,
        )
        assert.equal(ended.status, 200, JSON.stringify(ended.body))
        assert.equal(await statusOf(token), 401)
      })
    })

    test(`a removed member reads nothing (replicas ${how})`, async () => {
      const guest = await here.register(`invitada-${how}@correo.cl`, `Casa ${how}`)
      await asOwner(`insert into memberships (tenant_id, user_id, role, status, created_at, updated_at)
        values ('${ana.tenant.id}', '${guest.user.id}', 'VIEWER', 'ACTIVE', now(), now())`)
      const read = async () => {
        const { status } = await fetch(`${there.url}/api/v1/processors`, {
          headers: {
            authorization: `Bearer ${guest.access_token}`,
            'x-resguardo-tenant': ana.tenant.slug,
          },
        })
        return status
      }
      assert.equal(await read(), 200)
      await meanwhile(async () => {
        const path = `/settings/members/${guest.user.id}`
        const removed = await here.call('DELETE', path, undefined, ana.access_token)
        assert.equal(removed.status, 200, JSON.stringify(removed.body))
        assert.equal(await read(), 403)
      })
    })

    test(`a revoked key reads nothing (replicas ${how})`, async () => {
      const made = await here.call(
        'POST',
        '/settings/api-keys',
        { name: 'CRM', scopes: ['processors:read'] },
        ana.access_token,
      )
      const read = async () => {
        const headers = { 'x-api-key': made.body.data.key }
        return (await fetch(`${there.url}/api/v1/processors`, { headers })).status
      }
      assert.equal(await read(), 200)
      await meanwhile(async () => {
        const path = `/settings/api-keys/${made.body.data.id}`
        assert.equal((await here.call('DELETE', path, undefined, ana.access_token)).status, 200)
        assert.equal(await read(), 401)
      })
    })

    test(`a suspended organisation shows nothing (replicas ${how})`, async () => {
      const closed = await here.register(`cierra-${how}@correo.cl`, `Cierra ${how}`)
      assert.equal(await statusOf(closed.access_token), 200)
      await meanwhile(async () => {
        const suspended = await command(installation.env, 'tenants', 'suspend', closed.tenant.slug)
        assert.equal(suspended.code, 0, suspended.stderr)
        assert.equal(await statusOf(closed.access_token), 403)
      })
    })
  }

  test('on a replica an organisation sees only its own rows', async () => {
    const [ours, theirs] = [await create('De Ana'), await create('De Pedro', pedro.access_token)]
    const before = await answeredByReplicas()
    const reads = Array.from({ length: 40 }, async (_, n) => {
      const [token, own, foreign] =
        n % 2 === 0 ? [ana.access_token, ours, theirs] : [pedro.access_token, theirs, ours]
      const names = await namesOf(there, token)
      assert.equal(names.includes('De Ana'), n % 2 === 0)
      assert.equal(names.includes('De Pedro'), n % 2 === 1)
      assert.equal((await there.call('GET', `/processors/${own}`, undefined, token)).status, 200)
      assert.equal((await there.call('GET', `/processors/${foreign}`, undefined, token)).status, 404)
    })
    await Promise.all(reads)
    assert.ok((await answeredByReplicas()) - before > 40)

    const client = new pg.Client({ connectionString: asLogin(replicas[0]!) })
    await client.connect()
    await assert.rejects(client.query('select from processors'), /permission denied/)
    await client.query('set role resguardo_app')
    assert.equal((await client.query('select from processors')).rowCount, 0)
    await assert.rejects(client.query(`delete from processors`), /read-only transaction/)
    await client.end()
  })

  test('no GET asks a replica for something that a standby cannot do', async () => {
    const { paths } = JSON.parse(readFileSync(process.env[DESCRIPTION_FILE]!, 'utf8'))
    const addresses = Object.entries(paths as Record<string, { get?: unknown }>)
      .filter(
        ([path, { get }]) => get !== undefined && !path.includes('stream') && !path.includes('/public/'),
      )
      .map(([path]) => path.replace(/^\/api\/v1/, '').replaceAll(/\{\w+\}/g, () => newId()))
    const before = await answeredByReplicas()
    for (const path of addresses) {
      const response = await fetch(`${there.url}/api/v1${path}`, {
        headers: { authorization: `Bearer ${ana.access_token}` },
      })
      await response.arrayBuffer()
      assert.ok(response.status < 500, `${path}: ${response.status}`)
    }
    assert.ok((await answeredByReplicas()) - before > 50)
    assert.equal(await metric(there, 'database_read_fallbacks_total', /refused/), 0)
  })

  test('a long export continues when its replica dies', async () => {
    await asOwner(`insert into audit_log (tenant_id, id, actor_type, action, entity_type, entity_id, changes, created_at)
      select '${ana.tenant.id}', gen_random_uuid(), 'system', 'update', 'processor', gen_random_uuid()::text,
        jsonb_build_object('name', jsonb_build_object('old', repeat('x', 2000), 'new', n)), now() - n * interval '1 second'
      from generate_series(1, 20000) n`)
    const response = await fetch(`${there.url}/api/v1/settings/audit-log/export?format=csv`, {
      headers: { authorization: `Bearer ${ana.access_token}` },
    })
    assert.equal(response.status, 200)
    const before = await answeredByPrimary()
    let text = ''
    const decoder = new TextDecoder()
    for await (const bytes of response.body!) {
      if (text === '') await Promise.all(replicas.map((replica) => replica.stop('immediate')))
      text += decoder.decode(bytes, { stream: true })
    }
    const [{ count }] = (await asOwner(
      `select count(*)::int as count from audit_log where tenant_id = '${ana.tenant.id}'`,
    )) as [{ count: number }]
    assert.ok((await answeredByPrimary()) > before, 'pages came from the primary')
    const lines = text.trimEnd().split('\n').length
    assert.ok(lines > 20_000 && Math.abs(count - lines) < 5, `${lines} lines of ${count} rows`)
  })

  test('without replicas everything works, the service is ready, and a replica that comes back is used', async () => {
    for (const replica of replicas) await replica.stop('immediate').catch(() => undefined)
    await create('Sin réplicas')
    for (const service of [here, there]) assert.ok((await namesOf(service)).includes('Sin réplicas'))
    assert.equal((await fetch(`${there.url}/health/ready`)).status, 200)
    const alone = await startService(installation)
    assert.ok((await namesOf(alone)).includes('Sin réplicas'), 'a start does not need them')
    await replicas[0]!.start()
    await until('it is back', async () => (await metric(there, 'replica_ready')) === 1)
    const before = await answeredByReplicas()
    assert.ok((await namesOf(there)).includes('Sin réplicas'))
    assert.equal((await answeredByReplicas()) - before, 1)
  })

  async function asOwner(statement: string): Promise<object[]> {
    const client = new pg.Client({ connectionString: primary.url('resguardo') })
    await client.connect()
    try {
      return (await client.query(statement)).rows
    } finally {
      await client.end()
    }
  }
}

const RELOAD = 'select pg_reload_conf()'

async function onReplica(replica: Cluster, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: replica.url('postgres') })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

/** The sum of a metric over all matching labels. */
async function metric({ url }: Running, name: string, labels = /./): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return text
    .split('\n')
    .filter((line) => line.startsWith(`resguardo_`) && line.includes(name) && labels.test(line))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

async function until(what: string, holds: () => Promise<boolean>, seconds = 20): Promise<void> {
  for (const end = performance.now() + seconds * 1000; !(await holds()); await wait(50))
    assert.ok(performance.now() < end, `${what}: not in time`)
}
