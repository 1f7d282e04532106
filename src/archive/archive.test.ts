import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, describe, test } from 'node:test'
import { createGzip, gzipSync } from 'node:zlib'
import { type Headers, pack } from 'tar-stream'
import { migrationFiles } from '#db/migrate.ts'
import type { SealedColumn } from '#db/sealed.ts'
import { createVault } from '#kernel/secrets.ts'
import { differences } from './compare.ts'
import { ArchiveRefused, ENTRY, FORMAT, fileEntry, JOBS, type Manifest, rowsEntry } from './format.ts'
import { noPeople, replaceIds, takePeople, withPeople } from './people.ts'
import { assertSameSchema, type Found, inspect, provenEntries, rowsOf } from './read.ts'
import { createRowWriter, plainName, Sum, whereOf } from './rows.ts'
import { createHandOver, newSecrets, openSecrets, prove } from './secrets.ts'
import { type ArchiveTable, isOfPeople, type Query, type Row, STAYING } from './tables.ts'

const folder = mkdtempSync(join(tmpdir(), 'resguardo-archive-'))
after(() => rmSync(folder, { recursive: true }))

const TENANT = '0190a0b0-0000-7000-8000-000000000001'
const [ANA, EVA, HERE] = [1, 2, 3].map((n) => `0190a0b0-0000-7000-8000-0000000000a${n}`) as [
  string,
  string,
  string,
]
const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex')

interface Part {
  name: string
  content?: string
  header?: Partial<Headers>
}

const manifestOf = (parts: readonly Part[], change: object = {}): Manifest => ({
  format: FORMAT,
  version: 1,
  schema: '0001_foundation.sql',
  createdAt: '2026-12-01T12:00:00.000Z',
  organisation: { id: TENANT, slug: 'tienda-sur', name: 'Tienda Sur' },
  tables: [],
  entries: parts.map(({ name, content = '' }) => ({
    name,
    bytes: Buffer.byteLength(content),
    sha256: sha256(content),
  })),
  faulty: [],
  ...change,
})

let files = 0
/** A file in tar format with any content. */
async function archive(parts: readonly Part[]): Promise<string> {
  const tar = pack()
  const packed = buffer(tar.pipe(createGzip()))
  for (const { name, content = '', header } of parts) tar.entry({ name, ...header }, content)
  tar.finalize()
  const path = join(folder, String(files++))
  writeFileSync(path, await packed)
  return path
}
const withManifest = (parts: readonly Part[], change: object = {}, told: readonly Part[] = parts) =>
  archive([...parts, { name: 'manifest.json', content: JSON.stringify(manifestOf(told, change)) }])

const NOTE: Part = { name: 'LEAME.txt', content: 'hola' }
const TENANTS: Part = { name: 'tables/tenants/000001.ndjson', content: '{"id":"x"}\n' }
const FILE: Part = { name: `files/${ANA}`, content: 'bytes' }
const PARTS = [NOTE, TENANTS, FILE]

