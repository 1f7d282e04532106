import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { UNLIKE } from '#archive/compare.ts'
import { JOBS } from '#archive/format.ts'
import type { Engine } from '#db/wire/engine.ts'
import { readConfig } from '#src/config.ts'
import { moveOrganisation, type Step } from '#src/operator/move.ts'
import { withService } from '#src/operator/tenants.ts'
import { openEngine, type Service } from '#src/service.ts'
import { hasServer } from './kit/database.ts'
import { command, type Installation, newInstallation } from './kit/installation.ts'
import { everything, liveIn } from './kit/used-installation.ts'

/** Moves an organisation between two idle installations: its content, and the refusals. */

const directory = mkdtempSync(join(tmpdir(), 'resguardo-move-'))
after(() => rmSync(directory, { recursive: true }))
const SLUG = 'tienda-sur-spa'
const configOf = ({ env }: Installation) => readConfig({ ...env, LOG_LEVEL: 'silent' })

const origin = await newInstallation({
  APP_SECRET: 'the secret of the first installation',
  DEFAULT_PLAN: 'ENTERPRISE',
  PUBLIC_URL: 'https://uno.ejemplo.cl',
})
const target = await newInstallation({
  APP_SECRET: 'another secret, of the second installation',
  PUBLIC_URL: 'https://dos.ejemplo.cl',
})
const lived = await liveIn(origin.env, 'http://127.0.0.1:9/nobody')

/** The settings of the other service, as an operator writes them. */
function envFile(name: string, env: Record<string, string>): string {
  const file = join(directory, name)
  writeFileSync(
    file,
    `# the other cell\n${Object.entries(env)
      .map(([key, value]) => `${key}="${value}"\n`)
      .join('')}`,
  )
  return file
}
const there = envFile('target.env', target.env)

async function on<T>(installation: Installation, work: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = await openEngine(configOf(installation))
  return work(engine).finally(() => engine.close())
}
const change = (installation: Installation, sql: string) => on(installation, (engine) => engine.asOwner(sql))

/** The content of an installation. Leaves out when the queue was last read, and a key that is made on first use. */
async function held(installation: Installation) {
  const all = await on(installation, everything)
  const rows = Object.entries(all).filter(
    ([name]) => name === JOBS || (name.startsWith('public.') && name !== 'public.evidence_keys'),
  )
  const files = join(installation.dataDir, 'files')
  const stored = existsSync(files) ? readdirSync(files, { recursive: true }).map(String).sort() : []
  return { rows: Object.fromEntries(rows), stored: stored.filter((name) => name !== 'arriving') }
}

const stateOf = (installation: Installation) =>
  on(installation, async (engine) => {
    const { rows } = await engine.asOwner(
      `select suspended_at is null as open, moving_until, moved_to from tenants where slug = '${SLUG}'`,
    )
    return rows[0]
  })
const OPEN = { open: true, moving_until: null, moved_to: null }

const login = (service: Service) =>
  service.app.inject({
    method: 'POST',
    url: '/api/v1/auth/login',
    payload: { email: lived.email, password: lived.password },
  })

/** Moves in this process, and runs `work` at one of the steps. */
const moveWith = (at: Step, work: () => Promise<unknown>, file = there) =>
  moveOrganisation(configOf(origin), SLUG, file, {
    onStep: async (step) => {
      if (step === at) await work()
    },
  })

test('an impossible move is refused before it changes anything', async () => {
  const { env } = target
  const without = (name: string) =>
    envFile(`without-${name}`, Object.fromEntries(Object.entries(env).filter(([key]) => key !== name)))
  const cases: [file: string, slug: string, says: RegExp][] = [
    [join(directory, 'nothing.env'), SLUG, /--target-env: no se puede leer «/],
    [without('APP_SECRET'), SLUG, /debe decir el APP_SECRET de esa instalación/],
    [without('PUBLIC_URL'), SLUG, /debe decir PUBLIC_URL/],
    [envFile('port', { ...env, PORT: 'x' }), SLUG, /--target-env: PORT: debe ser/],
    [there, 'nadie', /No hay una organización «nadie»/],
    [envFile('itself', origin.env), SLUG, /ya está en esta instalación|Otro proceso ya usa la base de datos/],
  ]
  for (const [file, slug, says] of cases) {
    await assert.rejects(moveOrganisation(configOf(origin), slug, file), says)
    assert.ok(!existsSync(join(target.dataDir, 'app-secret')), 'no secret is made in passing')
  }
  assert.deepEqual(await stateOf(origin), OPEN)
})

