import assert from 'node:assert/strict'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { type Cluster, createCluster, serverBinaries } from '#test/kit/cluster.ts'
import { TEST_SERVER } from '#test/kit/database.ts'
import { createDatabase, type Db, type Guard } from '../database.ts'
import { openPostgres } from '../wire/postgres.ts'
import { lsnOf } from './position.ts'
import { openReplicas, type Replicas } from './replicas.ts'

test('positions compare as numbers, over the bound of 32 bits too', () => {
  assert.equal(lsnOf('0/0'), 0n)
  assert.equal(lsnOf('16/B374D848'), 0x16b374d848n)
  assert.ok(lsnOf('A/0') > lsnOf('9/FFFFFFFF'))
})

const binaries = serverBinaries()

// Needs servers that may be stopped, so it runs only with PostgreSQL and its programs installed.
if (process.env[TEST_SERVER] && binaries) {
  const MAX_LAG_MS = 100
  const primary = await createCluster(binaries)
  after(() => primary.remove())
  await on(primary, 'create table things (id int primary key)')
  const copies = [await addReplica(primary), await addReplica(primary)]
  const [one, two] = copies as [Cluster, Cluster]
  /** The primary's address, which an operator moves in a failover. */
  const address = await openAddress(primary)
  const { database, replicas, engine } = open(copies)
  await until('both are ready', () => statesOf(replicas).every((state) => state === 'ready'))

  const ANYBODY: Guard<void> = {
    statement: (mode) => ({
      sql: `select set_config('transaction_read_only', $1, true)`,
      parameters: [mode === 'read only' ? 'on' : 'off'],
    }),
    authorize: () => undefined,
  }
  const read = async <T>(work: (db: Db) => Promise<T>) =>
    (await database.read(ANYBODY, work, 'replica')).result
  const write = (id: number) => engine.asOwner('insert into things values ($1)', [id])
  const has = (id: number) =>
    read(async (db) => (await sql`select 1 from things where id = ${id}`.execute(db)).rows.length === 1)
  const whoAnswers = (seconds = 0) =>
    read(async (db) => {
      const answer = await sql<{ port: number }>`
        select inet_server_port() as port from (select pg_sleep(${seconds})) waited`.execute(db)
      return answer.rows[0]!.port
    })
  const fallbacks = (reason: string) =>
    replicas.report().fallbacks.find((entry) => entry.reason === reason)?.count ?? 0

  test('replicas answer in turn, and the primary does not', async () => {
    const ports = await Promise.all(Array.from({ length: 20 }, () => whoAnswers()))
    assert.deepEqual(new Set(ports), new Set([portOf(one), portOf(two)]))
    assert.deepEqual(await databaseReads('primary'), 0)
  })

  test('reads without permission for replicas stay on the primary', async () => {
    const work = async (db: Db) =>
      (await sql<{ port: number }>`select inet_server_port() as port`.execute(db)).rows
    const { result } = await database.read(ANYBODY, work)
    assert.equal(result[0]!.port, portOf(primary))
  })

  test('a read after a commit sees it: four hundred commits, eight at once', async () => {
    let next = 1000
    const before = await databaseReads(...replicas.report().nodes.map(({ node }) => node))
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let n = 0; n < 50; n += 1) {
          const id = next++
          await write(id)
          assert.ok(await has(id), `${id} was written and not read`)
        }
      }),
    )
    const answered = (await databaseReads(...replicas.report().nodes.map(({ node }) => node))) - before
    assert.ok(answered > 200, `the replicas answered ${answered} of 400`)
  })

  test('a read that tries to write changes nothing', async () => {
    const attempt = read((db) => sql`insert into things values (1)`.execute(db))
    await assert.rejects(attempt, /read-only transaction/)
    assert.equal(await has(1), false)
  })

  test('while replay is paused the primary answers; afterwards the replicas do again', async () => {
    for (const copy of copies) await on(copy, 'select pg_wal_replay_pause()')
    await write(2)
    const began = performance.now()
    assert.ok(await has(2))
    assert.ok(performance.now() - began < MAX_LAG_MS + 2000, 'it waits no longer than allowed')
    await until('they rest', () => statesOf(replicas).every((state) => state === 'behind'))
    const waited = fallbacks('behind')
    for (let n = 0; n < 10; n += 1) assert.ok(await has(2))
    assert.equal(fallbacks('behind'), waited, 'nobody waits for one that rests')
    await wait(300)
    assert.ok(replicas.report().nodes.every(({ lagSeconds }) => lagSeconds > 0.2))

    await on(one, 'select pg_wal_replay_resume()')
    await until('one is back', () => statesOf(replicas).includes('ready'))
    assert.equal(await whoAnswers(), portOf(one), 'the other one still rests')
    assert.ok(await has(2))
    await on(two, 'select pg_wal_replay_resume()')
    await until('both are back', () => statesOf(replicas).every((state) => state === 'ready'))
  })

  for (const mode of ['fast', 'immediate'] as const)
    test(`a reader does not notice a replica lost in mid-read (${mode}), which comes back by itself`, async () => {
      const underWay = Promise.all(Array.from({ length: 6 }, () => whoAnswers(1)))
      await wait(300)
      await two.stop(mode)
      const ports = new Set(await underWay)
      assert.ok(ports.has(portOf(primary)) && !ports.has(portOf(two)))
      const began = performance.now()
      for (let n = 0; n < 20; n += 1) assert.notEqual(await whoAnswers(), portOf(two))
      assert.ok(performance.now() - began < 5000)
      await two.start()
      await until('it is back', () => statesOf(replicas).every((state) => state === 'ready'))
    })

  test('a hanging replica releases its readers within about a second', async () => {
    const underWay = Promise.all(Array.from({ length: 6 }, () => whoAnswers(0.3)))
    await wait(100)
    two.freeze()
    const began = performance.now()
    try {
      assert.ok(!new Set(await underWay).has(portOf(two)))
      assert.ok(performance.now() - began < 5000, `${performance.now() - began} ms`)
      const again = performance.now()
      for (let n = 0; n < 20; n += 1) assert.equal(await whoAnswers(), portOf(one))
      assert.ok(performance.now() - again < 3000)
    } finally {
      two.goOn()
    }
    await until('it is back', () => statesOf(replicas).every((state) => state === 'ready'))
  })

  test('the primary answers a read that replay cancels', async () => {
    for (const copy of copies) await on(copy, 'alter system set max_standby_streaming_delay = 0', RELOAD)
    await wait(200)
    await on(primary, 'create table gone as select n from generate_series(1, 1000) n')
    const before = fallbacks('conflict')
    const slow = read(async (db) => {
      const counted = await sql<{ count: number; port: number }>`
        with slept as (select pg_sleep(1.5)) select inet_server_port() as port, (select count(*) from gone)::int as count
        from slept`.execute(db)
      return counted.rows[0]!
    })
    await wait(300)
    await on(primary, 'delete from gone', 'vacuum gone')
    assert.deepEqual(await slow, { port: portOf(primary), count: 0 })
    assert.equal(fallbacks('conflict'), before + 1)
  })

  test('a server that is no replica of this database is never read', async () => {
    const stranger = await createCluster(binaries)
    const elsewhere = new URL(one.url('template1'))
    const wrong = openReplicas(engine, {
      urls: [stranger.url('postgres'), primary.url('postgres'), elsewhere.href],
      primaryUrl: address.url,
      poolSize: 2,
      maxLagMs: MAX_LAG_MS,
    })
    try {
      await until('all are refused', () => statesOf(wrong).every((state) => state === 'unfit'))
    } finally {
      await wrong.close()
      await stranger.remove()
    }
  })

  test('after a failover the promoted server is read as the primary, and its follower answers again', async () => {
    await write(3)
    assert.ok(await has(3))
    await one.promote()
    await until('it is no replica any more', () => statesOf(replicas)[0] === 'unfit')
    assert.equal(await whoAnswers(), portOf(two), 'the old primary is still the one at the address')

    await primary.stop('immediate')
    address.moveTo(one)
    await until('two follows nobody on the new timeline', () => statesOf(replicas)[1] === 'unfit')
    await write(4)
    assert.ok(await has(4))
    assert.equal(await whoAnswers(), portOf(one))

    const { port } = new URL(one.url('postgres'))
    await on(two, `alter system set primary_conninfo = 'host=127.0.0.1 port=${port} user=root'`, RELOAD)
    await until('two follows the new primary', () => statesOf(replicas)[1] === 'ready', 30)
    await write(5)
    assert.ok(await has(5))
    assert.equal(await whoAnswers(), portOf(two))
  })

  function open(clusters: readonly Cluster[]) {
    const engine = openPostgres(address.url, 8)
    const replicas = openReplicas(engine, {
      urls: clusters.map((cluster) => cluster.url('postgres')),
      primaryUrl: address.url,
      poolSize: 4,
      maxLagMs: MAX_LAG_MS,
    })
    after(async () => {
      await replicas.close()
      await engine.close()
      address.close()
    })
    return { database: createDatabase(engine, {}, replicas), replicas, engine }
  }

  async function databaseReads(...names: string[]): Promise<number> {
    return replicas
      .report()
      .reads.filter(({ node }) => names.includes(node))
      .reduce((sum, { count }) => sum + count, 0)
  }
}

