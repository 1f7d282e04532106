import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Module } from '#modules/module.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { showDomain } from './service.ts'

const api = await openService()
const ana = await api.tenant({ name: 'Tienda Sur SpA' })
const entityId = await mainEntity(ana)
const SYSTEM = { type: 'system', id: undefined, name: undefined, role: undefined } as const
const NOBODY = '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f'

async function mainEntity(person: Person): Promise<string> {
  return (await person.get('/org/entities')).data.entities.at(-1).id
}

let counter = 0
const freshUrl = () => `https://sitio-${++counter}.cl`

async function newDomain(fields: Record<string, unknown> = {}, person = ana): Promise<string> {
  const legalEntityId = fields['legalEntityId'] ?? (person === ana ? entityId : await mainEntity(person))
  const reply = await person.post('/domains', { url: freshUrl(), name: 'Sitio', ...fields, legalEntityId })
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return reply.data.id
}

async function newDomains(count: number, person: Person): Promise<string[]> {
  const legalEntityId = await mainEntity(person)
  return Promise.all(Array.from({ length: count }, () => newDomain({ legalEntityId }, person)))
}

// ── creating and reading ──

test('a new domain returns its id, and its detail shows everything', async () => {
  const created = await ana.post('/domains', {
    url: 'https://www.TiendaSur.cl/',
    name: 'Tienda en línea',
    legalEntityId: entityId,
    description: 'Ventas',
    tenantId: 'ignored',
  })
  assert.equal(created.status, 201)
  assert.deepEqual(Object.keys(created.data), ['id'])
  const { data, status } = await ana.get(`/domains/${created.data.id}`)
  assert.equal(status, 200)
  const { createdAt, updatedAt, ...rest } = data
  assert.deepEqual(rest, {
    id: created.data.id,
    url: 'https://www.TiendaSur.cl/',
    name: 'Tienda en línea',
    legalEntityId: entityId,
    entityName: 'Tienda Sur SpA',
    description: 'Ventas',
    environment: 'PRODUCTION',
    isActive: true,
    isVerified: false,
    verifiedAt: null,
    notices: [],
    activities: [],
    policies: [],
  })
  assert.match(createdAt, /^\d{4}-\d\d-\d\dT[\d:]+\.\d{3}Z$/)
  assert.equal(updatedAt, createdAt)
})

test('the detail collects the parts of other modules', async () => {
  const id = await newDomain()
  const consent = {
    domainDetail: async () => ({ notices: [{ id: 'n', name: 'Cookies', status: 'DRAFT' }] }),
  }
  const policies = {
    domainDetail: async (_ctx: unknown, domainId: string) => ({
      policies: [{ id: domainId, kind: 'COOKIE_POLICY', version: 2, status: 'PUBLISHED' }],
    }),
  }
  const modules = [consent, {}, policies] as unknown as Module[]
  const detail = await api.access.actFor(ana.tenantId, SYSTEM, {}, (ctx) => showDomain(ctx, id, modules))
  assert.deepEqual(detail.notices, [{ id: 'n', name: 'Cookies', status: 'DRAFT' }])
  assert.deepEqual(detail.policies, [{ id, kind: 'COOKIE_POLICY', version: 2, status: 'PUBLISHED' }])
  assert.deepEqual(detail.activities, [])
})

test('bounds: url 3-255, name 1-200, description at most 1000, environment of the list', async () => {
  const valid = { url: freshUrl(), name: 'Sitio', legalEntityId: entityId }
  for (const wrong of [
    { url: undefined },
    { url: 'ab' },
    { url: '    ' },
    { url: `https://a.cl/${'x'.repeat(243)}` },
    { url: 5 },
    { url: null },
    { name: undefined },
    { name: '' },
    { name: '  ' },
    { name: 'x'.repeat(201) },
    { legalEntityId: undefined },
    { legalEntityId: 7 },
    { description: 'x'.repeat(1001) },
    { environment: 'production' },
    { url: 'tienda\u0000.cl' },
  ]) {
    const reply = await ana.post('/domains', { ...valid, ...wrong })
    assert.equal(reply.status, 400, JSON.stringify(wrong))
    assert.equal(reply.body.error.code, 'VALIDATION_ERROR')
    assert.ok(reply.body.error.details.length > 0)
  }
  await newDomain({
    url: `https://a.cl/${'x'.repeat(242)}`,
    name: 'x'.repeat(200),
    description: 'x'.repeat(1000),
  })
  await newDomain({ url: 'a.b', description: null, environment: null })
  await newDomain({ environment: 'STAGING' })
})