describe('an archive is read whole or not at all', () => {
  test('an archive matches its manifest', async () => {
    const path = await withManifest(PARTS)
    const manifest = await inspect(path)
    assert.deepEqual(
      manifest.entries.map(({ name }) => name),
      PARTS.map(({ name }) => name),
    )
    const read: [string, string | undefined, string | undefined, string][] = []
    for await (const { name, table, file, content } of provenEntries(path, manifest))
      read.push([name, table, file, content.toString()])
    assert.deepEqual(read, [
      ['LEAME.txt', undefined, undefined, 'hola'],
      ['tables/tenants/000001.ndjson', 'tenants', undefined, '{"id":"x"}\n'],
      [`files/${ANA}`, undefined, ANA, 'bytes'],
    ])
  })

  const json = (value: unknown) =>
    archive([...PARTS, { name: 'manifest.json', content: JSON.stringify(value) }])
  for (const [name, says, make] of [
    ['an entry is missing', /falta «files/, () => withManifest(PARTS.slice(0, 2), {}, PARTS)],
    [
      'an entry was changed',
      /«tables\/tenants\/000001\.ndjson» no es lo que se exportó/,
      () => withManifest([NOTE, { ...TENANTS, content: '{"id":"y"}\n' }, FILE], {}, PARTS),
    ],
    [
      'entries changed places',
      /no es lo que se exportó/,
      () => withManifest([TENANTS, NOTE, FILE], {}, PARTS),
    ],
    [
      'an entry stands there twice',
      /no es lo que se exportó/,
      () => withManifest([...PARTS, FILE], {}, PARTS),
    ],
    [
      'an entry was added',
      /no es lo que se exportó/,
      () => withManifest([...PARTS, { name: `files/${EVA}` }], {}, PARTS),
    ],
    ['there is no manifest', /no tiene manifiesto/, () => archive(PARTS)],
    ['there is nothing', /no tiene manifiesto/, () => archive([])],
    [
      'it goes on behind its manifest',
      /sigue después de su manifiesto/,
      async () => archive([{ name: 'manifest.json', content: JSON.stringify(manifestOf([])) }, NOTE]),
    ],
    [
      'it has two manifests',
      /sigue después de su manifiesto/,
      async () =>
        archive([1, 2].map(() => ({ name: 'manifest.json', content: JSON.stringify(manifestOf([])) }))),
    ],
    [
      'its manifest is no JSON',
      /su manifiesto no se entiende/,
      () => archive([{ name: 'manifest.json', content: '{' }]),
    ],
    ['its manifest is nothing', /su manifiesto no se entiende/, () => json(null)],
    ['its manifest is a list', /su manifiesto no se entiende/, () => json([])],
    [
      'it is of another format',
      /su manifiesto no se entiende/,
      () => withManifest(PARTS, { format: 'otro' }),
    ],
    [
      'it is of a later version',
      /de una versión más nueva de Resguardo\. Actualice/,
      () => withManifest(PARTS, { version: 2, more: 1 }),
    ],
    ['its version is none', /su manifiesto no se entiende/, () => withManifest(PARTS, { version: 0 })],
    ['its manifest has more fields', /su manifiesto no se entiende/, () => withManifest(PARTS, { more: 1 })],
    [
      'its organisation has no id',
      /su manifiesto no se entiende/,
      () => withManifest(PARTS, { organisation: { id: "' or true --", slug: 's', name: 'n' } }),
    ],
    [
      'its organisation has an id in capitals',
      /su manifiesto no se entiende/,
      () =>
        withManifest(PARTS, {
          organisation: { id: TENANT.toUpperCase().replace('0190', 'ABCD'), slug: 's', name: 'n' },
        }),
    ],
    [
      'it counts less than nothing',
      /su manifiesto no se entiende/,
      () => withManifest(PARTS, { tables: [{ name: 't', rows: -1 }] }),
    ],
    [
      'its hashes are none',
      /su manifiesto no se entiende/,
      () => withManifest(PARTS, { entries: [{ name: 'a', bytes: 1, sha256: 'A' }] }),
    ],
  ] as const satisfies readonly (readonly [string, RegExp, () => Promise<string>])[])
    test(`refused with a message: ${name}`, async () => {
      const path = await make()
      await assert.rejects(
        inspect(path),
        (error: Error) => error instanceof ArchiveRefused && says.test(error.message),
      )
    })

  for (const [name, header] of [
    ['a link', { type: 'symlink', linkname: '/etc/passwd' }],
    ['a hard link', { type: 'link', linkname: 'LEAME.txt' }],
    ['a folder', { type: 'directory' }],
    ['a device', { type: 'character-device' }],
    ['a pipe', { type: 'fifo' }],
  ] as const)
    test(`${name} under the name of an entry is refused`, async () => {
      await assert.rejects(
        inspect(await archive([{ name: 'LEAME.txt', header }])),
        /dañado .+ contiene «LEAME\.txt»/,
      )
    })

  for (const [name, bytes] of [
    ['nothing', Buffer.alloc(0)],
    ['a text', Buffer.from('hola')],
    ['a packed text', gzipSync('hola')],
    ['half a head', gzipSync(Buffer.alloc(300, 1))],
    ['a head without a sum', gzipSync(Buffer.alloc(1024, 0x41))],
  ] as const)
    test(`${name} is no archive`, async () => {
      const path = join(folder, String(files++))
      writeFileSync(path, bytes)
      await assert.rejects(inspect(path), ArchiveRefused)
    })

  test('a file that changes between the two readings is refused', async () => {
    const manifest = await inspect(await withManifest(PARTS))
    const all = async (path: string) => {
      for await (const _ of provenEntries(path, manifest));
    }
    for (const other of [
      [NOTE, TENANTS, { ...FILE, content: 'otros' }],
      PARTS.slice(0, 2),
      [...PARTS, FILE],
      PARTS.toReversed(),
    ])
      await assert.rejects(withManifest(other).then(all), /cambió mientras se leía/)
    await all(await withManifest(PARTS))
  })
})

