import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NOT_INDICATED, placeholdersLeft, withoutGaps } from '#documents/gaps.ts'
import { fill, gapLabels } from '#documents/templates.ts'
import { digest } from '#kernel/secrets.ts'
import { makeActivity, makeSystem } from '#test/kit/activities.ts'
import { draft, type Ground, ground, linkTo } from '#test/kit/contracts.ts'
import { BROWSER } from '#test/kit/hosted.ts'
import { pdfText } from '#test/kit/pdf.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { BUILT_IN_TEMPLATES, VARIABLES } from './knowledge/templates.ts'

const api = await openService()

const SIGNER = { signerName: 'Carla Díaz', signerEmail: 'carla@nube.cl' }
const send = (person: Person, id: string, body: object = {}) =>
  person.post(`/contracts/${id}/send`, { ...SIGNER, ...body })
const read = async (person: Person, id: string) => (await person.get(`/contracts/${id}`)).data
const enforce = (person: Person) => person.put('/settings/tenant', { legalGate: 'enforce' })
const keysOf = (list: { key?: string; path?: string }[]) => list.map(({ key, path }) => key ?? path)

/** Every value that the built-in contract needs from the organisation. */
const FILLED = {
  duracion: '12 meses',
  servicios: 'Correo',
  medidasSeguridad: 'Cifrado',
  subencargados: 'Ninguno',
  encargadoRut: '77.777.777-7',
  encargadoRepresentante: 'Carla Díaz',
  encargadoContacto: 'carla@nube.cl',
}

async function identify(owner: Person, fields: object = {}): Promise<void> {
  const main = (await owner.get('/org/entities')).data.entities.at(-1)
  await owner.patch(`/org/entities/${main.id}`, {
    taxId: '765432103',
    legalRepName: 'Ana Rojas',
    legalRepEmail: 'ana@tienda.cl',
    postalAddress: 'Arica 1',
    ...fields,
  })
}

async function branchOf(owner: Person, name = 'Financiera SpA'): Promise<string> {
  const [main] = (await owner.get('/org/entities')).data.entities
  const reply = await owner.post('/org/entities', {
    workspaceId: main.workspaceId,
    name,
    taxId: '76.086.428-5',
    legalRepName: 'Paula Ruiz',
  })
  return reply.data.id
}

async function give(owner: Person, activityId: string, legalEntityId: string): Promise<void> {
  await api.access.asSystem('a test gives an activity its entity', (db) =>
    db
      .updateTable('activities')
      .set({ legal_entity_id: legalEntityId })
      .where('tenant_id', '=', owner.tenantId)
      .where('id', '=', activityId)
      .execute(),
  )
}

const generate = async ({ ana, ...g }: Ground, body: object = {}) =>
  ana.post('/contracts/generate', {
    processorId: g.processorId,
    templateId: g.templateId,
    activityIds: [g.activityId],
    ...body,
  })

// ── the contracting entity ──

test('art. 15 bis: the party is the entity of the activities, or the one that is named', async () => {
  const g = await ground(api)
  const branch = await branchOf(g.ana)
  const other = await makeActivity(g.ana, { name: 'Crédito' })
  await give(g.ana, other, branch)

  const own = (await generate(g, { activityIds: [other] })).data
  assert.match(
    own.content,
    /<strong>Financiera SpA<\/strong>, RUT 76\.086\.428-5.*representada por Paula Ruiz/,
  )
  assert.equal((await read(g.ana, own.contractId)).legalEntityId, branch)

  const named = (await generate(g, { legalEntityId: branch })).data
  assert.match(named.content, /<strong>Financiera SpA<\/strong>/)
  const sentNamed = (await send(g.ana, named.contractId)).data
  const [foreign] = sentNamed.warnings.filter(({ key }: { key: string }) => key === 'contract.entity')
  assert.equal(foreign.severity, 'high')
  assert.match(foreign.message, /celebra «Financiera SpA».*otra entidad legal: Atención de clientes/)

  const mixed = (await generate(g, { activityIds: [g.activityId, other] })).data
  assert.match(mixed.content, /<strong>Tienda Sur<\/strong>/, 'activities of two entities: the main one')
  assert.ok(keysOf((await send(g.ana, mixed.contractId)).data.warnings).includes('contract.entity'))

  const list = async (query: string) =>
    (await g.ana.get(`/contracts${query}`)).data.contracts.map(({ id }: { id: string }) => id)
  assert.deepEqual(await list(`?legalEntityId=${branch}`), [named.contractId, own.contractId])
  assert.deepEqual(await list('?legalEntityId=nada'), [])
  assert.equal((await list('?legalEntityId=')).length, 3)
  await g.ana.delete(`/org/entities/${branch}`)
  for (const legalEntityId of [branch, 'nada', g.activityId])
    assert.equal((await generate(g, { legalEntityId })).status, 422, legalEntityId)
})

