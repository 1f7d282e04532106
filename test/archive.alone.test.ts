import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { createGzip, gunzipSync, gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { type Entry, JOBS, MANIFEST, type Manifest } from '#archive/format.ts'
import { entriesOf, inspect } from '#archive/read.ts'
import { archiveTables, STAYING } from '#archive/tables.ts'
import { digest } from '#kernel/secrets.ts'
import { sealAll } from '#modules/evidence/sealing.ts'
import { readConfig } from '#src/config.ts'
import { exportOrganisation, importOrganisation } from '#src/operator/archive.ts'
import { withService } from '#src/operator/tenants.ts'
import { openEngine, type Service } from '#src/service.ts'
import { assertCounted } from './kit/counts.ts'
import { command, type Installation, newInstallation } from './kit/installation.ts'
import { everything, liveIn } from './kit/used-installation.ts'

const directory = mkdtempSync(join(tmpdir(), 'resguardo-archive-'))
after(() => rmSync(directory, { recursive: true }))
const at = (name: string) => join(directory, name)
const configOf = ({ env }: Installation) => readConfig({ ...env, LOG_LEVEL: 'silent' })

const source = await newInstallation({
  APP_SECRET: 'the secret of the first installation',
  DEFAULT_PLAN: 'ENTERPRISE',
})
const empty = await newInstallation({ APP_SECRET: 'another secret, of the second installation' })
const other = await newInstallation({ APP_SECRET: 'one more secret, of the third installation' })
const lived = await liveIn(source.env, 'http://127.0.0.1:9/nobody')
const SLUG = 'tienda-sur-spa'
const [secret, wrong] = [at('passphrase'), at('wrong')]
writeFileSync(secret, 'cuatro palabras que nadie adivina\n')
writeFileSync(wrong, 'cuatro palabras que cualquiera adivina\n')
const [sealed, bare] = [at('sealed.tar.gz'), at('bare.tar.gz')]

const tenantOf = ({ access }: Service, slug = SLUG) =>
  access.lookUp('test', (db) =>
    db.selectFrom('tenants').selectAll().where('slug', '=', slug).executeTakeFirstOrThrow(),
  )
const siemSecret = async (service: Service, slug = SLUG) => {
  const tenant = await tenantOf(service, slug)
  return service.jobEnv.tools.vault.tryOpen(tenant.siem_secret_sealed, 'siem', tenant.id)
}
const login = (service: Service, password: string) =>
  service.app.inject({ method: 'POST', url: '/api/v1/auth/login', payload: { email: lived.email, password } })
/** Entries by name, without the log, to which each export and import adds a line. */
const content = ({ entries }: Manifest) => entries.filter(({ name }) => !name.startsWith('tables/audit_log/'))

/** Rows of a table in an archive. */
async function rowsIn(path: string, table: string): Promise<Record<string, string | null>[]> {
  const lines: string[] = []
  for await (const entry of entriesOf(path))
    if (entry.table === table) lines.push(...entry.content.toString().trimEnd().split('\n'))
  return lines.map((line) => JSON.parse(line))
}

/** An archive with a forged part and a matching manifest. */
async function forge(
  name: string,
  change: {
    entry?: (entry: { name: string; content: Buffer }) => Buffer
    manifest?: (manifest: Manifest) => void
  },
  from = bare,
): Promise<string> {
  const tar = pack()
  const entries: Entry[] = []
  const packed = buffer(tar.pipe(createGzip()))
  for await (const { name, content } of entriesOf(from)) {
    let bytes = name === MANIFEST ? content : (change.entry?.({ name, content }) ?? content)
    if (name === MANIFEST) {
      const manifest: Manifest = { ...JSON.parse(content.toString()), entries }
      change.manifest?.(manifest)
      bytes = Buffer.from(JSON.stringify(manifest))
    } else
      entries.push({ name, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })
    tar.entry({ name }, bytes)
  }
  tar.finalize()
  writeFileSync(at(name), await packed)
  return at(name)
}

test('the command exports an organisation and lists what it left out', async () => {
  const { code, stdout, stderr } = await command(source.env, 'tenants', 'export', SLUG, '--to', bare)
  assert.deepEqual([code, stderr], [0, ''])
  const [first, sum, again, ...rest] = stdout.trimEnd().split('\n')
  assert.match(first!, /^tienda-sur-spa: \d{4,} filas y 1 archivos en .+bare\.tar\.gz \(\d+ bytes\)$/)
  assert.equal(sum, `SHA-256: ${createHash('sha256').update(readFileSync(bare)).digest('hex')}`)
  assert.equal(again, 'No van en el archivo; después de importarlo habrá que ingresar de nuevo:')
  assert.ok(rest.includes('  el secreto del SIEM: 1'), stdout)
  assert.ok(rest.includes('  los secretos de los webhooks de los flujos: 1'), stdout)
  assert.equal(statSync(bare).mode & 0o777, 0o600)
  const twice = await command(source.env, 'tenants', 'export', SLUG, '--to', bare)
  assert.deepEqual(
    [twice.code, twice.stderr],
    [1, `«${bare}» ya existe. Indique con --to un archivo nuevo.\n`],
  )
  const nobody = await command(source.env, 'tenants', 'export', 'nadie', '--to', at('nadie'))
  assert.deepEqual([nobody.code, nobody.stderr], [1, 'No hay una organización «nadie».\n'])
  assert.ok(!existsSync(at('nadie')) && !existsSync(at('nadie.part')))
})

test('an archive contains no secret in clear text, with or without a passphrase', async () => {
  const config = configOf(source)
  const report = await exportOrganisation(config, SLUG, sealed, secret)
  assert.doesNotMatch(report, /ingresar de nuevo/)
  const { siem, hash, stored } = await withService(config, async (service) => ({
    siem: await siemSecret(service),
    stored: (await tenantOf(service)).siem_secret_sealed,
    hash: await service.access.lookUp('test', (db) =>
      db
        .selectFrom('users')
        .select('password_hash')
        .where('email', '=', lived.email)
        .executeTakeFirstOrThrow(),
    ),
  }))
  assert.ok(siem && hash.password_hash)
  for (const path of [bare, sealed]) {
    const text = gunzipSync(readFileSync(path)).toString('latin1')
    for (const clear of [siem, hash.password_hash, stored]) assert.ok(!text.includes(clear), path)
  }
  const [user] = (await rowsIn(bare, 'users')).filter(({ email }) => email === lived.email)
  assert.equal(user!['password_hash'], null)
  const short = at('short')
  writeFileSync(short, 'corta')
  await assert.rejects(exportOrganisation(config, SLUG, at('x'), short), /al menos 16 caracteres/)
  await assert.rejects(exportOrganisation(config, SLUG, at('x'), at('nothing')), /no se puede leer/)
})

test('every table is in the archive or listed as left out', async () => {
  const [carried, all] = await withService(configOf(source), async ({ access }) => [
    (await archiveTables(access, { withFactors: true })).map(({ plain }) => plain),
    (
      await access.database.engine.asOwner(
        `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
          and not relispartition`,
      )
    ).rows.map(({ relname }) => String(relname)),
  ])
  const ofTheInstallation = [
    ...[
      'archived_months',
      'erasures',
      'evidence_keys',
      'folio_years',
      'idempotency_keys',
      'installation_keys',
      'known_devices',
      'login_failures',
    ],
    ...['device_sign_ins', 'passkey_challenges', 'password_resets', 'schema_migrations', 'totp_setups'],
  ]
  assert.deepEqual([...carried, ...STAYING, ...ofTheInstallation].sort(), all.sort())
})

test('export, import and another export give the same content, under another APP_SECRET', async () => {
  const report = await importOrganisation(configOf(empty), sealed, undefined, secret)
  assert.match(report, /^tienda-sur-spa: \d+ filas y 1 archivos importados y comprobados\n/)
  assert.doesNotMatch(report, /Ingréselo de nuevo|no cambiaron/)
  const again = at('again.tar.gz')
  await exportOrganisation(configOf(empty), SLUG, again, undefined)
  const [was, is] = await Promise.all([inspect(bare), inspect(again)])
  assert.ok(content(was).length > 15)
  assert.deepEqual(content(is), content(was))
  assert.ok(was.tables.find(({ name, rows }) => name === JOBS && rows >= 3))
  // Between them are the second export, which the first archive's log does not have, and the import.
  const [before, now] = await Promise.all([rowsIn(bare, 'audit_log'), rowsIn(again, 'audit_log')])
  const known = new Set(before.map((row) => JSON.stringify(row)))
  const added = now.filter((row) => !known.has(JSON.stringify(row))).map(({ action }) => action)
  assert.deepEqual([now.length - before.length, added.sort()], [2, ['export', 'import']])

  const clear = await withService(configOf(source), (service) => siemSecret(service))
  await withService(configOf(empty), async (service) => {
    assert.equal(await siemSecret(service), clear)
    const signedIn = await login(service, lived.password)
    assert.equal(signedIn.statusCode, 200)
    const token = signedIn.json().data.access_token
    const get = (path: string) =>
      service.app.inject({ url: `/api/v1${path}`, headers: { authorization: `Bearer ${token}` } })
    assert.deepEqual((await get(`/files/${lived.fileKey}`)).rawPayload, lived.file)
    assert.equal((await get('/settings/tenant')).statusCode, 200)
    assert.equal((await get(`/public/dsar/track/${lived.folio}`)).statusCode, 200)
    assert.equal((await get('/org/entities')).statusCode, 200)
    await assertCounted(service.access.database.engine)
    // A chain belongs to the installation that signs it. A new one begins here and marks its rows as imported.
    assert.ok((await sealAll({ access: service.access, tools: service.jobEnv.tools })) > 10)
    const verdict = (await get('/settings/audit-log/verify')).json().data
    assert.deepEqual([verdict.valid, verdict.checkedFrom, verdict.firstBroken], [true, 1, null])
    assert.ok(verdict.imported > 10 && verdict.entries > verdict.imported, 'the import itself happened here')
  })
})

/** The content of an installation: its database and its storage. */
async function held(installation: Installation) {
  const engine = await openEngine(configOf(installation))
  const all = await everything(engine).finally(() => engine.close())
  // Leaves out when the queue was last read.
  const kept = Object.entries(all).filter(([name]) => name === JOBS || name.startsWith('public.'))
  const rows = Object.fromEntries(kept)
  const files = join(installation.dataDir, 'files')
  const stored = existsSync(files) ? readdirSync(files, { recursive: true }).map(String).sort() : []
  return { rows, stored: stored.filter((name) => name !== 'arriving') }
}

test('a failed import leaves nothing behind', async () => {
  const config = configOf(other)
  await withService(config, async ({ app }) => {
    const registration = { email: lived.email, name: 'Ana de Aquí', organizationName: 'Tienda Sur SpA' }
    const payload = { ...registration, password: 'otra-frase-larga' }
    const reply = await app.inject({ method: 'POST', url: '/api/v1/auth/register', payload })
    assert.equal(reply.statusCode, 201)
  })
  const before = await held(other)
  const bytes = readFileSync(bare)
  const flipped = Buffer.from(bytes)
  flipped[Math.floor(bytes.length / 2)]! ^= 0xff
  writeFileSync(at('flipped'), flipped)
  writeFileSync(at('cut'), bytes.subarray(0, bytes.length - 2000))
  writeFileSync(at('text'), 'nada')
  writeFileSync(at('hollow'), gzipSync(Buffer.alloc(300 * 2 ** 20)))
  const editRow = (table: string, edit: (row: Record<string, string | null>) => void) => ({
    entry: ({ name, content }: { name: string; content: Buffer }) => {
      if (!name.startsWith(`tables/${table}/`)) return content
      const rows = content
        .toString()
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
      edit(rows[0])
      return Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
    },
  })
  const stranger = '00000000-0000-4000-8000-000000000000'
  const cases: [path: string, slug: string | undefined, passphrase: string | undefined, says: RegExp][] = [
    [bare, undefined, undefined, /Ya hay una organización «tienda-sur-spa»\. Elija .+ --slug/],
    [bare, 'Con Espacios', undefined, /--slug: use de 1 a 60/],
    [bare, 'nueva', secret, /se exportó sin frase de paso/],
    [sealed, 'nueva', wrong, /La frase de paso no es la de este archivo/],
    [at('flipped'), 'nueva', undefined, /dañado/],
    [at('cut'), 'nueva', undefined, /dañado/],
    [at('text'), 'nueva', undefined, /dañado/],
    [at('absent'), 'nueva', undefined, /No se puede leer/],
    [at('hollow'), 'nueva', undefined, /dañado/],
    [
      await forge('large', {
        entry: ({ name, content }) => (name === 'LEAME.txt' ? Buffer.alloc(80 * 2 ** 20) : content),
      }),
      'nueva',
      undefined,
      /«LEAME\.txt» es demasiado grande/,
    ],
    [
      await forge('newer', {
        manifest: (manifest) => {
          manifest.schema = '9999_future.sql'
        },
      }),
      'nueva',
      undefined,
      /de una versión más nueva de Resguardo \(9999_future\.sql\)/,
    ],
    [
      await forge('older', {
        manifest: (manifest) => {
          manifest.schema = '0001_foundation.sql'
        },
      }),
      'nueva',
      undefined,
      /de una versión anterior \(0001_foundation\.sql\)/,
    ],
    [
      await forge('format', {
        manifest: (manifest) => {
          manifest.version = 2
        },
      }),
      'nueva',
      undefined,
      /de una versión más nueva de Resguardo\. Actualice/,
    ],
    [
      await forge(
        'changed',
        editRow('workspaces', (row) => {
          row['name'] = 'Otro'
        }),
        sealed,
      ),
      'nueva',
      secret,
      /alguien lo cambió después de exportarlo/,
    ],
    [
      await forge(
        'foreign',
        editRow('workspaces', (row) => {
          row['tenant_id'] = stranger
        }),
      ),
      'nueva',
      undefined,
      /filas de otra organización/,
    ],
    [
      await forge(
        'job',
        editRow(JOBS, (row) => {
          row['data'] = JSON.stringify({ tenantId: stranger })
        }),
      ),
      'nueva',
      undefined,
      /tareas de otra organización/,
    ],
    [
      await forge(
        'unlinked',
        editRow('departments', (row) => {
          row['legal_entity_id'] = stranger
        }),
      ),
      'nueva',
      undefined,
      /la base de datos no acepta una de sus filas/,
    ],
    [
      await forge(
        'column',
        editRow('workspaces', (row) => {
          row['invented'] = 'x'
        }),
      ),
      'nueva',
      undefined,
      /no tiene las columnas de esta versión/,
    ],
    // Found only after all rows and files are written.
    [
      await forge('count', {
        manifest: ({ tables }) => {
          tables[0]!.rows += 1
        },
      }),
      'nueva',
      undefined,
      /no contiene todas las filas de tenants/,
    ],
  ]
  for (const [path, slug, passphrase, says] of cases)
    await assert.rejects(importOrganisation(config, path, slug, passphrase), says, path)
  assert.deepEqual(await held(other), before)
})

test('an endlessly expanding archive is refused before it fills the memory', async () => {
  const tar = pack()
  const packed = buffer(tar.pipe(createGzip()))
  const zeros = Buffer.alloc(60 * 2 ** 20)
  for (let part = 1; part <= 6; part += 1) {
    const name = `tables/users/${String(part).padStart(6, '0')}.ndjson`
    await new Promise<void>((resolve) => tar.entry({ name }, zeros, () => resolve()))
  }
  tar.finalize()
  writeFileSync(at('bomb'), await packed)
  await assert.rejects(inspect(at('bomb')), /se expande mucho más de lo que una exportación puede/)
})

test('an entry with an unknown name is refused', async () => {
  for (const name of ['../outside', 'files/../../x', '/etc/passwd', 'tables/Users/000001.ndjson']) {
    const tar = pack()
    const packed = buffer(tar.pipe(createGzip()))
    tar.entry({ name }, 'x')
    tar.finalize()
    writeFileSync(at('named'), await packed)
    await assert.rejects(inspect(at('named')), /dañado .+ contiene «/, name)
  }
})

test('an existing account stays unchanged, and without a passphrase the command asks for the secrets', async () => {
  const { code, stdout, stderr } = await command(other.env, 'tenants', 'import', bare, '--slug', 'tienda-dos')
  assert.deepEqual([code, stderr], [0, ''])
  const lines = stdout.trimEnd().split('\n')
  assert.match(lines[0]!, /^tienda-dos: \d+ filas y 1 archivos importados y comprobados$/)
  assert.equal(lines[1], 'Cuentas que ya estaban aquí y no cambiaron: 1')
  assert.match(lines[2]!, /^Entran cuando prueben su correo.*: 1$/)
  assert.equal(lines[3], 'Ingréselo de nuevo:')
  assert.ok(lines.includes('  el secreto del SIEM: 1'), stdout)
  await withService(configOf(other), async (service) => {
    assert.equal((await login(service, lived.password)).statusCode, 401)
    const { id } = await tenantOf(service, 'tienda-dos')
    assert.equal(await siemSecret(service, 'tienda-dos'), null)
    const settingsBy = async (password: string) => {
      const signedIn = await login(service, password)
      assert.equal(signedIn.statusCode, 200)
      const { user, access_token: token } = signedIn.json().data
      const headers = { authorization: `Bearer ${token}`, 'x-resguardo-tenant': 'tienda-dos' }
      return { user, tenant: await service.app.inject({ url: '/api/v1/settings/tenant', headers }) }
    }
    // Anybody may have registered the address here, so a password chosen here proves no mailbox.
    const stranger = await settingsBy('otra-frase-larga')
    assert.deepEqual(
      [stranger.tenant.statusCode, stranger.tenant.json().error.details[0].rule],
      [403, 'mailbox'],
    )
    const link = { token: 'el enlace que llegó al correo', password: 'una-tercera-frase' }
    await service.access.asSystem('a test mails a link', (db) =>
      db
        .insertInto('password_resets')
        .values({
          token_hash: digest(link.token),
          user_id: stranger.user.id,
          expires_at: new Date(Date.now() + 60_000),
        })
        .execute(),
    )
    await service.app.inject({ method: 'POST', url: '/api/v1/auth/password/reset', payload: link })
    const { user, tenant } = await settingsBy(link.password)
    assert.equal(user.name, 'Ana de Aquí')
    assert.equal(tenant.statusCode, 200)
    assert.equal(tenant.json().data.slug, 'tienda-dos')
    const key = await service.access.lookUp('test', (db) =>
      db.selectFrom('files').select(['uploaded_by']).where('tenant_id', '=', id).executeTakeFirstOrThrow(),
    )
    assert.equal(key.uploaded_by, user.id)
  })
  const again = await command(other.env, 'tenants', 'import', bare, '--slug', 'tienda-tres')
  assert.deepEqual(
    [again.code, again.stdout, again.stderr],
    [1, '', 'Esta organización ya está en esta instalación. Nada cambió.\nNo se importó nada.\n'],
  )
})

test('an archive of an organisation that was deleted here is refused', async () => {
  const deleted = await command(empty.env, 'tenants', 'delete', SLUG, '--now', '--confirm', SLUG)
  assert.equal(deleted.code, 0, deleted.stderr)
  await assert.rejects(
    importOrganisation(configOf(empty), bare, undefined, undefined),
    /hay un certificado de ello/,
  )
})