describe('names of entries', () => {
  for (const name of [
    'LEAME.txt',
    'manifest.json',
    'tables/users/000001.ndjson',
    'tables/pgboss.job/1234567.ndjson',
    `files/${ANA}`,
    `files/${ANA}.12`,
    rowsEntry('audit_log', 7),
    rowsEntry(JOBS, 1_000_000),
    fileEntry(ANA),
  ])
    test(`${name} is one`, () => assert.ok(ENTRY.test(name)))

  for (const name of [
    'leame.txt',
    './LEAME.txt',
    '/LEAME.txt',
    'LEAME.txt/',
    'LEAME.txt\n',
    'files/',
    'files/..',
    'files/a',
    `files/${ANA}/x`,
    `files/../${ANA}`,
    `files/${ANA}.`,
    `files/${ANA}.1234567890`,
    `files/${ANA.toUpperCase().replace('0190A', 'ABCDE')}`,
    'tables/users/1.ndjson',
    'tables/users/000001.ndjson.gz',
    'tables/../000001.ndjson',
    'tables/Users/000001.ndjson',
    'tables/a b/000001.ndjson',
    'tables//000001.ndjson',
    'tables/users/\\000001.ndjson',
    'x/manifest.json',
  ])
    test(`${JSON.stringify(name)} is none`, () => assert.equal(ENTRY.test(name), false))

  test('parts are numbered so that their names sort', () => {
    assert.equal(rowsEntry('users', 1), 'tables/users/000001.ndjson')
    assert.equal(rowsEntry('users', 123_456), 'tables/users/123456.ndjson')
  })
})

describe('rows of an entry', () => {
  const found = (content: string): Found => ({
    name: 'tables/users/000001.ndjson',
    bytes: 0,
    sha256: '',
    table: 'users',
    file: undefined,
    content: Buffer.from(content),
  })
  test('each line is a row of texts', () => {
    assert.deepEqual([...rowsOf(found('{"a":"1","b":null}\n{}\n'))], [{ a: '1', b: null }, {}])
    assert.deepEqual([...rowsOf(found(''))], [])
  })
  for (const [line, says] of [
    ['{"a":1}\n', /no se entiende/],
    ['{"a":true}\n', /no se entiende/],
    ['{"a":{}}\n', /no se entiende/],
    ['null\n', /no se entiende/],
    ['"a"\n', /no se entiende/],
    ['["a"]\n', /no se entiende/],
    ['[]\n', /no se entiende/],
    ['\n', /no se entiende/],
    ['{"a":"1"} {}\n', /no se entiende/],
    ['{"a":"1"}', /no termina/],
    ['{"a":"1"}\n{', /no termina/],
  ] as const)
    test(`${JSON.stringify(line)} is none`, () => assert.throws(() => [...rowsOf(found(line))], says))
})

const column = (name: string, type = 'text') => ({ name, type, generated: false })
const tableOf = (plain: string, change: Partial<ArchiveTable> = {}): ArchiveTable => ({
  name: `public.${plain}`,
  plain,
  secured: true,
  order: 'id',
  own: [],
  evidence: false,
  columns: [column('id', 'uuid'), column('name'), column('data', 'jsonb')],
  where: (id) => `tenant_id = '${id}'`,
  ...change,
})

