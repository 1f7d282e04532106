import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { cadesSignature, type Stamp } from '#pdf/cades.ts'
import {
  certify,
  keyPurposes,
  oid,
  type Signer,
  type Stamping,
  sequence,
  sha256,
  stampToken,
} from '#test/kit/der.ts'
import { type PdfSignature, verifyPdfSignatures } from './pdf-signature.ts'

const signer = certify({ common: 'Ana Soto', organisation: 'Tienda Sur SpA', serial: 0x4a07 })
const authority = certify({ common: 'Sellos', extensions: [keyPurposes()] })
const stamping =
  (at = '2026-12-01T12:00:00Z'): Stamp =>
  async (imprint) =>
    stampToken({ imprint, signer: authority, at })

interface Writing {
  before?: string
  /** Inserted between the range and the value, in the dictionary. */
  between?: string
  after?: string
  format?: string
  moment?: string
  by?: Signer
  stamp?: Stamp
  /** Replaces the signature. */
  value?: (digest: Buffer) => Promise<Uint8Array>
  padding?: number
  /** Replaces the true range. */
  range?: (range: number[]) => number[]
  rangeFirst?: boolean
  /** The name of the value's key. */
  name?: string
}

/** A minimal PDF for tests of signatures. */
async function pdf({
  before = '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n',
  between = '',
  after = '\n%%EOF\n',
  format = 'ETSI.CAdES.detached',
  moment = "D:20261201090000-03'00'",
  by = signer,
  stamp,
  value,
  padding = 64,
  range = (places) => places,
  rangeFirst = true,
  name = 'Contents',
}: Writing = {}): Promise<Uint8Array<ArrayBuffer>> {
  const size = 6000
  const places = '[0 0000000000 0000000000 0000000000]'
  const contents = `/${name} <${'0'.repeat(size * 2)}>`
  const words = rangeFirst
    ? `/ByteRange ${places}${between}${contents}`
    : `${contents}${between}/ByteRange ${places}`
  const text = `${before}9 0 obj\n<< /Type /Sig /SubFilter /${format} ${words} /M (${moment}) >>\nendobj${after}`
  const file = Buffer.from(text, 'latin1')
  const from = text.lastIndexOf(`/${name} <`) + name.length + 2
  const to = from + size * 2 + 2
  const told = range([0, from, to, file.length - to])
  const written = `[${told.map((one, at) => String(one).padStart(at === 0 ? 1 : 10, '0')).join(' ')}]`
  file.write(written, text.lastIndexOf(places), 'latin1')
  const digest = sha256(Buffer.concat([file.subarray(0, from), file.subarray(to)]))
  const made = value
    ? await value(digest)
    : await cadesSignature({ key: by.key, certificates: [by.certificate] }, digest, stamp)
  file.write(Buffer.from(made).toString('hex'), from + 1, 'latin1')
  if (padding < 64) file.write('f', to - 2, 'latin1')
  return new Uint8Array(file)
}

const only = async (writing: Writing = {}): Promise<PdfSignature> => {
  const { signatures } = await verifyPdfSignatures(await pdf(writing))
  assert.equal(signatures.length, 1)
  return signatures[0]!
}

