import assert from 'node:assert/strict'
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { afterEach, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { type DocumentStatement, documentBytes, sealLine } from '#kernel/evidence/document.ts'
import {
  type Entry,
  type EvidenceKey,
  type Head,
  hashOf,
  hashOfPayload,
  type Proof,
  signedBytes,
} from '#kernel/evidence/entry.ts'
import { exportBytes } from '#kernel/evidence/export.ts'
import { FOLDER, type FolderStatement, statementBytes, textOfSeal } from '#kernel/evidence/folder.ts'
import { climb } from '#kernel/evidence/merkle.ts'
import type { Verdict } from '../../web/citizen/verify/verdict.ts'

/** Verdicts about a proof, a document, a folder and an export: whole, and changed in each part. */

// Browser scripts are checked with browser types, which tests do not have.
interface Trust {
  keys: readonly EvidenceKey[] | undefined
  publishes(slug: string, head: Head): Promise<boolean | undefined>
}
interface Asked {
  files: readonly File[]
  trust: () => Promise<Trust>
  advance: (bytes: number, path: string, total: number) => void
}
interface Named {
  slug: string
  type: string
  id: string
}
type Carried = Proof & { organisation?: { name?: string; slug?: string }; keys?: EvidenceKey[] }
interface Scripts {
  check(asked: Asked): Promise<Verdict>
  Unreadable: new () => Error
  checkProof(proof: Carried, trust: Trust, slug: string | undefined): Promise<Verdict>
  proofIn(value: unknown): Carried | undefined
  checkNamed(
    root: string,
    named: Named,
    trust: () => Promise<Trust>,
  ): Promise<{ verdict: Verdict; title: string } | 'waits'>
  namedIn(search: string): Named | undefined
  askService(root: string): Promise<Trust>
  OFFLINE: Trust
}
const script = (name: string) => import(`../../web/citizen/verify/${name}.ts`)
const { check, Unreadable, checkProof, proofIn, checkNamed, namedIn, askService, OFFLINE }: Scripts =
  Object.assign({}, ...(await Promise.all(['check', 'files', 'proof', 'receipt', 'trust'].map(script))))

// ── a service that signs ──

const sha = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

function signer() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const x = publicKey.export({ format: 'jwk' })['x'] as string
  // RFC 7638: the name of a key is the hash of its content.
  const kid = createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest('base64url')
  const key: EvidenceKey = { kty: 'OKP', crv: 'Ed25519', x, kid }
  const signature = (bytes: Uint8Array) => ({
    kid,
    alg: 'EdDSA' as const,
    value: sign(null, bytes, privateKey as KeyObject).toString('base64url'),
  })
  return { key, signature }
}
const [ours, others] = [signer(), signer()]

const TENANT = '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f'
const RECORD = '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e90'
const AT = '2026-12-01T12:00:00.000Z'
const ORGANISATION = { id: TENANT, slug: 'tienda-sur', name: 'Tienda Sur SpA' }

async function proofOf(by = ours): Promise<Proof> {
  const payload = { salt: 'sal', row: { tenant_id: TENANT, granted: true, url: null, text: 'x'.repeat(500) } }
  const entry: Entry = {
    tenantId: TENANT,
    seq: 7,
    kind: 'consent',
    entityType: 'consent_record',
    entityId: RECORD,
    at: AT,
    payloadHash: await hashOfPayload(payload),
    previous: null,
  }
  const root = await climb(await hashOf(entry), [])
  const seal: Entry = { ...entry, seq: 8, kind: 'seal', entityType: 'seal', payloadHash: root }
  const head: Head = { tenantId: TENANT, seq: 8, hash: await hashOf(seal), at: AT }
  return { entry, path: [], seal, head, signature: by.signature(signedBytes(head)), stamp: null, payload }
}
const PROOF = await proofOf()

const trusting = (publishes?: boolean, keys: Trust['keys'] = [ours.key]): Trust => ({
  keys,
  publishes: async () => publishes,
})
const ONLINE = trusting()

const fact = ({ facts }: Verdict, label: string) => facts.find(([one]) => one === label)?.[1]
const told = ({ state, faults }: Verdict) => [state, ...faults.map(({ what }) => what)]