describe('the sum of rows', () => {
  const of = (rows: readonly Row[], table = tableOf('x')) => {
    const sum = new Sum()
    for (const row of rows) sum.add(table, row)
    return `${sum}`
  }
  const [one, two] = [
    { id: ANA, name: 'a', data: '{"b":1,"c":[2]}' },
    { id: EVA, name: null, data: null },
  ]

  test('does not depend on their order, nor on how a database spaces JSON', () => {
    assert.equal(of([one, two]), of([two, one]))
    assert.equal(of([one]), of([{ ...one, data: '{ "b": 1, "c": [2] }' }]))
    assert.match(of([one, two]), /^2 /)
    assert.equal(of([]), '0 0')
  })

  for (const [name, rows] of [
    ['a row twice', [one, two, two]],
    ['a row less', [one]],
    ['another text', [{ ...one, name: 'b' }, two]],
    ['nothing for a text', [{ ...one, name: null }, two]],
    ['an empty text for nothing', [one, { ...two, name: '' }]],
    ['a value in another column', [{ ...one, name: ANA, id: 'a' }, two]],
    ['other JSON', [{ ...one, data: '{"b":2,"c":[2]}' }, two]],
    ['a list in another order', [{ ...one, data: '{"b":1,"c":[2,3]}' }, two]],
    ['JSON null for nothing', [one, { ...two, data: 'null' }]],
  ] as const)
    test(`changes with ${name}`, () => {
      assert.notEqual(of(rows), of([one, two]))
    })

  test('knows columns by their names without quotes', () => {
    assert.equal(plainName('"user"'), 'user')
    const quoted = tableOf('x', { columns: [column('"order"')] })
    assert.notEqual(of([{ order: 'a' }], quoted), of([{ order: 'b' }], quoted))
  })
})

describe('rows that are written', () => {
  const asked: [string, readonly unknown[] | undefined][] = []
  const query: Query = async (sql, parameters) => {
    asked.push([sql.replace(/\s+/g, ' ').trim(), parameters])
    return { rows: [] }
  }
  const writer = () => createRowWriter(query, TENANT)
  const row = { id: ANA, name: 'a', data: '{}' }

  test('rows are inserted as one list per column; references within a table are set afterwards', async () => {
    asked.length = 0
    const table = tableOf('departments', { own: ['name'] })
    await writer().write(table, [row, { ...row, id: EVA, name: null }])
    assert.match(asked[0]![0], /^insert into public\.departments \(id, name, data\) overriding system value/)
    assert.deepEqual(asked[0]![1], [
      [ANA, EVA],
      [null, null],
      ['{}', '{}'],
    ])
    asked.length = 0
    await writer().write(table, [])
    assert.deepEqual(asked, [])
  })

  for (const [name, other] of [
    ['a column less', { id: ANA, name: 'a' }],
    ['a column more', { ...row, more: 'x' }],
    ['another column', { id: ANA, name: 'a', date: '{}' }],
    ['nothing', {}],
    ['JSON that is none', { ...row, data: '{' }],
    ['JSON that is empty', { ...row, data: '' }],
  ] as const)
    test(`with ${name} are refused with a message, and nothing is written`, async () => {
      asked.length = 0
      await assert.rejects(writer().write(tableOf('systems'), [row, other]), (error: Error) => {
        assert.ok(error instanceof ArchiveRefused, error.message)
        assert.match(error.message, /una fila de systems/)
        return true
      })
      assert.deepEqual(asked, [])
    })

  test('tables of people write only imported accounts; other tables write the rows of the organisation', () => {
    const people = { ...noPeople(), added: new Set([ANA, EVA]) }
    assert.equal(whereOf(tableOf('systems'), TENANT, people), `tenant_id = '${TENANT}'`)
    assert.equal(whereOf(tableOf('users'), TENANT, people), `id = any ('{${ANA},${EVA}}'::uuid[])`)
    assert.equal(whereOf(tableOf('passkeys'), TENANT, people), `user_id = any ('{${ANA},${EVA}}'::uuid[])`)
    assert.deepEqual(
      ['users', 'totp_factors', 'passkeys', 'recovery_codes', 'preferences', 'memberships', 'tenants'].map(
        isOfPeople,
      ),
      [true, true, true, true, true, false, false],
    )
  })
})

