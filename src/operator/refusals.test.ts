import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { BadConfig, readConfig } from '#src/config.ts'
import { exportOrganisation, importOrganisation, save } from './archive.ts'
import { type Verified, verdictLine } from './evidence.ts'
import { readTarget } from './move-checks.ts'
import { takeSnapshot } from './snapshot.ts'
import { createOrganisation, saveCertificate } from './tenants.ts'

// The refusals come before a database is opened: this address leads nowhere.
const directory = mkdtempSync(join(tmpdir(), 'resguardo-refusals-'))
after(() => rmSync(directory, { recursive: true }))
const at = (name: string) => join(directory, name)
const SECRET = 'x'.repeat(64)
const config = readConfig({
  APP_SECRET: SECRET,
  DATA_DIR: at('data'),
  DATABASE_URL: 'postgres://nobody@localhost:1/nothing',
})
const file = (name: string, content = 'lo de antes') => {
  writeFileSync(at(name), content)
  return at(name)
}

test('no command overwrites a file', async () => {
  const there = file('there.tar.gz')
  await assert.rejects(exportOrganisation(config, 'sur', there, undefined), {
    message: `«${there}» ya existe. Indique con --to un archivo nuevo.`,
  })
  for (const end of ['pdf', 'json']) {
    const certificate = file(`one-${end}.${end}`)
    await assert.rejects(saveCertificate(config, 'sur', at(`one-${end}`)), {
      message: `«${certificate}» ya existe. Indique con --to un archivo nuevo.`,
    })
  }
})

test('a new organisation needs a name, and an owner with a valid address', () => {
  const made = (name: string, owner: string) => () => createOrganisation(config, name, owner, undefined)
  for (const owner of [
    '',
    'ana',
    'ana@',
    '@sur.cl',
    'ana@sur',
    'ana sur@sur.cl',
    'Ana <ana@sur.cl>',
    'a@b@c.cl',
  ])
    assert.throws(made('Sur', owner), { message: `--owner: «${owner}» no es una dirección de correo.` })
  for (const name of ['', '   ', 'x'.repeat(201)])
    assert.throws(made(name, 'ana@sur.cl'), { message: 'El nombre debe tener entre 1 y 200 caracteres.' })
})

test('a slug has lowercase letters, digits and hyphens, and no hyphen at either end', async () => {
  for (const slug of ['', 'Sur', 'tienda sur', '-sur', 'sur-', 'ñandú', 'a/b', '..', 'x'.repeat(61)])
    await assert.rejects(importOrganisation(config, at('x'), slug, undefined), {
      message: '--slug: use de 1 a 60 letras minúsculas sin tilde, números y guiones.',
    })
})

test('a passphrase is the whole content of its file, without the final line break', async () => {
  const use = (name: string) => exportOrganisation(config, 'sur', at('new'), name)
  await assert.rejects(use(at('none')), { message: `--passphrase-file: no se puede leer «${at('none')}».` })
  for (const [name, content] of [
    ['empty', ''],
    ['line', '\n'],
    ['windows', '\r\n'],
    ['long', 'x'.repeat(4097)],
  ] as const)
    await assert.rejects(use(file(name, content)), {
      message: '--passphrase-file: el archivo debe contener la frase de paso y nada más.',
    })
  // A valid passphrase passes, and the database fails.
  await assert.rejects(use(file('good', `${'x'.repeat(4096)}\n`)), /ECONNREFUSED/)
})

test('an archive has another name until it is complete', async () => {
  const { bytes, sha256 } = await save(
    Readable.from([Buffer.from('ho'), Buffer.from('la')]),
    at('a'),
    Promise.resolve(),
  )
  assert.deepEqual([bytes, sha256], [4, 'b221d9dbb083a7f33428d7c2a3c3198ae925614d70210e28716ccaa7cd4ddb79'])
  const written = Promise.reject(new Error('a table changed'))
  written.catch(() => undefined)
  const broken = save(Readable.from([Buffer.from('ho')]), at('b'), written)
  await assert.rejects(broken, /a table changed/)
  assert.deepEqual(
    readdirSync(directory).filter((name) => /^b|\.part$/.test(name)),
    [],
  )
})

test('a snapshot overwrites nothing, and is not inside the copied directory', async () => {
  const dataDir = at('data')
  await assert.rejects(takeSnapshot(dataDir, at('copy')), /no hay una base de datos incorporada/)
  mkdirSync(join(dataDir, 'db'), { recursive: true })
  writeFileSync(join(dataDir, 'db', 'PG_VERSION'), '18')
  for (const inside of [
    dataDir,
    join(dataDir, 'copy'),
    join(dataDir, 'db', 'x'),
    join(dataDir, '..', 'data', 'x'),
  ])
    await assert.rejects(takeSnapshot(dataDir, inside), /no puede quedar dentro de DATA_DIR/, inside)
  mkdirSync(at('taken'))
  await assert.rejects(takeSnapshot(dataDir, at('taken')), /«.*taken» ya existe/)
  await assert.rejects(takeSnapshot(dataDir, at('no/place')), /El directorio «.*\/no» no existe/)
  assert.equal(existsSync(at('copy')), false)
})

