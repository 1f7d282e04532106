import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chileanDay, DAY_MS, HOUR_MS } from '#kernel/dates.ts'
import { newId } from '#kernel/ids.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { hashOf } from '../proof.ts'

const api = await openService()
const ana = await api.tenant({ name: 'Tienda Sur SpA' })
const stranger = await api.tenant()
const analyst = await ana.colleague('ANALYST')
const viewer = await ana.colleague('VIEWER')
const { engine } = api.access.database

const body = (fields: object = {}) => ({
  name: 'Boletín',
  description: 'Formulario del sitio',
  purposeText: 'Autorizo a Tienda Sur a enviarme ofertas.',
  fields: [
    { key: 'nombre', label: 'Nombre', type: 'text', required: true },
    { key: 'region', label: 'Región', type: 'select', options: ['RM', { value: 'v', label: 'Valparaíso' }] },
  ],
  ...fields,
})

async function template(fields: object = {}, person: Person = ana) {
  const { status, data } = await person.post('/consent/templates', body(fields))
  assert.equal(status, 201)
  return data
}

const submit = (formKey: string, fields: object = {}, headers: Record<string, string> = {}) =>
  api.anyone.post(
    `/public/consent-form/${formKey}/submit`,
    { subjectRef: 'camila@correo.cl', granted: true, values: { nombre: 'Camila' }, ...fields },
    { headers },
  )
const manual = (id: string, fields: object = {}, person: Person = analyst) =>
  person.post(`/consent/templates/${id}/manual`, {
    subjectRef: '12.345.678-5',
    granted: true,
    channel: 'paper',
    evidence: 'Formulario firmado, carpeta 12',
    ...fields,
  })
const recordsOf = async (id: string, query = '') =>
  (await ana.get(`/consent/templates/${id}/records${query}`)).data

async function key(scopes: string[], person: Person = ana) {
  const { data } = await person.post('/settings/api-keys', { name: 'CRM', scopes })
  return { id: data.id as string, caller: api.with({ 'x-api-key': data.key }) }
}
const { caller: writer } = await key(['consent:write'])
const { caller: reader } = await key(['consent:read'])
const external = (templateId: string, fields: object = {}, caller = writer) =>
  caller.post('/external/consent/records', {
    templateId,
    subjectRef: 'camila@correo.cl',
    granted: true,
    ...fields,
  })

// ── templates ──

test('a form gets its key at once and stores its fields', async () => {
  const made = await template()
  const { id, formKey, pageUrl, embedCode, createdAt, updatedAt, fields, subjectSecret, ...rest } = made
  assert.deepEqual(rest, {
    name: 'Boletín',
    description: 'Formulario del sitio',
    purposeText: body().purposeText,
    requireAge: false,
    sensitive: false,
    confirmEmail: false,
    allowedOrigins: [],
    isActive: true,
    version: 1,
    warnings: [],
  })
  assert.equal(pageUrl, `https://resguardo.test/consentimiento/${formKey}`)
  assert.ok(embedCode.includes(formKey))
  assert.deepEqual(fields, [
    { key: 'nombre', label: 'Nombre', type: 'text', required: true, options: [] },
    {
      key: 'region',
      label: 'Región',
      type: 'select',
      required: false,
      options: ['RM', { value: 'v', label: 'Valparaíso' }],
    },
  ])
  assert.ok(formKey.length >= 20)
  assert.equal(createdAt, updatedAt)
  assert.deepEqual((await ana.get(`/consent/templates/${id}`)).data, made)
  const { subjectSecret: _hidden, ...seen } = made
  assert.ok(subjectSecret.length >= 43)
  assert.deepEqual((await viewer.get(`/consent/templates/${id}`)).data, seen)
})