const RELOAD = 'select pg_reload_conf()'

async function addReplica(of: Cluster): Promise<Cluster> {
  const copy = await of.replicate()
  after(() => copy.remove())
  return copy
}

async function on(cluster: Cluster, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.url('postgres') })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

function portOf(cluster: Cluster): number {
  return Number(new URL(cluster.url('postgres')).port)
}

function statesOf(replicas: Replicas): string[] {
  return replicas.report().nodes.map(({ state }) => state)
}

async function until(what: string, holds: () => boolean, seconds = 30): Promise<void> {
  for (const end = performance.now() + seconds * 1000; !holds(); await wait(20))
    assert.ok(performance.now() < end, `${what}: not in time`)
}

/** An address that can be moved from one server to another, like a name or a virtual address. */
async function openAddress(first: Cluster) {
  let port = portOf(first)
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const onward = connect(port, '127.0.0.1')
    for (const end of [socket, onward]) {
      sockets.add(end)
      end.on('error', () => undefined)
      end.on('close', () => {
        socket.destroy()
        onward.destroy()
        sockets.delete(end)
      })
    }
    socket.pipe(onward)
    onward.pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `postgres://root@127.0.0.1:${(server.address() as AddressInfo).port}/postgres`,
    moveTo(cluster: Cluster) {
      port = portOf(cluster)
      for (const socket of sockets) socket.destroy()
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
