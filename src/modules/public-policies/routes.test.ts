import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suspendTenant } from '#modules/settings/public.ts'
import { makeActivity, makeDomain, NOBODY } from '#test/kit/activities.ts'
import { BROWSER, filesOf } from '#test/kit/hosted.ts'
import { act, publishNotice } from '#test/kit/policies.ts'
import { openService, type Person } from '#test/kit/service.ts'

const api = await openService()
const open = (url: string, headers: Record<string, string> = {}) =>
  api.app.inject({ url, headers: { ...BROWSER, ...headers } })
// From this day the law binds, so no text says that it does not yet.
api.clock.set('2026-12-01T15:00:00Z')

async function publishPrivacy(person: Person, patch: object = {}, body: object = {}): Promise<string> {
  const { id } = (await person.post('/privacy-policy/generate', body)).data
  await person.patch(`/privacy-policy/${id}`, patch)
  const { workflowInstanceId } = (await person.post(`/privacy-policy/${id}/publish`)).data
  assert.equal((await act(person, workflowInstanceId, 'APPROVE')).status, 200)
  return id
}

async function publishCookies(person: Person, body: object = {}): Promise<void> {
  const { id } = (await person.post('/cookie-policy/generate', body)).data
  assert.equal((await person.post(`/cookie-policy/${id}/publish`)).status, 200)
}

test('before publication, and for an unknown organisation, the answer is the same', async () => {
  const ana = await api.tenant()
  await ana.post('/privacy-policy/generate')
  await ana.post('/cookie-policy/generate')
  for (const kind of ['privacy', 'cookies']) {
    const unpublished = await api.anyone.get(`/public/policies/${ana.slug}/${kind}`)
    const unknown = await api.anyone.get(`/public/policies/no-existe/${kind}`)
    assert.deepEqual([unpublished.status, unpublished.body.error.code], [404, 'RESOURCE_NOT_FOUND'])
    assert.deepEqual(unknown.body, unpublished.body)
  }
})

test('the cookie page links the preferences of the sites with a notice', async () => {
  const ana = await api.tenant({ name: 'Tienda Sur SpA' })
  const purposes = [{ key: 'analytics', name: 'Medición', cookies: [{ name: '_ga', provider: 'Google' }] }]
  await publishNotice(ana, purposes)
  await publishCookies(ana)
  assert.doesNotMatch((await open(`/cookies/${ana.slug}`)).payload, /resguardo-preferencias/)
  await makeDomain(ana, 'https://www.tiendasur.cl')
  const { payload } = await open(`/cookies/${ana.slug}`)
  assert.match(
    payload,
    /Cambiar mi decisión sobre cookies: <a href="https:\/\/www\.tiendasur\.cl\/#resguardo-preferencias">www\.tiendasur\.cl<\/a>/,
  )
})

test('anyone reads the latest published policy, as data', async () => {
  const ana = await api.tenant({ name: 'Tienda Sur SpA' })
  await publishPrivacy(ana)
  await publishPrivacy(ana, {
    customTitle: 'Sus datos',
    customIntro: 'Hola <script>alert(1)</script>',
    customSections: {
      cookies: { visible: false },
      security: { visible: false },
      contact: { content: '<p onclick="x()">Escríbanos</p>' },
    },
  })
  await ana.post('/privacy-policy/generate')
  const { status, data, headers } = await api.anyone.get(`/public/policies/${ana.slug}/privacy`)
  assert.equal(status, 200)
  assert.deepEqual(
    [data.title, data.version, data.language, data.legalEntity.name],
    ['Sus datos', 2, 'es', 'Tienda Sur SpA'],
  )
  assert.equal(data.intro, '<p>Hola &lt;script&gt;alert(1)&lt;/script&gt;</p>')
  const keys = data.sections.map(({ key }: { key: string }) => key)
  assert.deepEqual(
    [keys[0], keys.includes('cookies'), keys.includes('security'), keys.length],
    ['policyInfo', false, true, 13],
    'what art. 14 ter asks for cannot be hidden',
  )
  assert.equal(
    data.sections.find(({ key }: { key: string }) => key === 'contact').content,
    '<p>Escríbanos</p>',
  )
  assert.equal(headers['cache-control'], 'public, max-age=300')
  assert.equal(headers['access-control-allow-origin'], '*')
})