test('a name and a text are enough; schema violations are refused', async () => {
  const { status, data } = await analyst.post('/consent/templates', {
    name: 'Mínimo',
    purposeText: 'Autorizo.',
  })
  assert.deepEqual([status, data.fields, data.description, data.isActive], [201, [], null, true])
  for (const fields of [
    { name: ' ' },
    { name: undefined },
    { purposeText: undefined },
    { purposeText: ' ' },
    { purposeText: 'x'.repeat(10_001) },
    { fields: [5] },
    { fields: [{ key: 'a', label: 'A', required: 'sí' }] },
    { fields: [{ key: 'a', label: 'A', options: [5] }] },
    { isActive: 'true' },
    { requireAge: 1 },
  ]) {
    assert.equal((await ana.post('/consent/templates', body(fields))).status, 400, JSON.stringify(fields))
  }
  const brief = await ana.post(
    '/consent/templates',
    body({ fields: ['correo', { name: 'rut' }, { label: 'Edad' }] }),
  )
  assert.deepEqual(
    brief.data.fields.map((field: { key: string; label: string }) => [field.key, field.label]),
    [
      ['correo', 'correo'],
      ['rut', 'rut'],
      ['Edad', 'Edad'],
    ],
  )
  const twice = { key: 'a', label: 'A' }
  const repeated = await ana.post('/consent/templates', body({ fields: [twice, twice] }))
  assert.deepEqual([repeated.status, repeated.body.error.details[0].path], [422, 'fields[1].key'])
})

test('an empty field counts as missing, in a form and in its answers', async () => {
  const fields = [{ key: '', name: 'correo', label: ' ', type: '' }]
  const made = await ana.post('/consent/templates', body({ description: ' ', fields }))
  assert.equal(made.status, 201)
  assert.equal(made.data.description, null)
  assert.deepEqual(made.data.fields, [
    { key: 'correo', label: 'correo', type: 'text', required: false, options: [] },
  ])
  const { id, formKey } = made.data
  const representative = { name: '', rut: '', relation: ' ', email: '' }
  assert.equal((await submit(formKey, { representative })).status, 201)
  assert.equal((await manual(id, { obtainedAt: '' })).status, 201)
  assert.equal((await external(id, { occurredAt: ' ' })).status, 201)
  const hook = { url: 'https://crm.ejemplo.cl', secret: '' }
  const { status, data } = await ana.post(`/consent/templates/${id}/webhooks`, hook)
  assert.equal(status, 201)
  assert.ok(data.secret.length >= 20)
})

test('a new text or new fields make a version; labels and the switch do not', async () => {
  const { id, formKey } = await template()
  const put = async (patch: object) => (await ana.put(`/consent/templates/${id}`, patch)).data
  assert.equal((await put({ name: 'Otro nombre', description: null, isActive: true })).version, 1)
  assert.equal((await put({ purposeText: body().purposeText, fields: body().fields })).version, 1)
  assert.equal((await put({ purposeText: 'Autorizo otra cosa.' })).version, 2)
  assert.equal((await put({ fields: [] })).version, 3)
  assert.equal((await put({ requireAge: true })).version, 4)
  const now = await put({ formKey: 'x', version: 1 })
  assert.deepEqual([now.version, now.formKey, now.name, now.description], [4, formKey, 'Otro nombre', null])
  const { items, pagination } = (await viewer.get(`/consent/templates/${id}/versions`)).data
  assert.equal(pagination.total, 4)
  for (const { content, contentHash } of items) assert.equal(hashOf(content), contentHash)
  assert.deepEqual(items[3].content.purposeText, body().purposeText)
})

test('two simultaneous changes of the text make a version each', async () => {
  const { id } = await template()
  const texts = ['Uno.', 'Dos.', 'Tres.']
  const replies = await Promise.all(
    texts.map((purposeText) => ana.put(`/consent/templates/${id}`, { purposeText })),
  )
  assert.deepEqual(replies.map(({ data }) => data.version).sort(), [2, 3, 4])
})

test('the list has pages, leaves deleted forms out and filters by use', async () => {
  const owner = await api.tenant()
  const [first, second, third] = [
    await template({}, owner),
    await template({ isActive: false }, owner),
    await template({}, owner),
  ]
  await owner.delete(`/consent/templates/${third.id}`)
  const ids = async (query: string) => {
    const { data } = await owner.get(`/consent/templates${query}`)
    return [data.items.map(({ id }: { id: string }) => id), data.pagination.total]
  }
  assert.deepEqual(await ids(''), [[second.id, first.id], 2])
  assert.deepEqual(await ids('?limit=1&page=2'), [[first.id], 2])
  assert.deepEqual(await ids('?isActive=false'), [[second.id], 1])
})