describe('a signature of a PDF', () => {
  test('names the subject of its certificate, and the claims of the file', async () => {
    const { isPdf, intact, more, signatures } = await verifyPdfSignatures(await pdf())
    assert.deepEqual([isPdf, intact, more], [true, true, false])
    assert.deepEqual(signatures, [
      {
        valid: true,
        fault: null,
        coversFile: true,
        format: 'ETSI.CAdES.detached',
        signer: {
          subject: 'Ana Soto, Tienda Sur SpA',
          issuer: 'Certificadora de prueba',
          serial: '4a07',
          notBefore: '2026-01-01T00:00:00.000Z',
          notAfter: '2028-01-01T00:00:00.000Z',
          fingerprint: sha256(signer.certificate).toString('hex'),
        },
        claimedAt: '2026-12-01T12:00:00.000Z',
        stamp: null,
        inTime: true,
      },
    ])
  })

  test('may stand before the parts that it covers', async () => {
    assert.equal((await only({ rangeFirst: false })).valid, true)
  })

  test('a name shared by person and company is given once, and a missing one is reported', async () => {
    const both = certify({ common: 'Sur SpA', organisation: 'Sur SpA' })
    assert.equal((await only({ by: both })).signer?.subject, 'Sur SpA')
    assert.equal((await only({ by: certify({ common: '' }) })).signer?.subject, 'sin nombre')
  })

  for (const [written, claimed] of [
    ["D:20261201090000-03'00'", '2026-12-01T12:00:00.000Z'],
    ["D:20261201090000-03'00", '2026-12-01T12:00:00.000Z'],
    ['D:20261201090000-0330', '2026-12-01T12:30:00.000Z'],
    ['D:20261201090000+05', '2026-12-01T04:00:00.000Z'],
    ['D:20261201120000Z', '2026-12-01T12:00:00.000Z'],
    ['D:20261201120000', '2026-12-01T12:00:00.000Z'],
    ['D:20261399120000Z', null],
    ['D:2026', null],
    ['ayer', null],
  ] as const)
    test(`the time ${written} is read as ${claimed}`, async () => {
      const { claimedAt, inTime, valid } = await only({ moment: written })
      assert.deepEqual([claimedAt, inTime, valid], [claimed, claimed === null ? null : true, true])
    })

  test('without a stamp, validity is judged by the time the signer claims', async () => {
    for (const [moment, inTime] of [
      ['D:20251231235959Z', false],
      ['D:20260101000000Z', true],
      ['D:20280101000000Z', true],
      ['D:20280101000001Z', false],
    ] as const)
      assert.equal((await only({ moment })).inTime, inTime, moment)
  })

  test('a stamp’s time counts instead of the signer’s claim', async () => {
    const found = await only({ moment: 'D:20250101000000Z', stamp: stamping() })
    assert.ok(found.stamp?.valid)
    assert.deepEqual([found.stamp.at, found.stamp.authority], ['2026-12-01T12:00:00.000Z', 'Sellos'])
    assert.deepEqual([found.valid, found.inTime], [true, true])
  })

  test('a stamp of another signature does not count, and the signature is valid without it', async () => {
    const other: Stamp = async () => stampToken({ imprint: sha256(Buffer.from('x')), signer: authority })
    const found = await only({ stamp: other })
    assert.deepEqual(found.stamp, { valid: false, fault: 'imprint' })
    assert.deepEqual([found.valid, found.inTime], [true, true])
    const late = await only({ moment: 'D:20290101000000Z', stamp: other })
    assert.equal(late.inTime, false, 'its false stamp does not bring it back into time')
  })

  test('a key that differs from the certificate’s makes it invalid', async () => {
    const found = await only({ by: { ...signer, key: authority.key } })
    assert.deepEqual([found.valid, found.fault], [false, 'signature'])
    assert.equal(found.signer?.subject, 'Ana Soto, Tienda Sur SpA', 'whom it claims to be of is shown')
  })
})

