import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeActivity, makeDomain, makeSystem } from '#test/kit/activities.ts'
import { keepFile } from '#test/kit/files.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { MOST_FOUND } from './repo.ts'

const api = await openService()
const ana = await api.tenant({ name: 'Tienda Sur SpA', plan: 'ENTERPRISE' })

interface Group {
  type: string
  total: number
  items: {
    entityType: string
    entityId: string
    title: string
    subtitle: string | null
    url: string | null
  }[]
}

async function find(q: string, person: Person = ana, more = ''): Promise<Group[]> {
  const { status, body, data } = await person.get(`/search?q=${encodeURIComponent(q)}${more}`)
  assert.equal(status, 200, JSON.stringify(body))
  return data.groups
}

const titles = (groups: Group[]) =>
  groups.map(({ type, items }) => [type, ...items.map(({ title }) => title)])

async function sendRequest(person: Person, fields: object = {}) {
  const { widgetKey } = (await person.post('/dsar/widgets', { name: 'Formulario' })).data
  const reply = await api.anyone.post(`/public/dsar/${widgetKey}`, {
    subjectName: 'María Núñez',
    subjectEmail: 'maria.nunez@correo.cl',
    subjectRut: '12.345.678-5',
    rightType: 'ACCESS',
    declarationTruthful: true,
    ...fields,
  })
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return reply.data.folio ?? reply.data.folioNumber
}

test('one search finds all records with the words, grouped, with their links to the console', async () => {
  const systemId = await makeSystem(ana, { name: 'CRM de fidelización' })
  const activityId = await makeActivity(ana, {
    systemId,
    name: 'Programa de fidelización',
    purpose: 'Sumar puntos',
  })
  const processor = await ana.post('/processors', { name: 'Fidelización Andina SpA' })
  await ana.post('/breaches', {
    title: 'Correos de fidelización a la vista',
    detectedAt: '2026-11-01T12:00:00Z',
    detectionSource: 'manual',
  })
  await makeDomain(ana, 'https://fidelizacion.tiendasur.cl')
  const groups = await find('FIDELIZACION')
  assert.deepEqual(titles(groups), [
    ['activity', 'Programa de fidelización'],
    ['system', 'CRM de fidelización'],
    ['processor', 'Fidelización Andina SpA'],
    ['breach', 'Correos de fidelización a la vista'],
    ['domain', 'https://fidelizacion.tiendasur.cl'],
  ])
  const [{ items, total }] = groups as [Group]
  assert.equal(total, 1)
  assert.equal(items[0]!.entityId, activityId)
  assert.match(items[0]!.url!, new RegExp(`^/organizacion/tienda-sur-spa[^/]*/registro/${activityId}$`))
  assert.deepEqual(titles(await find('programa fidel')), [['activity', 'Programa de fidelización']])
  assert.deepEqual(titles(await find('andina', ana, '&types=system,processor')), [
    ['processor', 'Fidelización Andina SpA'],
  ])
  assert.equal(processor.status, 201)
})

test('a request is found by its folio, its RUT in any spelling, and its address', async () => {
  const person = await api.tenant()
  const folio = await sendRequest(person)
  for (const q of [
    folio,
    folio.toLowerCase(),
    '12.345.678-5',
    '12345678-5',
    '123456785',
    'maria.nunez@correo.cl',
    'nunez maria',
  ])
    assert.deepEqual(titles(await find(q, person)), [['dsar_request', folio]], q)
  assert.deepEqual(await find('11.111.111-1', person), [])
  const listed = (await person.get('/dsar/requests?q=12345678-5&sort=legalDueOn')).data
  assert.equal(listed.pagination.total, 1)
})

