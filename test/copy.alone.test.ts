import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { copyDatabase } from '#db/copy.ts'
import { openEmbedded, startEmbedded } from '#db/embedded/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { openPostgres } from '#db/wire/postgres.ts'
import { QUEUE_SCHEMA, queueSchemaText } from '#jobs/queue.ts'
import { newId } from '#kernel/ids.ts'
import { createCluster, serverBinaries } from './kit/cluster.ts'
import { assertCounted } from './kit/counts.ts'
import { onServer } from './kit/database.ts'
import { command, installationOn, newEmbeddedInstallation, startService } from './kit/installation.ts'
import { openMailbox } from './kit/mailbox.ts'
import { openReceiver } from './kit/receiver.ts'
import { dumpSchema } from './kit/schema-dump.ts'
import { everything, liveIn } from './kit/used-installation.ts'

const NOWHERE = 'postgres://nadie@127.0.0.1:1/nada'

/** A server without our roles, and an installation to copy there. Needs PostgreSQL's programs. */
async function setUp(binaries: string) {
  const [cluster, receiver, mailbox, source] = await Promise.all([
    createCluster(binaries),
    openReceiver(),
    openMailbox(),
    newEmbeddedInstallation({ DEFAULT_PLAN: 'ENTERPRISE' }),
  ])
  after(() => Promise.all([cluster.remove(), receiver.close(), mailbox.close()]))
  const lived = await liveIn(source.env, receiver.url)
  const admin = (sql: string) => onServer(cluster.url('postgres'), sql)
  // An owner with rights on their database only, plus the right to create our two roles.
  await admin('create role duena login createrole')
  await admin('create database destino owner duena')
  return { cluster, receiver, mailbox, source, lived }
}

const binaries = serverBinaries()
const world = binaries ? await setUp(binaries) : undefined

test('a missing source or target is reported in one line', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'resguardo-nothing-'))
  after(() => rmSync(dataDir, { recursive: true }))
  const none = await command({ DATA_DIR: dataDir }, 'db', 'copy', '--to', NOWHERE)
  assert.deepEqual(
    [none.code, none.stdout, none.stderr],
    [1, '', `No hay una base de datos incorporada en «${dataDir}». Indique con DATA_DIR dónde está.\n`],
  )
  const [wrong, bare, foreign] = await Promise.all([
    command({ DATA_DIR: dataDir }, 'db', 'copy', '--to', 'mysql://x/y'),
    command({ DATA_DIR: dataDir }, 'db', 'copy'),
    command({ DATA_DIR: dataDir }, 'migrate', '--to', NOWHERE),
  ])
  assert.deepEqual([wrong.code, wrong.stderr.split(':')[0]], [1, '--to'])
  assert.deepEqual([bare.code, bare.stderr], [2, 'Uso: resguardo db copy --to <url>\n'])
  assert.deepEqual([foreign.code, foreign.stderr.split('\n')[0]], [2, 'No existe la opción «--to».'])
})