describe('changes of a signed file', () => {
  test('changing any byte of the file except the padding is detected', async () => {
    const file = await pdf()
    const text = Buffer.from(file).toString('latin1')
    const gap = text.indexOf('/Contents <') + 11
    const outside = [
      9,
      30,
      text.indexOf('/SubFilter') + 12,
      text.indexOf('/M (') + 8,
      file.length - 3,
      gap - 12,
    ]
    for (const at of outside) {
      const changed = file.slice()
      changed[at]! ^= 0x01
      const { intact } = await verifyPdfSignatures(changed)
      assert.equal(intact, false, `byte ${at}: ${text.slice(at - 5, at + 5)}`)
    }
    const changed = file.slice()
    changed[30]! ^= 0x01
    assert.equal((await verifyPdfSignatures(changed)).signatures[0]!.fault, 'digest')
  })

  test('bytes after the signed part are not covered, and then the file is not intact', async () => {
    const file = await pdf()
    const longer = new Uint8Array(Buffer.concat([file, Buffer.from('% más\n')]))
    const { intact, signatures } = await verifyPdfSignatures(longer)
    assert.deepEqual([intact, signatures[0]!.valid, signatures[0]!.coversFile], [false, true, false])
  })

  test('a second valid signature over everything makes the file intact again, an invalid one does not', async () => {
    const first = Buffer.from(await pdf()).toString('latin1')
    const both = await verifyPdfSignatures(await pdf({ before: `${first}\n` }))
    const shown = ({ signatures }: typeof both) =>
      signatures.map(({ valid, coversFile }) => [valid, coversFile])
    assert.deepEqual(shown(both), [
      [true, false],
      [true, true],
    ])
    assert.equal(both.intact, true)
    const nothing = async () => Buffer.from('3000', 'hex')
    const spoiled = await verifyPdfSignatures(await pdf({ before: `${first}\n`, value: nothing }))
    assert.deepEqual(shown(spoiled), [
      [true, false],
      [false, true],
    ])
    assert.equal(spoiled.intact, false)
  })

  for (const [name, fault, writing] of [
    [
      'that leaves more out than itself',
      'range',
      { range: ([a, b, c, d]: number[]) => [a!, b! - 1, c!, d!] },
    ],
    [
      'that leaves a byte out behind itself',
      'range',
      { range: ([a, b, c, d]: number[]) => [a!, b!, c! + 1, d! - 1] },
    ],
    [
      'that begins behind the head of the file',
      'range',
      { range: ([, b, c, d]: number[]) => [1, b!, c!, d!] },
    ],
    ['that ends behind the file', 'range', { range: ([a, b, c, d]: number[]) => [a!, b!, c!, d! + 1] }],
    ['whose parts lie over each other', 'range', { range: ([a, b, , d]: number[]) => [a!, b!, b!, d!] }],
    ['whose parts stand the wrong way', 'range', { range: ([a, b, c, d]: number[]) => [a!, c!, b!, d!] }],
    ['that covers nothing', 'range', { range: () => [0, 0, 0, 0] }],
    ['whose value is of another object', 'range', { between: ' >>\nendobj\n8 0 obj\n<< ' }],
    ['whose value is behind a stream', 'range', { between: ' stream\n ' }],
    ['whose value stands far away', 'range', { between: ' '.repeat(5000) }],
    ['whose value has another name', 'range', { name: 'Content' }],
    ['whose filling is not empty', 'shape', { padding: 0 }],
    ['that is no signature', 'shape', { value: async () => Buffer.from('3003020101', 'hex') }],
    ['that is empty', 'shape', { value: async () => Buffer.alloc(0) }],
    [
      'that is a stamp',
      'shape',
      { value: async (digest: Buffer) => stampToken({ imprint: digest, signer: authority }) },
    ],
  ] as const satisfies readonly (readonly [string, string, Writing])[])
    test(`a signature ${name} is invalid`, async () => {
      const { signatures, intact } = await verifyPdfSignatures(await pdf(writing))
      assert.deepEqual([signatures[0]?.valid, signatures[0]?.fault, intact], [false, fault, false])
    })

  test('a signature over a part is invalid, and does not cover the file', async () => {
    const { signatures, intact } = await verifyPdfSignatures(
      await pdf({ range: ([a, b, c, d]) => [a!, b!, c!, d! - 1] }),
    )
    assert.deepEqual([signatures[0]!.fault, signatures[0]!.coversFile, intact], ['digest', false, false])
  })

  const other = certify({ serial: 0x4a08 })
  const PADES = 'ETSI.CAdES.detached'
  const OLDER = 'adbe.pkcs7.detached'
  for (const [name, format, fault, change] of [
    ['as it should be', PADES, null, {}],
    ['that names no certificate', PADES, 'certificate', { named: null }],
    ['that names no certificate, of the older form', OLDER, null, { named: null }],
    ['that was made for another certificate', PADES, 'certificate', { named: other.certificate }],
    ['that was made for another one, of the older form', OLDER, 'certificate', { named: other.certificate }],
    ['without certificates', PADES, 'certificate', { certificates: [] }],
    ['with the certificates of others', PADES, 'certificate', { certificates: [other.certificate] }],
    ['that carries something itself', PADES, 'shape', { detached: false }],
    ['of other content', PADES, 'shape', { innerType: '1.2.840.113549.1.9.16.1.4' }],
    ['in another envelope', PADES, 'shape', { contentType: '1.2.840.113549.1.7.3' }],
    ['of two signers', PADES, 'shape', { signers: 2 }],
    ['of nobody', PADES, 'shape', { signers: 0 }],
    ['over another hash', PADES, 'digest', { digest: sha256(Buffer.from('x')) }],
    ['by a hash that counts no more', PADES, 'algorithm', { digestAlgorithm: '1.3.14.3.2.26' }],
    ['of a kind that nobody knows', PADES, 'algorithm', { algorithm: sequence(oid('1.2.3.4')) }],
  ] as const satisfies readonly (readonly [string, string, string | null, Partial<Stamping>])[])
    test(`a signature ${name} is ${fault ? 'invalid' : 'valid'}`, async () => {
      const value = async (digest: Buffer) =>
        stampToken({
          imprint: digest,
          signer,
          innerType: '1.2.840.113549.1.7.1',
          digest,
          detached: true,
          ...change,
        })
      const found = await only({ value, format })
      assert.deepEqual([found.fault, found.valid, found.format], [fault, fault === null, format])
    })
})