describe('people of an archive', () => {
  const here =
    (...rows: { id: string; email: string }[]): Query =>
    async () => ({ rows })
  const ana = { id: ANA, email: 'ana@sur.cl' }
  const eva = { id: EVA, email: 'eva@sur.cl' }

  test('an unknown account arrives with its id', async () => {
    const people = noPeople()
    assert.deepEqual(await takePeople(here(), people, [ana, eva]), [ana, eva])
    assert.deepEqual([[...people.added], people.merged, people.ids.size], [[ANA, EVA], 0, 0])
  })

  test('an account with the same address stays, and references point to it', async () => {
    const people = noPeople()
    assert.deepEqual(await takePeople(here({ id: HERE, email: 'ana@sur.cl' }), people, [ana, eva]), [eva])
    assert.deepEqual([people.merged, [...people.ids]], [1, [[ANA, HERE]]])
  })

  test('a person known by address alone becomes a member after proving the mailbox here', async () => {
    const member = tableOf('memberships', {
      columns: [column('user_id', 'uuid'), column('by_company', 'boolean')],
    })
    const entering = async (row: { id: string; email: string; mailbox_proven_at?: Date }) => {
      const people = noPeople()
      await takePeople(here(row), people, [ana])
      return withPeople(member, { user_id: ANA, status: 'ACTIVE', by_company: 'false' }, people)['by_company']
    }
    const proven = { mailbox_proven_at: new Date() }
    assert.equal(await entering({ id: HERE, email: 'ana@sur.cl' }), 'true')
    assert.equal(await entering({ id: HERE, email: 'ana@sur.cl', ...proven }), 'false')
    assert.equal(await entering({ id: ANA, email: 'ana@sur.cl' }), 'false', 'came with another organisation')
  })

  test('an account with the same id is the same person, whatever its address is now', async () => {
    const people = noPeople()
    assert.deepEqual(await takePeople(here({ id: ANA, email: 'otra@sur.cl' }), people, [ana]), [])
    assert.deepEqual([people.merged, people.ids.size, people.added.size], [1, 0, 0])
  })

  test('the address counts before the id', async () => {
    const people = noPeople()
    await takePeople(here({ id: ANA, email: 'otra@sur.cl' }, { id: HERE, email: 'ana@sur.cl' }), people, [
      ana,
    ])
    assert.deepEqual([...people.ids], [[ANA, HERE]])
  })

  const people = { ...noPeople(), ids: new Map([[ANA, HERE]]) }
  const columns = [
    column('user_id', 'uuid'),
    column('note'),
    column('data', 'jsonb'),
    column('members', 'uuid[]'),
  ]
  const row = { user_id: ANA, note: `lo pidió ${ANA}`, data: `{"by":"${ANA}"}`, members: `{${EVA},${ANA}}` }

  test('ids are replaced where they refer to somebody: in columns, lists and objects, never inside a text', () => {
    assert.deepEqual(withPeople(tableOf('x', { columns }), row, people), {
      user_id: HERE,
      note: `lo pidió ${ANA}`,
      data: `{"by":"${HERE}"}`,
      members: `{${EVA},${HERE}}`,
    })
  })

  test('quotes in evidence stay as written', () => {
    const evidence = withPeople(tableOf('x', { columns, evidence: true }), row, people)
    assert.deepEqual([evidence['data'], evidence['user_id']], [row.data, HERE])
  })

  test('without replacements a row stays equal, and the given row is never changed', () => {
    assert.equal(withPeople(tableOf('x', { columns }), row, noPeople()), row)
    withPeople(tableOf('x', { columns }), row, people)
    assert.equal(row.user_id, ANA)
  })

  test('only whole ids are replaced', () => {
    const ids = new Map([[ANA, HERE]])
    assert.equal(
      replaceIds(`${ANA}, x${ANA}, ${ANA}0, (${ANA})`, ids),
      `${HERE}, x${ANA}, ${ANA}0, (${HERE})`,
    )
    assert.equal(replaceIds(EVA, ids), EVA)
  })
})