if (world) {
  const { cluster, receiver, mailbox, source, lived } = world
  const target = cluster.url('destino').replace('root@', 'duena@')
  const copy = (to: string) => command(source.env, 'db', 'copy', '--to', to)

  /** The rows in the target: none after every refusal. */
  async function found(): Promise<string[]> {
    const engine = openPostgres(cluster.url('destino'), 1)
    const { rows } = await engine.asOwner(`
      select nspname || '.' || relname as name from pg_class c join pg_namespace n on n.oid = relnamespace
        where nspname !~ '^(pg_|information_schema)'
      union all select proname from pg_proc where pronamespace = 'public'::regnamespace
      union all select rolname from pg_roles where rolname ~ '^resguardo'
      union all select nspname from pg_namespace where nspname = 'pgboss'
      order by 1`)
    await engine.close()
    return rows.map(({ name }) => String(name))
  }

  test('a database in use is not copied', async () => {
    const engine = await openEmbedded(source.dataDir)
    const { code, stdout, stderr } = await copy(target)
    await engine.close()
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /^Otro proceso ya usa la base de datos de «/)
    assert.deepEqual(await found(), [])
  })

  test('a database of another version is not copied', async () => {
    const VERSIONS: [change: string, back: string, said: RegExp][] = [
      [
        `insert into schema_migrations (name, checksum) values ('9999_x.sql', 'x')`,
        `delete from schema_migrations where name = '9999_x.sql'`,
        /no se conoce 9999_x\.sql/,
      ],
      [
        `create table kept as select * from schema_migrations;
          update schema_migrations set checksum = 'a5541c95df864b4ef21fd62b031560f1919666bdcb9bb3e70ed8219a95453c29'
            where name = '0001_foundation.sql'`,
        'update schema_migrations m set checksum = k.checksum from kept k where k.name = m.name; drop table kept',
        /de origen es de una versión de desarrollo anterior a la 0\.1/,
      ],
      [
        `update schema_migrations set name = '0000_x.sql' where name = '0001_foundation.sql'`,
        `update schema_migrations set name = '0001_foundation.sql' where name = '0000_x.sql'`,
        /no se conoce 0000_x\.sql/,
      ],
      [
        `create table kept as select * from schema_migrations where name > '0019';
          delete from schema_migrations where name > '0019'`,
        'insert into schema_migrations select * from kept; drop table kept',
        /falta 0019_governance\.sql/,
      ],
      [
        'update pgboss.version set version = version - 1',
        'update pgboss.version set version = version + 1',
        /cola de trabajos del origen/,
      ],
      ['create table extra (id int)', 'drop table extra', /public\.extra \(id integer\)/],
    ]
    const here = await openEmbedded(source.dataDir)
    const there = openPostgres(target, 1)
    const queue = { name: QUEUE_SCHEMA, text: queueSchemaText() }
    try {
      for (const [change, back, said] of VERSIONS) {
        await here.asOwner(change)
        await assert.rejects(copyDatabase(here, there, queue), said)
        await here.asOwner(back)
      }
    } finally {
      await Promise.all([here.close(), there.close()])
    }
    assert.deepEqual(await found(), [])
  })

  test('one changed character is noticed, and nothing of the copy remains', async () => {
    const proxy = createServer((client) => {
      const { port } = new URL(cluster.url('destino'))
      const server = connect(Number(port), '127.0.0.1')
      client.on('data', (bytes) => {
        const at = bytes.indexOf('Rosa Soto')
        if (at >= 0) bytes.write('Rosa Moto', at)
        server.write(bytes)
      })
      server.on('data', (bytes) => void client.write(bytes))
      for (const [one, other] of [
        [client, server],
        [server, client],
      ] as const) {
        one.on('error', () => {})
        one.on('close', () => other.destroy())
      }
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    after(() => proxy.close())
    const { port } = proxy.address() as { port: number }
    const { code, stdout, stderr } = await copy(`postgres://duena@127.0.0.1:${port}/destino`)
    assert.deepEqual([code, stdout], [1, ''])
    const lines = stderr.trimEnd().split('\n')
    assert.equal(lines[0], 'Lo copiado no es igual al origen.')
    // The name is in the request and in its mail.
    const differing =
      /^public\.dsar_(?:letters|requests): 1 filas, suma (\w{32}) en el origen; 1 filas, suma (?!\1)\w{32} en el destino$/
    assert.match(lines[1]!, differing)
    assert.equal(lines.at(-1), 'No se copió nada: el destino quedó como estaba.')
    assert.deepEqual(await found(), [])
  })

  test('everything arrives: schema, rows and links, reported table by table', async () => {
    const { code, stdout, stderr } = await copy(target)
    assert.deepEqual([code, stderr], [0, ''])
    const here = await openEmbedded(source.dataDir)
    const there = openPostgres(cluster.url('destino'), 1)
    const [had, has] = [await everything(here), await everything(there)]
    const schemas = [await dumpSchema(there), await dumpSchema(here)]
    assert.ok((await assertCounted(there)).includes('dsar_requests'))
    await Promise.all([here.close(), there.close()])
    assert.equal(schemas[0], schemas[1])
    assert.deepEqual(Object.keys(has), Object.keys(had))
    for (const [name, rows] of Object.entries(had)) assert.deepEqual(has[name], rows, name)
    assert.ok(had['public.audit_log']!.length > 4500)
    assert.ok(had['pgboss.job']!.length >= 7)

    for (const [name, { length }] of Object.entries(had))
      assert.match(stdout, new RegExp(`^"?${name.replace('.', '"?\\."?')}"? +${length}  [0-9a-f]{32}$`, 'm'))
    for (const word of ['DATABASE_URL', `${source.dataDir}/app-secret`, `${source.dataDir}/files`])
      assert.ok(stdout.includes(word), word)
  })

  test('an installation that never started is copied, without jobs', async () => {
    await onServer(cluster.url('postgres'), 'create database nueva owner duena')
    const [here, there] = [await startEmbedded({}), openPostgres(target.replace('/destino', '/nueva'), 1)]
    await migrate(here)
    const tables = await copyDatabase(here, there, { name: QUEUE_SCHEMA, text: queueSchemaText() })
    assert.deepEqual(
      tables.filter(({ rows }) => rows > 0).map(({ name }) => name),
      ['public.schema_migrations'],
    )
    assert.equal(await dumpSchema(there), await dumpSchema(here))
    await Promise.all([here.close(), there.close()])
  })

  test('a second copy to the same target is refused and changes nothing', async () => {
    const before = await found()
    const { code, stdout, stderr } = await copy(target)
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /^La base de datos de destino no está vacía: contiene \S+, \S+, \S+ y más\./)
    assert.deepEqual(await found(), before)
  })

  test('the service continues on the target and sends pending mails and webhooks once', async () => {
    const moved = installationOn(target, {
      APP_SECRET: readFileSync(join(source.dataDir, 'app-secret'), 'utf8'),
      SMTP_URL: mailbox.url,
    })
    mkdirSync(join(moved.dataDir, 'files'), { recursive: true })
    cpSync(join(source.dataDir, 'files'), join(moved.dataDir, 'files'), { recursive: true })
    const service = await startService(moved)
    const login = await service.call('POST', '/auth/login', { email: lived.email, password: lived.password })
    assert.equal(login.status, 200)
    const token = login.body.data.access_token
    const file = await fetch(`${service.url}/api/v1/files/${lived.fileKey}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    assert.deepEqual(Buffer.from(await file.arrayBuffer()), lived.file)
    assert.equal((await service.call('GET', `/public/dsar/track/${lived.folio}`)).status, 200)

    // A new job gets its place after the copied ones.
    const start = { entityType: 'CUSTOM', entityId: newId() }
    assert.equal(
      (await service.call('POST', `/workflows/${lived.definitionId}/start`, start, token)).status,
      201,
    )
    await receiver.until(5)
    const people = [...lived.invited, 'rosa@ejemplo.cl']
    const letters = () => people.map((address) => mailbox.to(address).length)
    for (const end = performance.now() + 15_000; letters().includes(0) && performance.now() < end; )
      await wait(50)
    await wait(500)
    await service.stop()
    assert.deepEqual(
      letters(),
      people.map(() => 1),
    )
    const ids = receiver.received.map(({ headers }) => headers['x-workflow-delivery'])
    assert.deepEqual([ids.length, new Set(ids).size], [5, 5])
  })
}
