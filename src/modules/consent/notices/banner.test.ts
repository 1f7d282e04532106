import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { newId } from '#kernel/ids.ts'
import { suspendTenant } from '#modules/settings/public.ts'
import { assetNamed } from '#pages/assets.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { hashOf } from '../proof.ts'

/** What a banner adds to a notice: its look, the hosts it blocks, its embedding code, and one record per decision. */
const api = await openService({ PUBLIC_URL: 'https://privacidad.tienda.cl/r' })
const ana = await api.tenant({ name: 'Tienda Sur SpA' })
const stranger = await api.tenant()

const NECESSARY = { key: 'necesarias', name: 'Necesarias', required: true }
const MEASURING = { key: 'medicion', name: 'Medición', cookies: [{ name: '_ga' }] }

async function published(fields: object = {}, person: Person = ana) {
  const made = await person.post('/consent/notices', {
    name: 'Sitio',
    purposes: [NECESSARY, MEASURING],
    ...fields,
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  return (await person.post(`/consent/notices/${made.data.id}/publish`)).data
}

const configOf = async (widgetKey: string) =>
  (await api.anyone.get(`/public/consent/${widgetKey}/config`)).data
const record = (widgetKey: string, fields: object, headers: Record<string, string> = {}) =>
  api.anyone.post(
    `/public/consent/${widgetKey}/record`,
    { subjectRef: 'visita', decisions: { medicion: true }, ...fields },
    { headers },
  )

test('a purpose gives its use, the hosts to block and what it grants to Google', async () => {
  const purpose = {
    ...MEASURING,
    category: 'analytics',
    hosts: ['https://CDN.medidor.cl/a.js', '*.medidor.cl', 'cdn.medidor.cl'],
    googleConsent: ['analytics_storage', 'analytics_storage'],
  }
  const { purposes } = await published({ purposes: [NECESSARY, purpose] })
  assert.deepEqual(
    [purposes[1].category, purposes[1].hosts, purposes[1].googleConsent],
    ['analytics', ['cdn.medidor.cl', 'medidor.cl'], ['analytics_storage']],
  )
  assert.deepEqual(Object.keys(purposes[0]).sort(), [
    'cookies',
    'description',
    'key',
    'legalBasis',
    'name',
    'required',
  ])
})

for (const [what, fields, status, path] of [
  ['a host that is none', { hosts: ['no es un servidor'] }, 422, 'purposes[0].hosts[0]'],
  ['this machine', { hosts: ['localhost'] }, 422, 'purposes[0].hosts[0]'],
  ['«necessary» that may be refused', { category: 'necessary' }, 422, 'purposes[0].category'],
  ['an obligation for publicity', { required: true, category: 'marketing' }, 422, 'purposes[0].category'],
  ['an unknown category', { category: 'ventas' }, 400, 'purposes[0].category'],
  ['an unknown type of Google', { googleConsent: ['todo'] }, 400, 'purposes[0].googleConsent[0]'],
] as const) {
  test(`refused: ${what}`, async () => {
    const { status: got, body } = await ana.post('/consent/notices', {
      name: 'Sitio',
      purposes: [{ ...MEASURING, ...fields }],
    })
    assert.deepEqual([got, body.error.details[0].path], [status, path], JSON.stringify(body.error))
  })
}

test('the banner gets its look and its terms resolved, whatever else the configuration has', async () => {
  const config = {
    appearance: { accent: '#ffd60a', position: 'left', theme: 'dark', reopen: false, otra: 1 },
    gpc: 'ask',
    decisionDays: 30,
    theme: 'claro',
  }
  const { widgetKey } = await published({ config })
  const shown = await configOf(widgetKey)
  const { words, ...look } = shown.banner
  assert.equal(words.es.reject, 'Rechazar todo')
  assert.deepEqual(look, {
    accent: '#ffd60a',
    onAccent: '#000000',
    colours: { day: '#ffd60a', onDay: '#000000', rim: '#a38906', night: '#ffd60a', onNight: '#000000' },
    position: 'left',
    theme: 'dark',
    reopen: false,
    gpc: 'ask',
    days: 30,
    home: `https://privacidad.tienda.cl/r/p/${ana.slug}`,
  })
  assert.deepEqual(shown.config, config)
  for (const wrong of [
    { appearance: { accent: 'azul' } },
    { appearance: { position: 'centro' } },
    { gpc: 'nunca' },
    { decisionDays: 0 },
    { decisionDays: 366 },
    { translations: { en: { purposes: { medicion: 'Analytics' } } } },
  ]) {
    const reply = await ana.post('/consent/notices', { name: 'x', config: wrong })
    assert.equal(reply.status, 400, JSON.stringify(wrong))
  }
})

test('a purpose without a category gets the one that its words suggest, for the banner only', async () => {
  const names = ['Medición de uso', 'Publicidad', 'Videos y mapas', 'Chat de ayuda', 'Otra cosa']
  const purposes = names.map((name, at) => ({ key: `p${at}`, name }))
  const notice = await published({ purposes })
  const shown = await configOf(notice.widgetKey)
  assert.deepEqual(
    shown.purposes.map(({ category }: { category?: string }) => category),
    ['analytics', 'marketing', 'media', 'preferences', undefined],
  )
  assert.equal(notice.purposes[0].category, undefined)
  const [{ content, contentHash }] = (await ana.get(`/consent/notices/${notice.id}/versions`)).data.items
  assert.deepEqual([hashOf(content), content.purposes[0].category], [contentHash, undefined])
})

test('a published notice comes with embedding code, free or pinned, and with a page to look at', async () => {
  const measuring = { ...MEASURING, hosts: ['medidor.cl'] }
  const { widgetKey, embedCode, embedCodePinned, pageUrl } = await published({
    purposes: [NECESSARY, measuring],
  })
  const root = 'https://privacidad.tienda.cl/r'
  const options = `data-key="${widgetKey}" data-hosts="medidor.cl=medicion"`
  assert.equal(embedCode, `<script src="${root}/w/v1/banner.js?key=${widgetKey}" ${options}></script>`)
  const { sha256, content } = assetNamed('w/banner.js')
  const [, address] = /src="https:\/\/privacidad\.tienda\.cl\/r([^"]+)"/.exec(embedCodePinned)!
  assert.equal(
    embedCodePinned,
    `<script src="${root}${address}" integrity="${sha256}" crossorigin="anonymous" ${options}></script>`,
  )
  const served = await api.app.inject(address!)
  assert.deepEqual([served.statusCode, served.payload], [200, content])
  assert.match(String(served.headers['cache-control']), /immutable/)
  assert.equal(pageUrl, `${root}/w/preview/${widgetKey}`)
})