describe('secrets of an archive', () => {
  const SIEM: SealedColumn = { table: 'tenants', column: 'siem', purpose: 'siem', scope: 'id' }
  const LIST: SealedColumn = {
    table: 'webhooks',
    column: 'keys',
    field: 'sealed',
    purpose: 'hook',
    scope: 'tenant_id',
  }
  const seals = [SIEM, LIST]
  const [ours, archived, theirs] = ['de aquí, y larga', 'del archivo, y larga', 'de allá, y larga'].map(
    (secret) => createVault(secret),
  ) as [ReturnType<typeof createVault>, ReturnType<typeof createVault>, ReturnType<typeof createVault>]

  test('secrets are exported sealed for the archive, and imported sealed for the target', () => {
    const held = { id: TENANT, siem: ours.seal('secreto', 'siem', TENANT) }
    const out = createHandOver(seals, ours, archived, 'out')
    const carried = out.handOver('tenants', held)
    assert.notEqual(carried['siem'], held.siem)
    assert.equal(ours.tryOpen(carried['siem']!, 'siem', TENANT), null)
    assert.equal(archived.tryOpen(carried['siem']!, 'siem', TENANT), 'secreto')
    const arrived = createHandOver(seals, archived, theirs, 'in').handOver('tenants', carried)
    assert.equal(theirs.tryOpen(arrived['siem']!, 'siem', TENANT), 'secreto')
    assert.equal(out.omitted.size, 0)
  })

  test('without a passphrase secrets are left out and counted by column', () => {
    const { handOver, omitted } = createHandOver(seals, ours, undefined, 'out')
    const siem = ours.seal('secreto', 'siem', TENANT)
    assert.equal(handOver('tenants', { id: TENANT, siem })['siem'], 'v0.omitted')
    handOver('tenants', { id: TENANT, siem })
    assert.equal(handOver('tenants', { id: TENANT, siem: null })['siem'], null)
    assert.equal(handOver('others', { id: TENANT, siem })['siem'], siem, 'of another table')
    const keys = JSON.stringify([{ sealed: ours.seal('k', 'hook', TENANT), name: 'a' }, { name: 'b' }])
    const list = JSON.parse(handOver('webhooks', { tenant_id: TENANT, keys })['keys']!)
    assert.deepEqual(list, [{ sealed: 'v0.omitted', name: 'a' }, { name: 'b' }])
    assert.deepEqual(
      [...omitted],
      [
        ['tenants.siem', 2],
        ['webhooks.keys', 1],
      ],
    )
  })

  test('a secret sealed for another scope is not exported', () => {
    const { handOver, omitted } = createHandOver(seals, archived, theirs, 'in')
    const siem = archived.seal('secreto', 'siem', EVA)
    assert.equal(handOver('tenants', { id: TENANT, siem })['siem'], 'v0.omitted')
    assert.equal(omitted.get('tenants.siem'), 1)
  })

  test('a password hash is a secret too: sealed in the archive, plain in the database', () => {
    const user = { id: ANA, password_hash: '$argon2id$x' }
    const carried = createHandOver(seals, ours, archived, 'out').handOver('users', user)
    assert.doesNotMatch(carried['password_hash']!, /argon/)
    const arrived = createHandOver(seals, archived, theirs, 'in').handOver('users', carried)
    assert.equal(arrived['password_hash'], '$argon2id$x')
    const bare = createHandOver(seals, ours, undefined, 'out')
    assert.equal(bare.handOver('users', user)['password_hash'], null)
    assert.equal(bare.omitted.get('users.password_hash'), 1)
    // A person who put their own hash into the archive cannot sign in with it.
    const forged = createHandOver(seals, undefined, theirs, 'in')
    assert.equal(forged.handOver('users', user)['password_hash'], null)
    assert.equal(createHandOver(seals, archived, theirs, 'in').handOver('users', user)['password_hash'], null)
  })

  for (const keys of ['{', '7', '{"sealed":"x"}', '[null]', '"x"'])
    test(`a list of secrets that is ${keys} is refused with a message`, () => {
      const { handOver } = createHandOver(seals, archived, theirs, 'in')
      assert.throws(() => handOver('webhooks', { tenant_id: TENANT, keys }), ArchiveRefused)
    })

  test('a passphrase has sixteen characters, proves itself, and detects changes', async () => {
    await assert.rejects(async () => newSecrets('quince letras..'), /al menos 16 caracteres/)
    const secrets = await newSecrets('frase de paso ñandú')
    const manifest = manifestOf(PARTS)
    manifest.secrets = prove(manifest, secrets)
    assert.equal(await openSecrets(manifest, undefined), undefined)
    // Another machine may encode the same letters differently.
    const opened = await openSecrets(manifest, 'frase de paso ñandú'.normalize('NFD'))
    assert.equal(opened!.vault.tryOpen(secrets.vault.seal('x', 'p', 's'), 'p', 's'), 'x')
    await assert.rejects(
      openSecrets(manifest, 'frase de paso nandu'),
      /La frase de paso no es la de este archivo/,
    )
    await assert.rejects(
      openSecrets(manifestOf(PARTS), 'frase de paso ñandú'),
      /se exportó sin frase de paso/,
    )
    const changed = { ...manifest, entries: manifest.entries.slice(1) }
    await assert.rejects(
      openSecrets(changed, 'frase de paso ñandú'),
      /alguien lo cambió después de exportarlo/,
    )
    const sealed = { ...manifest, seal: { kid: 'k', alg: 'EdDSA' as const, value: 'v' } }
    assert.ok(await openSecrets(sealed, 'frase de paso ñandú'), 'its seal comes after the proof')
    const other = { ...manifest, organisation: { ...manifest.organisation, id: EVA } }
    await assert.rejects(
      openSecrets(other, 'frase de paso ñandú'),
      /La frase de paso no es la de este archivo/,
    )
  })
})

