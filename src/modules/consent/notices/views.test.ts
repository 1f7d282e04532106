import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashOf } from '../proof.ts'
import type { NoticeRow, RecordRow } from './repo.ts'
import { completeContent, type SentContent } from './rules.ts'
import { contentOf, evidenceOf, noticeView, proofOf, recordView } from './views.ts'

/** The views of a notice and its records, and what a receipt is the hash of. */

const AT = new Date('2026-12-01T12:00:00Z')
const ID = '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f'

function noticeRow(sent: Partial<SentContent> = {}, more: Partial<NoticeRow> = {}): NoticeRow {
  const { domainId, ...content } = completeContent({ name: 'Sitio', ...sent })
  return {
    tenant_id: ID,
    id: ID,
    ...content,
    domain_id: domainId,
    status: 'PUBLISHED',
    version: 2,
    widget_key: 'Xk3vQ0nTt1m8bJcPz5rYwA',
    content_hash: 'a',
    published_hash: 'a',
    published_at: AT,
    subject_secret_number: 0,
    has_proven_subjects: false,
    created_at: AT,
    updated_at: AT,
    ...more,
  } as NoticeRow
}

// biome-ignore lint/suspicious/noExplicitAny: the views read no other tool.
const TOOLS = { publicUrl: 'https://privacidad.tienda.cl' } as any

/** Reads the attribute like a browser, and its content like the banner. */
function hostsIn(embedCode: string): Record<string, string> {
  const value = / data-hosts="([^"]*)"/.exec(embedCode)?.[1] ?? ''
  const text = value.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')
  const pairs = text.split(' ').filter(Boolean)
  return Object.fromEntries(
    pairs.map((one) => [one.split('=')[0]!, decodeURIComponent(one.split('=')[1]!)] as const),
  )
}

for (const key of ['medicion', 'uso del sitio', '100%', 'a=b', 'medición', '"><script>', "l'usage & más"]) {
  test(`the tag tells the banner to block a host for the purpose «${key}», sign by sign`, () => {
    const purposes = [{ key, name: 'Una', hosts: ['cdn.medidor.cl', 'b.cl'] }]
    const { embedCode } = noticeView(noticeRow({ purposes }), TOOLS)
    assert.deepEqual(hostsIn(embedCode!), { 'cdn.medidor.cl': key, 'b.cl': key })
    assert.doesNotMatch(embedCode!, /<script>|%[^0-9A-F]/)
  })
}

test('each host goes with its own purpose, and a notice without hosts lists none', () => {
  const purposes = [
    { key: 'a', name: 'Una', hosts: ['uno.cl'] },
    { key: 'n', name: 'Nada' },
    { key: 'b', name: 'Otra', hosts: ['dos.cl'] },
  ]
  assert.deepEqual(hostsIn(noticeView(noticeRow({ purposes }), TOOLS).embedCode!), {
    'uno.cl': 'a',
    'dos.cl': 'b',
  })
  assert.doesNotMatch(noticeView(noticeRow({ purposes: [] }), TOOLS).embedCode!, /data-hosts/)
})

test('before its first publication a notice has no embedding code and no page', () => {
  const draft = noticeRow({}, { status: 'DRAFT', widget_key: null, published_hash: null, published_at: null })
  const { embedCode, embedCodePinned, pageUrl, widgetKey, publishedAt, hasUnpublishedChanges } = noticeView(
    draft,
    TOOLS,
  )
  assert.deepEqual(
    [embedCode, embedCodePinned, pageUrl, widgetKey, publishedAt, hasUnpublishedChanges],
    [null, null, null, null, null, true],
  )
})

test('the view says whether there are unpublished changes', () => {
  const said = (content_hash: string) =>
    noticeView(noticeRow({}, { content_hash }), TOOLS).hasUnpublishedChanges
  assert.deepEqual([said('a'), said('b')], [false, true])
})

