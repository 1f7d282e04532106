import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { DAY_MS } from '#kernel/dates.ts'
import { newId } from '#kernel/ids.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { hashOf } from '../proof.ts'
import { listPublishedNotices } from '../public.ts'

const api = await openService()
const ana = await api.tenant({ name: 'Tienda Sur SpA' })
const stranger = await api.tenant()
const analyst = await ana.colleague('ANALYST')
const viewer = await ana.colleague('VIEWER')
const { engine } = api.access.database

const PURPOSES = [
  {
    key: 'necessary',
    name: 'Necesarias',
    description: 'Hacen funcionar el sitio.',
    required: true,
    legalBasis: 'legitimate_interest',
    cookies: [{ name: 'sid', provider: 'Propia', duration: 'Sesión', description: 'La sesión' }],
  },
  {
    key: 'analytics',
    name: 'Medición',
    description: 'Qué páginas sirven.',
    required: false,
    legalBasis: 'consent',
    cookies: [{ name: '_ga', provider: 'Google', duration: '2 años', description: 'Distingue visitas' }],
  },
]

const body = (fields: object = {}) => ({
  name: 'Banner del sitio',
  title: 'Su privacidad',
  description: 'Usamos cookies.',
  language: 'es',
  purposes: PURPOSES,
  config: { theme: 'light' },
  ...fields,
})

async function draft(fields: object = {}, person: Person = ana) {
  const { status, data } = await person.post('/consent/notices', body(fields))
  assert.equal(status, 201)
  return data
}

async function published(fields: object = {}, person: Person = ana) {
  const { status, data } = await person.post(`/consent/notices/${(await draft(fields, person)).id}/publish`)
  assert.equal(status, 200)
  return data
}

const configOf = (widgetKey: string, headers: Record<string, string> = {}) =>
  api.anyone.get(`/public/consent/${widgetKey}/config`, { headers })
const record = (widgetKey: string, fields: object = {}, headers: Record<string, string> = {}) =>
  api.anyone.post(
    `/public/consent/${widgetKey}/record`,
    { subjectRef: 'visitante-1', decisions: { analytics: true }, ...fields },
    { headers },
  )

async function domain(person: Person = ana) {
  const { data } = await person.get('/org/entities')
  const legalEntityId = data.entities[0].id
  const made = await person.post('/domains', { url: `https://${newId()}.cl`, name: 'Sitio', legalEntityId })
  assert.equal(made.status, 201)
  return made.data.id as string
}

// ── notices ──

test('a notice starts as a draft with all its fields', async () => {
  const domainId = await domain()
  const notice = await draft({ domainId })
  const { id, createdAt, updatedAt, subjectSecret, ...rest } = notice
  assert.deepEqual(rest, {
    ...body(),
    domainId,
    status: 'DRAFT',
    version: 1,
    widgetKey: null,
    publishedAt: null,
    hasUnpublishedChanges: true,
    embedCode: null,
    embedCodePinned: null,
    pageUrl: null,
  })
  assert.equal(createdAt, updatedAt)
  assert.deepEqual((await ana.get(`/consent/notices/${id}`)).data, notice)
  const { subjectSecret: _hidden, ...seen } = notice
  assert.ok(subjectSecret.length >= 43)
  assert.deepEqual((await viewer.get(`/consent/notices/${id}`)).data, seen)
  const detail = await ana.get(`/domains/${domainId}`)
  assert.deepEqual(detail.data.notices, [{ id, name: 'Banner del sitio', status: 'DRAFT' }])
})

test('a name is enough to create a notice', async () => {
  const { status, data } = await analyst.post('/consent/notices', { name: 'Solo nombre' })
  assert.equal(status, 201)
  assert.deepEqual(
    [data.title, data.description, data.language, data.purposes, data.config, data.domainId],
    ['Solo nombre', null, 'es', [], {}, null],
  )
  const empty = await ana.post(`/consent/notices/${data.id}/publish`)
  assert.equal(empty.status, 200)
  assert.ok(empty.data.widgetKey)
})

