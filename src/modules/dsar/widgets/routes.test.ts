import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { openService } from '#test/kit/service.ts'
import { RIGHT_TYPES } from '../rules.ts'
import { readSettings } from './settings.ts'

const api = await openService()
api.clock.set('2026-12-01T12:00:00Z')
const ana = await api.tenant({ name: 'Tienda Sur SpA' })
const analyst = await ana.colleague('ANALYST')
const stranger = await api.tenant()

test('a new widget has a long key of its own, is active, and keeps any configuration', async () => {
  const config = { title: 'Derechos', anything: { nested: [1, null, 'x'] }, theme: 'light' }
  const reply = await analyst.post('/dsar/widgets', {
    name: 'Sitio web',
    config,
    tenantId: stranger.tenantId,
  })
  assert.equal(reply.status, 201)
  const { id, widgetKey, formUrl, pageUrl, embedCode, createdAt, updatedAt, legalEntityId, ...rest } =
    reply.data
  assert.deepEqual(rest, { name: 'Sitio web', isActive: true, config })
  assert.equal(legalEntityId, (await ana.get('/org/entities')).data.entities[0].id)
  assert.match(widgetKey, /^[\w-]{43}$/)
  assert.equal(pageUrl, `https://resguardo.test/derechos/${widgetKey}`)
  assert.equal(formUrl, pageUrl)
  assert.ok(embedCode.includes(`data-resguardo-derechos="${widgetKey}"`))
  assert.ok(embedCode.includes('src="https://resguardo.test/w/v1/derechos.js"'))
  assert.equal(createdAt, updatedAt)
  const other = (await ana.post('/dsar/widgets', { name: 'Sitio web' })).data
  assert.notEqual(other.widgetKey, widgetKey)
  assert.deepEqual(other.config, {})
  assert.ok(id)
})

test("the list shows only the organisation's own widgets, newest first", async () => {
  const person = await api.tenant()
  const first = (await person.post('/dsar/widgets', { name: 'Uno', config: {} })).data
  const second = (await person.post('/dsar/widgets', { name: 'Dos', config: {} })).data
  const { data } = await person.get('/dsar/widgets')
  assert.deepEqual(data.widgets, [second, first])
  assert.deepEqual(data.pagination, { page: 1, limit: 20, total: 2, totalPages: 1 })
  assert.deepEqual((await person.get('/dsar/widgets?limit=1&page=2')).data.widgets, [first])
  for (let i = 0; i < 20; i += 1) await person.post('/dsar/widgets', { name: `Más ${i}` })
  const whole = (await person.get('/dsar/widgets')).data
  assert.deepEqual([whole.widgets.length, whole.pagination.total], [22, 22])
})

test('a patch changes the fields that are sent and leaves the others', async () => {
  const made = (await ana.post('/dsar/widgets', { name: 'Uno', config: { title: 'A' } })).data
  api.clock.advance(1000)
  const url = `/dsar/widgets/${made.id}`
  assert.deepEqual((await ana.get(url)).data, made)
  assert.equal((await stranger.get(url)).status, 404)
  const renamed = await ana.patch(url, { name: 'Dos' })
  assert.equal(renamed.status, 200)
  assert.deepEqual(renamed.data, { ...made, name: 'Dos', updatedAt: '2026-12-01T12:00:01.000Z' })
  assert.deepEqual((await ana.patch(url, { config: { intro: 'B' } })).data.config, { intro: 'B' })
  assert.deepEqual((await ana.patch(url, { config: null })).data.config, {})
  const off = (await ana.patch(url, { isActive: false })).data
  assert.deepEqual([off.isActive, off.widgetKey, off.name], [false, made.widgetKey, 'Dos'])
  assert.equal((await ana.patch(url, { isActive: true })).data.isActive, true)
})

test('missing and malformed fields are 400 and named', async () => {
  for (const [path, body] of [
    ['name', {}],
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(201) }],
    ['config', { name: 'x', config: 'azul' }],
    ['config', { name: 'x', config: [] }],
  ] as const) {
    const { status, body: answer } = await ana.post('/dsar/widgets', body)
    assert.equal(status, 400, JSON.stringify(body))
    assert.equal(answer.error.code, 'VALIDATION_ERROR')
    assert.equal(answer.error.details[0].path, path)
  }
})