test('the letter and the page name the contracting entity', async () => {
  const g = await ground(api)
  const legalEntityId = await branchOf(g.ana, 'Logística SpA')
  const { contractId } = (await generate(g, { legalEntityId })).data
  await send(g.ana, contractId, { signerEmail: 'parte@nube.cl' })
  const link = await linkTo(api, 'parte@nube.cl')
  assert.match(api.mailbox.to('parte@nube.cl')[0]!.subject!, /^Logística SpA le envía/)
  assert.equal((await api.anyone.get(link)).data.organization, 'Logística SpA')
})

// ── transfers ──

test('arts. 27 and 28: clauses cover the countries of their processor; without one there is a gap and a finding', async () => {
  const owner = await api.tenant({ plan: 'PROFESSIONAL' })
  const system = await makeSystem(owner, { name: 'CRM', vendor: 'Nube Inc', hostingCountry: 'US' })
  const second = await makeSystem(owner, { name: 'Correos', vendor: 'Post GmbH', hostingCountry: 'DE' })
  const activityId = await makeActivity(owner, {
    systemId: system,
    internationalTransfer: { exists: true, country: 'DE', mechanism: 'contractual_clauses' },
  })
  await owner.post(`/rat/activities/${activityId}/systems`, { systemId: second, role: 'PROCESSING' })
  const { items } = (await owner.get('/processors')).data
  const { templates } = (await owner.get('/contracts/templates')).data
  const id = (list: { id: string; name?: string; type?: string }[], wanted: string) =>
    list.find(({ name, type }) => name === wanted || type === wanted)!.id
  const make = async (vendor: string) =>
    (
      await owner.post('/contracts/generate', {
        processorId: id(items, vendor),
        templateId: id(templates, 'CCT'),
        activityIds: [activityId],
      })
    ).data
  const american = await make('Nube Inc')
  assert.match(american.content, /hacia Estados Unidos,/)
  assert.doesNotMatch(american.content, /Alemania/)
  assert.match((await make('Post GmbH')).content, /hacia Alemania,.*Cláusulas contractuales/s)
  const warnings = (await send(owner, american.contractId)).data.warnings
  const [mechanism] = warnings.filter(({ key }: { key: string }) => key === 'contract.mechanism')
  assert.deepEqual(
    [mechanism.article, mechanism.severity],
    ['arts. 27 y 28, Ley 19.628 (mod. Ley 21.719)', 'high'],
  )
  const chilean = await ground(api)
  const cct = id((await chilean.ana.get('/contracts/templates')).data.templates, 'CCT')
  const nowhere = (await generate(chilean, { templateId: cct })).data
  assert.match(nowhere.content, /hacia \[Países de destino\]/)
  const found = (await send(chilean.ana, nowhere.contractId)).data.warnings
  assert.ok(keysOf(found).includes('contract.destinations'))
  const dpa = (await generate(chilean)).data.content
  assert.match(dpa, /tratará los datos en Chile\. Destinos fuera de Chile: ninguno\./)
})

// ── no placeholder goes out ──

test('every built-in document is sent without a placeholder, whatever was filled in', () => {
  const labels = Object.fromEntries(VARIABLES.map(({ key, label }) => [key, label]))
  for (const { content, type } of BUILT_IN_TEMPLATES) {
    for (const values of [{}, { duracion: '12 meses' }]) {
      const text = fill(content, values, labels)
      const left = gapLabels(content, values, labels)
      assert.equal(placeholdersLeft(text, left).length, left.length, type)
      const out = withoutGaps(text, NOT_INDICATED, left)
      assert.doesNotMatch(out, /\[[^\]]*\p{L}[^\]]*\]|\{\{|<mark/u, type)
      assert.match(out, /no indicado/i, type)
    }
  }
})

