import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { inflateSync } from 'node:zlib'
import { type CarriedProof, splitSealed, wrongDocument } from '#kernel/evidence/document.ts'
import { verifyProof } from '#kernel/evidence/proof.ts'
import { newId } from '#kernel/ids.ts'
import { fillEvidence, seal } from '#test/kit/evidence.ts'
import { openService } from '#test/kit/service.ts'

const api = await openService()
const { ana, records } = await fillEvidence(api)
const keys = async () => (await api.anyone.get('/public/evidence/keys')).data.keys

/** Every document about a record that a person can download, and that record. */
const RECEIPTS: readonly [path: string, type: string, id: string][] = [
  [`/consent/records/${records['consent_record']}/document`, 'consent_record', records['consent_record']!],
  [
    `/consent/records/${records['consent_form_record']}/document`,
    'consent_form_record',
    records['consent_form_record']!,
  ],
  [`/dsar/requests/${records['dsar_request']}/receipt`, 'dsar_request', records['dsar_request']!],
  [
    `/dsar/requests/${records['dsar_request']}/letters/${records['dsar_letter']}?format=pdf`,
    'dsar_letter',
    records['dsar_letter']!,
  ],
  [`/contracts/${records['contract']}/pdf`, 'contract', records['contract']!],
  [`/contracts/${records['contract']}/document`, 'contract', records['contract']!],
]

async function download(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const reply = await ana.get(path)
  assert.equal(reply.status, 200, `${path}: ${reply.raw}`)
  return new Uint8Array(reply.raw)
}

/** The proof as another program finds it inside the file. */
function carriedBy(file: Uint8Array): CarriedProof | undefined {
  const text = Buffer.from(file).toString('latin1')
  const at = text.indexOf('/EmbeddedFile')
  if (at < 0) return undefined
  const begin = text.indexOf('stream\n', at) + 7
  const length = Number(/\/Length (\d+)/.exec(text.slice(at, begin))![1])
  return JSON.parse(inflateSync(file.subarray(begin, begin + length)).toString())
}

test('a receipt drawn before its seal is signed already and says that the record waits', async () => {
  const file = await download(RECEIPTS[0]![0])
  assert.equal(await wrongDocument(splitSealed(file)!, await keys()), null)
  assert.equal(carriedBy(file), undefined)
  const reply = await api.anyone.get(
    `/public/evidence/${ana.slug}/consent_record/${records['consent_record']}`,
  )
  assert.equal(reply.status, 409)
})

test('every receipt is signed, carries the proof of its record and ends as a PDF ends', async () => {
  await seal(api)
  const published = await keys()
  for (const [path, type, id] of RECEIPTS) {
    const file = await download(path)
    const split = splitSealed(file)!
    assert.equal(await wrongDocument(split, published), null, path)
    assert.equal(split.after, 0, path)
    assert.deepEqual(split.seal!.statement.record, { type, id }, path)
    assert.equal(split.seal!.statement.organisation.id, ana.tenantId)
    const end = Buffer.from(file).lastIndexOf('%%EOF')
    assert.ok(file.length - end < 1_024, `${path}: readers look for the end in the last 1,024 bytes`)
    const carried = carriedBy(file)!
    const checked = await verifyProof(carried.proof, published)
    assert.ok(checked.whole, path)
    assert.deepEqual([checked.entry.entityType, checked.entry.entityId], [type, id])
    assert.equal('payload' in carried.proof, false, 'the record itself does not travel')
  }
})

test('a changed byte anywhere in a receipt is detected', async () => {
  const file = await download(RECEIPTS[2]![0])
  const published = await keys()
  for (let at = 9; at < file.length; at += Math.ceil(file.length / 60)) {
    const changed = file.slice()
    changed[at]! ^= 1
    const split = splitSealed(changed)
    const isFound = !split || split.after > 0 || (await wrongDocument(split, published)) !== null
    assert.ok(isFound, `byte ${at}`)
  }
})

test('other programs still read it', async () => {
  const file = await download(RECEIPTS[4]![0])
  const told = spawnSync('pdfinfo', ['-'], { input: file, encoding: 'utf8' })
  // Without that program, check what it looks for first.
  if (told.error)
    assert.match(Buffer.from(file).toString('latin1'), /startxref\s+\d+\s+%%EOF\s+%Resguardo-Sello /)
  else assert.match(told.stdout, /Pages:\s+\d/)
})

test('the id of a receipt shows that the record is in the chain and nothing of its content', async () => {
  for (const [, type, id] of RECEIPTS) {
    const reply = await api.anyone.get(`/public/evidence/${ana.slug}/${type}/${id}`)
    assert.equal(reply.status, 200, type)
    assert.ok((await verifyProof(reply.data, await keys())).whole, type)
    assert.equal('payload' in reply.data, false)
    assert.doesNotMatch(reply.raw.toString(), /eva@correo|Eva Soto|ivan@correo/)
  }
})

test('the code of one organisation finds nothing in another, nor records without receipts', async () => {
  const other = await api.tenant()
  const [, type, id] = RECEIPTS[0]!
  const paths = [
    `${other.slug}/${type}/${id}`,
    `nadie/${type}/${id}`,
    `${ana.slug}/${type}/${newId()}`,
    `${ana.slug}/${type}/x`,
    `${ana.slug}/audit_log/${records['audit_log']}`,
    `${ana.slug}/privacy_policy/${records['privacy_policy']}`,
  ]
  for (const path of paths) assert.equal((await api.anyone.get(`/public/evidence/${path}`)).status, 404, path)
})

test('a draft of a contract has no receipt, and Word is never sealed', async () => {
  const word = await download(`/contracts/${records['contract']}/document?format=docx`)
  assert.equal(splitSealed(word), undefined)
})