test('roles: everyone reads, ANALYST and above write; another organisation finds nothing', async () => {
  const { id } = await template()
  const reads = ['', '/records', '/stats', '/versions', '/webhooks', '/deliveries'].map(
    (part) => `/consent/templates/${id}${part}`,
  )
  for (const path of reads) {
    assert.equal((await viewer.get(path)).status, 200, path)
    assert.equal((await stranger.get(path)).status, 404, path)
  }
  assert.equal((await viewer.post('/consent/templates', body())).status, 403)
  assert.equal((await viewer.put(`/consent/templates/${id}`, { name: 'x' })).status, 403)
  assert.equal((await viewer.delete(`/consent/templates/${id}`)).status, 403)
  assert.equal((await manual(id, {}, viewer)).status, 403)
  assert.equal((await manual(id, {}, stranger)).status, 404)
  assert.equal((await stranger.put(`/consent/templates/${id}`, { name: 'x' })).status, 404)
  assert.equal((await stranger.delete(`/consent/templates/${id}`)).status, 404)
})

test('a deleted form is hidden and its records stay', async () => {
  const { id, formKey } = await template()
  await submit(formKey)
  const replies = await Promise.all([1, 2].map(() => analyst.delete(`/consent/templates/${id}`)))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 404])
  assert.deepEqual(replies.find(({ status }) => status === 200)!.body, { success: true })
  assert.equal((await ana.get(`/consent/templates/${id}`)).status, 404)
  assert.equal((await ana.put(`/consent/templates/${id}`, { name: 'x' })).status, 404)
  assert.equal((await manual(id)).status, 404)
  assert.equal((await api.anyone.get(`/public/consent-form/${formKey}/config`)).status, 404)
  assert.equal((await submit(formKey)).status, 404)
  assert.equal((await recordsOf(id)).pagination.total, 1)
  assert.equal((await ana.get(`/consent/templates/${id}/stats`)).data.total, 1)
  assert.equal((await external(id)).status, 422)
  assert.equal((await external(id, { granted: false })).status, 201)
})

// ── the public form ──

test('art. 16 ter: a form about biometric data reports what its text lacks', async () => {
  const made = await template({ purposeText: 'Autorizo el uso de mi huella para entrar.' })
  const keys = (one: { warnings: { key: string }[] }) => one.warnings.map(({ key }) => key)
  assert.deepEqual(keys(made), [
    'consent.biometric_express',
    'consent.biometric_system',
    'consent.biometric_period',
  ])
  const purposeText = 'Autorizo el uso de mi huella en el lector de la entrada, para entrar, por un año.'
  const mended = (await ana.put(`/consent/templates/${made.id}`, { purposeText, sensitive: true })).data
  assert.deepEqual(keys(mended), [])
  assert.deepEqual((await ana.get(`/consent/templates/${made.id}`)).data.warnings, [])
})

test('the public sees the form and who asks', async () => {
  const made = await template()
  const { status, data, headers } = await api.anyone.get(`/public/consent-form/${made.formKey}/config`, {
    headers: { origin: 'https://x.cl' },
  })
  assert.equal(status, 200)
  const { id, createdAt, updatedAt, isActive, allowedOrigins, embedCode, subjectSecret, warnings, ...shown } =
    made
  const { contentHash, ...rest } = data
  assert.deepEqual(rest, { ...shown, templateId: id, organization: { name: 'Tienda Sur SpA' } })
  const { purposeText, fields, requireAge, sensitive } = made
  assert.equal(contentHash, hashOf({ purposeText, fields, requireAge, sensitive }))
  assert.equal(headers['access-control-allow-origin'], '*')
  await ana.put(`/consent/templates/${id}`, { isActive: false })
  assert.equal((await api.anyone.get(`/public/consent-form/${made.formKey}/config`)).status, 404)
  assert.equal((await submit(made.formKey)).status, 404)
  assert.equal((await submit(made.formKey, { granted: false })).status, 201, 'withdrawing is always open')
  await ana.delete(`/consent/templates/${id}`)
  assert.equal((await submit(made.formKey, { granted: false })).status, 404)
  assert.equal((await submit('no-existe')).status, 404)
})