test('an empty field counts as missing', async () => {
  const cookies = [{ name: 'c', provider: '', duration: ' ', description: '' }]
  const purposes = [{ key: 'a', name: 'A', description: '', legalBasis: '', cookies }]
  const blank = { title: ' ', description: '', language: '', domainId: '', purposes, config: null }
  const { status, data } = await ana.post('/consent/notices', { name: 'Vacíos', ...blank })
  assert.equal(status, 201)
  assert.deepEqual(
    [data.title, data.description, data.language, data.domainId, data.config],
    ['Vacíos', null, 'es', null, {}],
  )
  assert.deepEqual(data.purposes, [
    {
      ...purposes[0],
      description: null,
      required: false,
      legalBasis: 'consent',
      cookies: [{ name: 'c', provider: null, duration: null, description: null }],
    },
  ])
  assert.equal((await ana.get('/consent/notices?domainId=')).status, 200)
})

test('a notice that violates the schema is refused', async () => {
  for (const fields of [
    { name: ' ' },
    { name: undefined },
    { name: 'x'.repeat(201) },
    { purposes: [{ name: 'sin clave' }] },
    { purposes: [{ key: ' ', name: 'x' }] },
    { purposes: [{ key: 'a' }] },
    { purposes: [{ key: 'a', name: 'a', required: 'true' }] },
    { purposes: [{ key: 'a', name: 'a', cookies: [{ provider: 'x' }] }] },
    { purposes: 'analytics' },
    { config: [] },
  ]) {
    assert.equal((await ana.post('/consent/notices', body(fields))).status, 400, JSON.stringify(fields))
  }
  const twice = { purposes: [PURPOSES[0], PURPOSES[1], PURPOSES[0]] }
  const repeated = await ana.post('/consent/notices', body(twice))
  assert.deepEqual([repeated.status, repeated.body.error.details[0].path], [422, 'purposes[2].key'])
  for (const domainId of [newId(), 'no-es-un-id', await domain(stranger)]) {
    const unknown = await ana.post('/consent/notices', body({ domainId }))
    assert.deepEqual([unknown.status, unknown.body.error.details[0].path], [422, 'domainId'])
  }
})

test('the list has pages, the newest first, and filters by state and domain', async () => {
  const owner = await api.tenant()
  const domainId = await domain(owner)
  const first = await draft({ domainId }, owner)
  const second = await published({}, owner)
  const ids = async (query: string) => {
    const { data } = await owner.get(`/consent/notices${query}`)
    return [data.items.map(({ id }: { id: string }) => id), data.pagination.total]
  }
  assert.deepEqual(await ids(''), [[second.id, first.id], 2])
  assert.deepEqual(await ids('?limit=1&page=2'), [[first.id], 2])
  assert.deepEqual(await ids('?status=PUBLISHED'), [[second.id], 1])
  assert.deepEqual(await ids(`?domainId=${domainId}`), [[first.id], 1])
  assert.deepEqual(await ids('?domainId=nada'), [[], 0])
  assert.equal((await owner.get('/consent/notices?status=OTRO')).status, 400)
})

test('roles: everyone reads, ANALYST and above write; another organisation finds nothing', async () => {
  const { id } = await published()
  const paths = ['', '/records', '/stats', '/versions'].map((part) => `/consent/notices/${id}${part}`)
  for (const path of ['/consent/notices', ...paths]) assert.equal((await viewer.get(path)).status, 200, path)
  for (const path of paths) assert.equal((await stranger.get(path)).status, 404, path)
  assert.equal((await viewer.post('/consent/notices', body())).status, 403)
  assert.equal((await viewer.put(`/consent/notices/${id}`, { title: 'x' })).status, 403)
  assert.equal((await viewer.post(`/consent/notices/${id}/publish`)).status, 403)
  assert.equal((await stranger.put(`/consent/notices/${id}`, { title: 'x' })).status, 404)
  const foreign = await stranger.post(`/consent/notices/${id}/publish`)
  assert.deepEqual([foreign.status, foreign.body.error.code], [404, 'RESOURCE_NOT_FOUND'])
  assert.equal((await api.anyone.get('/consent/notices')).status, 401)
})

// ── publishing ──

