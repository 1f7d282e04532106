import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BROWSER, pageAt } from '#test/kit/hosted.ts'
import { publishNotice } from '#test/kit/policies.ts'
import { openService } from '#test/kit/service.ts'

/** The receipt of a visitor's choice in the banner. */
const api = await openService()
const ana = await api.tenant({ name: 'Sur & <b>Norte</b>' })
const notice = await publishNotice(ana, [
  { key: 'necessary', name: 'Necesarias', required: true },
  { key: 'analytics', name: 'Medición' },
])
const { widgetKey } = (await ana.get(`/consent/notices/${notice}`)).data
const clientKey = '0123456789abcdef0123456789abcdef'
const subjectRef = 'fedcba9876543210fedcba9876543210'
const { data: record } = await api.anyone.post(`/public/consent/${widgetKey}/record`, {
  subjectRef,
  decisions: { analytics: true },
  clientKey,
})
const path = `/recibo/${widgetKey}/${clientKey}`

test('the page shows the decision, its receipt and where to verify it, and not who decided', async () => {
  const page = (await pageAt(api.app, path)).body
  assert.match(page, /Su elección de cookies/)
  assert.match(page, /<strong>Medición<\/strong>: aceptada/)
  assert.match(page, /Sur &amp; &lt;b&gt;Norte/)
  assert.ok(page.includes(record.receipt))
  assert.ok(page.includes(`registro=consent_record&amp;id=${record.id}`))
  assert.ok(!page.includes(subjectRef))
})

test('another key, and the key of another notice, are not found', async () => {
  const other = await api.tenant()
  const second = await publishNotice(other, [{ key: 'necessary', name: 'Necesarias', required: true }])
  const { widgetKey: elsewhere } = (await other.get(`/consent/notices/${second}`)).data
  for (const url of [
    `/recibo/${widgetKey}/${'0'.repeat(32)}`,
    `/recibo/${elsewhere}/${clientKey}`,
    '/recibo/x/y',
  ]) {
    const reply = await api.app.inject({ url, headers: BROWSER })
    assert.equal(reply.statusCode, 404, url)
  }
})
