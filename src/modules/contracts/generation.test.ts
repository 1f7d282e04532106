import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeActivity, makeSystem } from '#test/kit/activities.ts'
import { openService } from '#test/kit/service.ts'
import { variableCalled } from './knowledge/names.ts'
import { BUILT_IN_TEMPLATES, VARIABLES } from './knowledge/templates.ts'

const api = await openService()
const ana = await api.tenant({ name: 'Tienda Sur SpA' })
const systemId = await makeSystem(ana, { name: 'CRM', vendor: 'Nube <i>Andina</i>' })
const activityId = await makeActivity(ana, { name: 'Boletín', purpose: 'Enviar ofertas.', systemId })
const [processor] = (await ana.get('/processors')).data.items

async function generate(content: string, customFields?: object): Promise<{ id: string; content: string }> {
  const template = await ana.post('/contracts/templates', { name: 'Propia', type: 'DPA', content })
  assert.equal(template.status, 201)
  const { status, data } = await ana.post('/contracts/generate', {
    processorId: processor.id,
    templateId: template.data.id,
    activityIds: [activityId],
    customFields,
  })
  assert.equal(status, 201)
  return { id: data.contractId, content: data.content }
}

test("an organisation's own template may use other names for known values", async () => {
  const text =
    '{{tenant_name}} / {{ processor.name }} / {{activityNames}} / {{PURPOSE}} / {{encargado_nombre}} / {{plazoPago}} / {{constructor}}'
  assert.equal(
    (await generate(text)).content,
    'Tienda Sur SpA / Nube &lt;i&gt;Andina&lt;/i&gt; / Boletín / Enviar ofertas / Nube &lt;i&gt;Andina&lt;/i&gt; / [Plazo pago] / [Constructor]',
  )
  assert.match((await generate('{{tenant_name}}', { tenant_name: 'Otro & Cía' })).content, /^Otro &amp; Cía$/)
})

for (const [country, taxId, customFields, called] of [
  ['CL', '77.123.456-7', {}, 'RUT 77.123.456-7'],
  ['Chile', null, {}, 'RUT [RUT o identificación del encargado]'],
  ['US', 'EIN 12-3456789', {}, 'identificación EIN 12-3456789'],
  ['DE', null, { encargadoRut: 'HRB 1234' }, 'identificación HRB 1234'],
  ['US', null, { encargadoRut: '76.543.210-3' }, 'RUT 76.543.210-3'],
] as const) {
  test(`the number of a processor of ${country} with ${taxId ?? Object.values(customFields)[0] ?? 'no number'} is «${called}»`, async () => {
    const one = await ana.post('/processors', { name: `Nube ${called}`, country, taxId })
    const { templates } = (await ana.get('/contracts/templates')).data
    const own = templates.filter(({ name }: { name: string }) => name === 'Propia').length
    assert.equal(templates.length - own, BUILT_IN_TEMPLATES.length)
    for (const { id, name } of templates.slice(own)) {
      const { data } = await ana.post('/contracts/generate', {
        processorId: one.data.id,
        templateId: id,
        activityIds: [activityId],
        customFields,
      })
      assert.ok(data.content.includes(`</strong>, ${called}, de `), `${name}: ${data.content}`)
    }
  })
}

test('art. 15 bis: a contract names the same data as every other document', async () => {
  const cameras = await makeActivity(ana, {
    name: 'Cámaras',
    purpose: 'Grabar con cámaras los accesos',
    systemId,
    dataCategories: ['location'],
  })
  const grants = await makeActivity(ana, { name: 'Becas', systemId, socioeconomic: true })
  const template = await ana.post('/contracts/templates', {
    name: 'Propia',
    type: 'DPA',
    content: '{{categoriasDatos}}',
  })
  const { data } = await ana.post('/contracts/generate', {
    processorId: processor.id,
    templateId: template.data.id,
    activityIds: [cameras, grants],
  })
  assert.equal(data.content, 'Imágenes de cámaras; Nombre; Correo electrónico; Situación socioeconómica')
})

test('each filled variable keeps its own name, and an unknown name means none', () => {
  for (const { key } of VARIABLES) assert.ok([key, undefined].includes(variableCalled(key)), key)
  assert.equal(variableCalled('cualquierCosa'), undefined)
})

