import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import pg from 'pg'
import { cloneDatabase, databaseUrl, onServer, TEST_SERVER } from './kit/database.ts'
import { installationOn, startService } from './kit/installation.ts'

/** Only a server has logins. */
const server = process.env[TEST_SERVER]
const opened = server ? await setUp(server) : undefined

async function setUp(server: string) {
  const login = `resguardo_service_${randomBytes(4).toString('hex')}`
  const { url, engine, drop } = await cloneDatabase()
  await engine.close()
  await onServer(server, `create role ${login} login noinherit`)
  after(async () => {
    await drop()
    await onServer(server, `drop role ${login}`)
  })
  const runtime = new URL(databaseUrl(server, new URL(url!).pathname.slice(1)))
  runtime.username = login
  const secret = 'the secret of a service that owns nothing'
  const env = { APP_SECRET: secret, DATABASE_MIGRATION_URL: url! }
  const service = await startService(installationOn(runtime.href, env))
  return { service, runtime: runtime.href }
}

if (opened) {
  test('a login that owns nothing runs the whole service', async () => {
    const { service } = opened
    const { tenant, access_token } = await service.register('ana@tiendasur.cl')
    const made = await service.call('POST', '/dsar/widgets', { name: 'Derechos' }, access_token)
    assert.equal(made.status, 201)
    const me = await service.call('GET', '/settings/tenant', undefined, access_token)
    assert.deepEqual([me.status, me.body.data.id], [200, tenant.id])
  })

  test('it can switch off neither triggers nor row-level security, and sees rows only in one of the roles', async () => {
    const client = new pg.Client({ connectionString: opened.runtime })
    await client.connect()
    try {
      for (const statement of [
        'alter table audit_log disable trigger append_only',
        'alter table audit_log no force row level security',
        'alter table audit_log disable row level security',
        'drop policy tenant on audit_log',
        'drop table audit_log',
        'truncate audit_log',
        'select from audit_log',
        `set session_replication_role = replica`,
        `set role resguardo_system; delete from audit_log`,
      ]) {
        await assert.rejects(
          client.query(statement),
          /must be owner|permission denied|append-only/,
          statement,
        )
        await client.query('reset role')
      }
    } finally {
      await client.end()
    }
  })
}

test('the service has its own login only on a server', () => {
  assert.equal(opened !== undefined, server !== undefined)
})