test('the script includes the notice of its key; where that is not possible it comes without', async () => {
  const { content } = assetNamed('w/banner.js')
  const load = (key: string, headers: object = {}) =>
    api.app.inject({ url: `/w/v1/banner.js?key=${key}`, headers: { ...headers } })
  const { id, widgetKey } = await published({ title: 'Con él' })
  const first = await load(widgetKey)
  const [before, after] = first.payload.split(content)
  assert.equal(after, '')
  const [, brought] = /^\(window\.Resguardo=window\.Resguardo\|\|\{\}\)\.aviso=(.*);$/.exec(before!)!
  assert.deepEqual(JSON.parse(brought!), await configOf(widgetKey))
  assert.match(String(first.headers['cache-control']), /^public, max-age=60/)
  assert.equal(first.headers['access-control-allow-origin'], '*')
  const known = await load(widgetKey, { 'if-none-match': first.headers['etag'] })
  assert.deepEqual([known.statusCode, known.payload], [304, ''])
  for (const encoding of ['br', 'gzip']) {
    const packed = await load(widgetKey, { 'accept-encoding': encoding })
    assert.equal(packed.headers['content-encoding'], encoding)
    const plain = encoding === 'br' ? brotliDecompressSync(packed.rawPayload) : gunzipSync(packed.rawPayload)
    assert.ok(plain.toString() === first.payload)
  }
  await ana.put(`/consent/notices/${id}`, { title: 'Otro título' })
  await ana.post(`/consent/notices/${id}/publish`)
  assert.match((await load(widgetKey)).payload, /"Otro título"/)

  const isAlone = ({ payload }: { payload: string }) => payload === content
  for (const none of ['', 'no-existe-tal', '../x']) assert.ok(isAlone(await load(none)), none)
  const bound = await published({ config: { allowedOrigins: ['https://www.tienda.cl'] } })
  assert.ok(isAlone(await load(bound.widgetKey)))
  assert.ok(isAlone(await load(bound.widgetKey, { referer: 'https://otra.cl/' })))
  const own = await load(bound.widgetKey, { referer: 'https://www.tienda.cl/' })
  assert.ok(!isAlone(own))
  assert.match(String(own.headers['vary']), /Referer/)
})