test('publishing makes the key once; publishing again needs an edit and raises the version', async () => {
  const { id } = await draft()
  const first = (await analyst.post(`/consent/notices/${id}/publish`)).data
  assert.deepEqual([first.status, first.version, first.hasUnpublishedChanges], ['PUBLISHED', 1, false])
  assert.ok(first.widgetKey.length >= 20 && first.publishedAt !== null)
  const again = await ana.post(`/consent/notices/${id}/publish`)
  assert.deepEqual([again.status, again.body.error.code], [409, 'CONFLICT'])

  const same = await ana.put(`/consent/notices/${id}`, { title: 'Su privacidad' })
  assert.deepEqual([same.data.hasUnpublishedChanges, same.data.version], [false, 1])
  assert.equal((await ana.post(`/consent/notices/${id}/publish`)).status, 409)

  const edited = await ana.put(`/consent/notices/${id}`, {
    title: 'Otra',
    description: null,
    widgetKey: 'x',
    version: 9,
  })
  assert.equal(edited.status, 200)
  assert.deepEqual(
    [edited.data.status, edited.data.version, edited.data.hasUnpublishedChanges, edited.data.widgetKey],
    ['PUBLISHED', 1, true, first.widgetKey],
  )
  const shown = (await configOf(first.widgetKey)).data
  assert.deepEqual([shown.title, shown.description, shown.version], ['Su privacidad', 'Usamos cookies.', 1])

  const second = (await ana.post(`/consent/notices/${id}/publish`)).data
  assert.deepEqual(
    [second.version, second.widgetKey, second.hasUnpublishedChanges],
    [2, first.widgetKey, false],
  )
  const now = (await configOf(first.widgetKey)).data
  assert.deepEqual([now.title, now.description, now.version], ['Otra', null, 2])
})

test('of two simultaneous publications one wins, and the version rises once', async () => {
  const { id } = await draft()
  const both = () => Promise.all([1, 2].map(() => ana.post(`/consent/notices/${id}/publish`)))
  for (const version of [1, 2, 3]) {
    if (version > 1) await ana.put(`/consent/notices/${id}`, { title: `Título ${version}` })
    const replies = await both()
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409])
    assert.equal((await ana.get(`/consent/notices/${id}`)).data.version, version)
  }
  const { data } = await ana.get(`/consent/notices/${id}/versions`)
  assert.deepEqual(
    data.items.map(({ version, content }: { version: number; content: { title: string } }) => [
      version,
      content.title,
    ]),
    [
      [3, 'Título 3'],
      [2, 'Título 2'],
      [1, 'Su privacidad'],
    ],
  )
  for (const { content, contentHash } of data.items) assert.equal(hashOf(content), contentHash)
})

test('an archived notice is not shown, and returns under its key', async () => {
  const { id, widgetKey } = await published()
  const moved = (status: string) => ana.put(`/consent/notices/${id}`, { status })
  assert.equal((await moved('ARCHIVED')).data.status, 'ARCHIVED')
  assert.equal((await configOf(widgetKey)).status, 404)
  assert.equal((await record(widgetKey)).status, 404)
  assert.equal((await ana.post(`/consent/notices/${id}/publish`)).status, 409)
  assert.equal((await moved('PUBLISHED')).status, 409)
  assert.equal((await moved('DRAFT')).data.status, 'DRAFT')
  assert.equal((await configOf(widgetKey)).status, 404)
  assert.equal((await moved('PUBLISHED')).status, 409)
  const back = (await ana.post(`/consent/notices/${id}/publish`)).data
  assert.deepEqual([back.status, back.version, back.widgetKey], ['PUBLISHED', 1, widgetKey])
  assert.equal((await configOf(widgetKey)).status, 200)
  assert.equal((await moved('DRAFT')).status, 409)
  assert.equal((await moved('OTRO')).status, 400)
})

test('a notice of an inactive domain is not shown, from the next call on', async () => {
  const domainId = await domain()
  const { widgetKey, id } = await published({ domainId })
  assert.equal((await configOf(widgetKey)).status, 200)
  await ana.patch(`/domains/${domainId}`, { isActive: false })
  const gone = await configOf(widgetKey)
  assert.deepEqual([gone.status, gone.body.error.code], [404, 'RESOURCE_NOT_FOUND'])
  assert.equal(gone.headers['cache-control'], 'no-store')
  assert.equal((await record(widgetKey)).status, 404)
  await ana.patch(`/domains/${domainId}`, { isActive: true })
  assert.equal((await configOf(widgetKey)).status, 200)
  assert.equal((await ana.delete(`/domains/${domainId}`)).status, 200)
  assert.equal((await ana.get(`/consent/notices/${id}`)).data.domainId, null)
  assert.equal((await configOf(widgetKey)).status, 200)
})