test('a submission is stored with its values, and its receipt can be recomputed', async () => {
  const { id, formKey } = await template()
  const reply = await submit(
    formKey,
    { subjectRef: ' 12.345.678-5 ', values: { nombre: 'Camila', region: 'v', intruso: 'x' } },
    { 'user-agent': 'Navegador', origin: 'https://x.cl' },
  )
  assert.equal(reply.status, 201)
  assert.equal(reply.headers['access-control-allow-origin'], '*')
  assert.deepEqual(Object.keys(reply.data).sort(), ['createdAt', 'id', 'receipt'])
  const { items, pagination } = await recordsOf(id)
  assert.equal(pagination.total, 1)
  const [{ receipt, ...evidence }] = items
  const { ipHash, contentHash, ...rest } = evidence
  assert.deepEqual(rest, {
    id: reply.data.id,
    templateId: id,
    templateVersion: 1,
    subjectRef: '12345678-5',
    granted: true,
    source: 'form',
    values: { nombre: 'Camila', region: 'v' },
    representative: null,
    channel: null,
    evidence: null,
    recordedBy: null,
    userAgent: 'Navegador',
    occurredAt: reply.data.createdAt,
    createdAt: reply.data.createdAt,
    provenBy: 'nobody',
    isEffective: true,
  })
  assert.match(ipHash, /^[0-9a-f]{64}$/)
  assert.equal(receipt, reply.data.receipt)
  assert.equal(receipt, hashOf(evidence))
  const versions = (await ana.get(`/consent/templates/${id}/versions`)).data.items
  assert.equal(contentHash, hashOf(versions[0].content))
})

test('granting needs the required fields; withdrawing needs nothing', async () => {
  const { formKey } = await template()
  for (const [values, path] of [
    [undefined, 'values.nombre'],
    [{ nombre: ' ' }, 'values.nombre'],
    [{ nombre: 'Camila', region: 'X' }, 'values.region'],
  ] as const) {
    const { status, body } = await submit(formKey, { values })
    assert.deepEqual([status, body.error.details[0].path], [422, path])
  }
  assert.equal((await submit(formKey, { granted: false, values: undefined })).status, 201)
  for (const fields of [
    { subjectRef: undefined },
    { subjectRef: '' },
    { granted: undefined },
    { granted: 'true' },
    { values: [] },
    { representative: 'Eva' },
    { representative: { email: 'no' } },
  ]) {
    assert.equal((await submit(formKey, fields)).status, 400, JSON.stringify(fields))
  }
})

test('consent needs the text in force; a refusal may name the one that was shown', async () => {
  const { id, formKey } = await template()
  await ana.put(`/consent/templates/${id}`, {
    purposeText: 'Nuevo texto.',
    fields: [{ key: 'correo', label: 'Correo', type: 'email', required: true }],
  })
  const stale = await submit(formKey, { version: 1 })
  assert.deepEqual([stale.status, stale.body.error.details[0].path], [422, 'version'])
  assert.match(stale.body.error.message, /la versión 1 ya no está en uso\. Lea la versión 2/)
  assert.equal((await submit(formKey, { version: 3 })).status, 422)
  assert.deepEqual((await recordsOf(id)).items, [], 'nothing half-written')
  const values = { correo: 'camila@correo.cl' }
  assert.equal((await submit(formKey, { version: 2, values })).status, 201)
  assert.equal((await submit(formKey, { granted: false, version: 1 })).status, 201)
  assert.equal((await submit(formKey, { granted: false, version: 3 })).status, 422)
  assert.deepEqual(
    (await recordsOf(id)).items.map((one: { templateVersion: number }) => one.templateVersion),
    [1, 2],
  )
})

test('records have pages and are found by person', async () => {
  const { id, formKey } = await template()
  for (const subjectRef of ['a', 'B@x.cl', 'c', 'b@X.CL']) await submit(formKey, { subjectRef })
  const refs = async (query: string) => {
    const { items, pagination } = await recordsOf(id, query)
    return [items.map((item: { subjectRef: string }) => item.subjectRef), pagination.total]
  }
  assert.deepEqual(await refs('?limit=2'), [['b@x.cl', 'c'], 4])
  assert.deepEqual(await refs('?limit=2&page=2'), [['b@x.cl', 'a'], 4])
  assert.deepEqual(await refs('?subjectRef=b%40x.cl'), [['b@x.cl', 'b@x.cl'], 2])
})

test('not even the owner of the database can change or delete records', async () => {
  const { formKey } = await template()
  await submit(formKey)
  for (const table of ['consent_form_records', 'consent_template_versions']) {
    for (const statement of [
      `update ${table} set content_hash = 'x'`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
    ]) {
      await assert.rejects(engine.asOwner(statement), /append-only/, statement)
    }
  }
})

// ── children (art. 16 quáter) ──

const MOTHER = { name: 'Eva Soto', rut: '12.345.678-5', relation: 'madre', email: 'eva@correo.cl' }