test('a configuration is free: values that the service cannot use are stored and ignored', async () => {
  const config = {
    title: 7,
    intro: ['a'],
    rightTypes: ['FORGET', 3],
    legalEntityId: { id: 'x' },
    allowedOrigins: [null, 5],
    theme: false,
  }
  const made = await ana.post('/dsar/widgets', { name: 'Libre', config })
  assert.equal(made.status, 201)
  assert.deepEqual(made.data.config, config)
  const form = await api.anyone.get(`/public/dsar/${made.data.widgetKey}/config`, {
    headers: { origin: 'https://cualquiera.cl' },
  })
  assert.equal(form.status, 200)
  assert.deepEqual(
    [form.data.title, form.data.intro, form.data.rightTypes.length, form.data.organizationName],
    ['Ejerza sus derechos sobre sus datos personales', null, 7, 'Tienda Sur SpA'],
  )
  const received = await api.anyone.post(`/public/dsar/${made.data.widgetKey}`, {
    subjectName: 'María Pérez',
    subjectEmail: 'maria@correo.cl',
    rightType: 'BLOCKING',
  })
  assert.equal(received.status, 201)
})

test('the service reads only configuration values of the right kind', () => {
  const nothing = { title: null, intro: null, rightTypes: RIGHT_TYPES, legalEntityId: null, theme: null }
  assert.deepEqual(readSettings({}), nothing)
  assert.deepEqual(
    readSettings({ title: ' ', intro: null, rightTypes: 'ACCESS', legalEntityId: 'x', theme: null }),
    nothing,
  )
  const id = newId()
  assert.deepEqual(
    readSettings({
      title: 'A',
      intro: 'B',
      rightTypes: ['DELETION', 'x', 'ACCESS'],
      legalEntityId: id,
      theme: 'z',
    }),
    { title: 'A', intro: 'B', rightTypes: ['ACCESS', 'DELETION'], legalEntityId: id, theme: 'z' },
  )
})

test('the answering entity must belong to the organisation', async () => {
  const { entities } = (await ana.get('/org/entities')).data
  const { entities: foreign } = (await stranger.get('/org/entities')).data
  const widget = (legalEntityId: string) =>
    ana.post('/dsar/widgets', { name: 'x', config: { legalEntityId } })
  assert.equal((await widget(entities[0].id)).status, 201)
  assert.equal((await widget('no-es-un-id')).status, 201, 'a configuration is free')
  for (const id of [foreign[0].id, newId()]) {
    const { status, body } = await widget(id)
    assert.deepEqual([status, body.error.code], [422, 'VALIDATION_ERROR'])
    assert.equal(body.error.details[0].path, 'config.legalEntityId')
  }
})

test('an empty entity means the main one: for a form, its patch, and a request entered by staff', async () => {
  const [main] = (await ana.get('/org/entities')).data.entities
  const made = await ana.post('/dsar/widgets', { name: 'Sin entidad', legalEntityId: '' })
  assert.deepEqual([made.status, made.data.legalEntityId], [201, main.id])
  const other = (await ana.post('/org/entities', { workspaceId: main.workspaceId, name: 'Filial Sur' })).data
  const path = `/dsar/widgets/${made.data.id}`
  assert.equal((await ana.patch(path, { legalEntityId: other.id })).data.legalEntityId, other.id)
  assert.equal((await ana.patch(path, { legalEntityId: ' ' })).data.legalEntityId, main.id)
  const asked = {
    channel: 'phone',
    subjectName: 'Rosa Soto',
    subjectAddress: 'Los Aromos 12',
    rightType: 'ACCESS',
  }
  const { status, data } = await ana.post('/dsar/requests', { ...asked, legalEntityId: '' })
  assert.deepEqual([status, data.legalEntityId ?? main.id], [201, main.id])
})

test('a form answers for the entity in its own field or in its configuration', async () => {
  const person = await api.tenant({ name: 'Grupo Sur SpA' })
  const [main] = (await person.get('/org/entities')).data.entities
  const { id: workspaceId } = (await person.get('/org/workspaces')).data.workspaces[0]
  const entity = async (name: string) =>
    (await person.post('/org/entities', { name, workspaceId, arcoPublicEmail: 'derechos@filial.cl' })).data
  const [first, second] = [await entity('Filial Uno SpA'), await entity('Filial Dos SpA')]
  const widget = async (fields: object) => (await person.post('/dsar/widgets', { name: 'x', ...fields })).data
  assert.equal((await widget({})).legalEntityId, main.id)
  assert.equal((await widget({ config: { legalEntityId: first.id } })).legalEntityId, first.id)
  const form = await widget({ legalEntityId: first.id, config: { legalEntityId: second.id } })
  assert.equal(form.legalEntityId, first.id, 'its own field goes before')
  const patch = async (body: object) => (await person.patch(`/dsar/widgets/${form.id}`, body)).data
  assert.equal((await patch({ name: 'y' })).legalEntityId, first.id)
  assert.equal((await patch({ legalEntityId: second.id })).legalEntityId, second.id)
  assert.equal((await patch({ config: { title: 'Hola' } })).legalEntityId, main.id, 'what it named is gone')
  assert.equal((await patch({ legalEntityId: second.id })).legalEntityId, second.id)
  assert.equal((await patch({ config: { title: 'Adiós' } })).legalEntityId, second.id)
  const config = (await api.anyone.get(`/public/dsar/${form.widgetKey}/config`)).data
  assert.deepEqual([config.organizationName, config.contactEmail], ['Filial Dos SpA', 'derechos@filial.cl'])
  const listed = async (id: string) =>
    (await person.get(`/dsar/widgets?legalEntityId=${id}`)).data.widgets.map((one: { id: string }) => one.id)
  assert.deepEqual(await listed(second.id), [form.id])
  assert.deepEqual(await listed('nadie'), [])
  assert.equal((await listed('')).length, 3)
  await person.patch(`/org/entities/${second.id}`, { isActive: false })
  for (const legalEntityId of [
    second.id,
    newId(),
    'x',
    (await ana.get('/org/entities')).data.entities[0].id,
  ]) {
    const { status, body } = await person.patch(`/dsar/widgets/${form.id}`, { legalEntityId })
    assert.deepEqual([status, body.error.details[0].path], [422, 'legalEntityId'])
  }
})