// ── proofs ──

test('a whole proof shows its kind, its organisation, its time, and what it commits to', async () => {
  const verdict = await checkProof(PROOF, ONLINE, undefined)
  assert.deepEqual(told(verdict), ['whole'])
  assert.equal(fact(verdict, 'Qué es'), 'Consentimiento en un aviso de cookies')
  assert.equal(fact(verdict, 'De quién'), `Organización ${TENANT}`)
  assert.match(fact(verdict, 'Registrado')!, /^1 de diciembre de 2026.*09:00:00 \(hora de Chile\)$/)
  assert.equal(fact(verdict, 'Sello externo'), 'Sin sello de tiempo externo')
  assert.deepEqual(
    verdict.content.map(([name, value]) => [name, value.length]),
    [
      ['granted', 4],
      ['text', 401],
    ],
  )
})

for (const [what, change, fault] of [
  [
    'its content',
    (p: Proof) => {
      ;(p.payload!.row as { granted: boolean }).granted = false
    },
    /contenido no es/,
  ],
  [
    'who the record is of',
    (p: Proof) => {
      p.entry.entityId = TENANT
    },
    /lote/,
  ],
  [
    'when it was written',
    (p: Proof) => {
      p.entry.at = '2025-12-01T12:00:00.000Z'
    },
    /lote/,
  ],
  [
    'its way to the batch',
    (p: Proof) => {
      p.path.push({ side: 'left', hash: sha('x') })
    },
    /lote/,
  ],
  [
    'its place behind the seal',
    (p: Proof) => {
      p.seal.seq = 6
    },
    /lote/,
  ],
  [
    'the seal of the batch',
    (p: Proof) => {
      p.seal.at = '2025-12-01T12:00:00.000Z'
    },
    /cabeza/,
  ],
  [
    'the date of the head',
    (p: Proof) => {
      p.head.at = '2025-12-01T12:00:00.000Z'
    },
    /firma no corresponde/,
  ],
  [
    'the signature',
    (p: Proof) => {
      p.signature.value = others.signature(signedBytes(p.head)).value
    },
    /firma/,
  ],
  [
    'its shape',
    (p: Proof) => {
      p.path = 5 as never
    },
    /incompleta o dañada/,
  ],
] as const) {
  test(`a proof is altered, and says so, after a change of ${what}`, async () => {
    const touched = structuredClone(PROOF)
    change(touched)
    const verdict = await checkProof(touched, ONLINE, undefined)
    assert.deepEqual(told(verdict), ['altered', 'Prueba'])
    assert.match(verdict.faults[0]!.why, fault)
    assert.deepEqual([verdict.facts, verdict.content], [[], []], 'nothing of it is shown as if it were true')
  })
}

test('a proof signed by another service is foreign, even if it is well made', async () => {
  const foreign = await proofOf(others)
  assert.deepEqual(told(await checkProof(foreign, ONLINE, undefined)), ['foreign'])
  const named = { ...foreign, signature: { ...foreign.signature, kid: ours.key.kid } }
  assert.deepEqual(told(await checkProof(named, ONLINE, undefined)), ['altered', 'Prueba'])
  const dressed = trusting(undefined, [{ ...others.key, kid: ours.key.kid }])
  assert.deepEqual(
    told(await checkProof(PROOF, dressed, undefined)),
    ['foreign'],
    'a key is named by what it is',
  )
})

test('offline a proof is coherent by its own key, and unsure without one', async () => {
  const carried = { ...PROOF, keys: [ours.key] }
  const verdict = await checkProof(carried, OFFLINE, undefined)
  assert.equal(verdict.state, 'coherent')
  assert.ok(
    verdict.notes.some(({ kind, text }) => kind === 'warn' && /clave que viene en el archivo/.test(text)),
  )
  assert.equal((await checkProof(PROOF, OFFLINE, undefined)).state, 'unsure')
  const madeUp = { ...(await proofOf(others)), keys: [others.key] }
  assert.equal(
    (await checkProof(madeUp, ONLINE, undefined)).state,
    'foreign',
    'carried keys count offline alone',
  )
})