test('a text of the right length that is not a web address is 400', async () => {
  for (const url of ['hola mundo', 'ftp://tienda.cl', 'javascript:alert(1)', '...', '*.tienda.cl']) {
    const reply = await ana.post('/domains', { url, name: 'Sitio', legalEntityId: entityId })
    assert.equal(reply.status, 400, url)
    assert.equal(reply.body.error.code, 'VALIDATION_ERROR')
    assert.equal(reply.body.error.details[0].path, 'url')
  }
})

test('a wildcard is refused, and the refusal says to register each subdomain', async () => {
  const reply = await ana.post('/domains', { url: '*.tienda.cl', name: 'Todos', legalEntityId: entityId })
  assert.match(reply.body.error.message, /varios subdominios/)
})

test('a legal entity that is missing, malformed or of another organisation is 422', async () => {
  const foreign = await mainEntity(await api.tenant())
  const id = await newDomain()
  for (const legalEntityId of [foreign, NOBODY, 'nada']) {
    const created = await ana.post('/domains', { url: freshUrl(), name: 'Sitio', legalEntityId })
    assert.deepEqual([created.status, created.body.error.code], [422, 'VALIDATION_ERROR'])
    assert.equal((await ana.patch(`/domains/${id}`, { legalEntityId })).status, 422)
  }
})

test('a blank legal entity counts as missing, and a domain needs one: 400', async () => {
  const id = await newDomain()
  for (const legalEntityId of ['', '  ', '\u00a0']) {
    const created = await ana.post('/domains', { url: freshUrl(), name: 'Sitio', legalEntityId })
    assert.deepEqual([created.status, created.body.error.code], [400, 'VALIDATION_ERROR'])
    assert.equal((await ana.patch(`/domains/${id}`, { legalEntityId })).status, 400)
  }
})

test('a deactivated legal entity keeps its domains and takes no more', async () => {
  const person = await api.tenant({ name: 'Dos entidades SpA' })
  const main = await mainEntity(person)
  const { workspaces } = (await person.get('/org/workspaces')).data
  const filial = await person.post('/org/entities', { workspaceId: workspaces[0].id, name: 'Filial' })
  const legalEntityId = filial.data.id
  const kept = await newDomain({ legalEntityId }, person)
  const other = await newDomain({ legalEntityId: main }, person)
  assert.equal((await person.delete(`/org/entities/${legalEntityId}`)).status, 200)

  const created = await person.post('/domains', { url: freshUrl(), name: 'Sitio', legalEntityId })
  assert.deepEqual([created.status, created.body.error.code], [422, 'VALIDATION_ERROR'])
  assert.match(created.body.error.message, /«Filial» está desactivada/)
  assert.equal((await person.patch(`/domains/${other}`, { legalEntityId })).status, 422)
  assert.equal((await person.patch(`/domains/${kept}`, { legalEntityId, name: 'Nuevo' })).status, 200)
})

// ── listing ──

test('the list is newest first, with entity names, pages and true totals', async () => {
  const person = await api.tenant({ name: 'Listas SpA' })
  const ids: string[] = []
  for (let n = 0; n < 3; n += 1) ids.unshift(await newDomain({}, person))
  const first = await person.get('/domains?limit=2')
  assert.equal(first.status, 200)
  assert.deepEqual(
    first.data.domains.map(({ id }: { id: string }) => id),
    ids.slice(0, 2),
  )
  assert.deepEqual(first.data.pagination, { page: 1, limit: 2, total: 3, totalPages: 2 })
  assert.equal(first.data.domains[0].entityName, 'Listas SpA')
  assert.ok(!('activities' in first.data.domains[0]) && !('notices' in first.data.domains[0]))
  assert.equal((await person.get('/domains?limit=2&page=2')).data.domains[0].id, ids[2])
  const past = await person.get('/domains?page=9')
  assert.deepEqual([past.data.domains, past.data.pagination.total], [[], 3])
  const { data } = await person.get('/domains')
  assert.deepEqual(data.pagination, { page: 1, limit: 20, total: 3, totalPages: 1 })
})