test('a notice that another process takes down disappears here within a second or so', async () => {
  const { widgetKey, id } = await published()
  assert.equal((await configOf(widgetKey)).status, 200)
  await api.access.asSystem('another process archives', (db) =>
    db.updateTable('consent_notices').set({ status: 'ARCHIVED' }).where('id', '=', id).execute(),
  )
  const until = Date.now() + 5000
  while ((await configOf(widgetKey)).status !== 404 && Date.now() < until) await wait(100)
  assert.equal((await configOf(widgetKey)).status, 404)
  assert.equal((await record(widgetKey)).status, 404)
})

test('a new site is a change like any other: published again, with a version of its own', async () => {
  const [here, there] = [await domain(), await domain()]
  const { id, widgetKey } = await published({ domainId: here })
  const moved = (await ana.put(`/consent/notices/${id}`, { domainId: there })).data
  assert.deepEqual([moved.domainId, moved.version, moved.hasUnpublishedChanges], [there, 1, true])
  const again = await ana.post(`/consent/notices/${id}/publish`)
  assert.deepEqual([again.status, again.data.version, again.data.domainId], [200, 2, there])
  assert.equal((await configOf(widgetKey)).data.domainId, there)
  await ana.put(`/consent/notices/${id}`, { domainId: null })
  assert.equal((await ana.post(`/consent/notices/${id}/publish`)).data.version, 3)
  const { items } = (await ana.get(`/consent/notices/${id}/versions`)).data
  assert.deepEqual(
    items.map(({ content }: { content: { domainId: string } }) => content.domainId),
    [null, there, here],
  )
})

test('a draft whose domain was deleted is published without it, and its hash shows it', async () => {
  const domainId = await domain()
  const { id } = await draft({ domainId })
  assert.equal((await ana.delete(`/domains/${domainId}`)).status, 200)
  const shown = (await ana.post(`/consent/notices/${id}/publish`)).data
  assert.deepEqual([shown.domainId, shown.hasUnpublishedChanges], [null, false])
  const [{ content, contentHash }] = (await ana.get(`/consent/notices/${id}/versions`)).data.items
  assert.deepEqual([content.domainId, hashOf(content)], [null, contentHash])
})

// ── what the public sees ──

test('the public sees the published notice, who asks and where to read more', async () => {
  const config = {
    privacyPolicyUrl: 'https://tienda.cl/privacidad',
    cookiePolicyUrl: 'javascript:alert(1)',
    position: 'bottom',
  }
  const { widgetKey, publishedAt } = await published({ config })
  const { status, data, headers } = await configOf(widgetKey)
  assert.equal(status, 200)
  const {
    contentHash,
    banner: { words, ...banner },
    ...known
  } = data
  const rest = { ...known, banner }
  assert.deepEqual(Object.keys(words), ['es'])
  assert.match(words.es.about, /^Responsable: Tienda Sur SpA\. .* con el botón «Privacidad»\.$/)
  assert.deepEqual(rest, {
    widgetKey,
    version: 1,
    ...body({ config }),
    purposes: [
      {
        ...PURPOSES[0],
        category: 'necessary',
        categoryLabel: 'Necesarias',
        legalBasisLabel: 'Interés legítimo (art. 13 letra d)',
      },
      {
        ...PURPOSES[1],
        category: 'analytics',
        categoryLabel: 'Medición',
        legalBasisLabel: 'Consentimiento del titular (art. 12)',
      },
    ],
    domainId: null,
    organization: { name: 'Tienda Sur SpA' },
    policyLinks: { privacyPolicy: config.privacyPolicyUrl, cookiePolicy: null },
    banner: {
      accent: null,
      onAccent: null,
      colours: null,
      position: 'bottom',
      theme: 'auto',
      reopen: true,
      gpc: 'refuse',
      days: 182,
      home: `https://resguardo.test/p/${ana.slug}`,
    },
    publishedAt,
  })
  assert.equal(contentHash, hashOf({ ...body({ config }), domainId: null }))
  assert.equal(headers['cache-control'], 'public, max-age=60')
  assert.match(String(headers['content-type']), /^application\/json/)
  for (const key of ['no-existe', newId(), '%00']) assert.equal((await configOf(key)).status, 404)
})

