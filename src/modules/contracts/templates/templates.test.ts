import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NOBODY } from '#test/kit/activities.ts'
import { draft, ground } from '#test/kit/contracts.ts'
import { openService } from '#test/kit/service.ts'

const api = await openService()
const g = await ground(api)
const { ana } = g

const make = (fields: object = {}) =>
  ana.post('/contracts/templates', { name: 'Propia', type: 'DPA', content: 'Entre {{uno}}', ...fields })
const keys = ({ variables }: { variables: { key: string }[] }) => variables.map(({ key }) => key)

test('a new organisation finds the contract with a processor first', async () => {
  const { templates } = (await (await api.tenant()).get('/contracts/templates')).data
  assert.deepEqual([templates[0].type, templates[0].name], ['DPA', 'Encargo de tratamiento (art. 15 bis)'])
})

test('a template is stored as sent, with the fields of the contract (2.9)', async () => {
  const { status, data } = await make({ name: 'Corta', type: 'ADDENDUM', content: '<p>{{uno}}</p>' })
  assert.equal(status, 201)
  assert.deepEqual(
    [data.name, data.type, data.content, data.isSystem],
    ['Corta', 'ADDENDUM', '<p>{{uno}}</p>', false],
  )
  assert.deepEqual((await ana.get(`/contracts/templates/${data.id}`)).data, data)
  const [newest] = (await ana.get('/contracts/templates?limit=1')).data.templates
  assert.equal(newest.id, data.id)
})

test('every placeholder has its variable: those sent first, unchanged, the known ones explained', async () => {
  const content = '{{encargadoNombre}} {{propia_clave}} {{ plazo.maximo }} {{encargadoNombre}} {{no es}}'
  const plain = (await make({ content })).data
  assert.deepEqual(keys(plain), ['encargadoNombre', 'propia_clave', 'plazo.maximo'])
  assert.deepEqual(plain.variables[0], {
    key: 'encargadoNombre',
    label: 'Nombre del encargado',
    description: 'El nombre del encargado',
  })
  assert.deepEqual(plain.variables[2], { key: 'plazo.maximo', label: 'Plazo maximo' })
  const sent = [
    { key: 'propia_clave', label: 'La nuestra', description: 'De la casa' },
    { key: 'fuera', label: 'No está en el texto', description: null },
  ]
  const { variables } = (await make({ content, variables: sent })).data
  assert.deepEqual(variables.slice(0, 2), [sent[0], { key: 'fuera', label: 'No está en el texto' }])
  assert.deepEqual(keys({ variables }).slice(2), ['encargadoNombre', 'plazo.maximo'])
})

test('a repeated variable is impossible; wrong fields are malformed', async () => {
  const twice = [
    { key: 'a', label: 'A' },
    { key: 'a', label: 'Otra' },
  ]
  const reply = await make({ variables: twice })
  assert.deepEqual([reply.status, reply.body.error.details[0].path], [422, 'variables'])
  for (const wrong of [
    { name: '' },
    { name: ' ' },
    { name: 'x'.repeat(201) },
    { type: 'NDA' },
    { type: null },
    { content: '' },
    { content: 5 },
    { variables: [{ key: 'a' }] },
    { variables: [{ label: 'A' }] },
    { variables: 'a' },
    { variables: Array.from({ length: 201 }, (_, n) => ({ key: `k${n}`, label: 'K' })) },
  ]) {
    const refused = await make(wrong)
    assert.equal(refused.status, 400, JSON.stringify(wrong).slice(0, 60))
    assert.equal(refused.body.error.code, 'VALIDATION_ERROR')
  }
})

test('an edit changes the fields it names; a new text brings its variables', async () => {
  const { id } = (await make({ content: '{{uno}}', variables: [{ key: 'uno', label: 'Primera' }] })).data
  const edit = async (fields: object) => (await ana.put(`/contracts/templates/${id}`, fields)).data
  assert.deepEqual((await edit({ name: 'Otra' })).variables, [{ key: 'uno', label: 'Primera' }])
  const { name, content, variables } = await edit({ content: '{{dos}}' })
  assert.deepEqual([name, content, keys({ variables })], ['Otra', '{{dos}}', ['dos']])
  assert.equal((await edit({ type: 'CCT' })).type, 'CCT')
  assert.deepEqual((await edit({ variables: [{ key: 'dos', label: 'Segunda' }] })).variables, [
    { key: 'dos', label: 'Segunda' },
  ])
  assert.equal((await ana.put(`/contracts/templates/${id}`, { type: 'NDA' })).status, 400)
})

test('a built-in template may be changed, and other organisations keep theirs', async () => {
  const stranger = await api.tenant()
  const builtIn = async (person: typeof ana) =>
    (await person.get('/contracts/templates')).data.templates.find(
      ({ type, isSystem }: { type: string; isSystem: boolean }) => type === 'CCT' && isSystem,
    )
  const before = await builtIn(ana)
  const changed = await ana.put(`/contracts/templates/${before.id}`, { content: 'Nuestro {{texto}}' })
  assert.deepEqual([changed.status, changed.data.isSystem], [200, true])
  assert.equal((await builtIn(stranger)).content, before.content)
})

test('a contract keeps its text when the template changes later', async () => {
  const { id: templateId } = (await make({ content: 'Primera versión' })).data
  const contract = await draft({ ...g, templateId })
  await ana.put(`/contracts/templates/${templateId}`, { content: 'Segunda versión' })
  assert.equal((await ana.get(`/contracts/${contract}`)).data.content, 'Primera versión')
  const other = await draft({ ...g, templateId })
  assert.equal((await ana.get(`/contracts/${other}`)).data.content, 'Segunda versión')
})