test('the list is filtered by legal entity and by isActive', async () => {
  const person = await api.tenant()
  const { workspaceId } = (await person.get('/org/entities')).data.entities[0]
  const branch = (await person.post('/org/entities', { workspaceId, name: 'Filial' })).data.id
  const main = await newDomain({}, person)
  const ofBranch = await newDomain({ legalEntityId: branch }, person)
  const asleep = await newDomain({ legalEntityId: branch }, person)
  await person.patch(`/domains/${asleep}`, { isActive: false })
  const ids = async (query: string) =>
    (await person.get(`/domains?${query}`)).data.domains.map(({ id }: { id: string }) => id)
  assert.deepEqual(await ids(`legalEntityId=${branch}`), [asleep, ofBranch])
  assert.deepEqual(await ids('isActive=true'), [ofBranch, main])
  assert.deepEqual(await ids('isActive=false'), [asleep])
  assert.deepEqual(await ids(`legalEntityId=${branch}&isActive=true`), [ofBranch])
  assert.deepEqual(await ids(`legalEntityId=${NOBODY}`), [])
  assert.deepEqual(await ids('legalEntityId=nada'), [])
  assert.deepEqual(await ids('legalEntityId='), await ids(''))
})

test('the list can be searched for an address as people type it', async () => {
  const person = await api.tenant()
  for (const url of ['HTTPS://www.aromo-azul.cl/tienda', 'https://café.cl:8443', 'tienda.aromo.cl'])
    await newDomain({ url }, person)
  for (const [q, found] of [
    ['aromo-azul.cl', 1],
    ['aromo-azul.cl/tienda', 1],
    ['www.aromo-azul.cl', 1],
    ['https://www.aromo-azul.cl', 1],
    ['cafe.cl', 1],
    ['tienda.aromo', 1],
    ['tienda', 2],
    ['azul.cl', 0],
  ] as const)
    assert.equal((await person.get(`/domains?q=${encodeURIComponent(q)}`)).data.domains.length, found, q)
})

test('a wrong page, limit or isActive is 400', async () => {
  for (const query of ['page=0', 'limit=0', 'limit=101', 'limit=x', 'page=1.5', 'isActive=quizas']) {
    assert.equal((await ana.get(`/domains?${query}`)).status, 400, query)
  }
})

// ── one url, one domain ──

test('the same host and path is a duplicate in any scheme, host case, port or trailing slash', async () => {
  await newDomain({ url: 'https://tienda-unica.cl/blog' })
  for (const url of [
    'https://tienda-unica.cl/blog',
    'http://TIENDA-unica.cl/blog/',
    'tienda-unica.cl/blog',
    'http://tienda-unica.cl:80/blog',
  ]) {
    const reply = await ana.post('/domains', { url, name: 'Otra', legalEntityId: entityId })
    assert.equal(reply.status, 409, url)
    assert.equal(reply.body.error.code, 'DUPLICATE_URL')
  }
  for (const url of ['tienda-unica.cl/Blog', 'www.tienda-unica.cl/blog', 'tienda-unica.cl'])
    await newDomain({ url })
})

test('two organisations may register the same url', async () => {
  const url = freshUrl()
  await newDomain({ url })
  await newDomain({ url }, await api.tenant())
})

test('of two requests with the same url exactly one wins', async () => {
  const body = { url: freshUrl(), name: 'Sitio', legalEntityId: entityId }
  const replies = await Promise.all([ana.post('/domains', body), ana.post('/domains', body)])
  assert.deepEqual(replies.map(({ status }) => status).toSorted(), [201, 409])
  assert.equal(replies.find(({ status }) => status === 409)?.body.error.code, 'DUPLICATE_URL')
})

test('of two domains that take the same new url at once exactly one wins', async () => {
  const [one, two, url] = [await newDomain(), await newDomain(), freshUrl()]
  const replies = await Promise.all([
    ana.patch(`/domains/${one}`, { url }),
    ana.patch(`/domains/${two}`, { url }),
  ])
  assert.deepEqual(replies.map(({ status }) => status).toSorted(), [200, 409])
  assert.equal(replies.find(({ status }) => status === 409)?.body.error.code, 'DUPLICATE_URL')
})