test('an answer that the caller has is not sent again until something changes', async () => {
  const { id, widgetKey } = await published()
  const { headers } = await configOf(widgetKey)
  const etag = String(headers['etag'])
  for (const sent of [etag, `W/${etag}`, `"otro", ${etag}`, '*']) {
    const reply = await configOf(widgetKey, { 'if-none-match': sent })
    assert.deepEqual([reply.status, reply.raw.length, reply.headers['etag']], [304, 0, etag], sent)
  }
  assert.equal((await configOf(widgetKey, { 'if-none-match': '"otro"' })).status, 200)

  await ana.put(`/consent/notices/${id}`, { title: 'Nuevo' })
  assert.equal((await configOf(widgetKey, { 'if-none-match': etag })).status, 304)
  await ana.post(`/consent/notices/${id}/publish`)
  const fresh = await configOf(widgetKey, { 'if-none-match': etag })
  assert.deepEqual([fresh.status, fresh.data.version], [200, 2])
  assert.notEqual(fresh.headers['etag'], etag)
})

test("the organisation's new name is shown at once, without a new version", async () => {
  const owner = await api.tenant({ name: 'Nombre viejo' })
  const { widgetKey } = await published({}, owner)
  const before = await configOf(widgetKey)
  await owner.put('/settings/tenant', { name: 'Nombre nuevo' })
  const now = await configOf(widgetKey, { 'if-none-match': String(before.headers['etag']) })
  assert.deepEqual([now.data.organization.name, now.data.version], ['Nombre nuevo', 1])
  assert.equal(now.data.contentHash, before.data.contentHash)
})

test('many simultaneous callers all get the version in force', async () => {
  const { id, widgetKey } = await published()
  for (const version of [2, 3]) {
    await ana.put(`/consent/notices/${id}`, { title: `v${version}` })
    await ana.post(`/consent/notices/${id}/publish`)
    const replies = await Promise.all(Array.from({ length: 30 }, () => configOf(widgetKey)))
    assert.deepEqual(new Set(replies.map(({ data }) => data.version)), new Set([version]))
  }
})

test('pages of any origin may ask, unless the notice names its own', async () => {
  const origin = 'https://www.tiendasur.cl'
  const open = await published()
  const anywhere = await configOf(open.widgetKey, { origin })
  assert.equal(anywhere.headers['access-control-allow-origin'], '*')
  const preflight = await api.app.inject({
    method: 'OPTIONS',
    url: `/api/v1/public/consent/${open.widgetKey}/record`,
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    },
  })
  assert.equal(preflight.statusCode, 204)
  assert.equal(preflight.headers['access-control-allow-origin'], '*')

  const { widgetKey } = await published({ config: { allowedOrigins: [`${origin}/inicio`, 'otro.cl'] } })
  for (const own of [origin, 'https://otro.cl', 'http://otro.cl']) {
    for (const reply of [
      await configOf(widgetKey, { origin: own }),
      await record(widgetKey, {}, { origin: own }),
    ]) {
      assert.ok(reply.status < 300)
      assert.equal(reply.headers['access-control-allow-origin'], own)
      assert.match(String(reply.headers['vary']), /origin/i)
    }
  }
  for (const foreign of ['https://malo.cl', 'https://tiendasur.cl', 'null']) {
    for (const reply of [
      await configOf(widgetKey, { origin: foreign }),
      await record(widgetKey, {}, { origin: foreign }),
    ]) {
      assert.deepEqual([reply.status, reply.body.error.code], [403, 'FORBIDDEN'])
      assert.equal(reply.headers['access-control-allow-origin'], undefined)
    }
  }
  assert.equal((await record(widgetKey)).status, 201)
})

// ── records ──