test('a proof without content says that it shows none', async () => {
  const { payload: _, ...bare } = PROOF
  const verdict = await checkProof(bare, ONLINE, undefined)
  assert.equal(verdict.state, 'whole')
  assert.ok(verdict.notes.some(({ text }) => /no trae el contenido/.test(text)))
})

test('a name beside the proof is shown as the file’s claim, not as its owner', async () => {
  const verdict = await checkProof({ ...PROOF, organisation: { name: 'Otra <b>' } }, ONLINE, undefined)
  assert.equal(fact(verdict, 'Nombre que da el archivo'), 'Otra <b>')
  assert.equal(fact(verdict, 'De quién'), `Organización ${TENANT}`)
})

for (const [publishes, says, warns] of [
  [true, 'Coincide con lo que el servicio publica', false],
  [false, undefined, true],
  [undefined, undefined, false],
] as const) {
  test(`a head that the service ${publishes ? 'publishes' : publishes === false ? 'lacks' : 'was not asked for'} is shown so`, async () => {
    const verdict = await checkProof(PROOF, trusting(publishes), 'tienda-sur')
    assert.equal(verdict.state, 'whole')
    assert.equal(fact(verdict, 'Publicado'), says)
    assert.equal(
      verdict.notes.some(({ text }) => /ya no contiene este punto/.test(text)),
      warns,
    )
  })
}

test('a damaged stamp makes a proof altered', async () => {
  for (const token of ['', '%%%', btoa('no es un sello')]) {
    const stamp = { authority: 'Austral', at: AT, token }
    const verdict = await checkProof({ ...PROOF, stamp }, ONLINE, undefined)
    assert.deepEqual(told(verdict), ['altered', 'Sello de tiempo'], token)
  }
})

test('a proof is found alone, in an answer of the API and in a receipt, and nowhere else', () => {
  const { organisation: _, keys: __, ...found } = proofIn(PROOF)!
  assert.deepEqual(found, PROOF)
  for (const around of [
    { data: PROOF },
    { proof: PROOF },
    { data: { proof: PROOF } },
    { evidence: PROOF },
    { data: { evidence: PROOF, organisation: ORGANISATION } },
  ])
    assert.deepEqual(proofIn(around)?.entry, PROOF.entry)
  assert.equal(
    proofIn({ data: { proof: PROOF, organisation: ORGANISATION } })?.organisation?.slug,
    'tienda-sur',
  )
  const { head: ___, ...headless } = PROOF
  for (const other of [null, undefined, 5, 'x', [], {}, { data: null }, { proof: 'x' }, headless])
    assert.equal(proofIn(other), undefined)
})

// ── dropped files ──

const quiet = () => undefined
const blobOf = (bytes: Uint8Array | string, name: string, path = '') =>
  Object.assign(new File([bytes as string], name), { webkitRelativePath: path })
const look = (bytes: Uint8Array | string, trust: Trust = ONLINE, name = 'archivo') =>
  check({ files: [blobOf(bytes, name)], trust: async () => trust, advance: quiet })

test('a file’s type is known by its first bytes, not by its name', async () => {
  assert.equal((await look(JSON.stringify(PROOF), ONLINE, 'prueba.pdf')).state, 'whole')
  for (const other of ['', '{', '[]', 'hola', '{"proof":1}', 'null'])
    assert.equal((await look(other, ONLINE, 'prueba.json')).state, 'foreign', other)
  assert.equal((await look('%PDF-1.7\nhola')).state, 'unsure')
  assert.deepEqual(told(await look('PK\u0003\u0004 cortado', ONLINE, 'carpeta.zip')), [
    'altered',
    'carpeta.zip',
  ])
  assert.equal((await look(Uint8Array.from([0x1f, 0x8b, 8, 0]))).state, 'foreign')
  await assert.rejects(check({ files: [], trust: async () => ONLINE, advance: quiet }), Unreadable)
})

test('a check that needs nothing of the service makes no call', async () => {
  const trust = () => Promise.reject(new Error('asked'))
  for (const bytes of ['hola', '%PDF-1.7\nhola'])
    await check({ files: [blobOf(bytes, 'x')], trust, advance: quiet })
})

