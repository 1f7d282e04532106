import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { command, newInstallation, startService } from '#test/kit/installation.ts'

const installation = await newInstallation({ APP_SECRET: 'a secret that the operator chose, long enough' })
const { env } = installation
const run = (...args: string[]) => command(env, ...args)

const COMMANDS = [
  'start',
  'demo',
  'login',
  'logout',
  'list',
  'show',
  'export',
  'import',
  'watch',
  'mcp',
  'migrate',
  'db copy',
  'db snapshot',
  'db months',
  'db archive-month',
  'db restore-month',
  'db distribute',
  'tenants list',
  'tenants set-plan',
  'tenants create',
  'tenants suspend',
  'tenants resume',
  'tenants delete',
  'tenants certificate',
  'tenants export',
  'tenants import',
  'tenants move',
  'users disable',
  'users enable',
  'users reset-password',
  'users reset-mfa',
  'secrets rotate',
  'secrets accept-loss',
  'openapi',
]

// What is typed is read in arguments.test.ts; here, that the process says it and ends as it should.

test('help ends with 0, and what is no command with 2', async () => {
  const [help, unknown] = await Promise.all([run('--help'), run('tenants', 'borrar')])
  assert.deepEqual([help.code, help.stderr], [0, ''])
  for (const name of COMMANDS) assert.ok(help.stdout.includes(`  ${name}`), name)
  assert.deepEqual([unknown.code, unknown.stdout], [2, ''])
  assert.match(unknown.stderr, /^No existe la orden «tenants borrar»\.\n/)
})

test('a bad configuration ends with 1 and one line per fault, whatever the command', async () => {
  // A client of the service has no configuration of the service.
  const remote = /^(login|logout|list|show|export|import|watch|mcp)$/
  const configured = COMMANDS.filter(
    (name) => !remote.test(name) && !/set|reset|copy|snapshot|-month|accept|tenants [^l]|users/.test(name),
  )
  for (const name of configured) {
    const { code, stdout, stderr } = await command({ ...env, PORT: 'x', LOG_LEVEL: 'y' }, ...name.split(' '))
    assert.deepEqual([code, stdout], [1, ''], name)
    assert.match(stderr, /^PORT: debe ser [^\n]+\.\nLOG_LEVEL: debe ser [^\n]+\.\n$/, name)
  }
})

test('a port that is taken and a server that does not answer are one line each', async () => {
  const squatter = createServer().listen(0, '127.0.0.1')
  after(() => squatter.close())
  await new Promise((resolve) => squatter.once('listening', resolve))
  const { port } = squatter.address() as { port: number }
  const taken = await command({ ...env, PORT: String(port) }, 'start')
  assert.deepEqual([taken.code, taken.stdout], [1, ''])
  assert.match(
    taken.stderr,
    new RegExp(`^PORT: el puerto ${port} de 127\\.0\\.0\\.1 ya está en uso\\.[^\n]+\n$`),
  )
  const away = await command({ ...env, DATABASE_URL: 'postgres://nadie@localhost:1/nada' }, 'migrate')
  assert.equal(away.code, 1)
  assert.match(
    away.stderr,
    /^DATABASE_URL: no se puede usar el servidor PostgreSQL: [^\n]*ECONNREFUSED[^\n]*\n$/,
  )
})

test('the description of the API needs neither database nor secret, and leaves nothing behind', async () => {
  const dataDir = join(mkdtempSync(join(tmpdir(), 'resguardo-openapi-')), 'data')
  after(() => rmSync(join(dataDir, '..'), { recursive: true }))
  const { code, stdout } = await command({ DATA_DIR: dataDir, NODE_ENV: 'production' }, 'openapi')
  assert.equal(code, 0)
  const document = JSON.parse(stdout)
  assert.equal(document.openapi, '3.1.0')
  assert.ok(document.paths['/api/v1/auth/login'].post)
  assert.ok(!existsSync(dataDir))
})

test('migrate brings an empty place up to date, and says so when there is nothing to do', async () => {
  const again = await run('migrate')
  assert.deepEqual([again.code, again.stdout], [0, 'El esquema ya está al día.\n'])
})

test('the operator lists organisations, changes a plan with a trace, and resets a password', async () => {
  assert.equal((await run('tenants', 'list')).stdout, 'Todavía no hay organizaciones.\n')
  const first = await startService(installation)
  const { tenant } = await first.register('ana@tiendasur.cl')
  await first.stop()

  const listed = await run('tenants', 'list')
  assert.deepEqual([listed.code, listed.stdout], [0, `${tenant.slug}\tPROFESSIONAL\t1\tTienda Sur SpA\n`])
  const changed = await run('tenants', 'set-plan', tenant.slug, 'business')
  assert.deepEqual([changed.code, changed.stdout, changed.stderr], [0, `${tenant.slug}: BUSINESS\n`, ''])
  const reset = await run('users', 'reset-password', 'ANA@tiendasur.cl')
  assert.equal(reset.code, 0)
  const password = /^Contraseña nueva de ANA@tiendasur\.cl: (\S{16})\n$/.exec(reset.stdout)?.[1]
  assert.ok(password, reset.stdout)

  const second = await startService(installation)
  const old = await second.call('POST', '/auth/login', {
    email: 'ana@tiendasur.cl',
    password: 'una-frase-larga',
  })
  assert.equal(old.status, 401)
  const login = await second.call('POST', '/auth/login', { email: 'ana@tiendasur.cl', password })
  assert.deepEqual([login.status, login.body.data.tenant.plan], [200, 'BUSINESS'])
  const log = await second.call('GET', '/settings/audit-log', undefined, login.body.data.access_token)
  assert.equal(log.status, 200)
  const entry = log.body.data.items.find(({ action }: { action: string }) => action === 'set_plan')
  assert.deepEqual(
    [entry.actorType, entry.entityType, entry.entityId, entry.changes],
    ['system', 'tenant', tenant.id, { plan: { old: 'PROFESSIONAL', new: 'BUSINESS' } }],
  )
  await second.stop()
})

test('what does not exist is refused with one line', async () => {
  const [plan, slug, email] = await Promise.all([
    run('tenants', 'set-plan', 'tienda-sur-spa', 'GRATIS'),
    run('tenants', 'set-plan', 'nadie', 'STARTER'),
    // An embedded database is for one process at a time.
    ...(installation.databaseUrl ? [run('users', 'reset-password', 'nadie@ejemplo.cl')] : []),
  ])
  assert.deepEqual([plan!.code, slug!.code], [1, 1])
  assert.match(
    plan!.stderr,
    /^«GRATIS» no es un plan\. Use uno de: STARTER, PROFESSIONAL, BUSINESS, ENTERPRISE\.\n$/,
  )
  assert.equal(slug!.stderr, 'No hay una organización «nadie».\n')
  const unknown = email ?? (await run('users', 'reset-password', 'nadie@ejemplo.cl'))
  assert.deepEqual(
    [unknown.code, unknown.stderr],
    [1, 'No hay una cuenta con el correo «nadie@ejemplo.cl».\n'],
  )
})