test('a contract is found by the present name of its processor', async () => {
  const person = await api.tenant({ plan: 'ENTERPRISE' })
  const { id } = (await person.post('/processors', { name: 'Nube Austral' })).data
  const { templates } = (await person.get('/contracts/templates')).data
  const activityIds = [await makeActivity(person)]
  const made = await person.post('/contracts/generate', {
    processorId: id,
    templateId: templates[0].id,
    activityIds,
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  await person.put(`/processors/${id}`, { name: 'Nube Patagonia' })
  const [group, ...others] = await find('patagonia', person, '&types=contract')
  assert.equal(others.length, 0)
  assert.deepEqual(
    group!.items.map(({ title, subtitle }) => [title, subtitle]),
    [['Nube Patagonia', 'Contrato de encargo']],
  )
  assert.deepEqual(await find('austral', person), [])
  assert.equal((await person.get('/contracts?q=patagonia')).data.pagination.total, 1)
})

test('the subtitle of a result uses words, never a code', async () => {
  const person = await api.tenant()
  const subtitles = async (q: string) =>
    (await find(q, person)).flatMap(({ items }) => items.map(({ subtitle }) => subtitle))
  await makeSystem(person, { name: 'Fichas propias', type: 'DATABASE', vendor: null })
  await makeSystem(person, { name: 'Fichas ajenas', type: 'DATABASE', vendor: 'SAP' })
  await makeSystem(person, { name: 'Fichas raras', type: 'Cuaderno', vendor: null })
  assert.deepEqual((await subtitles('fichas')).toSorted(), ['Base de datos', 'Cuaderno', 'SAP'])
  await person.post('/privacy-policy/generate', { language: 'en' })
  assert.ok((await subtitles('politica')).includes('Versión 1 · inglés'))
  await keepFile(person, { name: 'organigrama.pdf' })
  assert.deepEqual(await subtitles('organigrama'), [null])
})

test('nobody finds records of another organisation', async () => {
  const [one, other] = [await api.tenant(), await api.tenant()]
  await makeSystem(one, { name: 'Bodega propia' })
  assert.equal((await find('bodega', one)).length, 1)
  assert.deepEqual(await find('bodega', other), [])
})

test('deleted and archived records are not found', async () => {
  const person = await api.tenant()
  const { id } = (
    await person.post('/consent/templates', { name: 'Sorteo verano', purposeText: 'Participar' })
  ).data
  assert.equal((await find('sorteo', person)).length, 1)
  await person.delete(`/consent/templates/${id}`)
  assert.deepEqual(await find('sorteo', person), [])
})

test('a group shows its latest records and counts all', async () => {
  const person = await api.tenant()
  for (let n = 0; n < 7; n += 1) await makeSystem(person, { name: `Respaldo ${n}` })
  const [group] = await find('respaldo', person)
  assert.deepEqual([group!.total, group!.items.length], [7, 5])
  const [whole] = await find('respaldo', person, '&limit=20')
  assert.equal(whole!.items.length, 7)
})

test('a record with many similar words does not hide others', async () => {
  const person = await api.tenant()
  const many = Array.from({ length: MOST_FOUND + 5 }, (_, n) => `cobro${String(n).padStart(2, '0')}`).join(
    ' ',
  )
  await makeActivity(person, { name: 'Caja chica', purpose: 'Pagar' })
  await makeActivity(person, { name: 'Cartera', purpose: many })
  await makeActivity(person, { name: 'Cierre de caja', purpose: 'Cuadrar' })
  for (const [q, names] of [
    ['c', ['Cierre de caja', 'Cartera', 'Caja chica']],
    ['ca', ['Cierre de caja', 'Cartera', 'Caja chica']],
    ['cobro ca', ['Cartera']],
    ['c pagar', ['Caja chica']],
  ] as const) {
    const [group] = await find(q, person, '&types=activity')
    assert.deepEqual([group?.total, group?.items.map(({ title }) => title)], [names.length, names], q)
  }
})

test('common words are found together like rare ones', async () => {
  const person = await api.tenant({ plan: 'ENTERPRISE' })
  const activity = (n: number) => ({
    name: `Despacho ${n % 2 ? 'urgente' : 'normal'} lote${n}`,
    // Half of them are «Entregar», and among the urgent ones only the oldest three.
    purposes: [n % 2 === 0 || n < 6 ? 'Entregar' : 'Cobrar'],
    legalBasis: 'contract',
    dataSubjects: ['clientes'],
    dataCategories: ['name'],
    retentionPeriod: '5_years',
  })
  for (let from = 0; from < 4200; from += 200) {
    const activities = Array.from({ length: 200 }, (_, n) => activity(from + n))
    const sent = await person.post('/rat/bulk-import', { activities })
    assert.equal(sent.status, 201, JSON.stringify(sent.body))
  }
  for (const [q, total] of [
    ['despacho entregar', MOST_FOUND],
    ['despacho urgente', MOST_FOUND],
    ['urgente lote1', MOST_FOUND],
    ['urgente entregar', 3],
    ['normal urgente', 0],
    ['despacho urgente lote219', 6],
    ['urgente lote2198', 0],
    ['despacho nada', 0],
  ] as const)
    assert.equal((await find(q, person))[0]?.total ?? 0, total, q)
})

test('a found file links to its record; one without a record has no link', async () => {
  const systemId = await makeSystem(ana, { name: 'Bodega' })
  const { key } = await keepFile(ana, { entityType: 'system', entityId: systemId, name: 'inventario.pdf' })
  const loose = await keepFile(ana, { name: 'inventario suelto.pdf' })
  const [group] = await find('inventario')
  assert.deepEqual(Object.fromEntries(group!.items.map(({ entityId, url }) => [entityId, url])), {
    [key]: `/organizacion/${ana.slug}/mapa/sistemas/${systemId}`,
    [loose.key]: null,
  })
})

test('a VIEWER can search; a key and a stranger cannot; unknown kinds and long queries are refused', async () => {
  const viewer = await ana.colleague('VIEWER')
  assert.ok((await find('fidelizacion', viewer)).length > 0)
  assert.equal((await api.anyone.get('/search?q=a')).status, 401)
  const { key } = (await ana.post('/settings/api-keys', { name: 'CRM', scopes: ['rat:read'] })).data
  const byKey = await api.anyone.get('/search?q=a', { headers: { 'x-api-key': key } })
  assert.equal(byKey.status, 403)
  for (const asked of ['', 'q=']) assert.deepEqual((await ana.get(`/search?${asked}`)).data, { groups: [] })
  for (const asked of ['q=a&types=planeta', `q=${'a'.repeat(201)}`, 'q=a&limit=0', 'q=a&limit=21'])
    assert.equal((await ana.get(`/search?${asked}`)).status, 400, asked)
  const { body } = await ana.get('/search?q=a&types=activity,planeta')
  assert.match(body.error.message, /«planeta»/)
  for (const q of ['%', "' or 1=1 --", '☃', '!!!']) assert.deepEqual(await find(q), [], q)
})