test('a target of another version is refused and not migrated', async () => {
  await change(target, `insert into schema_migrations (name, checksum) values ('9999_later.sql', '')`)
  const newer = moveOrganisation(configOf(origin), SLUG, there)
  await assert.rejects(newer, /destino es de una versión más nueva \(9999_later\.sql\)/)
  await change(target, `update schema_migrations set checksum = 'x' where name like '0001%'`)
  await change(target, `delete from schema_migrations where name = '9999_later.sql'`)
  await assert.rejects(moveOrganisation(configOf(origin), SLUG, there), /destino tiene otra migración 0001/)
  await change(target, `create table kept as select * from schema_migrations where name like '0001%'`)
  await change(target, `delete from schema_migrations where name like '0001%'`)
  await assert.rejects(moveOrganisation(configOf(origin), SLUG, there), /destino es de una versión anterior/)
  const checksum = await on(origin, (engine) =>
    engine.asOwner(`select name, checksum from schema_migrations where name like '0001%'`),
  )
  const [{ name, checksum: right }] = checksum.rows as [{ name: string; checksum: string }]
  await change(target, `insert into schema_migrations (name, checksum) values ('${name}', '${right}')`)
  await change(target, 'drop table kept')
})

test('a slug that exists at the target is refused', async () => {
  await withService(configOf(target), async ({ app }) => {
    const registration = { email: 'otra@ejemplo.cl', name: 'Otra', organizationName: 'Tienda Sur SpA' }
    const payload = { ...registration, password: 'otra-frase-larga' }
    assert.equal(
      (await app.inject({ method: 'POST', url: '/api/v1/auth/register', payload })).statusCode,
      201,
    )
  })
  const { code, stderr } = await command(origin.env, 'tenants', 'move', SLUG, '--target-env', there)
  assert.equal(code, 1)
  assert.match(stderr, /En el destino: Ya hay una organización «tienda-sur-spa»\.\n/)
  await change(target, `update tenants set slug = 'otra-tienda'`)
})

test('a folio that the target gave to another request is refused', async () => {
  await change(
    target,
    `insert into folios (folio, tenant_id, request_id)
      select '${lived.folio}', id, gen_random_uuid() from tenants where slug = 'otra-tienda'`,
  )
  await assert.rejects(
    moveOrganisation(configOf(origin), SLUG, there),
    new RegExp(`ya hay otras solicitudes con 1 de sus folios \\(${lived.folio}\\)`),
  )
  await change(target, 'delete from folios')
  assert.deepEqual(await stateOf(origin), OPEN)
})

test('a difference on either side stops the move: the target is empty, and the origin stays open', async () => {
  const before = await held(target)
  // A row that changes on its way.
  await change(
    target,
    `create function forge() returns trigger language plpgsql as $$ begin new.name := 'Otra'; return new; end $$;
    create trigger forge before insert on workspaces for each row execute function forge()`,
  )
  await assert.rejects(moveOrganisation(configOf(origin), SLUG, there), /workspaces no es igual al archivo/)
  await change(target, 'drop trigger forge on workspaces; drop function forge()')
  assert.deepEqual(await held(target), before)
  assert.deepEqual(await stateOf(origin), OPEN)
  assert.deepEqual(
    readdirSync(origin.dataDir).filter((name) => name.startsWith('moving')),
    [],
  )
})

// The moving process holds the only session of an embedded database, so nobody else can write.
if (hasServer()) {
  test('a row that changes at the origin after the export stops the move', async () => {
    const before = await held(target)
    await assert.rejects(
      moveWith('importing', () =>
        change(origin, `update workspaces set name = name || '!' where name like 'Norte%'`),
      ),
      /El destino no es igual al origen:\nworkspaces: 3 filas en el origen y 3 en el destino, que no son iguales\nNada cambió/,
    )
    assert.deepEqual(await held(target), before)
    assert.deepEqual(await stateOf(origin), OPEN)
  })

  test('a move whose read-only window breaks stops, and a second move does not join the first', async () => {
    const before = await held(target)
    await assert.rejects(
      moveWith('comparing', () => change(origin, 'update tenants set moving_until = null')),
      /La ventana de solo lectura se interrumpió/,
    )
    assert.deepEqual(await held(target), before)
    await change(origin, `update tenants set moving_until = now() + interval '1 hour' where slug = '${SLUG}'`)
    await assert.rejects(moveOrganisation(configOf(origin), SLUG, there), /Otra orden está trasladando/)
    await change(origin, 'update tenants set moving_until = null')
    assert.deepEqual(await stateOf(origin), OPEN)
  })
}

