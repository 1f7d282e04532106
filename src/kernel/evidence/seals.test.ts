import assert from 'node:assert/strict'
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { describe, test } from 'node:test'
import { fromBase64url, fromHex, utf8 } from './bytes.ts'
import { canonical, type Json } from './canonical.ts'
import { type DocumentStatement, documentBytes, sealLine, splitSealed, wrongDocument } from './document.ts'
import { type EvidenceKey, entryOf, hashOf, hashOfPayload, headOf, signedBytes } from './entry.ts'
import { exportBytes } from './export.ts'
import { type FolderStatement, statementBytes, sumsOf, textOfSeal, wrongSeal } from './folder.ts'
import { climb, pathOf, rootOf } from './merkle.ts'
import { wrongSigner } from './proof.ts'

function makeKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { x } = publicKey.export({ format: 'jwk' }) as { x: string }
  const kid = createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest('base64url')
  const jwk: EvidenceKey = { kty: 'OKP', crv: 'Ed25519', x, kid }
  const signed = (bytes: Uint8Array) => ({
    kid,
    alg: 'EdDSA' as const,
    value: sign(null, bytes, privateKey).toString('base64url'),
  })
  return { jwk, signed }
}
const ours = makeKey()
const theirs = makeKey()
const keys = [ours.jwk]
const sha256 = (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex')

const TENANT = '0190a0b0-0000-7000-8000-000000000001'
const ORGANISATION = { id: TENANT, slug: 'tienda-sur', name: 'Tienda Sur SpA' }

describe('a document that proves itself', () => {
  const drawn = utf8('%PDF-1.7\nlo que se dibujó\n%%EOF\n')
  const statement: DocumentStatement = {
    kind: 'document',
    record: { type: 'contract', id: '0190a0b0-0000-7000-8000-0000000000aa' },
    organisation: ORGANISATION,
    at: '2026-12-01T12:00:00.000Z',
    sha256: sha256(drawn),
  }
  const lineOf = (said: DocumentStatement, by = ours) =>
    sealLine({ statement: said, signature: by.signed(documentBytes(said)) })
  const whole = (line = lineOf(statement), file: Uint8Array = drawn, after = '') =>
    utf8(`${Buffer.from(file).toString('utf8')}${line}${after}`)
  const faultOf = async (file: Uint8Array<ArrayBuffer>, known = keys) => {
    const split = splitSealed(file)
    return split ? wrongDocument(split, known) : 'no line'
  }

  test('is valid if the service signed exactly these bytes', async () => {
    assert.equal(await faultOf(whole()), null)
    const split = splitSealed(whole())!
    assert.deepEqual([...split.sealed], [...drawn])
    assert.deepEqual([split.after, split.seal?.statement], [0, statement])
  })

  test('tells how many bytes follow its line, and is checked without them', async () => {
    for (const added of ['x', '\n', 'más de lo mismo\n']) {
      const file = whole(undefined, undefined, added)
      assert.equal(splitSealed(file)!.after, added.length + (added.includes('á') ? 1 : 0), added)
      assert.equal(await faultOf(file), null)
    }
  })

  test('needs no line break after its line', async () => {
    assert.equal(await faultOf(whole().subarray(0, -1)), null)
    assert.equal(splitSealed(whole().subarray(0, -1))!.after, 0)
  })

  test('of two lines the last one counts, and covers everything before it', async () => {
    const first = whole()
    const again = { ...statement, sha256: sha256(first) }
    assert.equal(await faultOf(whole(lineOf(again), first)), null)
    assert.equal(await faultOf(whole(lineOf(statement), first)), 'content', 'a line that was copied')
  })

  test('without a line there is no seal, and the mark in the middle of a line is none', () => {
    assert.equal(splitSealed(drawn), undefined)
    assert.equal(splitSealed(new Uint8Array()), undefined)
    assert.equal(splitSealed(utf8('%Resguardo-Sello {}')), undefined)
    assert.equal(splitSealed(utf8('x %Resguardo-Sello {}\n')), undefined)
    assert.equal(splitSealed(utf8('\n%Resguardo-Sello {}\n'))!.seal, undefined)
  })

  const line = lineOf(statement)
  for (const [name, fault, file] of [
    ['another content', 'content', whole(line, utf8('%PDF-1.7\nlo que se dibujo\n%%EOF\n'))],
    ['another record', 'signature', whole(line.replace('"contract"', '"consent"'))],
    ['another organisation', 'signature', whole(line.replace('tienda-sur', 'tienda-sud'))],
    ['another moment', 'signature', whole(line.replace('2026-12-01T', '2026-11-01T'))],
    ['another key', 'key', whole(lineOf(statement, theirs))],
    ['a space more', 'shape', whole(line.replace('{"', '{ "'))],
    ['members in another order', 'shape', whole(line.replace(/("alg":"EdDSA"),("kid":"[^"]*")/, '$2,$1'))],
    ['a member more', 'shape', whole(line.replace('{"signature"', '{"a":1,"signature"'))],
    ['a member of the statement more', 'shape', whole(line.replace('"kind"', '"a":1,"kind"'))],
    ['a letter written by its number', 'shape', whole(line.replace('Tienda', '\\u0054ienda'))],
    ['a line that ends too early', 'shape', whole(`${line.slice(0, 200)}\n`)],
    ['a line that is no JSON', 'shape', whole('%Resguardo-Sello nada\n')],
    ['a line that says null', 'shape', whole('%Resguardo-Sello null\n')],
    ['a line of lists', 'shape', whole('%Resguardo-Sello [[],[]]\n')],
    [
      'a line that is too long',
      'shape',
      whole(lineOf({ ...statement, record: { type: 'x'.repeat(800), id: 'y' } })),
    ],
    ['another kind', 'shape', whole(lineOf({ ...statement, kind: 'inspection-folder' as 'document' }))],
    [
      'a signature that is not written as it must be',
      'signature',
      whole(line.replace(/("value":"[^"]{85})[^"]"/, '$1B"')),
    ],
  ] as const)
    test(`is invalid with ${name}`, async () => assert.equal(await faultOf(file), fault))

  test('non-text bytes are no line', async () => {
    const broken = Buffer.from(whole())
    broken[broken.indexOf('Tienda')] = 0xff
    assert.equal(await faultOf(new Uint8Array(broken)), 'shape')
  })

  test('without keys no signer is accepted, nor a key under another key’s name', async () => {
    assert.equal(await faultOf(whole(), []), 'key')
    assert.equal(await faultOf(whole(), [{ ...theirs.jwk, kid: ours.jwk.kid }]), 'key')
    assert.equal(await faultOf(whole(), [theirs.jwk, ours.jwk]), null)
  })

  for (const [name, organisation] of [
    ['the longest name and slug', { id: TENANT, slug: 's'.repeat(60), name: 'Ñ'.repeat(300) }],
    ['a name of pictures', { id: TENANT, slug: 's'.repeat(60), name: '😀'.repeat(300) }],
    ['a name of quotes', { id: TENANT, slug: 's'.repeat(60), name: '"\\'.repeat(150) }],
  ] as const)
    test(`${name} still fit into the line`, async () => {
      const said = {
        ...statement,
        record: { ...statement.record, type: 'consent_form_record' },
        organisation,
      }
      const file = whole(lineOf(said))
      assert.equal(await faultOf(file), null)
      assert.ok([...splitSealed(file)!.seal!.statement.organisation.name].length <= 100)
      // PDF readers look for the end of the file in its last 1,024 bytes.
      assert.ok(lineOf(said).length < 1_018)
    })
})

describe('an inspection folder that proves itself', () => {
  const manifest = utf8('{"titulo":"Carpeta"}')
  const head = { tenantId: TENANT, seq: 7, hash: 'ab'.repeat(32), at: '2026-12-01T11:00:00.000Z' }
  const statement: FolderStatement = {
    kind: 'inspection-folder',
    id: 'c-1',
    organisation: ORGANISATION,
    at: '2026-12-01T12:00:00.000Z',
    manifest: sha256(manifest),
    head,
    stamps: [{ authority: 'tsa.cl', at: '2026-12-01T11:01:00.000Z', token: 'MIIC' }],
  }
  const sealed = (said: FolderStatement, by = ours) => ({
    statement: said,
    signature: by.signed(statementBytes(said)),
  })
  const seal = sealed(statement)
  const change = (said: Partial<FolderStatement>) => ({ ...seal, statement: { ...statement, ...said } })
  const signature = (said: object) => ({ ...seal, signature: { ...seal.signature, ...said } })

  for (const [name, fault, changed] of [
    ['nothing', null, seal],
    ['a chain that has no head yet', null, sealed({ ...statement, head: null, stamps: [] })],
    ['what travels beside it', null, { ...seal, statement: { ...statement, note: 'x' } as FolderStatement }],
    ['its number', 'signature', change({ id: 'c-2' })],
    ['its moment', 'signature', change({ at: '2026-12-02T12:00:00.000Z' })],
    [
      'the name of the organisation',
      'signature',
      change({ organisation: { ...ORGANISATION, name: 'Otra' } }),
    ],
    ['the head of the chain', 'signature', change({ head: { ...head, seq: 8 } })],
    ['a head that is gone', 'signature', change({ head: null })],
    ['a stamp that is gone', 'signature', change({ stamps: [] })],
    ['the token of a stamp', 'signature', change({ stamps: [{ ...statement.stamps[0]!, token: 'MIID' }] })],
    ['its manifest', 'manifest', change({ manifest: sha256('otra') })],
    ['its kind', 'shape', sealed({ ...statement, kind: 'document' as 'inspection-folder' })],
    ['its key', 'key', sealed(statement, theirs)],
    ['the kind of its signature', 'signature', signature({ alg: 'none' })],
    ['its signature', 'signature', signature({ value: theirs.signed(statementBytes(statement)).value })],
    ['the filling of its signature', 'signature', signature({ value: `${seal.signature.value}==` })],
    ['a signature that is no text', 'shape', signature({ value: null })],
    ['everything', 'shape', {} as typeof seal],
    ['its stamps, which are none', 'shape', change({ stamps: null as never })],
  ] as const)
    test(`after a change of ${name}: ${fault ?? 'whole'}`, async () =>
      assert.equal(await wrongSeal(changed, manifest, keys), fault))

  test('is bound to this manifest', async () => {
    assert.equal(await wrongSeal(seal, utf8('{"titulo":"Carpeta" }'), keys), 'manifest')
  })

  test('has one text, whatever the order of its members', () => {
    const { signature: own, statement: said } = seal
    const turned = JSON.parse(
      JSON.stringify({
        signature: { value: own.value, kid: own.kid, alg: own.alg, more: 1 },
        statement: { ...said, more: 1 },
      }),
    )
    assert.equal(textOfSeal(turned), textOfSeal(seal))
    assert.match(textOfSeal(seal), /^\{"signature":\{"alg":"EdDSA".*\}\n$/)
  })

  test('lists its files in the format of sha256sum', () => {
    const file = (archivo: string, sum: string) => ({ archivo, sha256: sum, descripcion: '', bytes: 1 })
    const archivos = [file('a.pdf', 'aa'), file('b c.pdf', 'bb')]
    assert.equal(sumsOf({ archivos } as never), 'aa  a.pdf\nbb  b c.pdf\n')
    assert.equal(sumsOf({ archivos: [] } as never), '')
  })
})

describe('an export', () => {
  const manifest = {
    format: 'x',
    createdAt: '2026-12-01T12:00:00.000Z',
    organisation: { id: TENANT },
    tables: [1],
  }
  const text = async (of: object) => Buffer.from(await exportBytes(of as typeof manifest)).toString()

  test('its signature names its kind and the hash of its manifest', async () => {
    assert.equal(
      await text(manifest),
      `{"at":"2026-12-01T12:00:00.000Z","kind":"export","manifest":"${sha256(JSON.stringify(manifest))}","organisation":"${TENANT}"}`,
    )
  })

  test('may get its secrets and its seal afterwards, and nothing else', async () => {
    assert.equal(
      await text({ ...manifest, secrets: { salt: 'x' }, seal: { kid: 'y' } }),
      await text(manifest),
    )
    assert.notEqual(await text({ ...manifest, tables: [2] }), await text(manifest))
    assert.notEqual(await text({ ...manifest, more: 1 }), await text(manifest))
  })
})

describe('no signature passes for another kind of data', () => {
  test('head, document, folder and export sign different data', async () => {
    const head = { tenantId: TENANT, seq: 1, hash: 'ab'.repeat(32), at: '2026-12-01T12:00:00.000Z' }
    const own = ours.signed(signedBytes(head))
    const document: DocumentStatement = {
      kind: 'document',
      record: { type: 'a', id: 'b' },
      organisation: ORGANISATION,
      at: head.at,
      sha256: head.hash,
    }
    assert.equal(await wrongSigner(signedBytes(head), own, keys), null)
    assert.equal(await wrongSigner(documentBytes(document), own, keys), 'signature')
    assert.equal(
      await wrongSigner(await exportBytes({ createdAt: head.at, organisation: { id: TENANT } }), own, keys),
      'signature',
    )
  })

  for (const [name, value] of [
    ['empty', ''],
    ['no base64url', '***'],
    ['of another length', 'AAAA'],
    ['a number', 7],
    ['nothing', null],
  ] as const)
    test(`a signature that is ${name} is wrong, without an error`, async () => {
      const signature = { kid: ours.jwk.kid, alg: 'EdDSA' as const, value: value as string }
      assert.equal(await wrongSigner(utf8('x'), signature, keys), 'signature')
    })
})

describe('hashed data', () => {
  test('only the fields of an entry and of a head count', async () => {
    const entry = {
      tenantId: TENANT,
      seq: 1,
      kind: 'audit' as const,
      entityType: 'audit_log',
      entityId: 'x',
      at: '2026-12-01T12:00:00.000Z',
      payloadHash: 'ab',
      previous: null,
    }
    const said = `{"at":"2026-12-01T12:00:00.000Z","entityId":"x","entityType":"audit_log","kind":"audit","payloadHash":"ab","previous":null,"seq":1,"tenantId":"${TENANT}"}`
    assert.equal(await hashOf(entry), sha256(said))
    assert.equal(await hashOf({ ...entry, source: 'audit_log', hash: 'x' } as typeof entry), sha256(said))
    assert.deepEqual(Object.keys(entryOf({ ...entry, more: 1 } as typeof entry)).length, 8)
    const head = { tenantId: TENANT, seq: 1, hash: 'ab', at: 'then', signature: 'x' }
    assert.deepEqual(headOf(head), { tenantId: TENANT, seq: 1, hash: 'ab', at: 'then' })
    assert.equal(
      await hashOfPayload({ salt: 's', row: { b: 1, a: null } }),
      sha256('{"row":{"a":null,"b":1},"salt":"s"}'),
    )
  })

  test('members without a value are left out at any depth; lists keep their order', () => {
    assert.equal(
      canonical({ b: undefined, a: [{ d: undefined, c: 1 }] } as unknown as Json),
      '{"a":[{"c":1}]}',
    )
    assert.equal(canonical([3, 1, 2]), '[3,1,2]')
    assert.equal(canonical({}), '{}')
    assert.equal(canonical([]), '[]')
    assert.equal(canonical({ '': '', ' ': 1 }), '{"":""," ":1}')
    assert.equal(canonical(JSON.parse('{"__proto__":1,"a":2}')), '{"__proto__":1,"a":2}')
  })

  for (const [name, value] of [
    ['a date', new Date(0)],
    ['a date in a row', { at: new Date(0) }],
    ['a large number of a database', 10n],
    ['bytes', Buffer.from('x')],
    ['a set', new Set([1])],
    ['a map in a list', [new Map()]],
    ['a function', () => 1],
    ['nothing in a list', [undefined]],
    ['a symbol', Symbol('x')],
    ['NaN', Number.NaN],
    ['endless', { a: Number.NEGATIVE_INFINITY }],
    ['half a letter in a name', { '\udc00': 1 }],
  ] as const)
    test(`refused, because its hash would equal that of another value: ${name}`, () => {
      assert.throws(() => canonical(value as unknown as Json), TypeError)
    })

  test('objects without a prototype are ordinary rows', () => {
    const row = Object.assign(Object.create(null), { a: 1 })
    assert.equal(canonical(row), '{"a":1}')
  })
})

describe('bytes as text', () => {
  for (const text of ['A', 'GG', '0', 'aA', ' 00', '00 ', '0x00', 'zz'])
    test(`«${text}» is no lowercase hexadecimal`, () => assert.throws(() => fromHex(text), TypeError))

  test('base64url is read with its own alphabet, with or without padding', () => {
    assert.deepEqual([...fromBase64url('-_8')], [0xfb, 0xff])
    assert.deepEqual([...fromBase64url('-_8=')], [0xfb, 0xff])
    assert.deepEqual([...fromBase64url('')], [])
  })
})

/** The tree of RFC 6962 over three leaves, written out by hand. */
test('the tree of three entries matches the standard', async () => {
  const hashed = (...parts: (number | Buffer)[]) =>
    createHash('sha256')
      .update(Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.of(part) : part))))
      .digest()
  const [a, b, c] = ['aa', 'bb', 'cc'].map((two) => Buffer.from(two.repeat(32), 'hex')) as [
    Buffer,
    Buffer,
    Buffer,
  ]
  const left = hashed(1, hashed(0, a), hashed(0, b))
  const root = hashed(1, left, hashed(0, c))
  const all = [a, b, c].map((one) => one.toString('hex'))
  assert.equal(await rootOf(all), root.toString('hex'))
  assert.deepEqual(await pathOf(all, 1), [
    { side: 'left', hash: hashed(0, a).toString('hex') },
    { side: 'right', hash: hashed(0, c).toString('hex') },
  ])
  assert.deepEqual(await pathOf(all, 2), [{ side: 'left', hash: left.toString('hex') }])
  assert.equal(await climb(all[2]!, [{ side: 'left', hash: left.toString('hex') }]), root.toString('hex'))
  await assert.rejects(pathOf(all, 3), RangeError)
  await assert.rejects(climb('AA', []), TypeError)
})