test('a form that asks for the age requires it, and under 14 the representative', async () => {
  const { id, formKey } = await template({ requireAge: true, fields: [] })
  const given = (values: object, representative?: object) => submit(formKey, { values, representative })
  for (const [values, representative, path] of [
    [{}, undefined, 'values.age'],
    [{ age: 13 }, undefined, 'representative.name'],
    [{ age: 13 }, { ...MOTHER, relation: ' ' }, 'representative.relation'],
    [{ age: 13 }, { name: 'Eva', relation: 'madre' }, 'representative.rut'],
    [{ age: '13' }, MOTHER, 'values.age'],
    [{ birthDate: '2999-01-01' }, MOTHER, 'values.birthDate'],
  ] as const) {
    const { status, body } = await given(values, representative)
    assert.deepEqual([status, body.error.code, body.error.details[0].path], [422, 'VALIDATION_ERROR', path])
  }
  const wrong = await given({ age: 13 }, { ...MOTHER, rut: '12.345.678-9' })
  assert.deepEqual([wrong.status, wrong.body.error.code], [422, 'INVALID_RUT'])

  assert.equal((await given({ age: 14 })).status, 201)
  assert.equal((await given({ age: 13 }, MOTHER)).status, 201)
  const [latest] = (await recordsOf(id)).items
  assert.deepEqual(latest.representative, { ...MOTHER, rut: '12345678-5' })
  assert.deepEqual(latest.values, { age: 13 })
  assert.equal((await submit(formKey, { granted: false, values: undefined })).status, 201)
})

test('for sensitive data the limit is 16, exact to the birthday', async () => {
  const { formKey } = await template({ requireAge: true, sensitive: true, fields: [] })
  const today = chileanDay(api.clock.now())
  const sixteen = `${Number(today.slice(0, 4)) - 16}${today.slice(4)}`.replace('-02-29', '-03-01')
  const dayAfter = new Date(new Date(`${sixteen}T00:00:00Z`).getTime() + DAY_MS).toISOString().slice(0, 10)
  const born = (birthDate: string, representative?: object) =>
    submit(formKey, { values: { birthDate }, representative })
  assert.equal((await born(sixteen)).status, 201)
  assert.equal((await born(dayAfter)).status, 422)
  assert.equal((await born(dayAfter, MOTHER)).status, 201)
})

// ── manual ──

test('consent on paper is stored with its evidence, who entered it and when it was given', async () => {
  const { id } = await template()
  const obtainedAt = '2026-03-02T10:00:00-03:00'
  const reply = await manual(id, { obtainedAt })
  assert.equal(reply.status, 201)
  const [{ receipt, ...evidence }] = (await recordsOf(id)).items
  assert.deepEqual(
    [evidence.source, evidence.subjectRef, evidence.channel, evidence.evidence, evidence.recordedBy],
    ['manual', '12345678-5', 'paper', 'Formulario firmado, carpeta 12', analyst.userId],
  )
  assert.deepEqual([evidence.occurredAt, evidence.values], ['2026-03-02T13:00:00.000Z', {}])
  assert.equal(receipt, reply.data.receipt)
  assert.equal(receipt, hashOf(evidence))
  const log = await ana.get(`/settings/audit-log?entityId=${id}`)
  assert.equal(log.data.items[0].action, 'record_consent')

  const free = { tipo: 'llamada', archivo: 'grabación 77', minutos: 3 }
  assert.equal((await manual(id, { channel: 'phone', evidence: free, granted: false })).status, 201)
  const [second] = (await recordsOf(id)).items
  assert.deepEqual([second.evidence, second.granted], [free, false])
})

test('a manual record without evidence or channel, or from the future, is refused', async () => {
  const { id } = await template()
  for (const fields of [
    { evidence: undefined },
    { evidence: ' ' },
    { evidence: null },
    { evidence: {} },
    { evidence: 5 },
    { channel: undefined },
    { channel: '' },
    { granted: undefined },
    { subjectRef: undefined },
    { obtainedAt: '2026-03-02' },
  ]) {
    assert.equal((await manual(id, fields)).status, 400, JSON.stringify(fields))
  }
  const future = new Date(Date.now() + HOUR_MS).toISOString()
  const early = await manual(id, { obtainedAt: future })
  assert.deepEqual([early.status, early.body.error.details[0].path], [422, 'obtainedAt'])
  assert.equal((await recordsOf(id)).pagination.total, 0)
})