test('a decision is stored with the text shown, and its receipt can be recomputed', async () => {
  const { id, widgetKey } = await published()
  const userAgent = 'Navegador '.repeat(100)
  const reply = await record(
    widgetKey,
    {
      subjectRef: ' Camila@Correo.cl',
      decisions: { necessary: true, analytics: false },
      url: 'https://t.cl/a?b=1',
    },
    { 'user-agent': userAgent },
  )
  assert.equal(reply.status, 201)
  assert.deepEqual(Object.keys(reply.data).sort(), ['createdAt', 'id', 'receipt'])
  const { data } = await viewer.get(`/consent/notices/${id}/records`)
  assert.deepEqual(data.pagination, { page: 1, limit: 20, total: 1, totalPages: 1 })
  const [{ receipt, ...evidence }] = data.items
  const { ipHash, contentHash, ...rest } = evidence
  assert.deepEqual(rest, {
    id: reply.data.id,
    noticeId: id,
    noticeVersion: 1,
    subjectRef: 'camila@correo.cl',
    decisions: { necessary: true, analytics: false },
    action: 'reject_all',
    source: 'banner',
    url: 'https://t.cl/a?b=1',
    userAgent: userAgent.slice(0, 200),
    createdAt: reply.data.createdAt,
    provenBy: 'nobody',
  })
  assert.match(ipHash, /^[0-9a-f]{64}$/)
  assert.equal(receipt, reply.data.receipt)
  assert.equal(receipt, hashOf(evidence))
  const versions = await ana.get(`/consent/notices/${id}/versions`)
  assert.equal(contentHash, hashOf(versions.data.items[0].content))
})

test('an address is stored as a hash that differs between organisations', async () => {
  const hashes: string[] = []
  for (const person of [ana, ana, stranger]) {
    const { id, widgetKey } = await published({}, person)
    await record(widgetKey)
    hashes.push((await person.get(`/consent/notices/${id}/records`)).data.items[0].ipHash)
  }
  assert.equal(hashes[0], hashes[1])
  assert.notEqual(hashes[0], hashes[2])
})

test('a purpose without an answer is refused; necessary and unknown purposes cannot be answered no', async () => {
  const { id, widgetKey } = await published()
  for (const [fields, action, decisions] of [
    [{ decisions: {} }, 'reject_all', { necessary: true, analytics: false }],
    [{ decisions: { analytics: true } }, 'accept_all', { necessary: true, analytics: true }],
    [{ decisions: { analytics: true }, action: 'custom' }, 'custom', { necessary: true, analytics: true }],
    [
      { decisions: { analytics: false }, action: 'withdraw' },
      'withdraw',
      { necessary: true, analytics: false },
    ],
    [{ decisions: {}, action: null, url: null }, 'reject_all', { necessary: true, analytics: false }],
    [{ decisions: undefined, action: 'accept_all' }, 'accept_all', { necessary: true, analytics: true }],
    [{ decisions: null, action: 'reject_all', url: '' }, 'reject_all', { necessary: true, analytics: false }],
    [{ decisions: undefined, action: 'withdraw' }, 'withdraw', { necessary: true, analytics: false }],
    [{ decisions: {}, action: 'custom' }, 'custom', { necessary: true, analytics: false }],
  ] as const) {
    assert.equal((await record(widgetKey, fields)).status, 201)
    const [latest] = (await ana.get(`/consent/notices/${id}/records?limit=1`)).data.items
    assert.deepEqual([latest.action, latest.decisions], [action, decisions])
  }
  for (const [fields, path] of [
    [{ decisions: { necessary: false } }, 'decisions.necessary'],
    [{ decisions: { otra: true } }, 'decisions.otra'],
    [{ decisions: { constructor: true } }, 'decisions.constructor'],
    [{ decisions: { analytics: true }, action: 'withdraw' }, 'decisions'],
    [{ version: 2 }, 'version'],
  ] as const) {
    const { status, body } = await record(widgetKey, fields)
    assert.deepEqual([status, body.error.code, body.error.details[0].path], [422, 'VALIDATION_ERROR', path])
  }
  for (const fields of [
    { subjectRef: undefined },
    { subjectRef: ' ' },
    { subjectRef: 'x'.repeat(201) },
    { decisions: undefined },
    { decisions: undefined, action: 'custom' },
    { decisions: null, action: 'custom' },
    { decisions: { analytics: 'true' } },
    { decisions: [] },
    { action: 'aceptar' },
    { url: 'x'.repeat(2001) },
    { version: '1' },
  ]) {
    assert.equal((await record(widgetKey, fields)).status, 400, JSON.stringify(fields))
  }
  const custom = await record(widgetKey, { decisions: undefined, action: 'custom' })
  assert.deepEqual(custom.body.error.details, [
    { path: 'decisions', message: '«decisions» es obligatorio cuando «action» es custom.' },
  ])
  assert.equal((await ana.get(`/consent/notices/${id}/records`)).data.pagination.total, 9)
})

