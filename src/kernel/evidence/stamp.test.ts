import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
  attribute,
  certify,
  der,
  integer,
  keyIdentifier,
  keyPurposes,
  NULL,
  newKey,
  octets,
  oddExtension,
  oid,
  type Stamping,
  sequence,
  sha256,
  stampReply,
  stampToken,
} from '#test/kit/der.ts'
import { certificatesIn } from './cms.ts'
import type { Head } from './entry.ts'
import { imprintOf, newNonce, stampQuery, tokenOf, verifyStamp, verifyStampOf } from './stamp.ts'

const HEAD: Head = {
  tenantId: '0190a0b0-0000-7000-8000-000000000001',
  seq: 7,
  hash: 'ab'.repeat(32),
  at: '2026-12-01T12:00:00.000Z',
}
const imprint = await imprintOf(HEAD)
const STAMPS = [keyPurposes()]
const signer = certify({ common: 'Sellos', organisation: 'Autoridad SA', extensions: STAMPS })

const token = (change: Partial<Stamping> = {}) => new Uint8Array(stampToken({ imprint, signer, ...change }))
const faultOf = async (bytes: Uint8Array<ArrayBuffer>, nonce?: Uint8Array<ArrayBuffer>) => {
  const result = await verifyStamp(bytes, HEAD, nonce)
  return result.valid ? null : result.fault
}