test('a paper needs no age, but a known age binds', async () => {
  const { id } = await template({ requireAge: true })
  assert.equal((await manual(id)).status, 201)
  assert.equal((await manual(id, { values: { age: 10 } })).status, 422)
  assert.equal((await manual(id, { values: { age: 10 }, representative: MOTHER })).status, 201)
})

// ── external ──

test('another system records with a key that may write', async () => {
  const { id } = await template()
  const { id: keyId, caller } = await key(['consent:write', 'consent:read'])
  const occurredAt = '2026-05-01T12:00:00Z'
  const values = { region: 'RM', origen: 'CRM' }
  const reply = await external(id, { values, occurredAt }, caller)
  assert.equal(reply.status, 201)
  const [{ receipt, ...evidence }] = (await recordsOf(id)).items
  assert.deepEqual(
    [evidence.source, evidence.values, evidence.recordedBy, evidence.occurredAt, evidence.ipHash],
    ['external', values, keyId, '2026-05-01T12:00:00.000Z', null],
  )
  assert.equal(receipt, reply.data.receipt)
  assert.equal(receipt, hashOf(evidence))
})

test('a key without the scope, expired, revoked or unknown is refused', async () => {
  const { id } = await template()
  assert.deepEqual(
    [(await external(id, {}, reader)).status, (await writer.get('/external/consent/templates')).status],
    [403, 403],
  )
  assert.equal((await reader.get('/external/consent/templates')).status, 200)
  for (const caller of [api.anyone, ana, api.with({ 'x-api-key': 'rsg_nada' })]) {
    const { status, body } = await external(id, {}, caller as typeof writer)
    assert.deepEqual([status, body.error.code], [401, 'UNAUTHORIZED'])
  }
  const revoked = await key(['consent:write'])
  assert.equal((await external(id, {}, revoked.caller)).status, 201)
  await ana.delete(`/settings/api-keys/${revoked.id}`)
  assert.equal((await external(id, {}, revoked.caller)).status, 401)
  const expired = await key(['consent:write'])
  await engine.asOwner(
    `update api_keys set expires_at = now() - interval '1 second' where id = '${expired.id}'`,
  )
  assert.equal((await external(id, {}, expired.caller)).status, 401)
})

test('another system can only name a form in use of its own organisation', async () => {
  const { id } = await template()
  const foreign = await template({}, stranger)
  for (const templateId of [foreign.id, newId(), 'no-es-un-id']) {
    const { status, body } = await external(templateId)
    assert.deepEqual([status, body.error.details[0].path], [422, 'templateId'])
  }
  await ana.put(`/consent/templates/${id}`, { isActive: false })
  assert.equal((await external(id)).status, 422)
  assert.equal((await external(id, { granted: false })).status, 201)
  for (const fields of [
    { templateId: undefined },
    { subjectRef: undefined },
    { granted: undefined },
    { occurredAt: 'ayer' },
  ]) {
    assert.equal((await external(id, fields)).status, 400, JSON.stringify(fields))
  }
  const future = new Date(Date.now() + HOUR_MS).toISOString()
  assert.equal((await external(id, { granted: false, occurredAt: future })).status, 422)
})

test('another system lists the forms in use, with pages', async () => {
  const owner = await api.tenant()
  const { caller } = await key(['consent:read'], owner)
  const { subjectSecret, warnings, ...made } = await template({}, owner)
  await template({ isActive: false }, owner)
  const { data } = await caller.get('/external/consent/templates')
  assert.deepEqual(data, { items: [made], pagination: { page: 1, limit: 20, total: 1, totalPages: 1 } })
})

// ── statistics ──

test('statistics count grants and withdrawals', async () => {
  const { id, formKey } = await template()
  await submit(formKey)
  await manual(id)
  await external(id)
  await submit(formKey, { subjectRef: 'otra@correo.cl', granted: false })
  const { data } = await viewer.get(`/consent/templates/${id}/stats`)
  const day = { date: chileanDay(api.clock.now()), total: 4, granted: 3, withdrawn: 1 }
  assert.deepEqual([data.total, data.granted, data.withdrawn, data.rate, data.byDay], [4, 3, 1, 0.75, [day]])
  assert.equal((await ana.get(`/consent/templates/${id}/stats?from=2026-02-02&to=2026-02-01`)).status, 422)
  const first = await ana.get(`/consent/templates/${id}/stats?to=0001-01-01`)
  assert.deepEqual([first.status, first.data?.from], [200, '0001-01-01'], 'no day lies before the first')
})