// ── the file of another installation ──

const TARGET = {
  DATABASE_URL: 'postgres://otra@db/otra',
  APP_SECRET: SECRET,
  DATA_DIR: at('other'),
  PUBLIC_URL: 'https://otra.cl',
}
const target = (env: Record<string, string | undefined>) =>
  readTarget(
    file(
      'target.env',
      Object.entries(env)
        .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))
        .join('\n'),
    ),
  )

test('another installation is described by its own file, with defaults for missing settings', async () => {
  const { databaseUrl, publicUrl, dataDir, appSecret, publicRateLimit } = await target(TARGET)
  assert.deepEqual(
    [databaseUrl, publicUrl, dataDir, appSecret, publicRateLimit],
    ['postgres://otra@db/otra', 'https://otra.cl', at('other'), SECRET, 60],
  )
})

test('missing required settings of the file are named', async () => {
  for (const [lacks, words] of [
    [{ DATABASE_URL: undefined, DATA_DIR: undefined }, /debe decir DATABASE_URL, o DATA_DIR de la base/],
    [{ APP_SECRET: undefined }, /debe decir el APP_SECRET de esa instalación, o el DATA_DIR donde está/],
    [{ DATA_DIR: undefined }, /dónde están los archivos: DATA_DIR o S3_URL/],
    [{ PUBLIC_URL: undefined }, /debe decir PUBLIC_URL/],
  ] as const)
    await assert.rejects(target({ ...TARGET, ...lacks }), words)
  await assert.rejects(readTarget(at('none')), /^Error: --target-env: no se puede leer «/)
})

test('the secret that another installation made itself is found beside its data', async () => {
  mkdirSync(at('made'))
  file('made/app-secret', 'm'.repeat(64))
  const found = await target({ ...TARGET, APP_SECRET: undefined, DATA_DIR: at('made') })
  assert.equal(found.appSecret, 'm'.repeat(64))
})

test('the files of another installation may be in a bucket', async () => {
  const s3 = 'https://clave:secreto@s3.cl/balde'
  assert.equal((await target({ ...TARGET, DATA_DIR: undefined, S3_URL: s3 })).s3Url, s3)
})

test('every bad value names the file it comes from', async () => {
  await assert.rejects(target({ ...TARGET, PORT: 'x', LOG_LEVEL: 'y' }), (error: BadConfig) => {
    assert.ok(error instanceof BadConfig)
    assert.equal(error.faults.length, 2)
    for (const fault of error.faults) assert.match(fault, /^--target-env: (PORT|LOG_LEVEL): /)
    return true
  })
})

// ── the lines of a verified chain ──

const VERDICT: Verified['verdict'] = {
  valid: true,
  entries: 12,
  checkedFrom: 1,
  checkedTo: 12,
  next: null,
  erased: 0,
  archived: 0,
  imported: 0,
  waiting: 0,
  compared: 0,
  firstBroken: null,
}
const line = (more: Partial<Verified['verdict']>, isCompared = false) =>
  verdictLine({ slug: 'sur', verdict: { ...VERDICT, ...more }, isCompared })

test('a valid chain is one line, with its exceptions', () => {
  const NONE = 'ninguna de las cabezas que usted guardó es de esta organización: no se comparó con ellas'
  for (const [more, isCompared, said] of [
    [{}, false, '12 anotaciones.'],
    [{ erased: 1 }, false, '12 anotaciones; 1 borrada por ley.'],
    [
      { imported: 2, erased: 1, archived: 5, waiting: 3 },
      false,
      '12 anotaciones; 2 anteriores a la cadena, 1 borrada por ley, 5 en meses archivados, 3 esperan su sello.',
    ],
    [{ entries: 1, imported: 1 }, false, '1 anotación; 1 anterior a la cadena.'],
    [{ compared: 1 }, true, '12 anotaciones; contiene la cabeza que usted guardó.'],
    [{ compared: 4 }, true, '12 anotaciones; contiene las 4 cabezas que usted guardó.'],
    [{ waiting: 1 }, true, `12 anotaciones; 1 espera su sello, ${NONE}.`],
  ] as const)
    assert.equal(line(more, isCompared), `sur: entera, ${said}`)
})

test('a broken chain shows the place, the record, and the last valid entry', () => {
  const broken = { reason: 'changed', seq: 7, entityType: 'contract', entityId: 'x' }
  const of = (more: object) =>
    line({ valid: false, checkedTo: 6, firstBroken: { ...broken, ...more } as never })
  assert.match(
    of({}),
    /^sur: ROTA en la anotación 7 \(contract x\)\. El registro no es el que .+\. Entera hasta la anotación 6\.$/,
  )
  assert.match(of({ entityType: null, entityId: null }), /^sur: ROTA en la anotación 7\. /)
  assert.match(
    line({ valid: false, checkedTo: 0, firstBroken: { ...broken, seq: 1 } as never }),
    /^sur: ROTA en la anotación 1 .+\. Ninguna anotación alcanzó a comprobarse\.$/,
  )
  assert.match(of({ seq: null }), /^sur: ROTA fuera de la cadena \(contract x\)\. /)
})