test('the command moves a whole organisation, and a second run finds it done', async () => {
  const { code, stdout, stderr } = await command(origin.env, 'tenants', 'move', SLUG, '--target-env', there)
  assert.equal(code, 0, stderr)
  assert.match(
    stdout,
    /^tienda-sur-spa: trasladada a https:\/\/dos\.ejemplo\.cl\n\d{4,} filas y 1 archivos, iguales/,
  )
  assert.match(stdout, /\nSolo lectura durante [\d,]+ s\n/)
  assert.match(stderr, /solo lectura desde ahora\n.*exportando/)
  const head = /última cabeza del origen (\d+) \(([0-9a-f]{64})\)/.exec(stdout)!
  assert.ok(head, stdout)

  await withService(configOf(target), async (service) => {
    const signedIn = await login(service)
    assert.equal(signedIn.statusCode, 200, 'with the password of before')
    const get = (path: string) =>
      service.app.inject({
        url: `/api/v1${path}`,
        headers: { authorization: `Bearer ${signedIn.json().data.access_token}` },
      })
    assert.deepEqual((await get(`/files/${lived.fileKey}`)).rawPayload, lived.file)
    assert.equal((await get(`/public/dsar/track/${lived.folio}`)).statusCode, 200)
    const verdict = (await get('/settings/audit-log/verify')).json().data
    assert.deepEqual([verdict.valid, verdict.firstBroken], [true, null])
    const { rows } = await service.access.database.engine.asOwner(
      `select changes -> 'movedFrom' ->> 'new' as place, changes -> 'lastHead' -> 'new' as head from audit_log where action = 'import'`,
    )
    const lastHead = { seq: Number(head[1]), hash: head[2] }
    assert.deepEqual(rows, [{ place: 'https://uno.ejemplo.cl', head: lastHead }])
    assert.equal((await get('/settings/tenant')).json().data.slug, SLUG)
  })
  await withService(configOf(origin), async (service) => {
    const token = (await login(service)).json().data.access_token
    const headers = { authorization: `Bearer ${token}` }
    const settings = await service.app.inject({ url: '/api/v1/settings/tenant', headers })
    assert.deepEqual(
      [settings.statusCode, settings.json().error.details[0].rule],
      [403, 'suspended'],
      'shows nothing, as one that is suspended',
    )
    const { rows } = await service.access.database.engine.asOwner(
      `select count(*)::int as jobs from pgboss.job where state in ('created', 'retry')
        and data ->> 'tenantId' = (select id::text from tenants where slug = '${SLUG}')`,
    )
    assert.equal(rows[0]!['jobs'], 0, 'what waits is sent from the other place')
  })
  const again = await command(origin.env, 'tenants', 'move', SLUG, '--target-env', there)
  assert.deepEqual(
    [again.code, again.stdout],
    [0, `${SLUG}: ya está en https://dos.ejemplo.cl; el traslado quedó terminado.\n`],
  )
})

test('the rows are those of the origin, in both databases', async () => {
  const [here, now] = await Promise.all([held(origin), held(target)])
  const isOf = (row: string) => JSON.parse(row).tenant_id === tenantId
  const [{ id: tenantId }] = here.rows['public.tenants']!.map((row) => JSON.parse(row))
  for (const name of [
    'systems',
    'departments',
    'mails',
    'webhook_deliveries',
    'dsar_requests',
    'consent_notices',
  ]) {
    const plain = (row: string) => {
      const { secret_sealed: _, previous_secret_sealed: __, position: ___, ...rest } = JSON.parse(row)
      return JSON.stringify(rest)
    }
    const [was, is] = [here, now].map(({ rows }) => rows[`public.${name}`]!.filter(isOf).map(plain).sort())
    assert.deepEqual(is, was, name)
  }
  assert.ok(here.rows['public.mails']!.length >= 3)
  for (const column of Object.keys(UNLIKE)) assert.match(column, /^[a-z_]+\.[a-z_]+$/)
})

test('a moved organisation opens again only on explicit request, and a move that never arrived can be reverted', async () => {
  const refused = await command(origin.env, 'tenants', 'resume', SLUG)
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /se trasladó a https:\/\/dos\.ejemplo\.cl.+--confirm tienda-sur-spa/)
  const list = await command(origin.env, 'tenants', 'list')
  assert.match(list.stdout, /\ttrasladada a https:\/\/dos\.ejemplo\.cl\n/)
  // The origin released the organisation and the target lost it. The same command starts again.
  const third = await newInstallation({
    APP_SECRET: 'one more secret, of the third installation',
    PUBLIC_URL: 'https://tres.ejemplo.cl',
  })
  const { code, stdout, stderr } = await command(
    origin.env,
    'tenants',
    'move',
    SLUG,
    '--target-env',
    envFile('third.env', third.env),
  )
  assert.equal(code, 0, stderr)
  assert.match(stdout, /trasladada a https:\/\/tres\.ejemplo\.cl\n/)
  const resumed = await command(origin.env, 'tenants', 'resume', SLUG, '--confirm', SLUG)
  assert.deepEqual([resumed.code, resumed.stdout], [0, `${SLUG}: abierta\n`])
  assert.deepEqual(await stateOf(origin), OPEN)
})