// ── documents ──

function pdfOf(by = ours, more: Partial<DocumentStatement> = {}): string {
  const body = '%PDF-1.7\ncontenido\n%%EOF\n'
  const statement: DocumentStatement = {
    kind: 'document',
    record: { type: 'consent_form_record', id: RECORD },
    organisation: ORGANISATION,
    at: AT,
    sha256: sha(body),
    ...more,
  }
  return body + sealLine({ statement, signature: by.signature(documentBytes(statement)) })
}

test('a sealed document shows its kind and its organisation, and that it has no proof of its record', async () => {
  const verdict = await look(pdfOf())
  assert.deepEqual(told(verdict), ['whole'])
  assert.equal(fact(verdict, 'Qué es'), 'Consentimiento en un formulario')
  assert.equal(fact(verdict, 'De quién'), 'Tienda Sur SpA (tienda-sur)')
  assert.ok(verdict.notes.some(({ text }) => /antes de que su registro tuviera sello/.test(text)))
})

for (const [what, pdf, state] of [
  ['its text was changed', pdfOf().replace('contenido', 'Contenido'), 'altered'],
  ['its seal names somebody else', pdfOf().replace('Tienda Sur', 'Tienda Zur'), 'altered'],
  ['the line of its seal is written otherwise', pdfOf().replace('"record":', '"record": '), 'altered'],
  ['something stands behind its seal', `${pdfOf()}%%EOF`, 'altered'],
  ['it has two seals', `${pdfOf()}\n${pdfOf().slice(pdfOf().indexOf('%Resguardo'))}`, 'altered'],
  ['its seal is of something else', pdfOf(ours, { kind: 'folder' as 'document' }), 'altered'],
  ['another service sealed it', pdfOf(others), 'foreign'],
] as const) {
  test(`a document is ${state} when ${what}`, async () => assert.equal((await look(pdf)).state, state))
}

test('additions to a document are offered apart from the sealed part', async () => {
  const { original } = await look(`${pdfOf()}y algo más`)
  assert.equal(await original!.text(), '%PDF-1.7\ncontenido\n%%EOF\n')
})

// ── folders ──

type Files = Record<string, string>

function folderOf(by = ours, files: Files = { 'rat.csv': 'a;b', 'dentro/dpia.csv': 'c' }): Files {
  const manifest = {
    titulo: 'Fiscalización 2026',
    organizacion: 'Tienda Sur SpA',
    rut: '76.000.000-0',
    preparadaEl: AT,
    preparadaPor: null,
    identificador: RECORD,
    algoritmo: 'SHA-256',
    archivos: Object.entries(files).map(([archivo, text]) => ({
      archivo,
      descripcion: '',
      bytes: Buffer.byteLength(text),
      sha256: sha(text),
    })),
  }
  const written = JSON.stringify(manifest)
  const statement: FolderStatement = {
    kind: 'inspection-folder',
    id: RECORD,
    organisation: ORGANISATION,
    at: AT,
    manifest: sha(written),
    head: PROOF.head,
    stamps: [],
  }
  return {
    ...files,
    [FOLDER.manifest]: written,
    [FOLDER.sums]: manifest.archivos.map((one) => `${one.sha256}  ${one.archivo}\n`).join(''),
    [FOLDER.seal]: textOfSeal({ statement, signature: by.signature(statementBytes(statement)) }),
  }
}

const zipped = (files: Files) =>
  zipSync(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [name, new TextEncoder().encode(text)])),
  )
const without = (files: Files, name: string): Files =>
  Object.fromEntries(Object.entries(files).filter(([one]) => one !== name))
const FILES = folderOf()

test('a folder is whole as an archive and as unpacked files', async () => {
  const verdict = await look(zipped(FILES))
  assert.deepEqual(told(verdict), ['whole'])
  assert.equal(fact(verdict, 'Qué es'), 'Carpeta de fiscalización «Fiscalización 2026»')
  assert.equal(fact(verdict, 'De quién'), 'Tienda Sur SpA, RUT 76.000.000-0')
  assert.equal(fact(verdict, 'Cadena de evidencia'), 'Hasta la anotación 8')
  const files = Object.entries(FILES).map(([path, text]) =>
    blobOf(text, path.split('/').at(-1)!, `carpeta/${path}`),
  )
  assert.deepEqual(told(await check({ files, trust: async () => ONLINE, advance: quiet })), ['whole'])
})