test('the banner has the languages of its notice', async () => {
  const wordsOf = async (fields: object) => (await configOf((await published(fields)).widgetKey)).banner.words
  assert.deepEqual(Object.keys(await wordsOf({})), ['es'])
  const both = await wordsOf({
    config: { translations: { en: { title: 'Hi' } }, appearance: { reopen: false } },
  })
  assert.deepEqual(Object.keys(both), ['es', 'en'])
  assert.deepEqual(Object.keys(both.en).sort(), Object.keys(both.es).sort())
  assert.match(both.es.about, /cuando quiera\.$/)
  assert.match(both.en.about, /^Controller: Tienda Sur SpA\./)
})

test('a repeated decision is one record, and gets the first answer', async () => {
  const { id, widgetKey } = await published()
  const clientKey = newId()
  const all = await Promise.all(Array.from({ length: 6 }, () => record(widgetKey, { clientKey })))
  for (const { status } of all) assert.equal(status, 201)
  assert.equal(new Set(all.map(({ data }) => JSON.stringify(data))).size, 1)
  const again = await record(widgetKey, { clientKey }, { 'idempotency-key': newId() })
  assert.deepEqual(again.data, all[0]!.data)
  const { data } = await ana.get(`/consent/notices/${id}/records`)
  assert.deepEqual([data.pagination.total, data.items.length], [1, 1])
  assert.equal((await ana.get(`/consent/notices/${id}/stats`)).data.total, 1)

  await ana.put(`/consent/notices/${id}`, { title: 'Otro' })
  await ana.post(`/consent/notices/${id}/publish`)
  const late = await record(widgetKey, { clientKey, version: 1 })
  assert.deepEqual([late.status, late.data], [201, all[0]!.data])

  const other = await published()
  const elsewhere = await record(other.widgetKey, { clientKey })
  assert.notEqual(elsewhere.data.id, all[0]!.data.id)
  const foreign = await published({}, stranger)
  assert.notEqual((await record(foreign.widgetKey, { clientKey })).data.id, all[0]!.data.id)
  assert.equal((await record(widgetKey, { clientKey: 'corta' })).status, 400)
})

test('a record stores the signal and the language, and its receipt covers both', async () => {
  const { id, widgetKey } = await published()
  await record(widgetKey, { decisions: {}, signal: 'gpc', language: 'en' })
  await record(widgetKey, { language: '' })
  const [plain, signalled] = (await ana.get(`/consent/notices/${id}/records`)).data.items
  assert.deepEqual([signalled.signal, signalled.language], ['gpc', 'en'])
  assert.ok(!('signal' in plain) && !('language' in plain))
  for (const { receipt, ...evidence } of [plain, signalled]) {
    assert.equal(hashOf(evidence), receipt)
    const proof = await api.anyone.get(`/public/consent/receipts/${receipt}`)
    assert.deepEqual([proof.status, proof.data.valid], [200, true])
  }
  assert.equal((await record(widgetKey, { signal: 'otra' })).status, 400)
})

test('only members can see the draft before it is published', async () => {
  const { id, widgetKey } = await published()
  await ana.put(`/consent/notices/${id}`, { title: 'Borrador «nuevo»' })
  const data = await ana.get(`/consent/notices/${id}/preview/config`)
  assert.deepEqual([data.status, data.data.title, data.data.banner.days], [200, 'Borrador «nuevo»', 182])
  assert.equal((await configOf(widgetKey)).title, 'Sitio')
  const page = await ana.get(`/consent/notices/${id}/preview`)
  assert.equal(page.status, 200)
  assert.match(page.body, /<script src="[./]*w\/v1\/banner\.js" data-preview="\{[^"]*Borrador «nuevo»/)
  assert.match(String(page.headers['content-security-policy']), /script-src 'self'.*frame-ancestors 'self'/)
  for (const path of ['preview', 'preview/config'])
    assert.equal((await stranger.get(`/consent/notices/${id}/${path}`)).status, 404)
})

test('anybody can see the published banner, and the empty page that an editor fills', async () => {
  const { widgetKey } = await published({ title: 'Visible' }, stranger)
  const shown = await api.app.inject(`/w/preview/${widgetKey}`)
  assert.deepEqual([shown.statusCode, /Visible/.test(shown.payload)], [200, true])
  const empty = await api.app.inject('/w/preview')
  assert.match(empty.payload, /data-preview=""/)
  assert.doesNotMatch(String(empty.headers['content-security-policy']), /connect-src/)
  assert.equal((await api.app.inject('/w/preview/nada')).statusCode, 404)
  await suspendTenant(api.access, stranger.slug, api.clock.now())
  await new Promise((done) => setTimeout(done, 1100))
  assert.equal((await api.app.inject(`/w/preview/${widgetKey}`)).statusCode, 403)
  const alone = await api.app.inject(`/w/v1/banner.js?key=${widgetKey}`)
  assert.ok(alone.payload === assetNamed('w/banner.js').content)
})