test("a version stores the content shown to people, and nothing of the notice's state", () => {
  const row = noticeRow({ title: 'Su privacidad', purposes: [{ key: 'a', name: 'Una' }] })
  assert.deepEqual(Object.keys(contentOf(row)).sort(), [
    'config',
    'description',
    'domainId',
    'language',
    'name',
    'purposes',
    'title',
  ])
  const same = { ...row, version: 9, status: 'ARCHIVED', updated_at: new Date(0) } as NoticeRow
  assert.equal(hashOf(contentOf(same)), hashOf(contentOf(row)))
  for (const change of [{ title: 'Otra' }, { language: 'en' }, { domain_id: ID }, { config: { gpc: 'ask' } }])
    assert.notEqual(hashOf(contentOf({ ...row, ...change })), hashOf(contentOf(row)), JSON.stringify(change))
})

// ── records ──

const RECORD: RecordRow = {
  tenant_id: ID,
  id: ID,
  notice_id: ID,
  notice_version: 2,
  content_hash: 'c'.repeat(64),
  subject_ref: 'visitante-7c3d9e2f',
  decisions: { necessary: true, analytics: false },
  action: 'reject_all',
  granted: false,
  source: 'banner',
  url: null,
  user_agent: null,
  ip_hash: 'i'.repeat(64),
  created_at: AT,
  proven_by: 'nobody',
  signal: null,
  language: null,
  client_key: null,
  is_effective: true,
  receipt: 'r'.repeat(64),
} as RecordRow

const receiptOf = (more: Partial<RecordRow> = {}) => hashOf(evidenceOf({ ...RECORD, ...more }))

test('the receipt can be recomputed from the record as the interface shows it', () => {
  for (const more of [
    {},
    { signal: 'gpc', language: 'es' },
    { is_effective: false },
  ] as Partial<RecordRow>[]) {
    const { receipt: _, ...shown } = recordView({ ...RECORD, ...more })
    assert.equal(hashOf(JSON.parse(JSON.stringify(shown))), receiptOf(more), JSON.stringify(more))
  }
})

test('if any part of a decision is altered, its receipt no longer matches', () => {
  const changes: Partial<RecordRow>[] = [
    { id: ID.replace('019a', '019b') },
    { notice_id: ID.replace('019a', '019b') },
    { notice_version: 3 },
    { content_hash: 'd'.repeat(64) },
    { subject_ref: 'otra' },
    { decisions: { necessary: true, analytics: true } },
    { decisions: { necessary: true } },
    { action: 'withdraw' },
    { url: 'https://tienda.cl/' },
    { user_agent: 'Mozilla/5' },
    { ip_hash: 'j'.repeat(64) },
    { created_at: new Date(AT.getTime() + 1) },
    { proven_by: 'confirmed_email' },
    { signal: 'gpc' },
    { language: 'es' },
    { is_effective: false },
  ]
  const receipts = [receiptOf(), ...changes.map(receiptOf)]
  assert.equal(new Set(receipts).size, receipts.length)
})

test('an older receipt, without the kind of proof, still matches', () => {
  const { provenBy, receipt: _, ...shown } = recordView({ ...RECORD, proven_by: null })
  assert.equal(provenBy, 'nobody')
  assert.equal(receiptOf({ proven_by: null }), hashOf(shown))
  assert.notEqual(receiptOf({ proven_by: null }), receiptOf())
  assert.deepEqual(
    [proofOf({ proven_by: null }), proofOf({ proven_by: 'subject_token' })],
    ['nobody', 'subject_token'],
  )
})

test('missing values are absent from a record, and a waiting one says that it waits', () => {
  const shown = recordView(RECORD)
  for (const name of ['signal', 'language', 'isEffective']) assert.equal(shown[name as 'signal'], undefined)
  assert.equal(recordView({ ...RECORD, is_effective: false }).isEffective, false)
  assert.equal('clientKey' in shown || 'client_key' in shown, false)
})