for (const [what, files, said] of [
  ['a file is missing', without(FILES, 'rat.csv'), ['altered', 'rat.csv']],
  ['a file was changed', { ...FILES, 'rat.csv': 'a;c' }, ['altered', 'rat.csv']],
  ['a file was added', { ...FILES, 'extra.csv': 'x' }, ['altered', 'extra.csv']],
  ['a file of a system was packed with it', { ...FILES, '.DS_Store': 'x' }, ['altered', '.DS_Store']],
  ['its sums are missing', without(FILES, FOLDER.sums), ['altered', FOLDER.sums]],
  ['its sums are other', { ...FILES, [FOLDER.sums]: 'x' }, ['altered', FOLDER.sums]],
  ['its seal is missing', without(FILES, FOLDER.seal), ['complete']],
  ['its seal is none', { ...FILES, [FOLDER.seal]: '{}' }, ['altered', FOLDER.seal]],
  [
    'its seal has more in it',
    { ...FILES, [FOLDER.seal]: `${FILES[FOLDER.seal]} ` },
    ['altered', FOLDER.seal],
  ],
  [
    'its list was written again without a file',
    { ...folderOf(others, { 'rat.csv': 'a;b' }), [FOLDER.seal]: FILES[FOLDER.seal]! },
    ['altered', FOLDER.manifest],
  ],
  ['another service signed it', folderOf(others), ['foreign']],
  ['its list is missing', without(FILES, FOLDER.manifest), ['altered', FOLDER.manifest]],
  ['its list cannot be read', { ...FILES, [FOLDER.manifest]: '{' }, ['altered', FOLDER.manifest]],
  ['its list lists nothing', { ...FILES, [FOLDER.manifest]: '{}' }, ['altered', FOLDER.manifest]],
  ['it never was one', { 'carta.txt': 'hola' }, ['foreign']],
] as const) {
  test(`a folder in which ${what} is ${said[0]}`, async () => {
    assert.deepEqual(told(await look(zipped(files))), said)
  })
}

test('files that operating systems add to an unpacked folder do not count as changes', async () => {
  const litter = { ...FILES, '.DS_Store': 'x', 'dentro/Thumbs.db': 'x', 'desktop.ini': 'x' }
  const files = Object.entries(litter).map(([path, text]) => blobOf(text, path, `carpeta/${path}`))
  assert.equal((await check({ files, trust: async () => ONLINE, advance: quiet })).state, 'whole')
})

test('offline a folder is coherent by its own keys, and not without them', async () => {
  const keys = JSON.stringify({ keys: [ours.key] })
  const files = folderOf(ours, { 'rat.csv': 'a', [FOLDER.keys]: keys })
  assert.equal((await look(zipped(files), OFFLINE)).state, 'coherent')
  assert.deepEqual(told(await look(zipped(FILES), OFFLINE)), ['altered', FOLDER.keys])
})

// ── exports ──

function entry(name: string, text: string): Buffer {
  const [header, content] = [Buffer.alloc(512), Buffer.from(text)]
  header.write(name, 0)
  header.write(content.length.toString(8).padStart(11, '0'), 124)
  header.write('ustar', 257)
  return Buffer.concat([header, content, Buffer.alloc((512 - (content.length % 512)) % 512)])
}

const TABLES: [string, string][] = [
  ['tables/tenants.ndjson', '{"id":1}\n'],
  ['tables/activities.ndjson', ''],
]

async function exportOf(by: typeof ours | null = ours, entries = TABLES) {
  const manifest = {
    format: 'resguardo-organisation',
    createdAt: AT,
    organisation: ORGANISATION,
    tables: [{ name: 'tenants', rows: 1200 }],
    entries: TABLES.map(([name, text]) => ({ name, bytes: text.length, sha256: sha(text) })),
  }
  const signature = by?.signature(await exportBytes(manifest))
  const list: [string, string] = [
    'manifest.json',
    JSON.stringify({ ...manifest, ...(signature && { seal: signature }) }),
  ]
  return [...entries, list]
}