test('an empty field in an edit counts as missing', async () => {
  const { id } = await generate('Texto')
  const full = {
    expiresAt: '2099-01-01',
    signerName: 'Carla',
    signerEmail: 'c@nube.cl',
    signerRut: '12345678-5',
  }
  assert.equal((await ana.put(`/contracts/${id}`, full)).status, 200)
  const blank = { expiresAt: '', signerName: ' ', signerEmail: '', signerRut: '' }
  const { status, data } = await ana.put(`/contracts/${id}`, blank)
  assert.equal(status, 200)
  for (const key of Object.keys(blank)) assert.equal(data[key], null, key)
  assert.equal((await ana.put(`/contracts/${id}`, { signerEmail: 'no' })).status, 400)
  assert.equal((await ana.put(`/contracts/${id}`, { expiresAt: '2026-02-30' })).status, 400)
})

test('a contract may end on the last date that can be written', async () => {
  const { id } = await generate('Texto')
  const { status, data } = await ana.put(`/contracts/${id}`, { expiresAt: '9999-12-31' })
  assert.equal(status, 200)
  assert.equal(data.expiresAt, '9999-12-31T23:59:59.999Z')
})

test('a contract is in Spanish: catalogue values appear as their labels', async () => {
  const abroad = await makeActivity(ana, {
    name: 'Envíos',
    systemId,
    subjectCategories: ['customers', 'socios del club'],
    securityMeasures: ['ENCRYPTION', 'Candados'],
    internationalTransfer: { exists: true, country: 'US', mechanism: 'contractual_clauses' },
  })
  const content =
    '{{categoriasTitulares}} / {{medidasSeguridad}} / {{paisesDestino}} / {{mecanismos}} / {{encargadoPais}}'
  const template = await ana.post('/contracts/templates', { name: 'Propia', type: 'DPA', content })
  const reply = await ana.post('/contracts/generate', {
    processorId: processor.id,
    templateId: template.data.id,
    // Ids match in any letter case, and a repeated one is one activity.
    activityIds: [abroad.toUpperCase(), abroad],
  })
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  assert.match(reply.data.content, /socios del club \/ .*Candados \/ Estados Unidos \/ /)
  assert.doesNotMatch(reply.data.content, /customers|ENCRYPTION|contractual_clauses|US/)
})

test('a gap in a mandatory clause is reported when the contract is sent', async () => {
  const templates = (await ana.get('/contracts/templates')).data.templates
  const { id: templateId } = templates.find(
    ({ type, isSystem }: { type: string; isSystem: boolean }) => type === 'DPA' && isSystem,
  )
  const body = { processorId: processor.id, templateId, activityIds: [activityId] }
  const { contractId } = (await ana.post('/contracts/generate', body)).data
  const signer = { signerName: 'Carla', signerEmail: 'c@nube.cl' }
  const { warnings } = (await ana.post(`/contracts/${contractId}/send`, signer)).data
  const duration = warnings.find(({ key }: { key: string }) => key === 'contract.duration')
  assert.deepEqual(duration, {
    key: 'contract.duration',
    message: 'La cláusula «Duración» está sin completar: falta «Duración del contrato».',
    article: 'art. 15 bis, Ley 19.628 (mod. Ley 21.719)',
    severity: 'medium',
  })
  assert.equal(
    warnings.some(({ key }: { key: string }) => key === 'contract.purpose'),
    false,
  )
})

test('templates come whole, or in pages', async () => {
  const all = (await ana.get('/contracts/templates')).data
  assert.equal(all.pagination.total, all.templates.length)
  const { templates, pagination } = (await ana.get('/contracts/templates?limit=2&page=2')).data
  assert.deepEqual(templates, all.templates.slice(2, 4))
  assert.deepEqual([pagination.page, pagination.limit, pagination.total], [2, 2, all.templates.length])
})

test('a missing contract is not found, with any RUT', async () => {
  const path = '/contracts/019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f/sign'
  assert.equal((await ana.post(path, { signerName: 'Carla', signerRut: '1-1' })).status, 404)
})