describe('an archive of another version', () => {
  for (const [schema, says] of [
    [
      '0001_foundation.sql',
      /una versión anterior \(0001_foundation\.sql\)\. Actualice la instalación de origen/,
    ],
    [
      '9999_future.sql',
      /una versión más nueva de Resguardo \(9999_future\.sql\)\. Actualice esta instalación/,
    ],
    ['', /una versión más nueva/],
  ] as const)
    test(`«${schema}» is refused, with the next step`, () => {
      assert.throws(() => assertSameSchema(manifestOf([], { schema })), says)
    })

  test('an archive of the last development version is accepted while its schema equals the first files of 0.1', () => {
    const old = manifestOf([], { schema: '0111_consent_statistics.sql' })
    if (migrationFiles().at(-1)!.name === '0027_evidence.sql') assertSameSchema(old)
    else assert.throws(() => assertSameSchema(old), /una versión anterior \(0027_evidence\.sql\)/)
  })
})

describe('two sides of a move', () => {
  const side = (...sums: [string, number, string][]) =>
    sums.map(([table, rows, sum]) => ({ table, rows, sum }))
  test('equal sides pass; differing tables are named with their rows', () => {
    const here = side(['tenants', 1, '1 5'], ['systems', 3, '3 9'])
    assert.deepEqual(differences(here, here.toReversed()), [])
    assert.deepEqual(differences(here, side(['tenants', 1, '1 5'], ['systems', 3, '3 8'])), [
      'systems: 3 filas en el origen y 3 en el destino, que no son iguales',
    ])
    assert.deepEqual(differences(here, side(['tenants', 1, '1 5'])), [
      'systems: 3 filas en el origen y 0 en el destino, que no son iguales',
    ])
    assert.deepEqual(differences([], side(['tenants', 1, '1 5'])), [
      'tenants: 0 filas en el origen y 1 en el destino, que no son iguales',
    ])
  })
})

test('no part of an evidence chain moves: its key signs only here', () => {
  for (const part of ['chains', 'entries', 'heads', 'salts', 'stamps', 'waiting'])
    assert.ok(STAYING.includes(`evidence_${part}`), part)
  assert.equal(
    STAYING.includes('evidence_erasures'),
    false,
    'why something was erased moves with the organisation',
  )
})