test('every role may read, ANALYST and above may write; other organisations see nothing', async () => {
  const viewer = await ana.colleague('VIEWER')
  const { id } = (await ana.post('/dsar/widgets', { name: 'x' })).data
  assert.equal((await viewer.get('/dsar/widgets')).status, 200)
  assert.equal((await viewer.post('/dsar/widgets', { name: 'x' })).status, 403)
  assert.equal((await viewer.patch(`/dsar/widgets/${id}`, { name: 'x' })).status, 403)
  assert.equal((await stranger.patch(`/dsar/widgets/${id}`, { name: 'x' })).status, 404)
  assert.equal((await ana.patch(`/dsar/widgets/${newId()}`, { name: 'x' })).status, 404)
  assert.deepEqual((await stranger.get('/dsar/widgets')).data.widgets, [])
})

test('an unused form is deleted; one that brought requests can only be switched off', async () => {
  const { id, widgetKey } = (await ana.post('/dsar/widgets', { name: 'De prueba' })).data
  assert.equal((await stranger.delete(`/dsar/widgets/${id}`)).status, 404)
  assert.equal((await (await ana.colleague('VIEWER')).delete(`/dsar/widgets/${id}`)).status, 403)
  assert.deepEqual((await analyst.delete(`/dsar/widgets/${id}`)).body, { success: true })
  assert.equal((await api.anyone.get(`/public/dsar/${widgetKey}/config`)).status, 404)
  const used = (await ana.post('/dsar/widgets', { name: 'En uso' })).data
  const request = { rightType: 'ACCESS', subjectName: 'Camila', subjectEmail: 'camila@correo.cl' }
  assert.equal((await api.anyone.post(`/public/dsar/${used.widgetKey}`, request)).status, 201)
  const refused = await ana.delete(`/dsar/widgets/${used.id}`)
  assert.deepEqual([refused.status, refused.body.error.code], [409, 'CONFLICT'])
  assert.match(refused.body.error.message, /«En uso»/)
})

test('a preview shows the form with unsaved changes, and only inside our own pages', async () => {
  const { id } = (await ana.post('/dsar/widgets', { name: 'Sitio', config: { title: 'Guardado' } })).data
  const page = async (query = '') => {
    const reply = await ana.get(`/dsar/widgets/${id}/preview${query}`)
    return { ...reply, text: String(reply.raw) }
  }
  const saved = await page()
  assert.equal(saved.status, 200)
  assert.match(String(saved.headers['content-type']), /^text\/html/)
  assert.match(String(saved.headers['content-security-policy']), /frame-ancestors 'self'(;|$)/)
  assert.doesNotMatch(saved.text, /<script/)
  assert.match(saved.text, /<h1[^>]*>Guardado</)
  const typed = await page('?title=Sin%20guardar%20%3Cb%3E&rightTypes=ACCESS,DELETION&intro=Hola')
  assert.match(typed.text, /Sin guardar &lt;b&gt;/)
  assert.match(typed.text, /Supresión/)
  assert.doesNotMatch(typed.text, /Portabilidad/)
  assert.match((await page('?right=RECTIFICATION')).text, /¿Qué dato está mal\?/)
  assert.match((await page()).text, /<h1[^>]*>Guardado</)
  assert.equal((await page('?right=NADA')).status, 400)
  await ana.patch(`/dsar/widgets/${id}`, { isActive: false })
  assert.equal((await page()).status, 200)
  assert.equal((await stranger.get(`/dsar/widgets/${id}/preview`)).status, 404)
})