describe('a time-stamp', () => {
  test('gives the time and the authority', async () => {
    assert.deepEqual(await verifyStamp(token(), HEAD), {
      valid: true,
      at: '2026-12-01T12:00:00.000Z',
      authority: 'Sellos, Autoridad SA',
      fingerprint: sha256(signer.certificate).toString('hex'),
    })
  })

  test('covers the hash of the canonical head', () => {
    const canonical = `{"at":"2026-12-01T12:00:00.000Z","hash":"${'ab'.repeat(32)}","seq":7,"tenantId":"0190a0b0-0000-7000-8000-000000000001"}`
    assert.deepEqual([...imprint], [...sha256(Buffer.from(canonical))])
  })

  for (const curve of ['P-384', 'P-521'] as const)
    test(`may be signed with ${curve}`, async () => {
      const [hash, number, digest] =
        curve === 'P-384'
          ? ['sha384', '1.2.840.10045.4.3.3', '2.16.840.1.101.3.4.2.2']
          : ['sha512', '1.2.840.10045.4.3.4', '2.16.840.1.101.3.4.2.3']
      const other = certify({ extensions: STAMPS, key: newKey(curve).privateKey })
      const how = { signer: other, hash, algorithm: sequence(oid(number)), digestAlgorithm: digest }
      assert.equal(await faultOf(token(how)), null)
      assert.equal(
        await faultOf(token({ ...how, signer: { ...other, key: newKey(curve).privateKey } })),
        'signature',
      )
    })

  test('may be signed with RSA, with or without the hash in the name', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const other = certify({ extensions: STAMPS, key: privateKey })
    for (const number of ['1.2.840.113549.1.1.11', '1.2.840.113549.1.1.1'])
      assert.equal(
        await faultOf(token({ signer: other, algorithm: sequence(oid(number), NULL) })),
        null,
        number,
      )
  })

  test('may name its signer by the key', async () => {
    const keyId = Buffer.from('00112233445566778899', 'hex')
    const other = certify({ extensions: [...STAMPS, keyIdentifier(keyId)] })
    assert.equal(await faultOf(token({ signer: other, keyId })), null)
    assert.equal(await faultOf(token({ signer: other, keyId: Buffer.from('99', 'hex') })), 'certificate')
    assert.equal(await faultOf(token({ keyId })), 'certificate', 'a certificate without the name of its key')
  })

  test('is valid when the certificate has more attributes than required', async () => {
    const other = certify({ extensions: [oddExtension(), ...STAMPS] })
    assert.deepEqual(await verifyStamp(token({ signer: other }), HEAD), {
      valid: true,
      at: '2026-12-01T12:00:00.000Z',
      authority: 'Ana Soto',
      fingerprint: sha256(other.certificate).toString('hex'),
    })
    assert.deepEqual(
      certificatesIn(token({ signer: other })).map((one) => Buffer.from(one)),
      [other.certificate],
    )
  })

  test('finds the certificate of its signer among others', async () => {
    const [before, after] = [certify({ serial: 1 }), certify({ serial: 2 })]
    const certificates = [before, signer, after].map(({ certificate }) => certificate)
    assert.equal(await faultOf(token({ certificates })), null)
    assert.equal(certificatesIn(token({ certificates })).length, 3)
  })

  const [other, foreign] = [certify({ extensions: STAMPS }), certify({ serial: 0x4a02, extensions: STAMPS })]
  const signedBy = (extensions: readonly Buffer[], change: object = {}) => {
    const own = certify({ extensions, ...change })
    return { signer: own }
  }
  for (const [name, fault, change] of [
    ['of something else', 'imprint', { imprint: sha256(Buffer.from('otra cosa')) }],
    ['of the same bytes by another hash', 'imprint', { imprintHash: '1.3.14.3.2.26' }],
    ['of half an imprint', 'imprint', { imprint: imprint.subarray(0, 16) }],
    ['without an imprint', 'imprint', { imprint: new Uint8Array() }],
    [
      'signed with another key than its certificate has',
      'signature',
      { signer: { ...signer, key: other.key } },
    ],
    ['whose attributes hold another hash', 'signature', { digest: sha256(Buffer.from('x')) }],
    ['whose attributes hold no hash', 'signature', { digest: Buffer.alloc(0) }],
    ['without any certificate', 'certificate', { certificates: [] }],
    ['with the certificates of others alone', 'certificate', { certificates: [foreign.certificate] }],
    ['that was signed for another certificate', 'certificate', { named: foreign.certificate }],
    ['that was signed for no certificate', 'certificate', { named: null }],
    [
      'with a certificate of the same number by another issuer',
      'certificate',
      { certificates: [certify({ issuer: 'Otra' }).certificate] },
    ],
    ['of a key for other uses', 'purpose', signedBy([keyPurposes(['1.3.6.1.5.5.7.3.1'])])],
    [
      'of a key for stamps and for others',
      'purpose',
      signedBy([keyPurposes(['1.3.6.1.5.5.7.3.8', '1.3.6.1.5.5.7.3.1'])]),
    ],
    ['of a key whose use is advice', 'purpose', signedBy([keyPurposes(undefined, false)])],
    ['of a key whose use is written out as advice', 'purpose', signedBy([keyPurposes(undefined, 'false')])],
    ['of a key for whatever', 'purpose', signedBy([])],
    [
      'of a certificate that had ended',
      'certificate',
      signedBy(STAMPS, { notAfter: '2026-12-01T11:59:59Z' }),
    ],
    [
      'of a certificate that had not begun',
      'certificate',
      signedBy(STAMPS, { notBefore: '2026-12-01T12:00:01Z' }),
    ],
    ['of a certificate in its last second', null, signedBy(STAMPS, { notAfter: '2026-12-01T12:00:00Z' })],
    ['of a certificate in its first second', null, signedBy(STAMPS, { notBefore: '2026-12-01T12:00:00Z' })],
    ['ten minutes before its head', null, { at: '2026-12-01T11:50:00Z' }],
    ['older than its head', 'time', { at: '2026-12-01T11:49:59Z' }],
    ['much later than its head', null, { at: '2027-06-01T12:00:00Z' }],
    ['of a hash that counts no more', 'algorithm', { digestAlgorithm: '1.3.14.3.2.26' }],
    ['of a kind of signature that nobody knows', 'algorithm', { algorithm: sequence(oid('1.2.3.4')) }],
    ['of a key that is none of ECDSA', 'algorithm', { algorithm: sequence(oid('1.2.840.10045.4.1')) }],
    ['of two signers', 'shape', { signers: 2 }],
    ['of no signer', 'shape', { signers: 0 }],
    ['of another content than a stamp', 'shape', { innerType: '1.2.840.113549.1.7.1' }],
    ['in another envelope', 'shape', { contentType: '1.2.840.113549.1.7.3' }],
  ] as const satisfies readonly (readonly [string, string | null, Partial<Stamping>])[])
    test(`${fault ? 'invalid' : 'valid'}: ${name}`, async () =>
      assert.equal(await faultOf(token(change)), fault))

  test('must answer the nonce, if one was sent', async () => {
    const nonce = newNonce()
    assert.equal(await faultOf(token({ nonce }), nonce), null)
    assert.equal(await faultOf(token({ nonce }), newNonce()), 'nonce')
    assert.equal(await faultOf(token(), nonce), 'nonce', 'none at all')
    assert.equal(await faultOf(token({ nonce })), null, 'nobody asks for it later')
  })

  test('does not fit a head that differs in any field', async () => {
    for (const change of [
      { seq: 8 },
      { hash: 'ac'.repeat(32) },
      { tenantId: 'x' },
      { at: '2026-12-01T12:00:00.001Z' },
    ]) {
      const result = await verifyStamp(token(), { ...HEAD, ...change })
      assert.deepEqual(result, { valid: false, fault: 'imprint' })
    }
  })

  test('of other data has no time to compare with', async () => {
    const old = token({ at: '2026-02-01T00:00:00Z' })
    assert.equal((await verifyStampOf(old, imprint)).valid, true)
    assert.deepEqual(await verifyStampOf(old, imprint, { madeAt: HEAD.at }), { valid: false, fault: 'time' })
  })

  test('with a further unknown attribute is valid', async () => {
    const more = attribute('1.2.3.4.5', octets(Buffer.from('x')))
    assert.equal(await faultOf(token({ attributes: [more] })), null)
  })
})

