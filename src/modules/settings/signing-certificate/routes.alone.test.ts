import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { verifyPdfSignatures } from '#kernel/evidence/pdf-signature.ts'
import { ground, signed } from '#test/kit/contracts.ts'
import { type Making, makePkcs12 } from '#test/kit/pkcs12.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { openStampAuthority } from '#test/kit/stamp-authority.ts'
import { SIGNING_REMINDER_JOB } from './jobs.ts'

const authority = await openStampAuthority()
const [api, stamping] = [await openService(), await openService({ TSA_URL: authority.url })]
const eva = await api.tenant()
const folder = mkdtempSync(join(tmpdir(), 'resguardo-firma-'))
after(async () => {
  await authority.close()
  rmSync(folder, { recursive: true, force: true })
})

const PATH = '/settings/signing-certificate'
const put = (person: Person, making: Making, password = making.password ?? 'clave') =>
  person.put(PATH, { file: makePkcs12(making).toString('base64'), password })

async function pdfOf(person: Person, path: string): Promise<Buffer> {
  const reply = await person.get(path)
  assert.equal(reply.status, 200)
  return reply.raw
}

/** Verified by another program: poppler if installed, otherwise OpenSSL over the bytes that the file declares as signed. */
function isValidElsewhere(pdf: Buffer): boolean {
  const file = join(folder, 'a.pdf')
  writeFileSync(file, pdf)
  const said = spawnSync('pdfsig', ['-nocert', file], { encoding: 'utf8' })
  if (!said.error)
    return /Total document signed/.test(said.stdout) && /Signature is Valid\./.test(said.stdout)
  const [, before, from, rest] = /\/ByteRange \[0 (\d+) +(\d+) +(\d+)/
    .exec(pdf.toString('latin1'))!
    .map(Number)
  const cms = Buffer.from(pdf.subarray(before! + 1, from! - 1).toString('latin1'), 'hex')
  writeFileSync(join(folder, 'a.der'), cms)
  writeFileSync(
    join(folder, 'a.bin'),
    Buffer.concat([pdf.subarray(0, before), pdf.subarray(from, from! + rest!)]),
  )
  const openssl = (...options: string[]) => {
    const files = ['-in', join(folder, 'a.der'), '-content', join(folder, 'a.bin'), '-out', '/dev/null']
    return (
      spawnSync('openssl', ['cms', '-verify', '-binary', '-inform', 'DER', ...files, ...options]).status === 0
    )
  }
  // OpenSSL checks the certificate's attribute only if it trusts the certificate.
  const signer = join(folder, 'signer.pem')
  return (
    openssl('-noverify', '-certsout', signer) &&
    openssl('-cades', '-CAfile', signer, '-partial_chain', '-purpose', 'any')
  )
}

test('without a certificate the service says so, and documents stay unsigned', async () => {
  const g = await ground(api)
  const { status, data } = await g.ana.get(PATH)
  assert.deepEqual([status, data.configured, data.usable, data.subject], [200, false, false, null])
  const pdf = await pdfOf(g.ana, `/contracts/${await signed(g)}/pdf`)
  assert.deepEqual((await verifyPdfSignatures(new Uint8Array(pdf))).signatures, [])
  assert.equal((await g.ana.delete(PATH)).status, 404)
})

const OPENS: readonly (readonly [string, Making])[] = [
  ['RSA, as OpenSSL 3 writes it', {}],
  ['P-256', { key: 'p-256' }],
  [
    '3DES',
    { exported: ['-legacy', '-certpbe', 'PBE-SHA1-3DES', '-keypbe', 'PBE-SHA1-3DES', '-macalg', 'sha1'] },
  ],
  ['RC2 of 40 bits', { exported: ['-legacy'] }],
  ['a password with accents', { key: 'p-256', password: 'contraseña ñandú' }],
]
for (const [name, making] of OPENS)
  test(`${name}: the contract is signed, and another program verifies it`, async () => {
    const g = await ground(api)
    const id = await signed(g)
    const plain = await pdfOf(g.ana, `/contracts/${id}/pdf`)
    const saved = await put(g.ana, making)
    assert.equal(saved.status, 200, JSON.stringify(saved.body))
    assert.deepEqual(
      [saved.data.configured, saved.data.usable, saved.data.subject, saved.data.issuer, saved.data.keyType],
      [true, true, 'Tienda Sur SpA', 'Certificadora de prueba', making.key === 'p-256' ? 'EC' : 'RSA'],
    )
    for (const path of [`/contracts/${id}/pdf`, `/contracts/${id}/document?format=pdf`]) {
      const pdf = await pdfOf(g.ana, path)
      assert.ok(pdf.subarray(0, plain.length).equals(plain), 'what was drawn stays')
      const { signatures, intact } = await verifyPdfSignatures(new Uint8Array(pdf))
      assert.ok(intact, JSON.stringify(signatures))
      assert.equal(signatures[0]!.signer!.fingerprint, saved.data.fingerprint)
      assert.deepEqual([signatures[0]!.inTime, signatures[0]!.stamp], [true, null])
      assert.ok(isValidElsewhere(pdf))
      pdf[plain.length - 300]! ^= 1
      const changed = await verifyPdfSignatures(new Uint8Array(pdf))
      assert.deepEqual([changed.intact, changed.signatures[0]!.fault], [false, 'digest'])
      assert.ok(!isValidElsewhere(pdf))
      pdf[plain.length - 300]! ^= 1
      const longer = await verifyPdfSignatures(Buffer.concat([pdf, Buffer.from('\n% más')]))
      assert.deepEqual([longer.intact, longer.signatures[0]!.coversFile], [false, false])
    }
  })

const REFUSED: readonly (readonly [rule: string, path: string, Making, password?: string])[] = [
  ['password', 'password', { key: 'p-256' }, 'otra'],
  ['no_key', 'file', { key: 'p-256', withoutKey: true }],
  ['expired', 'file', { key: 'p-256', begins: -10, days: -1 }],
  ['not_yet_valid', 'file', { key: 'p-256', begins: 5 }],
  ['weak_key', 'file', { key: 'rsa-1024' }],
  ['key_type', 'file', { key: 'p-384' }],
  ['key_usage', 'file', { key: 'p-256', usage: 'critical,keyEncipherment' }],
]
for (const [rule, path, making, password] of REFUSED)
  test(`${rule}: 400 beside its field, with its own message`, async () => {
    const { status, body } = await put(eva, making, password)
    assert.deepEqual(
      [status, body.error?.code, body.error?.details?.[0].path, body.error?.details?.[0].rule],
      [400, 'VALIDATION_ERROR', path, rule],
    )
  })

test('a file that is not PKCS#12 is refused, truncated or not', async () => {
  const whole = makePkcs12()
  const files = [
    Buffer.from('hola'),
    whole.subarray(0, 900),
    Buffer.alloc(60_000, 0x30),
    Buffer.alloc(9000, 0xa0),
  ]
  for (const file of files) {
    const { status, body } = await eva.put(PATH, { file: file.toString('base64'), password: 'clave' })
    assert.deepEqual([status, body.error.details[0].rule], [400, 'shape'])
  }
})

test('a file that demands endless work is refused at once', async () => {
  const file = makePkcs12({ key: 'p-256', exported: ['-iter', '70000', '-nomac'] })
  const [asked, endless] = ['0203011170', '02037fffff'].map((one) => Buffer.from(one, 'hex'))
  for (let at = file.indexOf(asked!); at >= 0; at = file.indexOf(asked!)) file.set(endless!, at)
  const began = performance.now()
  const { body } = await eva.put(PATH, { file: file.toString('base64'), password: 'clave' })
  assert.equal(body.error.details[0].rule, 'costly')
  assert.ok(performance.now() - began < 2000)
})

test('key and password are never shown, logged or stored in plain text; another organisation cannot sign with them', async () => {
  const g = await ground(api)
  const password = 'una-clave-que-no-aparece'
  await put(g.ana, { password, key: 'p-256' })
  const log = await g.ana.get('/settings/audit-log?entityType=signing_certificate')
  assert.equal(log.data.items[0].action, 'create')
  const stored = await api.access.lookUp('a test looks', (db) =>
    db.selectFrom('signing_certificates').selectAll().where('tenant_id', '=', g.ana.tenantId).execute(),
  )
  assert.match(stored[0]!.private_key_sealed, /^v2\./)
  assert.ok(!JSON.stringify([log.body, stored]).includes(password))
  assert.ok(!JSON.stringify(log.body).includes('v2.'))
  const other = await ground(api)
  const pdf = await pdfOf(other.ana, `/contracts/${await signed(other)}/pdf`)
  assert.deepEqual((await verifyPdfSignatures(new Uint8Array(pdf))).signatures, [])
  assert.equal((await other.ana.get(PATH)).data.configured, false)
  const viewer = await g.ana.colleague('VIEWER')
  assert.equal((await viewer.get(PATH)).status, 403)
  assert.equal((await (await g.ana.colleague('DPO')).delete(PATH)).status, 403)
  assert.equal((await g.ana.delete(PATH)).status, 200)
  assert.equal((await g.ana.get(PATH)).data.configured, false)
})

test('with a time-stamp authority the signature is stamped; without an answer it is still made', async () => {
  const g = await ground(stamping)
  await put(g.ana, { key: 'p-256' })
  const pdf = await pdfOf(g.ana, `/contracts/${await signed(g)}/pdf`)
  const { signatures, intact } = await verifyPdfSignatures(new Uint8Array(pdf))
  assert.ok(intact && signatures[0]!.stamp?.valid, JSON.stringify(signatures))
  assert.ok(isValidElsewhere(pdf))
  authority.misbehave((_, reply) => reply.writeHead(503).end())
  const other = await ground(stamping)
  await put(other.ana, { key: 'p-256', name: 'Otra SpA' })
  const bare = await pdfOf(other.ana, `/contracts/${await signed(other)}/pdf`)
  const left = await verifyPdfSignatures(new Uint8Array(bare))
  assert.deepEqual([left.intact, left.signatures[0]!.stamp], [true, null])
  authority.misbehave(undefined)
})

test('people who can replace it get one letter, thirty days before it ends', async () => {
  const ana = await api.tenant()
  await put(ana, { key: 'p-256', days: 20 })
  const run = () => SIGNING_REMINDER_JOB.run(api.service.jobEnv, {}, { jobId: 'x', attempt: 1 })
  await run()
  await run()
  const mails = await api.access.lookUp('a test looks', (db) =>
    db.selectFrom('mails').select('subject').where('tenant_id', '=', ana.tenantId).execute(),
  )
  assert.equal(
    mails.filter(({ subject }) => /^El certificado para firmar documentos vence/.test(subject)).length,
    1,
  )
})

test('of two who upload a certificate at once, the second learns of the first', async () => {
  const owner = await api.tenant()
  const admin = await owner.colleague('ADMIN', 'Alba Díaz')
  const seen = String((await owner.get(PATH)).headers['etag'])
  const upload = (by: Person, etag: string) => {
    const file = makePkcs12({ key: 'p-256' }).toString('base64')
    return by.put(PATH, { file, password: 'clave' }, { headers: { 'if-match': etag } })
  }
  const first = await upload(admin, seen)
  assert.deepEqual([first.status, first.headers['etag']], [200, (await owner.get(PATH)).headers['etag']])
  const second = await upload(owner, seen)
  assert.equal(second.status, 412)
  assert.equal(second.body.error.details[0].changedBy, 'Alba Díaz')
  const removed = await owner.delete(PATH, { headers: { 'if-match': seen } })
  assert.equal(removed.status, 412)
})