test('a page that stayed open records the version it showed', async () => {
  const { id, widgetKey } = await published()
  await ana.put(`/consent/notices/${id}`, { purposes: [PURPOSES[0], { key: 'ads', name: 'Publicidad' }] })
  await ana.post(`/consent/notices/${id}/publish`)
  assert.equal((await record(widgetKey)).status, 422)
  const old = await record(widgetKey, { version: 1 })
  const now = await record(widgetKey, { decisions: { ads: true }, version: 2 })
  assert.deepEqual([old.status, now.status], [201, 201])
  const { items } = (await ana.get(`/consent/notices/${id}/records`)).data
  const [first, second] = (await ana.get(`/consent/notices/${id}/versions`)).data.items.reverse()
  assert.deepEqual(
    items.map((item: Record<string, unknown>) => [item['noticeVersion'], item['contentHash']]),
    [
      [2, second.contentHash],
      [1, first.contentHash],
    ],
  )
})

test('records have pages and are found by person', async () => {
  const { id, widgetKey } = await published()
  for (const subjectRef of ['12.345.678-5', 'a', '12345678-5', 'b']) await record(widgetKey, { subjectRef })
  const refs = async (query: string) => {
    const { data } = await ana.get(`/consent/notices/${id}/records${query}`)
    return [data.items.map((item: { subjectRef: string }) => item.subjectRef), data.pagination.total]
  }
  assert.deepEqual(await refs('?limit=2'), [['b', '12345678-5'], 4])
  assert.deepEqual(await refs('?limit=2&page=2'), [['a', '12345678-5'], 4])
  assert.deepEqual(await refs('?page=9'), [[], 4])
  assert.deepEqual(await refs('?subjectRef=12.345.678-5'), [['12345678-5', '12345678-5'], 2])
  assert.equal((await ana.get(`/consent/notices/${id}/records?limit=101`)).status, 400)
})

test('a record sent twice under one Idempotency-Key is stored once', async () => {
  const { id, widgetKey } = await published()
  const headers = { 'idempotency-key': newId() }
  const [first, second] = [await record(widgetKey, {}, headers), await record(widgetKey, {}, headers)]
  assert.deepEqual(first.body, second.body)
  assert.equal((await ana.get(`/consent/notices/${id}/records`)).data.pagination.total, 1)
})

test('not even the owner of the database can change or delete decisions and shown texts', async () => {
  const { widgetKey } = await published()
  await record(widgetKey)
  for (const table of ['consent_records', 'consent_notice_versions']) {
    for (const statement of [
      `update ${table} set content_hash = 'x'`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
    ]) {
      await assert.rejects(engine.asOwner(statement), /append-only/, statement)
    }
  }
})

// ── statistics ──

test('statistics count by Chilean day', async (t) => {
  t.after(() => api.clock.release())
  const owner = await api.tenant()
  const { id, widgetKey } = await published({}, owner)
  const none = (await owner.get(`/consent/notices/${id}/stats`)).data
  assert.deepEqual([none.total, none.granted, none.withdrawn, none.rate, none.byDay], [0, 0, 0, 0, []])

  // 23:30 and 00:30 in Santiago (UTC-3).
  api.clock.set('2027-01-11T02:30:00Z')
  await record(widgetKey)
  await record(widgetKey, { decisions: {} })
  api.clock.set('2027-01-11T03:30:00Z')
  await record(widgetKey, { decisions: {}, action: 'withdraw' })
  await record(widgetKey)
  const statsAt = async (query = '') => {
    // The owner's session has expired by then.
    const reader = await owner.colleague('VIEWER')
    return (await reader.get(`/consent/notices/${id}/stats${query}`)).data
  }
  const [tenth, eleventh] = [
    { date: '2027-01-10', total: 2, granted: 1, withdrawn: 0 },
    { date: '2027-01-11', total: 2, granted: 1, withdrawn: 1 },
  ]
  assert.deepEqual(await statsAt(), {
    total: 4,
    granted: 2,
    withdrawn: 1,
    rate: 0.5,
    from: '2026-12-13',
    to: '2027-01-11',
    byDay: [tenth, eleventh],
  })
  assert.deepEqual((await statsAt('?from=2027-01-11')).byDay, [eleventh])
  assert.deepEqual((await statsAt('?to=2027-01-10')).byDay, [tenth])
  api.clock.advance(40 * DAY_MS)
  const later = await statsAt()
  assert.deepEqual([later.total, later.byDay], [4, []])
  assert.deepEqual((await statsAt('?from=2027-01-01&to=2027-01-31')).byDay, [tenth, eleventh])
})