// ── changing ──

test('an update changes only the sent fields', async () => {
  const id = await newDomain({ description: 'Antes', url: 'https://cambios.cl' })
  const reply = await ana.patch(`/domains/${id}`, {
    name: 'Otro nombre',
    isActive: false,
    environment: 'DEVELOPMENT',
  })
  assert.deepEqual([reply.status, reply.data], [200, { id }])
  const { data } = await ana.get(`/domains/${id}`)
  assert.deepEqual(
    [data.name, data.isActive, data.environment, data.description, data.url],
    ['Otro nombre', false, 'DEVELOPMENT', 'Antes', 'https://cambios.cl'],
  )
  assert.equal((await ana.patch(`/domains/${id}`, { description: null, isActive: true })).status, 200)
  const after = (await ana.get(`/domains/${id}`)).data
  assert.deepEqual([after.description, after.isActive, after.name], [null, true, 'Otro nombre'])
  assert.equal((await ana.patch(`/domains/${id}`, {})).status, 200)
})

test("an update may respell the domain's own url but not take another's", async () => {
  await newDomain({ url: 'https://ocupada.cl' })
  const id = await newDomain({ url: 'https://propia.cl' })
  assert.equal((await ana.patch(`/domains/${id}`, { url: 'http://PROPIA.cl/' })).status, 200)
  assert.equal((await ana.get(`/domains/${id}`)).data.url, 'http://PROPIA.cl/')
  const clash = await ana.patch(`/domains/${id}`, { url: 'ocupada.cl/' })
  assert.deepEqual([clash.status, clash.body.error.code], [409, 'DUPLICATE_URL'])
  assert.equal((await ana.patch(`/domains/${id}`, { url: 'no es url' })).status, 400)
})

test('a wrong update is 400 and changes nothing', async () => {
  const id = await newDomain({ name: 'Estable' })
  for (const wrong of [
    { url: 'x' },
    { url: null },
    { name: '' },
    { name: null },
    { legalEntityId: null },
    { isActive: 'true' },
    { environment: 'PROD' },
    { description: 'x'.repeat(1001) },
  ]) {
    assert.equal(
      (await ana.patch(`/domains/${id}`, { name: 'Otro', ...wrong })).status,
      400,
      JSON.stringify(wrong),
    )
  }
  assert.equal((await ana.get(`/domains/${id}`)).data.name, 'Estable')
})

test('a domain can move to another legal entity', async () => {
  const { workspaceId } = (await ana.get('/org/entities')).data.entities[0]
  const branch = (await ana.post('/org/entities', { workspaceId, name: 'Filial Norte' })).data.id
  const id = await newDomain()
  assert.equal((await ana.patch(`/domains/${id}`, { legalEntityId: branch })).status, 200)
  const { data } = await ana.get(`/domains/${id}`)
  assert.deepEqual([data.legalEntityId, data.entityName], [branch, 'Filial Norte'])
})

test('a deleted domain is gone, and its url is free again', async () => {
  const url = freshUrl()
  const id = await newDomain({ url })
  const reply = await ana.delete(`/domains/${id}`)
  assert.deepEqual([reply.status, reply.body], [200, { success: true }])
  assert.equal((await ana.get(`/domains/${id}`)).status, 404)
  assert.equal((await ana.delete(`/domains/${id}`)).status, 404)
  await newDomain({ url })
})

// ── plans ──

for (const [plan, most] of [
  ['STARTER', 2],
  ['PROFESSIONAL', 5],
  ['BUSINESS', 25],
] as const) {
  test(`${plan} has room for ${most} domains, inactive ones included`, async () => {
    const person = await api.tenant({ plan })
    const [last] = await newDomains(most, person)
    await person.patch(`/domains/${last}`, { isActive: false })
    const body = { url: freshUrl(), name: 'Uno más', legalEntityId: await mainEntity(person) }
    const reply = await person.post('/domains', body)
    assert.deepEqual([reply.status, reply.body.error.code], [402, 'PLAN_LIMIT_REACHED'])
    const taken = (await person.get('/domains')).data.domains[0].url
    const duplicate = await person.post('/domains', { ...body, url: taken })
    assert.deepEqual([duplicate.status, duplicate.body.error.code], [409, 'DUPLICATE_URL'])
    assert.equal((await person.post('/domains', { ...body, name: '' })).status, 400)
    await person.delete(`/domains/${last}`)
    assert.equal((await person.post('/domains', body)).status, 201)
  })
}