const archived = (entries: readonly [string, string][], end = true) =>
  gzipSync(
    Buffer.concat([
      ...entries.map(([name, text]) => entry(name, text)),
      ...(end ? [Buffer.alloc(1024)] : []),
    ]),
  )

test('an export is whole if it is complete and the service signed its list', async () => {
  const verdict = await look(archived(await exportOf()))
  assert.deepEqual(told(verdict), ['whole'])
  assert.equal(fact(verdict, 'De quién'), 'Tienda Sur SpA')
  assert.equal(fact(verdict, 'Contiene'), '1.200 filas de 1 tablas')
})

const [first, second] = TABLES as [[string, string], [string, string]]
for (const [what, entries, said] of [
  ['an entry is missing', [first], ['altered', second[0]]],
  ['an entry was changed', [[first[0], '{"id":2}\n'], second], ['altered', first[0]]],
  ['an entry was added', [first, second, ['otra', 'x']], ['altered', 'otra']],
  [
    'an entry comes twice, the right one last',
    [[first[0], 'x'], first, second],
    ['altered', first[0], first[0]],
  ],
  ['an entry comes twice, the right one first', [first, second, [second[0], 'x']], ['altered', second[0]]],
  [
    'a second list stands before its own',
    [first, second, ['manifest.json', '{}']],
    ['altered', 'manifest.json'],
  ],
] as [string, [string, string][], string[]][]) {
  test(`an export in which ${what} is ${said[0]}`, async () => {
    assert.deepEqual(told(await look(archived(await exportOf(ours, entries)))), said)
  })
}

test('an export with a second list after its own is altered', async () => {
  const entries = [...(await exportOf()), ['manifest.json', '{}'] as [string, string]]
  assert.deepEqual(told(await look(archived(entries))), ['altered', 'manifest.json'])
})

test('a list without a known signature makes an export complete, but not whole', async () => {
  assert.equal((await look(archived(await exportOf(null)))).state, 'complete')
  assert.equal((await look(archived(await exportOf(others)))).state, 'complete')
  assert.equal((await look(archived(await exportOf()), OFFLINE)).state, 'complete')
  const entries = await exportOf()
  const list = JSON.parse(entries.at(-1)![1])
  const touched = JSON.stringify({ ...list, organisation: { ...ORGANISATION, name: 'Otra' } })
  assert.deepEqual(told(await look(archived([...TABLES, ['manifest.json', touched]]))), [
    'altered',
    'manifest.json',
  ])
})

test('a cut export says so, and another file is foreign', async () => {
  const whole = archived(await exportOf())
  assert.deepEqual(told(await look(archived(TABLES))), ['altered', 'manifest.json'])
  assert.equal((await look(whole.subarray(0, whole.length - 30))).state, 'altered')
  assert.equal((await look(gzipSync('hola'))).state, 'foreign')
  const other = JSON.stringify({ format: 'otra', entries: [], tables: [] })
  assert.equal((await look(archived([['manifest.json', other]]))).state, 'foreign')
})

// ── codes of receipts ──

const { fetch } = globalThis
afterEach(() => {
  globalThis.fetch = fetch
})

/** The answers of the service. */
function serve(answers: Record<string, [status: number, body: unknown]>): string[] {
  const asked: string[] = []
  globalThis.fetch = (async (address: string) => {
    asked.push(address)
    const [status, body] = answers[address] ?? [404, {}]
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })
  }) as typeof fetch
  return asked
}

const NAMED = { slug: 'tienda sur', type: 'consent_record', id: RECORD }
const ADDRESS = `/r/api/v1/public/evidence/tienda%20sur/consent_record/${RECORD}`
const answer = (content: string, proof: unknown = PROOF) => ({
  data: { proof, content, organisation: ORGANISATION },
})
const lookUp = async (status: number, body: unknown, named = NAMED) => {
  serve({ [ADDRESS]: [status, body] })
  return checkNamed('/r/', named, async () => ONLINE)
}
const verdictOf = async (status: number, body: unknown) => {
  const answered = await lookUp(status, body)
  assert.ok(answered !== 'waits')
  return answered.verdict
}

