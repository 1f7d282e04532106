import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { openEmbedded } from '#db/embedded/embedded.ts'
import { openPostgres } from '#db/wire/postgres.ts'
import { createCluster, serverBinaries } from './kit/cluster.ts'
import { onServer, TEST_SERVER } from './kit/database.ts'
import {
  command,
  type Installation,
  installationOn,
  newEmbeddedInstallation,
  newInstallation,
  startService,
} from './kit/installation.ts'
import { dumpSchema } from './kit/schema-dump.ts'
import { everything, type LivedIn, liveIn } from './kit/used-installation.ts'

/** Runs the commands of docs/operations.md as written there. */
const page = readFileSync(join(import.meta.dirname, '../docs/operations.md'), 'utf8')
const NOBODY_LISTENS = 'http://127.0.0.1:9/flujos'
const SECRET = 'the secret that is kept apart from the backup'

const place = mkdtempSync(join(tmpdir(), 'resguardo-backup-'))
after(() => rmSync(place, { recursive: true, force: true }))

function documented(name: string): string {
  const [, script] = page.split(`<!-- tested: ${name} -->\n\`\`\`sh\n`)
  assert.ok(script, `docs/operations.md shows no commands «${name}»`)
  return script.split('\n```')[0]!
}

async function follow(
  name: string,
  env: Record<string, string>,
  { binaries = '', cwd = place } = {},
): Promise<string> {
  const path = `${binaries}:${process.env['PATH']}`
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', documented(name)], {
    cwd,
    env: { ...env, PATH: path },
  })
  return stdout
}

const embedded = process.env[TEST_SERVER] ? undefined : await newEmbeddedInstallation()
const livedEmbedded = embedded && (await liveIn(embedded.env, NOBODY_LISTENS))

const binaries = serverBinaries()
const onServers = process.env[TEST_SERVER] && binaries ? await setUp(binaries) : undefined

/** Two servers: the lost one, and a new one that knows nothing of the service. */
async function setUp(binaries: string) {
  const [lost, found] = await Promise.all([createCluster(binaries), createCluster(binaries)])
  after(() => Promise.all([lost.remove(), found.remove()]))
  await onServer(lost.url('postgres'), 'create role resguardo login createrole')
  await onServer(lost.url('postgres'), 'create database resguardo owner resguardo')
  const owner = lost.url('resguardo').replace('root@', 'resguardo@')
  const installation = installationOn(owner, { APP_SECRET: SECRET })
  return { lost, found, installation, lived: await liveIn(installation.env, NOBODY_LISTENS), binaries }
}

test('every command that the page marks as tested is tested', () => {
  const names = [...page.matchAll(/<!-- tested: (\S+) -->/g)].map(([, name]) => name)
  assert.deepEqual(names, ['backup', 'restore', 'backup-embedded', 'restore-embedded', 'rotate'])
})

/** It starts, and has its people and their files. */
async function isAlive(restored: Installation, { email, password, fileKey, file }: LivedIn): Promise<void> {
  const service = await startService(restored)
  const login = await service.call('POST', '/auth/login', { email, password })
  assert.equal(login.status, 200)
  const headers = { authorization: `Bearer ${login.body.data.access_token}` }
  const answer = await fetch(`${service.url}/api/v1/files/${fileKey}`, { headers })
  assert.deepEqual(Buffer.from(await answer.arrayBuffer()), file)
  const tenant = await service.call('GET', '/settings/tenant', undefined, login.body.data.access_token)
  assert.match(tenant.body.data.siemSecret, /^\S{20,}$/, 'what was sealed can be opened')
  await service.stop()
}

if (embedded && livedEmbedded)
  test('an embedded installation is restored from its directory', async () => {
    const source = await openEmbedded(embedded.dataDir)
    const before = await everything(source)
    await source.close()
    await follow('backup-embedded', { DATA_DIR: embedded.dataDir })
    const dataDir = join(place, 'restored')
    await follow('restore-embedded', { DATA_DIR: dataDir })
    const restored = await openEmbedded(dataDir)
    assert.deepEqual(await everything(restored), before)
    await restored.close()
    await isAlive({ ...embedded, dataDir, env: { ...embedded.env, DATA_DIR: dataDir } }, livedEmbedded)
  })

if (onServers) {
  const { lost, found, installation, lived, binaries } = onServers

  test('a dump as the owner fails, as the page says, instead of leaving rows out', async () => {
    const env = { BACKUP_URL: installation.databaseUrl!, DATA_DIR: installation.dataDir }
    await assert.rejects(follow('backup', env, { binaries }), /would be affected by row-level security/)
  })

  test('an installation on a server is restored on another one, with roles, policies and pending jobs', async () => {
    await follow(
      'backup',
      { BACKUP_URL: lost.url('resguardo'), DATA_DIR: installation.dataDir },
      { binaries },
    )
    const owner = found.url('resguardo').replace('root@', 'resguardo@')
    const restored = installationOn(owner, { APP_SECRET: SECRET })
    const urls = { ADMIN_URL: found.url('postgres'), RESTORE_URL: found.url('resguardo') }
    await follow('restore', { ...urls, DATA_DIR: restored.dataDir }, { binaries })

    const [old, young] = [openPostgres(lost.url('resguardo'), 1), openPostgres(found.url('resguardo'), 1)]
    const [had, has] = [await everything(old), await everything(young)]
    const schemas = [await dumpSchema(old), await dumpSchema(young)]
    const { rows: foreign } = await young.asOwner(`select relname from pg_class
      where relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace) and relowner <> 'resguardo'::regrole`)
    await Promise.all([old.close(), young.close()])
    assert.deepEqual(has, had)
    assert.equal(schemas[1], schemas[0])
    assert.deepEqual(foreign, [], 'everything is the owner’s')
    assert.ok(had['pgboss.job']!.length > 0)
    await isAlive(restored, lived)
  })
}

test('after a rotation of the secret, as on the page, the old one is no longer needed', async () => {
  const [before, after] = ['the secret of last year that leaked', 'the secret of this year that did not']
  const installation = await newInstallation({ APP_SECRET: before })
  const lived = await liveIn(installation.env, NOBODY_LISTENS)
  const root = join(import.meta.dirname, '..')
  const turned = { ...installation.env, APP_SECRET: after, APP_SECRET_PREVIOUS: before }
  const said = await follow('rotate', { HOME: place, ...turned }, { cwd: root })
  assert.match(said, /tenants\.siem_secret_sealed: 1 sellados de nuevo\n/)
  const alone = { ...installation, env: { ...installation.env, APP_SECRET: after } }
  await isAlive(alone, lived)
  const wrong = await command(installation.env, 'start')
  assert.equal(wrong.code, 1)
  assert.match(wrong.stderr, /^APP_SECRET: no abre lo que guarda esta base de datos\. [^\n]+\n$/)
  const lost = { ...installation.env, APP_SECRET: 'nobody has the others any more, sadly' }
  assert.equal((await command(lost, 'secrets', 'accept-loss', '--confirm', 'x')).code, 1)
  assert.equal((await command(lost, 'secrets', 'accept-loss', '--confirm', 'perder')).code, 0)
  const service = await startService({ ...installation, env: lost })
  const login = await service.call('POST', '/auth/login', { email: lived.email, password: lived.password })
  const tenant = await service.call('GET', '/settings/tenant', undefined, login.body.data.access_token)
  assert.deepEqual([tenant.status, tenant.body.data.siemSecret], [200, null])
  await service.stop()
})