test('ENTERPRISE has room for more than any other plan', async () => {
  const person = await api.tenant({ plan: 'ENTERPRISE' })
  assert.equal((await newDomains(26, person)).length, 26)
})

test('of many simultaneous requests for the last place exactly one gets it', async () => {
  const person = await api.tenant({ plan: 'STARTER' })
  await newDomain({}, person)
  const legalEntityId = await mainEntity(person)
  const replies = await Promise.all(
    Array.from({ length: 5 }, () =>
      person.post('/domains', { url: freshUrl(), name: 'Sitio', legalEntityId }),
    ),
  )
  assert.deepEqual(replies.map(({ status }) => status).toSorted(), [201, 402, 402, 402, 402])
  assert.equal((await person.get('/domains')).data.pagination.total, 2)
})

// ── roles ──

test('domains of other organisations are not found', async () => {
  const stranger = await api.tenant()
  const id = await newDomain()
  const replies = await Promise.all([
    stranger.get(`/domains/${id}`),
    stranger.patch(`/domains/${id}`, { name: 'Ajeno' }),
    stranger.delete(`/domains/${id}`),
    stranger.post(`/domains/${id}/activities`, { activityId: NOBODY, role: 'STORAGE' }),
    stranger.delete(`/domains/${id}/activities/${NOBODY}`),
    stranger.post(`/domains/${id}/activities/bulk-sync`, { activities: [] }),
    stranger.put(`/domains/${id}/activities`, { activities: [] }),
    stranger.get(`/domains/${id}/verification`),
    stranger.post(`/domains/${id}/verify`),
    ana.get('/domains/nada'),
    ana.patch('/domains/nada', {}),
  ])
  for (const { status, body } of replies) {
    assert.deepEqual([status, body.error.code], [404, 'RESOURCE_NOT_FOUND'])
  }
  assert.deepEqual((await stranger.get('/domains')).data.domains, [])
})

test('every role reads; ANALYST and above write', async () => {
  const [viewer, analyst] = [await ana.colleague('VIEWER'), await ana.colleague('ANALYST')]
  const id = await newDomain()
  for (const path of ['/domains', `/domains/${id}`, `/domains/${id}/verification`]) {
    assert.equal((await viewer.get(path)).status, 200, path)
    assert.equal((await api.anyone.get(path)).status, 401, path)
  }
  const body = { url: freshUrl(), name: 'Sitio', legalEntityId: entityId }
  for (const reply of await Promise.all([
    viewer.post('/domains', body),
    viewer.patch(`/domains/${id}`, { name: 'No' }),
    viewer.delete(`/domains/${id}`),
    viewer.post(`/domains/${id}/activities`, { activityId: NOBODY, role: 'STORAGE' }),
    viewer.delete(`/domains/${id}/activities/${NOBODY}`),
    viewer.post(`/domains/${id}/activities/bulk-sync`, { activities: [] }),
    viewer.put(`/domains/${id}/activities`, { activities: [] }),
  ])) {
    assert.deepEqual([reply.status, reply.body.error.code], [403, 'FORBIDDEN'])
  }
  assert.equal((await analyst.post('/domains', body)).status, 201)
  assert.equal((await analyst.delete(`/domains/${id}`)).status, 200)
})

test('changes are in the audit log, without the verification token', async () => {
  const id = await newDomain()
  await ana.patch(`/domains/${id}`, { name: 'Otro' })
  const rows = await api.access.asSystem('a test reads the audit log', (db) =>
    db.selectFrom('audit_log').selectAll().where('entity_id', '=', id).orderBy('created_at').execute(),
  )
  assert.deepEqual(
    rows.map(({ action }) => action),
    ['create', 'update'],
  )
  assert.equal(rows[0]!.changes['verification_token']?.new, '***')
  assert.deepEqual(rows[1]!.changes, { name: { old: 'Sitio', new: 'Otro' } })
})