describe('hostile bytes', () => {
  const whole = token()

  test('changing any byte that counts is detected; other changes leave the same result', async () => {
    const first = await verifyStamp(whole, HEAD)
    const bytes = Buffer.from(whole)
    const info = bytes.indexOf(oid('1.2.3.4.1'))
    const certificate = bytes.indexOf(signer.certificate)
    const counts = (at: number) =>
      (at >= info && at < info + 70) || (at >= certificate && at < certificate + signer.certificate.length)
    for (let at = 0; at < whole.length; at += 5) {
      const changed = whole.slice()
      changed[at]! ^= 0x01
      const result = await verifyStamp(changed, HEAD)
      if (!result.valid) continue
      assert.deepEqual(result, first, `byte ${at}`)
      assert.ok(!counts(at), `byte ${at}`)
    }
  })

  test('a truncated token is invalid, wherever it is cut', async () => {
    for (let length = 0; length < whole.length; length += 7) {
      const result = await verifyStamp(whole.slice(0, length), HEAD)
      assert.equal(result.valid, false, `${length} bytes`)
    }
  })

  test('any bytes are answered, and never as a stamp', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        const result = await verifyStamp(Uint8Array.from(bytes), HEAD)
        assert.equal(result.valid, false)
        assert.equal(tokenOf(Uint8Array.from(bytes)), undefined)
      }),
      { numRuns: 300 },
    )
  })

  test('nesting of any depth is answered', async () => {
    for (const tag of [0x30, 0x31, 0xa0, 0x24]) {
      // Unterminated values nested in each other: two bytes per level.
      const deep = new Uint8Array(200_000).map((_, at) => (at % 2 === 0 ? tag : 0x80))
      const result = await verifyStamp(deep, HEAD)
      assert.deepEqual(result, { valid: false, fault: 'shape' })
      assert.equal(tokenOf(deep), undefined)
    }
  })

  test('wrong lengths make no stamp', async () => {
    for (const head of ['3084ffffffff', '30880000000000000001', '3083ffffff', '30ff', '3080', '30']) {
      const bytes = new Uint8Array(Buffer.from(`${head}020101`, 'hex'))
      assert.deepEqual(await verifyStamp(bytes, HEAD), { valid: false, fault: 'shape' }, head)
    }
  })
})

describe('query and reply', () => {
  test('a query follows the standard: the hash, a nonce to be repeated, and a request for the certificate', () => {
    const nonce = new Uint8Array(16).fill(0x41)
    const wanted = sequence(
      integer(1),
      sequence(sequence(oid('2.16.840.1.101.3.4.2.1'), NULL), octets(imprint)),
      integer(nonce),
      der(0x01, Buffer.from([0xff])),
    )
    assert.equal(Buffer.from(stampQuery(imprint, nonce)).toString('hex'), wanted.toString('hex'))
  })

  test('a nonce is a positive number of sixteen bytes, and no two are the same', () => {
    const seen = new Set<string>()
    for (let round = 0; round < 200; round += 1) {
      const nonce = newNonce()
      assert.equal(nonce.length, 16)
      assert.ok(nonce[0]! >= 0x40 && nonce[0]! < 0x80, String(nonce[0]))
      seen.add(Buffer.from(nonce).toString('hex'))
    }
    assert.equal(seen.size, 200)
  })

  for (const [name, status, given] of [
    ['granted', 0, true],
    ['granted with changes', 1, true],
    ['refused', 2, false],
    ['waiting', 3, false],
    ['about to be revoked', 4, false],
    ['revoked', 5, false],
  ] as const)
    test(`a reply that is ${name} ${given ? 'gives' : 'does not give'} its token, byte for byte`, () => {
      const own = token()
      const found = tokenOf(new Uint8Array(stampReply(status, own)))
      assert.deepEqual(found && Buffer.from(found), given ? Buffer.from(own) : undefined)
    })

  test('a reply without a token gives none', () => {
    assert.equal(tokenOf(new Uint8Array(stampReply(0))), undefined)
    assert.equal(tokenOf(new Uint8Array(stampReply(2))), undefined)
    assert.equal(tokenOf(new Uint8Array()), undefined)
  })
})