describe('hostile files', () => {
  test('a file without a signature has none, and is not intact', async () => {
    for (const [text, isPdf] of [
      ['', false],
      ['%PDF-1.7', true],
      [`${' '.repeat(1023)}%PDF-`, true],
      [`${' '.repeat(1024)}%PDF-`, false],
      ['%PDF-1.7 /ByteRange', true],
      ['%PDF-1.7 /ByteRange [0 1 2]', true],
      ['%PDF-1.7 /ByteRange [0 1 2 x]', true],
      ['%PDF-1.7 /ByteRange [0 1 2 99999999999]', true],
    ] as const) {
      const found = await verifyPdfSignatures(new Uint8Array(Buffer.from(text, 'latin1')))
      assert.deepEqual(found, { isPdf, signatures: [], more: false, intact: false }, text.slice(-30))
    }
  })

  test('only the first twenty signatures are checked, and then the file is not intact', async () => {
    const one = '/ByteRange [0 5 9 1]\n'
    for (const [count, more] of [
      [20, false],
      [21, true],
      [5000, true],
    ] as const) {
      const found = await verifyPdfSignatures(new Uint8Array(Buffer.from(`%PDF-\n${one.repeat(count)}`)))
      assert.deepEqual([found.signatures.length, found.more, found.intact], [20, more, false])
    }
  })

  test('a value of any size or depth is answered quickly', async () => {
    for (const value of [
      '3080'.repeat(100_000),
      'a080'.repeat(100_000),
      '00'.repeat(200_000),
      'ff'.repeat(300_000),
    ]) {
      const head = '%PDF-1.7\n1 0 obj\n<< /ByteRange [0 0000000000 0000000000 0000000000] /Contents '
      const from = head.length
      const to = from + value.length + 2
      const text = `${head}<${value}> >>\nendobj\n`.replace(
        '0000000000 0000000000 0000000000',
        [from, to, 11].map((one) => String(one).padStart(10, '0')).join(' '),
      )
      const { signatures } = await verifyPdfSignatures(new Uint8Array(Buffer.from(text, 'latin1')))
      assert.equal(signatures[0]?.valid, false)
      assert.ok(['shape', 'range'].includes(signatures[0]!.fault!), value.slice(0, 8))
    }
  })

  test('any change of a signature is answered, with the same signer or none', async () => {
    const file = await pdf()
    const from = Buffer.from(file).indexOf('/Contents <') + 11
    await fc.assert(
      fc.asyncProperty(fc.nat(1800), fc.constantFrom(...'0123456789abcdef'), async (at, digit) => {
        const changed = file.slice()
        if (changed[from + at] === digit.charCodeAt(0)) return
        changed[from + at] = digit.charCodeAt(0)
        const [found] = (await verifyPdfSignatures(changed)).signatures
        if (found!.valid) assert.equal(found!.signer!.fingerprint, sha256(signer.certificate).toString('hex'))
        else assert.notEqual(found!.fault, null)
      }),
      { numRuns: 40 },
    )
  })
})