test('art. 15 bis under warn: it is sent with warnings; page, hash, proof and PDF have the same settled text', async () => {
  const g = await ground(api)
  const id = await draft(g)
  assert.match((await read(g.ana, id)).content, /\[Duración del contrato\]/, 'a draft shows its gaps')
  const { data, body } = await send(g.ana, id, { signerEmail: 'fija@nube.cl' })
  assert.deepEqual(body.warnings, data.warnings)
  for (const key of ['contract.duration', 'contract.object', 'contract.parties'])
    assert.ok(keysOf(data.warnings).includes(key), key)
  const { content } = await read(g.ana, id)
  assert.doesNotMatch(content, /\[/)
  assert.match(content, /siguiente duración: \(dato no indicado\)\./)
  const link = await linkTo(api, 'fija@nube.cl')
  const shown = (await api.anyone.get(link)).data
  assert.deepEqual([shown.content, shown.contentHash], [content, digest(content)])
  const text = await api.app.inject({ url: `/firma/${link.split('/').at(-1)}/texto`, headers: BROWSER })
  assert.equal(text.statusCode, 200)
  assert.doesNotMatch(text.payload, /\[[A-ZÁÉÍÓÚ]/)
  const signed = await api.anyone.post(link, { name: 'Carla Díaz', rut: '12.345.678-5' })
  assert.equal(signed.data.contentHash, digest(content))
  const pdf = pdfText((await g.ana.get(`/contracts/${id}/pdf`)).raw)
  assert.doesNotMatch(pdf, /\[/)
  assert.match(pdf, /siguiente duración: \(dato no indicado\)\./)
})

test("an organisation's own template leaves no placeholder either, even after its labels changed", async () => {
  const g = await ground(api)
  const content = '<p>Objeto: {{cosa}}. {{plazoPago}} y [Anexo 1].</p>'
  const { data: template } = await g.ana.post('/contracts/templates', {
    name: 'Propia',
    type: 'DPA',
    content,
  })
  const { contractId } = (await generate(g, { templateId: template.id })).data
  await g.ana.put(`/contracts/templates/${template.id}`, {
    content,
    variables: [{ key: 'cosa', label: 'Otra etiqueta' }],
  })
  const { data } = await send(g.ana, contractId)
  assert.equal(
    (await read(g.ana, contractId)).content,
    '<p>Objeto: (dato no indicado). (dato no indicado) y [Anexo 1].</p>',
  )
  const [brackets] = data.warnings.filter(({ key }: { key: string }) => key === 'contract.brackets')
  assert.match(brackets.message, /\[Anexo 1\]/)
})

test('renewing a text that says «no indicado» gives a warning', async () => {
  const g = await ground(api)
  const id = await draft(g)
  await send(g.ana, id)
  await g.ana.post(`/contracts/${id}/sign`, { signerName: 'Carla' })
  const renewed = (await g.ana.post(`/contracts/${id}/renew`)).data.id
  assert.ok(keysOf((await send(g.ana, renewed)).data.warnings).includes('contract.notIndicated'))
})

// ── the gate ──

test('art. 15 bis under enforce: a text with a gap is not sent; nothing changes and no letter leaves', async () => {
  const g = await ground(api)
  await enforce(g.ana)
  const id = await draft(g)
  const before = await read(g.ana, id)
  const refused = await send(g.ana, id, { signerEmail: 'nadie@nube.cl' })
  assert.deepEqual([refused.status, refused.body.error.code], [422, 'VALIDATION_ERROR'])
  for (const { message } of refused.body.error.details)
    assert.match(message, /Ley 19\.628 \(mod\. Ley 21\.719\)\)$/)
  const details = keysOf(refused.body.error.details)
  assert.ok(details.includes('contract.placeholders'), '«dato no indicado» reaches nobody unawares')
  assert.equal(details.includes('contract.security'), false, 'good practice')
  assert.deepEqual(await read(g.ana, id), before)
  await api.drain()
  assert.equal(api.mailbox.to('nadie@nube.cl').length, 0)
})

test('a complete contract is sent and signed under enforce without a warning', async () => {
  const g = await ground(api)
  await identify(g.ana)
  await enforce(g.ana)
  const sent = await send(g.ana, await draft(g, FILLED), { signerEmail: 'bien@nube.cl' })
  assert.deepEqual([sent.status, sent.data.warnings], [200, []])
  const link = await linkTo(api, 'bien@nube.cl')
  assert.equal((await api.anyone.post(link, { name: 'Carla' })).status, 200)
})

test("an override given at sending also covers the other party's signature", async () => {
  const g = await ground(api)
  const [analyst, dpo] = [await g.ana.colleague('ANALYST'), await g.ana.colleague('DPO')]
  await enforce(g.ana)
  const override = { reason: 'El anexo en papel tiene la duración.' }
  const id = await draft(g)
  assert.equal((await send(analyst, id, { override })).status, 403)
  assert.equal((await send(dpo, id, { override, signerEmail: 'sigue@nube.cl' })).status, 200)
  const link = await linkTo(api, 'sigue@nube.cl')
  assert.equal((await api.anyone.post(link, { name: 'Carla' })).status, 200)
  const log = await g.ana.get(`/settings/audit-log?entityType=contract&entityId=${id}`)
  const [entry] = log.data.items.filter(({ action }: { action: string }) => action === 'override_legal_gate')
  assert.equal(entry.changes.reason.new, override.reason)
})

test('enforce switched on after sending: the signature waits, and a DPO may record it with a reason', async () => {
  const g = await ground(api)
  const id = await draft(g)
  await send(g.ana, id, { signerEmail: 'espera@nube.cl' })
  await enforce(g.ana)
  const link = await linkTo(api, 'espera@nube.cl')
  const refused = await api.anyone.post(link, { name: 'Carla' })
  assert.equal(refused.status, 422)
  assert.match(refused.body.error.message, /la organización que se lo envió debe revisarlo/)
  assert.doesNotMatch(JSON.stringify(refused.body), /contract\.|override/, 'not the signer’s matter')
  const sign = (body: object = {}) => g.ana.post(`/contracts/${id}/sign`, { signerName: 'Carla', ...body })
  assert.equal((await sign()).status, 422)
  assert.equal((await read(g.ana, id)).status, 'SENT')
  assert.equal((await sign({ override: { reason: 'Firmado en papel, completo.' } })).status, 200)
})

test('a wrong RUT of the entity is a gap in the text and a finding', async () => {
  const g = await ground(api)
  await identify(g.ana, { taxId: '39100340-1' })
  const id = await draft(g, FILLED)
  assert.match((await read(g.ana, id)).content, /RUT \[RUT del responsable\]/)
  const { warnings } = (await send(g.ana, id)).data
  assert.ok(keysOf(warnings).includes('contract.taxId'))
  assert.doesNotMatch((await read(g.ana, id)).content, /39100340/)
})

// ── the signature ──

test('Ley 19.799: a foreign signer signs without a RUT, declares authority, and gets a receipt', async () => {
  const g = await ground(api)
  const id = await draft(g)
  await send(g.ana, id, { signerName: 'Petra Vogel', signerEmail: 'petra@post.de' })
  const link = await linkTo(api, 'petra@post.de')
  const url = `/firma/${link.split('/').at(-1)}`
  const page = (await api.app.inject({ url, headers: BROWSER })).payload
  assert.match(page, /Declaro tener facultades para firmar/)
  assert.match(page, /Ley 19\.799/)
  assert.doesNotMatch(page, /name="rut"[^>]*required/)
  const signed = await api.anyone.post(link, { name: 'Petra Vogel', rut: '', declaresAuthority: true })
  assert.equal(signed.status, 200)
  const { signature } = await read(g.ana, id)
  assert.deepEqual([signature.rut, signature.declaredAuthority], [null, true])
  await api.drain()
  const receipt = api.mailbox.to('petra@post.de').at(-1)!
  assert.match(receipt.subject!, /^Copia firmada/)
  assert.ok(receipt.text!.includes(signed.data.contentHash))
  const pdf = pdfText((await g.ana.get(`/contracts/${id}/pdf`)).raw)
  for (const words of ['Por el Responsable', 'Por el Encargado', '(hora de Chile)', 'Declaró tenerlas'])
    assert.ok(pdf.includes(words), words)
  assert.doesNotMatch(pdf, /\d{4}-\d{2}-\d{2}T/)
})