test('values come from the records, custom fields win, and missing ones show their label', async () => {
  const variables = [{ key: 'monto', label: 'Monto & moneda' }]
  const content = '{{encargadoNombre}}|{{monto}}|{{activo}}|{{veces}}|{{nada}}|{{vacio}}|{{finalidades}}'
  const { id: templateId } = (await make({ content, variables })).data
  const bare = (await ana.get(`/contracts/${await draft({ ...g, templateId })}`)).data.content
  assert.equal(bare, 'Nube Andina|[Monto &amp; moneda]|[Activo]|[Veces]|[Nada]|[Vacio]|Responder consultas')
  const fields = { monto: '5 < 6 UF', activo: true, veces: 0, nada: null, vacio: ' ', finalidades: 'Otra' }
  const filled = (await ana.get(`/contracts/${await draft({ ...g, templateId }, fields)}`)).data.content
  assert.equal(filled, 'Nube Andina|5 &lt; 6 UF|true|0|[Nada]|[Vacio]|Otra')
})

test("several activities are named once each, in the order sent; the first is the contract's own", async () => {
  const system = (await ana.get('/data-map/systems')).data.items[0].id
  const activity = async (name: string, purpose: string) =>
    (
      await ana.post('/rat/activities', {
        name,
        purpose,
        legalBasis: 'contract',
        dataCategories: ['name'],
        subjectCategories: ['clientes'],
        retentionPeriod: '2_years',
        systemId: system,
      })
    ).data.id
  const [b, a] = [await activity('Boletín', 'Enviar ofertas.'), await activity('Archivo', 'Enviar ofertas.')]
  const { id: templateId } = (await make({ content: '{{actividades}} / {{finalidades}}' })).data
  const reply = await ana.post('/contracts/generate', {
    processorId: g.processorId,
    templateId,
    activityIds: [b, a, b],
  })
  assert.equal(reply.data.content, 'Boletín; Archivo / Enviar ofertas')
  const contract = (await ana.get(`/contracts/${reply.data.contractId}`)).data
  assert.deepEqual([contract.activityId, contract.activityIds], [b, [b, a]])
})

test('a refused generation names the field', async () => {
  const body = { processorId: g.processorId, templateId: g.templateId, activityIds: [g.activityId] }
  for (const [wrong, path] of [
    [{ processorId: NOBODY }, 'processorId'],
    [{ templateId: NOBODY }, 'templateId'],
    [{ activityIds: [g.activityId, NOBODY] }, 'activityIds[1]'],
    [{ activityIds: ['nada'] }, 'activityIds[0]'],
  ] as const) {
    const { status, body: answer } = await ana.post('/contracts/generate', { ...body, ...wrong })
    assert.deepEqual([status, answer.error.details[0].path], [422, path])
  }
  for (const wrong of [
    { activityIds: Array.from({ length: 101 }, () => g.activityId) },
    { customFields: [] },
    { customFields: { a: 'x'.repeat(10_001) } },
  ]) {
    assert.equal((await ana.post('/contracts/generate', { ...body, ...wrong })).status, 400)
  }
})

test('viewers read templates, analysts write them; others have their own', async () => {
  const { id } = (await make()).data
  const [viewer, analyst, stranger] = [
    await ana.colleague('VIEWER'),
    await ana.colleague('ANALYST'),
    await api.tenant(),
  ]
  assert.equal((await viewer.get(`/contracts/templates/${id}`)).status, 200)
  assert.equal((await viewer.put(`/contracts/templates/${id}`, { name: 'x' })).status, 403)
  assert.equal((await viewer.post('/contracts/templates', {})).status, 403)
  assert.equal((await analyst.put(`/contracts/templates/${id}`, { name: 'x' })).status, 200)
  for (const path of [`/contracts/templates/${id}`, `/contracts/templates/${NOBODY}`]) {
    assert.equal((await stranger.get(path)).status, 404)
    assert.equal((await stranger.put(path, { name: 'y' })).status, 404)
  }
})

test('creation and change write audit rows', async () => {
  const { id } = (await make()).data
  await ana.put(`/contracts/templates/${id}`, { name: 'Nueva' })
  const rows = await api.access.asSystem('a test reads the audit log', (db) =>
    db
      .selectFrom('audit_log')
      .select(['action', 'changes'])
      .where('entity_type', '=', 'contract_template')
      .where('entity_id', '=', id)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  )
  assert.deepEqual(
    rows.map(({ action }) => action),
    ['create', 'update'],
  )
  assert.deepEqual(rows[1]!.changes, { name: { old: 'Propia', new: 'Nueva' } })
})

test('an unused template can be deleted, a used one stays', async () => {
  const { id } = (await make()).data
  const stranger = await api.tenant()
  assert.equal((await stranger.delete(`/contracts/templates/${id}`)).status, 404)
  assert.equal((await (await ana.colleague('VIEWER')).delete(`/contracts/templates/${id}`)).status, 403)
  assert.deepEqual((await ana.delete(`/contracts/templates/${id}`)).body, { success: true })
  assert.equal((await ana.get(`/contracts/templates/${id}`)).status, 404)
  await draft(g)
  const refused = await ana.delete(`/contracts/templates/${g.templateId}`)
  assert.deepEqual([refused.status, refused.body.error.code], [409, 'CONFLICT'])
})