test('a caller with the answer gets 304 until another version is published', async () => {
  const ana = await api.tenant()
  await publishPrivacy(ana)
  const path = `/public/policies/${ana.slug}/privacy`
  const first = await api.anyone.get(path)
  const etag = String(first.headers['etag'])
  const again = await api.anyone.get(path, { headers: { 'if-none-match': `"otro", W/${etag}` } })
  assert.deepEqual([again.status, again.raw.length, again.headers['etag']], [304, 0, etag])
  const address = `/politica/${ana.slug}`
  const page = await open(address, { 'if-none-match': etag })
  assert.equal(page.statusCode, 200, 'a page is another answer')
  assert.equal(page.headers['cache-control'], 'public, max-age=300')
  const known = { 'if-none-match': String(page.headers['etag']) }
  assert.equal((await open(address, known)).statusCode, 304)
  await publishPrivacy(ana)
  const fresh = await api.anyone.get(path, { headers: { 'if-none-match': etag } })
  assert.deepEqual([fresh.status, fresh.data.version], [200, 2])
})

test('a browser gets a page that anyone can read and that runs no script', async () => {
  const ana = await api.tenant({ name: 'Sur & <b>Norte</b>' })
  const id = await makeActivity(ana, { name: '<img src=x onerror=alert(1)>' })
  await ana.patch(`/rat/activities/${id}/status`, { status: 'published' })
  await publishPrivacy(ana, {
    customSections: {
      rights: { title: '<i>Derechos</i>' },
      '"><script>x()</script>': { content: 'Propia' },
      'dos palabras': '<p>Otra</p>',
      main: 'Una más',
    },
  })
  const old = await open(`/api/v1/public/policies/${ana.slug}/privacy?language=es`)
  assert.deepEqual(
    [old.statusCode, old.headers['location']],
    [303, `../../../../../politica/${ana.slug}?language=es`],
  )
  const page = await open(`/politica/${ana.slug}`)
  assert.equal(page.statusCode, 200)
  assert.equal(page.headers['content-type'], 'text/html; charset=utf-8')
  const html = page.payload
  assert.match(html, /^<!doctype html>\n<html lang="es">/)
  assert.match(html, /<a class="skip" href="#main">Saltar al contenido<\/a>/)
  assert.match(html, /<main id="main"/)
  assert.match(html, /<th scope="col" role="columnheader">.*<th scope="row" role="rowheader" data-label=/s)
  assert.match(html, /<title>Política de privacidad de Sur &amp; &lt;b&gt;Norte&lt;\/b&gt; · /)
  assert.match(html, /<h2 id="rights">&lt;i&gt;Derechos&lt;\/i&gt;<\/h2>/)
  assert.match(html, /<h2 id="s-14">&quot;&gt;&lt;script&gt;x\(\)&lt;\/script&gt;<\/h2>\n<p>Propia<\/p>/)
  assert.match(html, /<h2 id="s-15">dos palabras<\/h2>\n<p>Otra<\/p>/)
  assert.equal(html.match(/id="main"/g)?.length, 1)
  assert.equal(/<script>|<img|<i>|<b>/.test(html), false)
  assert.equal(
    page.headers['content-security-policy'],
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; " +
      "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  )
  const files = await filesOf(api.app, `/politica/${ana.slug}`, html)
  assert.deepEqual(Object.keys(files), ['page.css', 'document.css', 'print.js'])
  for (const [, target] of html.matchAll(/href="#([\w-]+)"/g))
    assert.ok(html.includes(`id="${target}"`), target)
})

test('a policy is served in the language it was published in', async () => {
  const ana = await api.tenant()
  await publishPrivacy(ana, {}, { language: 'en' })
  const path = `/public/policies/${ana.slug}/privacy`
  assert.equal((await api.anyone.get(`${path}?language=en`)).data.language, 'en')
  assert.match((await open(`/politica/${ana.slug}`)).payload, /<html lang="en">.*Skip to content/s)
  for (const language of ['es', 'fr'])
    assert.equal((await api.anyone.get(`${path}?language=${language}`)).status, 404)
})

test('each legal entity has its own policy', async () => {
  const [ana, stranger] = [await api.tenant(), await api.tenant()]
  const main = (await ana.get('/org/entities')).data.entities[0]
  const branch = (await ana.post('/org/entities', { workspaceId: main.workspaceId, name: 'Filial' })).data
  await publishPrivacy(ana, {}, { legalEntityId: branch.id })
  const path = `/public/policies/${ana.slug}/privacy`
  assert.equal((await api.anyone.get(path)).status, 404)
  assert.equal((await api.anyone.get(`${path}?legalEntityId=${branch.id}`)).data.legalEntity.name, 'Filial')
  const foreign = (await stranger.get('/org/entities')).data.entities[0]
  for (const id of [NOBODY, 'nada', foreign.id]) {
    assert.equal((await api.anyone.get(`${path}?legalEntityId=${id}`)).status, 404)
  }
  assert.equal(
    (await api.anyone.get(`/public/policies/${stranger.slug}/privacy?legalEntityId=${branch.id}`)).status,
    404,
  )
})

test('a site gets its own cookie policy, or the one for all sites', async () => {
  const ana = await api.tenant()
  const [one, two] = [await makeDomain(ana, 'https://uno.cl'), await makeDomain(ana, 'https://dos.cl')]
  await publishNotice(ana, [
    { key: 'analytics', name: 'Medición', cookies: [{ name: '_ga', provider: 'Google' }] },
  ])
  await publishCookies(ana)
  await publishCookies(ana, { domainId: one })
  const path = `/public/policies/${ana.slug}/cookies`
  const version = async (query: string) => (await api.anyone.get(path + query)).data.version
  assert.deepEqual(
    [await version(''), await version(`?domainId=${one}`), await version(`?domainId=${two}`)],
    [1, 2, 1],
  )
  const { data } = await api.anyone.get(path)
  assert.equal(data.cookies[0].name, '_ga')
  const page = await open(`/cookies/${ana.slug}`)
  assert.match(page.payload, /<caption>Cookies de «Medición»<\/caption>/)
  assert.equal((await api.anyone.get(`${path}?domainId=nada`)).status, 404)
})

test('older versions can be read, with their changes since the one before', async () => {
  const ana = await api.tenant()
  await publishPrivacy(ana, { customSections: { contact: { content: '<p>Escríbanos. A la oficina.</p>' } } })
  await publishPrivacy(ana, { customSections: { contact: { content: '<p>Escríbanos. Al correo.</p>' } } })
  await ana.post('/privacy-policy/generate')
  const address = `/politica/${ana.slug}`
  const current = (await open(address)).payload
  assert.match(current, /Versión 2, publicada el/)
  assert.doesNotMatch(current, /ya no está vigente|Versión 3/)
  const old = (await open(`${address}?version=1`)).payload
  assert.match(old, /Esta versión ya no está vigente/)
  assert.match(old, /A la oficina/)
  assert.match(old, /<meta name="robots" content="noindex">/)
  const changed = (await open(`${address}?version=2&changes=true`)).payload
  assert.match(changed, /Qué cambió desde la versión 1/)
  assert.match(changed, /Escríbanos\. <del>A la oficina\.<\/del> <ins>Al correo\.<\/ins>/)
  for (const query of ['?version=3', '?version=99', '?version=x', '?language=fr']) {
    const page = await open(address + query)
    assert.ok([400, 404].includes(page.statusCode), query)
    assert.equal(page.headers['content-type'], 'text/html; charset=utf-8', query)
  }
})

test('an older draft published last is in force, and its page says so', async () => {
  const ana = await api.tenant()
  for (const [kind, page, publish] of [
    ['privacy-policy', 'politica', approve],
    ['cookie-policy', 'cookies', (id: string) => ana.post(`/cookie-policy/${id}/publish`)],
  ] as const) {
    const [first, second] = [
      (await ana.post(`/${kind}/generate`)).data,
      (await ana.post(`/${kind}/generate`)).data,
    ]
    for (const { id } of [second, first]) assert.equal((await publish(id)).status, 200)
    const current = (await open(`/${page}/${ana.slug}`)).payload
    assert.match(current, /<time [^>]*>Versión 1, publicada el/, page)
    assert.doesNotMatch(current, /ya no está vigente|noindex/, page)
    assert.match(current, /<li><a href="\?" aria-current="page">Versión 1,/, page)
    const replaced = (await open(`/${page}/${ana.slug}?version=2`)).payload
    assert.match(replaced, /Esta versión ya no está vigente/, page)
    assert.match(
      (await open(`/${page}/${ana.slug}?changes=true`)).payload,
      /Qué cambió desde la versión 2/,
      page,
    )
  }
  async function approve(id: string) {
    const { workflowInstanceId } = (await ana.post(`/privacy-policy/${id}/publish`)).data
    return act(ana, workflowInstanceId, 'APPROVE')
  }
})

test('versions are per language: each page lists and compares its own', async () => {
  const ana = await api.tenant()
  await publishPrivacy(ana)
  await publishPrivacy(ana, {}, { language: 'en' })
  await publishPrivacy(ana)
  const es = (await open(`/politica/${ana.slug}`)).payload
  assert.deepEqual(
    [...es.matchAll(/>Versión (\d), publicada el/g)].map(([, n]) => n),
    ['3', '3', '1'],
  )
  assert.match(es, /También en: <a href="\?language=en" lang="en" hreflang="en">English<\/a>/)
  const en = (await open(`/politica/${ana.slug}?language=en`)).payload
  assert.deepEqual(
    [...en.matchAll(/>Version (\d), published on/g)].map(([, n]) => n),
    ['2', '2'],
  )
  assert.doesNotMatch(en, /See what changed|no longer in force/)
  assert.match(en, /Also in: <a href="\?language=es"/)
  for (const [query, status] of [
    ['?language=en&version=1', 404],
    ['?version=2', 404],
    ['?version=1', 200],
    ['?version=0', 400],
    ['?marco=2', 400],
  ] as const)
    assert.equal((await open(`/politica/${ana.slug}${query}`)).statusCode, status, query)
  const { data } = await api.anyone.get(`/public/policies/${ana.slug}/privacy`)
  assert.deepEqual([data.version, data.language, data.languages], [3, 'es', ['es', 'en']])
})

test('the first version has no predecessor to compare, and shows its text', async () => {
  const ana = await api.tenant()
  await publishPrivacy(ana)
  const page = (await open(`/politica/${ana.slug}?changes=true`)).payload
  assert.doesNotMatch(page, /Qué cambió desde|Ver qué cambió/)
  assert.match(page, /<nav class="contents"/)
})

test('the changes name added and removed sections, and nothing unchanged', async () => {
  const ana = await api.tenant()
  const own = (key: string) => ({
    customSections: { [key]: { title: `Sección ${key}`, content: '<p>Texto.</p>' } },
  })
  await publishPrivacy(ana, own('vieja'))
  await publishPrivacy(ana, { ...own('nueva'), customIntro: 'Bienvenida & saludos' })
  const changed = (await open(`/politica/${ana.slug}?changes=true`)).payload
  assert.match(
    changed,
    /<h2>Sección nueva <small>\(Sección nueva\)<\/small><\/h2>\n<p><ins>Texto\.<\/ins><\/p>/,
  )
  assert.match(changed, /<h2>Sección vieja <small>\(Sección que ya no está\)<\/small><\/h2>\n<p><del>/)
  assert.match(changed, /<ins>[^<]*Bienvenida &amp; saludos/)
  assert.match(changed, /<a href="\?">Ver el texto completo<\/a>/)
  assert.doesNotMatch(changed, /<nav class="contents"/)
})

test('a suspended organisation shows no policy, neither as data nor as a page', async () => {
  const ana = await api.tenant()
  await publishPrivacy(ana)
  await publishCookies(ana)
  await suspendTenant(api.access, ana.slug, api.clock.now())
  for (const path of ['privacy', 'cookies']) {
    const { status, body } = await api.anyone.get(`/public/policies/${ana.slug}/${path}`)
    assert.deepEqual([status, body.data], [403, undefined], path)
  }
  for (const path of ['politica', 'cookies'])
    assert.ok((await open(`/${path}/${ana.slug}`)).statusCode >= 400, path)
})

test('preferences are offered for production sites with a notice, of that entity and site', async () => {
  const ana = await api.tenant()
  const [one, two] = [await makeDomain(ana, 'https://uno.cl'), await makeDomain(ana, 'https://dos.cl')]
  const trial = await makeDomain(ana, 'https://prueba.cl')
  const { status } = await ana.patch(`/domains/${trial}`, { environment: 'STAGING' })
  assert.equal(status, 200)
  const purposes = [{ key: 'medicion', name: 'Medición', cookies: [{ name: '_ga', provider: 'Google' }] }]
  const notice = await publishNotice(ana, purposes, one)
  await publishCookies(ana)
  await publishCookies(ana, { domainId: two })
  const sites = async (query = '') =>
    [
      ...(await open(`/cookies/${ana.slug}${query}`)).payload.matchAll(/#resguardo-preferencias">([^<]+)</g),
    ].map(([, site]) => site)
  assert.deepEqual([await sites(), await sites(`?domainId=${two}`)], [['uno.cl'], []])
  await publishNotice(ana, purposes)
  assert.deepEqual((await sites()).toSorted(), ['dos.cl', 'uno.cl'])
  assert.deepEqual(await sites(`?domainId=${two}`), ['dos.cl'])
  await ana.patch(`/domains/${two}`, { isActive: false })
  await ana.put(`/consent/notices/${notice}`, { status: 'ARCHIVED' })
  assert.deepEqual(await sites(), ['uno.cl'])
})

test('gaps in brackets are never public', async () => {
  const ana = await api.tenant()
  await publishPrivacy(ana, { customIntro: '[COMPLETAR: saludo] Bienvenida [pendiente]' })
  await publishCookies(ana)
  for (const path of [`/politica/${ana.slug}`, `/cookies/${ana.slug}`])
    assert.doesNotMatch((await open(path)).payload, /\[[^\]]{2,}\]|\{\{|<mark/, path)
})

test('another site may frame the policy only through the frame parameter', async () => {
  const ana = await api.tenant({ name: 'Tienda Sur SpA' })
  await publishPrivacy(ana)
  const alone = await open(`/politica/${ana.slug}`)
  assert.match(String(alone.headers['content-security-policy']), /frame-ancestors 'none'/)
  const framed = await open(`/politica/${ana.slug}?marco=1`)
  assert.match(String(framed.headers['content-security-policy']), /frame-ancestors 'self' \*/)
  assert.equal(framed.headers['x-frame-options'], undefined)
  assert.match(framed.payload, /<body class="embedded">/)
  assert.match(framed.payload, /noindex/)
})