test('a period that ends before it begins is impossible, and an invalid date malformed', async () => {
  const { id } = await published()
  const stats = (query: string) => ana.get(`/consent/notices/${id}/stats${query}`)
  assert.equal((await stats('?from=2026-02-02&to=2026-02-01')).status, 422)
  assert.equal((await stats('?from=2026-02-30')).status, 400)
})

test('simultaneous records are all counted', async () => {
  const { id, widgetKey } = await published()
  const replies = await Promise.all(
    Array.from({ length: 40 }, (_, n) => record(widgetKey, { subjectRef: `p${n}` })),
  )
  assert.ok(replies.every(({ status }) => status === 201))
  const { data } = await ana.get(`/consent/notices/${id}/stats`)
  assert.deepEqual([data.total, data.granted], [40, 40])
  assert.equal((await ana.get(`/consent/notices/${id}/records`)).data.pagination.total, 40)
})

// ── for other modules ──

test('other modules read the published notices of active domains, as they are shown', async () => {
  const owner = await api.tenant()
  const [here, there] = [await domain(owner), await domain(owner)]
  const general = await published({ name: 'General' }, owner)
  const own = await published({ name: 'Propio', domainId: here }, owner)
  await published({ name: 'Ajeno', domainId: there }, owner)
  await draft({ name: 'Borrador' }, owner)
  await owner.put(`/consent/notices/${own.id}`, { name: 'Aún no' })
  const list = (domainId?: string) =>
    api.access.actFor(
      owner.tenantId,
      { type: 'system', id: undefined, name: undefined, role: undefined },
      {},
      (ctx) => listPublishedNotices(ctx, domainId),
    )
  assert.deepEqual(
    (await list()).map(({ name }) => name),
    ['Ajeno', 'Propio', 'General'],
  )
  const shown = await list(here)
  assert.deepEqual(
    shown.map(({ id, domainId, version }) => [id, domainId, version]),
    [
      [own.id, here, 1],
      [general.id, null, 1],
    ],
  )
  assert.equal(shown[0]!.purposes[1]!.cookies[0]!.name, '_ga')
  await owner.patch(`/domains/${here}`, { isActive: false })
  assert.deepEqual(
    (await list(here)).map(({ name }) => name),
    ['General'],
  )
})

test('a page records by sendBeacon while it closes, which sends JSON as text', async () => {
  const { widgetKey } = await published()
  const beacon = (path: string, payload: string) =>
    api.anyone.post(path, undefined, { payload, headers: { 'content-type': 'text/plain;charset=UTF-8' } })
  const path = `/public/consent/${widgetKey}/record`
  const decision = JSON.stringify({ subjectRef: 'visitante-1', action: 'reject_all' })
  const { status, data } = await beacon(path, decision)
  assert.equal(status, 201)
  assert.ok(data.receipt)
  assert.equal((await beacon(path, 'hola')).status, 400)
  assert.equal((await beacon(path, '{"subjectRef":5}')).status, 400)
  assert.equal((await beacon('/auth/login', decision)).status, 415, 'nowhere else')
})

test('unsaved changes can be previewed, under the rules of saving, and stay unsaved', async () => {
  const { id } = (await ana.post('/consent/notices', body())).data
  const preview = (changes: object, person = viewer) =>
    person.post(`/consent/notices/${id}/preview/config`, changes)
  const { data } = await preview({ title: 'Otro título', config: { appearance: { accent: '#ffcc00' } } })
  assert.deepEqual(
    [data.title, data.banner.accent, data.banner.onAccent],
    ['Otro título', '#ffcc00', '#000000'],
  )
  assert.equal((await ana.get(`/consent/notices/${id}`)).data.title, 'Su privacidad')
  const refused = await preview({ purposes: [{ key: 'ads', name: 'Publicidad', required: true }] })
  assert.equal(refused.status, 422)
  assert.equal((await preview({}, stranger)).status, 404)
})
