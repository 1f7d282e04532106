import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { command, newInstallation, startService } from '#test/kit/installation.ts'
import { readArguments } from './arguments.ts'
import { COMMANDS } from './commands.ts'

const installation = await newInstallation({ APP_SECRET: 'a secret that the operator chose, long enough' })
const { env } = installation
const run = (...args: string[]) => command(env, ...args)

const NAMES = [
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

// arguments.test.ts covers parsing; these tests cover the output and exit code of the process.

test('help exits with 0, and an unknown command with 2', async () => {
  const [help, unknown] = await Promise.all([run('--help'), run('tenants', 'borrar')])
  assert.deepEqual([help.code, help.stderr], [0, ''])
  for (const name of NAMES) assert.ok(help.stdout.includes(`  ${name}`), name)
  assert.deepEqual([unknown.code, unknown.stdout], [2, ''])
  assert.match(unknown.stderr, /^No existe la orden «tenants borrar»\.\n/)
})

test('a bad configuration exits with 1 and one line per fault, for every command', async () => {
  // A client of the service has no configuration of its own.
  const remote = /^(login|logout|list|show|export|import|watch|mcp)$/
  const configured = NAMES.filter(
    (name) => !remote.test(name) && !/set|reset|copy|snapshot|-month|accept|tenants [^l]|users/.test(name),
  )
  for (const name of configured) {
    const { code, stdout, stderr } = await command({ ...env, PORT: 'x', LOG_LEVEL: 'y' }, ...name.split(' '))
    assert.deepEqual([code, stdout], [1, ''], name)
    assert.match(stderr, /^PORT: debe ser [^\n]+\.\nLOG_LEVEL: debe ser [^\n]+\.\n$/, name)
  }
})

test('a taken port and a silent server give one line each', async () => {
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

test('migrate updates an empty database, and reports when there is nothing to do', async () => {
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

test('unknown names are refused with one line', async () => {
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

// ── refusals of commands, in this process ──

/** A command's error output and exit code. Its database does not exist, so anything but a refusal fails. */
async function refusal(t: TestContext, line: string | string[]) {
  const argv = typeof line === 'string' ? line.split(' ') : line
  const read = readArguments(argv, COMMANDS, () => '')
  assert.ok('command' in read, String(line))
  const write = t.mock.method(process.stderr, 'write', () => true)
  const before = { ...process.env }
  Object.assign(process.env, {
    APP_SECRET: 'x'.repeat(64),
    DATA_DIR: '/proc/nowhere',
    DATABASE_URL: 'postgres://nobody@localhost:1/nothing',
  })
  try {
    const code = await read.command.run(read.args)
    return [code, write.mock.calls.map(({ arguments: [text] }) => text).join('')]
  } finally {
    write.mock.restore()
    process.env = before
  }
}

test('irreversible commands ask for a word that nobody types by accident', async (t) => {
  const AT_ONCE = 'Eliminar de inmediato no se puede deshacer. Confirme con --confirm tienda.\n'
  const LOST = 'Para continuar escriba --confirm perder.\n'
  const REASON = '--reason: diga en 10 a 500 caracteres qué norma u orden lo exige.\n'
  const erase = (reason: string) => ['evidence', 'erase', 't', 'audit_log', 'x', '--reason', reason]
  for (const [line, said] of [
    ['tenants delete tienda --now', AT_ONCE],
    ['tenants delete tienda --now --confirm otra', AT_ONCE],
    ['tenants delete tienda --now --confirm Tienda', AT_ONCE],
    ['tenants delete tienda --now --confirm si', AT_ONCE],
    ['secrets accept-loss --confirm si', LOST],
    ['secrets accept-loss --confirm Perder', LOST],
    [erase('nueve car'), REASON],
    [erase('x'.repeat(501)), REASON],
    [erase(`ya${' '.repeat(20)}`), REASON],
    ['db distribute', 'Esta versión solo escribe las sentencias, y no las ejecuta. Agregue --dry-run.\n'],
  ] as const)
    assert.deepEqual(await refusal(t, typeof line === 'string' ? line : [...line]), [1, said], String(line))
})

test('a plan, a database address and a proof are checked before anything is opened', async (t) => {
  const PLANS = 'Use uno de: STARTER, PROFESSIONAL, BUSINESS, ENTERPRISE.\n'
  for (const [line, said] of [
    ['tenants set-plan tienda GRATIS', `«GRATIS» no es un plan. ${PLANS}`],
    ['tenants create Sur --owner ana@sur.cl --plan oro', `«oro» no es un plan. ${PLANS}`],
    ['db copy --to mysql://x', '--to: debe ser una URL postgres://… o postgresql://….\n'],
    ['db copy --to servidor', '--to: debe ser una URL postgres://… o postgresql://….\n'],
    [
      'db snapshot --to copia',
      'La base de datos es un servidor PostgreSQL: cópielo con pg_dump o pgBackRest.\n',
    ],
    ['evidence check /no/hay --keys /no/hay', '--keys: «/no/hay» no es un conjunto de claves.\n'],
  ] as const)
    assert.deepEqual(await refusal(t, line), [1, said], line)
})