test('an address with three parts names a record, and one with two does not', () => {
  const whole = `?organizacion=tienda&registro=consent_record&id=${RECORD}`
  assert.deepEqual(namedIn(whole), { slug: 'tienda', type: 'consent_record', id: RECORD })
  for (const part of [
    '',
    '?organizacion=tienda',
    whole.replace(/&id=.*/, ''),
    `${whole.replace('=tienda', '=')}`,
  ])
    assert.equal(namedIn(part), undefined, part)
})

test('an unchanged record of a receipt says so, with the service’s name for it', async () => {
  const verdict = await verdictOf(200, answer('same'))
  assert.deepEqual([verdict.state, verdict.title], ['whole', 'El registro existe y no ha cambiado'])
  assert.equal(fact(verdict, 'De quién'), 'Tienda Sur SpA')
  assert.equal(fact(verdict, 'Identificador'), RECORD)
  assert.ok(verdict.notes.some(({ text }) => /no comprueba lo que dice un papel/.test(text)))
})

for (const [content, state, title] of [
  ['erased', 'whole', 'El registro existió'],
  ['archived', 'whole', 'El registro existe y está archivado'],
  ['changed', 'altered', 'El registro cambió'],
  ['missing', 'altered', 'El registro ya no está'],
  ['algo nuevo', 'altered', 'El registro cambió'],
] as const) {
  test(`a record that the service calls «${content}» is shown as such`, async () => {
    const verdict = await verdictOf(200, answer(content))
    assert.deepEqual([verdict.state, verdict.title], [state, title])
  })
}

test('a valid proof of another record proves nothing about this one', async () => {
  serve({ [ADDRESS.replace(RECORD, TENANT)]: [200, answer('same')] })
  const answered = await checkNamed('/r/', { ...NAMED, id: TENANT }, async () => ONLINE)
  assert.ok(answered !== 'waits')
  assert.deepEqual(told(answered.verdict), ['altered', 'Prueba'])
})

test('a missing record is foreign, one without a seal is waited for, and no answer is unsure', async () => {
  assert.equal((await verdictOf(404, {})).state, 'foreign')
  assert.equal(await lookUp(409, {}), 'waits')
  const limited = await verdictOf(429, { error: { message: 'Espere un minuto.' } })
  assert.deepEqual([limited.state, limited.text], ['unsure', 'Espere un minuto.'])
  assert.match((await verdictOf(502, '<html>')).text, /no respondió/)
  globalThis.fetch = () => Promise.reject(new TypeError('offline'))
  const away = await checkNamed('/r/', NAMED, async () => ONLINE)
  assert.ok(away !== 'waits')
  assert.equal(away.verdict.state, 'unsure')
})

// ── trusted keys ──

const KEYS = '/r/api/v1/public/evidence/keys'

test('the service is asked for its keys, and for a head only by its hash', async () => {
  const { head } = PROOF
  const heads = `/r/api/v1/public/evidence/tienda%20sur/heads?q=${head.hash}`
  const asked = serve({
    [KEYS]: [200, { data: { keys: [ours.key] } }],
    [heads]: [200, { data: { items: [head] } }],
  })
  const trust = await askService('/r/')
  assert.deepEqual(trust.keys, [ours.key])
  assert.equal(await trust.publishes('tienda sur', head), true)
  for (const other of [{ seq: 9 }, { tenantId: RECORD }])
    assert.equal(await trust.publishes('tienda sur', { ...head, ...other }), false)
  assert.deepEqual(asked, [KEYS, heads, heads, heads])
  assert.equal(await trust.publishes('otra', head), undefined, 'what cannot be asked is not known')
})

test('a service that sends no keys counts as not asked', async () => {
  for (const reply of [
    [500, { data: { keys: [ours.key] } }],
    [200, 'no es json'],
    [200, { data: {} }],
    [200, { data: { keys: 'x' } }],
  ] as [number, unknown][]) {
    serve({ [KEYS]: reply })
    assert.equal((await askService('/r/')).keys, undefined)
  }
})
