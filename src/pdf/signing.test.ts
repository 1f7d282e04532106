import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { describe, test } from 'node:test'
import { verifyPdfSignatures } from '#kernel/evidence/pdf-signature.ts'
import { certify, keyPurposes, nameOf, sha256, stampToken } from '#test/kit/der.ts'
import { cadesSignature, type Stamp } from './cades.ts'
import { signedPdf } from './signature.ts'

const signer = certify({ common: 'Ana Soto', organisation: 'Sur SpA', serial: 0x4a07 })
const above = certify({ common: 'Certificadora', serial: 2 })
const key = { key: signer.key, certificates: [signer.certificate, above.certificate] }
const authority = certify({ common: 'Sellos', extensions: [keyPurposes()] })
const stamping: Stamp = async (imprint) => stampToken({ imprint, signer: authority })
const AT = new Date('2026-12-01T12:00:00.789Z')
const SIGNING = { name: 'Ana (Ñandú) Soto \\ 😀', reason: 'Contrato ) firmado', location: 'Chile', at: AT }

interface Drawing {
  page?: string
  catalog?: string
  trailer?: string
  pages?: string
  end?: string
}

/** A file that ends like those of our renderer: objects, one cross-reference table, a trailer. */
function drawn({
  page = '/Type /Page\n/Parent 2 0 R',
  catalog = '/Type /Catalog\n/Pages 2 0 R',
  pages = '/Type /Pages\n/Count 1\n/Kids [3 0 R]',
  trailer = '/Size 4\n/Root 1 0 R\n/Info 9 0 R\n/ID [<aa> <bb>]',
  end = '',
}: Drawing = {}): Buffer {
  let text = '%PDF-1.3\n'
  const places = [catalog, pages, page].map((words, at) => {
    const place = text.length
    text += `${at + 1} 0 obj\n<<\n${words}\n>>\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const xref = text.length
  text += `xref\n0 4\n0000000000 65535 f \n${places.join('')}trailer\n<<\n${trailer}\n>>\nstartxref\n${xref}\n%%EOF\n${end}`
  return Buffer.from(text, 'latin1')
}
const verified = async (file: Buffer) => verifyPdfSignatures(new Uint8Array(file))

describe('a signed PDF', () => {
  test('keeps the drawn bytes, and is signed as a whole', async () => {
    const plain = drawn()
    const file = await signedPdf(plain, SIGNING, key)
    assert.ok(file.subarray(0, plain.length).equals(plain))
    const { intact, signatures } = await verified(file)
    assert.equal(intact, true)
    const [one] = signatures
    assert.deepEqual(
      [one!.format, one!.claimedAt, one!.stamp, one!.inTime, one!.signer!.fingerprint],
      [
        'ETSI.CAdES.detached',
        '2026-12-01T12:00:00.000Z',
        null,
        true,
        sha256(signer.certificate).toString('hex'),
      ],
    )
  })

  test('may be signed again by another signer', async () => {
    const own = await signedPdf(drawn(), SIGNING, key)
    // A second signature of ours is refused, because the catalog already has a form.
    await assert.rejects(
      signedPdf(own, SIGNING, key),
      /cannot be signed: its (form|table|object \d+|size|root)/,
    )
  })

  test('may end with the seal of the service, and with nothing else', async () => {
    const seal = `%Resguardo-Sello ${'x'.repeat(900)}\n`
    assert.equal((await verified(await signedPdf(drawn({ end: seal }), SIGNING, key))).intact, true)
    for (const end of [`${seal}${seal}`, 'más', `%${'x'.repeat(1200)}\n`])
      await assert.rejects(signedPdf(drawn({ end }), SIGNING, key), /its end is not where it was expected/)
  })

  test('names are encoded so that none of their characters can end them', async () => {
    const text = (await signedPdf(drawn(), SIGNING, key)).toString('latin1')
    const [, digits] = /\/Name <([0-9a-f]+)>/.exec(text)!
    assert.equal(Buffer.from(digits!, 'hex').swap16().toString('utf16le'), `\ufeff${SIGNING.name}`)
    assert.doesNotMatch(text, /Contrato/)
    assert.match(text, /\/M \(D:20261201120000Z\)/)
  })

  test('its trailer repeats the earlier one and its position', async () => {
    const plain = drawn()
    const text = (await signedPdf(plain, SIGNING, key)).toString('latin1')
    const before = /startxref\n(\d+)/.exec(plain.toString('latin1'))![1]
    const last = text.slice(text.lastIndexOf('trailer'))
    for (const part of ['/Size 6', '/Root 1 0 R', '/Info 9 0 R', '/ID [<aa> <bb>]', `/Prev ${before}`])
      assert.ok(last.includes(part), part)
    const places = [
      ...text.slice(text.lastIndexOf('xref\n', text.lastIndexOf('trailer'))).matchAll(/^(\d+) 1\n(\d{10})/gm),
    ]
    assert.deepEqual(
      places.map(([, id]) => id),
      ['1', '3', '4', '5'],
    )
    for (const [, id, at] of places) assert.ok(text.startsWith(`${id} 0 obj\n`, Number(at)), `object ${id}`)
  })

  test('the page keeps its annotations, after an invisible field', async () => {
    for (const [page, wanted] of [
      ['/Type /Page\n/Annots [7 0 R 8 0 R]', '/Annots [5 0 R 7 0 R 8 0 R]'],
      ['/Type /Page', '/Annots [5 0 R]'],
    ] as const) {
      const text = (await signedPdf(drawn({ page }), SIGNING, key)).toString('latin1')
      assert.ok(text.includes(wanted), wanted)
      assert.match(text, /\/FT \/Sig[^>]*>\s*\/F 132\n\/Rect \[0 0 0 0\]/)
    }
  })

  for (const [name, says, drawing] of [
    ['a form already', /its form/, { catalog: '/Type /Catalog\n/Pages 2 0 R\n/AcroForm 7 0 R' }],
    ['annotations elsewhere', /its annotations/, { page: '/Type /Page\n/Annots 7 0 R' }],
    ['no pages', /its pages/, { catalog: '/Type /Catalog' }],
    ['no first page', /its first page/, { pages: '/Type /Pages\n/Kids []' }],
    ['a page that is not there', /its object 8/, { pages: '/Type /Pages\n/Kids [8 0 R]' }],
    ['no root', /its root/, { trailer: '/Size 4' }],
    ['no size', /its size/, { trailer: '/Root 1 0 R' }],
  ] as const)
    test(`a file with ${name} is not signed, with the reason`, async () =>
      assert.rejects(signedPdf(drawn(drawing), SIGNING, key), says))

  test('a file that is no PDF is not signed', async () => {
    for (const file of [Buffer.alloc(0), Buffer.from('hola'), drawn().subarray(0, -3)])
      await assert.rejects(signedPdf(file, SIGNING, key), /cannot be signed/)
  })
})

describe('its stamp', () => {
  test('is part of the signature and covers its value', async () => {
    const [one] = (await verified(await signedPdf(drawn(), SIGNING, key, stamping))).signatures
    assert.ok(one!.stamp?.valid)
    assert.equal(one!.stamp.authority, 'Sellos')
  })

  for (const [name, stamp] of [
    ['none to be had', async () => undefined],
    ['one that is too long for its place', async () => Buffer.alloc(16 * 1024 + 1, 0x30)],
  ] as const satisfies readonly (readonly [string, Stamp])[])
    test(`with ${name} the document is still signed`, async () => {
      const { intact, signatures } = await verified(await signedPdf(drawn(), SIGNING, key, stamp))
      assert.deepEqual([intact, signatures[0]!.stamp], [true, null])
    })
})

describe('the bare signature', () => {
  const digest = sha256(Buffer.from('x'))

  test('carries every certificate as issued, in the order of DER', async () => {
    const cms = await cadesSignature(key, digest)
    for (const certificate of key.certificates) assert.ok(cms.includes(certificate))
    const inOrder = key.certificates.toSorted(Buffer.compare).map((one) => cms.indexOf(one))
    assert.deepEqual(
      inOrder,
      inOrder.toSorted((one, other) => one - other),
    )
    assert.ok(cms.includes(nameOf({ common: 'Certificadora de prueba' })), 'it names the issuer')
  })

  test('has no time of its own: the PDF states it', async () => {
    const signingTime = Buffer.from('06092a864886f70d010905', 'hex')
    assert.equal((await cadesSignature(key, digest)).includes(signingTime), false)
  })

  test('an RSA key works too, and other kinds are refused', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const own = certify({ key: privateKey })
    const file = await signedPdf(drawn(), SIGNING, { key: privateKey, certificates: [own.certificate] })
    assert.equal((await verified(file)).intact, true)
    const { privateKey: dsa } = generateKeyPairSync('dsa', { modulusLength: 1024, divisorLength: 160 })
    await assert.rejects(
      cadesSignature({ key: dsa, certificates: [own.certificate] }, digest),
      /only RSA and elliptic keys/,
    )
  })
})
