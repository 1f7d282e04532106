import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeActivity, makeSystem } from '#test/kit/activities.ts'
import { BROWSER } from '#test/kit/hosted.ts'
import { act, makeFlowFor, publishNotice, SKIPPED } from '#test/kit/policies.ts'
import { openService, type Person } from '#test/kit/service.ts'

const api = await openService()

const generate = async (person: Person, body: object = {}) =>
  (await person.post('/privacy-policy/generate', body)).data
const publish = (person: Person, id: string, body: object = {}) =>
  person.post(`/privacy-policy/${id}/publish`, body)
const read = async (person: Person, id: string) => (await person.get(`/privacy-policy/${id}`)).data
const enforce = (person: Person, legalGate = 'enforce') => person.put('/settings/tenant', { legalGate })
const keysOf = (list: { key?: string; path?: string }[]) => list.map(({ key, path }) => key ?? path)

async function published(person: Person, body: object = {}) {
  const { id } = await generate(person, body)
  const { data } = await publish(person, id)
  assert.equal((await act(person, data.workflowInstanceId, 'APPROVE')).status, 200)
  return id as string
}

async function secondEntity(owner: Person, fields: object = {}): Promise<string> {
  const [main] = (await owner.get('/org/entities')).data.entities
  const reply = await owner.post('/org/entities', {
    workspaceId: main.workspaceId,
    name: 'Filial SpA',
    ...fields,
  })
  return reply.data.id
}

async function activityOf(owner: Person, legalEntityId: string, fields: object): Promise<string> {
  const id = await makeActivity(owner, fields)
  await api.access.asSystem('a test gives an activity its entity', (db) =>
    db
      .updateTable('activities')
      .set({ legal_entity_id: legalEntityId })
      .where('tenant_id', '=', owner.tenantId)
      .where('id', '=', id)
      .execute(),
  )
  assert.equal((await owner.patch(`/rat/activities/${id}/status`, { status: 'published' })).status, 200)
  return id
}

// ── the responsible entity ──

test('art. 14 ter b) and d): the policy of an entity lists only its own facts', async () => {
  const owner = await api.tenant({ name: 'Matriz SpA' })
  const branch = await secondEntity(owner)
  const own = await makeSystem(owner, { name: 'CRM', securityMeasures: ['Llave azul'], vendor: 'Nube Inc' })
  const theirs = await makeSystem(owner, {
    name: 'Cobranza',
    securityMeasures: ['Llave roja'],
    vendor: 'Cobros Ltda',
    hostingCountry: 'BR',
  })
  const main = (await owner.get('/org/entities')).data.entities.at(-1).id
  await activityOf(owner, main, { name: 'Ventas', systemId: own })
  await activityOf(owner, branch, { name: 'Evaluación de crédito', systemId: theirs })
  const [mains, branchs] = [await generate(owner), await generate(owner, { legalEntityId: branch })]
  const [a, b] = [JSON.stringify(mains.content), JSON.stringify(branchs.content)]
  assert.match(a, /Ventas.*Nube Inc/s)
  assert.doesNotMatch(a, /Evaluación de crédito|Cobros Ltda|Brasil|Llave roja/)
  assert.match(b, /Evaluación de crédito.*Cobros Ltda/s)
  assert.match(b, /Brasil/)
  assert.match(b, /Llave roja/)
  assert.doesNotMatch(b, /Ventas|Nube Inc|Llave azul/)

  await activityOf(owner, branch, { name: 'Seguros', systemId: theirs })
  const changes = async (query = '') => (await owner.get(`/privacy-policy/current${query}`)).data.changes
  assert.deepEqual(await changes(), [], 'an activity of another entity is no news')
  assert.deepEqual(await changes(`?legalEntityId=${branch}`), ['Se agregó la actividad «Seguros».'])
})

test('art. 14 ter c): the policy links the open form of its own entity', async () => {
  const owner = await api.tenant()
  const branch = await secondEntity(owner)
  const { data: widget } = await owner.post('/dsar/widgets', {
    name: 'Filial',
    config: { legalEntityId: branch },
  })
  const contact = async (body: object = {}) => (await generate(owner, body)).content.contact.content
  assert.ok((await contact({ legalEntityId: branch })).includes(widget.formUrl))
  assert.doesNotMatch(await contact(), /public\/dsar/)
  await owner.patch(`/dsar/widgets/${widget.id}`, { isActive: false })
  assert.doesNotMatch(await contact({ legalEntityId: branch }), /public\/dsar/)
})

// ── the gate ──

test('art. 14 ter under warn: an empty policy is published with a warning for each letter and without brackets', async () => {
  const owner = await api.tenant()
  const { id } = await generate(owner)
  const reply = await publish(owner, id)
  assert.equal(reply.status, 200)
  assert.deepEqual(reply.body.warnings, reply.data.warnings)
  const [contact] = reply.data.warnings.filter(({ key }: { key: string }) => key === 'policy.contact')
  assert.deepEqual(
    [contact.article, contact.severity],
    ['art. 14 ter letra c), Ley 19.628 (mod. Ley 21.719)', 'medium'],
  )
  assert.match(contact.message, /Falta: domicilio postal; correo electrónico público/)
  assert.deepEqual(keysOf(reply.data.warnings), [
    'policy.controller',
    'policy.contact',
    'policy.processing',
    'policy.security',
    'policy.transfers',
    'policy.retention',
    'policy.sources',
    'policy.consent',
    'policy.automatedDecisions',
    'policy.specialData',
    'policy.cookies',
  ])
  const approval = await act(owner, reply.data.workflowInstanceId, 'APPROVE')
  assert.equal(approval.data.status, 'COMPLETED')
  assert.deepEqual(keysOf(approval.data.warnings), keysOf(reply.data.warnings))
  const path = `/public/policies/${owner.slug}/privacy`
  for (const text of [
    JSON.stringify((await api.anyone.get(path)).data),
    (await api.app.inject({ url: `/politica/${owner.slug}`, headers: BROWSER })).payload,
  ]) {
    assert.doesNotMatch(text, /\[COMPLETAR|<mark/)
    assert.match(text, /No consta en esta versión|Esta versión no informa este punto/)
    assert.match(text, /se puede pedir por las vías de contacto/)
    assert.doesNotMatch(text, /dato no informado/i)
  }
  assert.ok((await read(owner, id)).gaps.length > 0, 'the organisation still sees what is missing')
})

test('art. 14 ter under enforce: publication is refused with each item; only a DPO may override with a reason', async () => {
  const owner = await api.tenant()
  const [analyst, dpo] = [await owner.colleague('ANALYST'), await owner.colleague('DPO')]
  await enforce(owner)
  const { id } = await generate(owner)
  const refused = await publish(analyst, id)
  assert.deepEqual([refused.status, refused.body.error.code], [422, 'VALIDATION_ERROR'])
  const details = refused.body.error.details
  assert.ok(keysOf(details).includes('policy.contact'))
  assert.equal(keysOf(details).includes('policy.cookies'), false, 'good practice refuses nothing')
  for (const { message } of details) assert.match(message, /\(arts?\. .*Ley 19\.628 \(mod\. Ley 21\.719\)\)$/)
  assert.equal((await owner.get(`/workflow-instances/entity/PRIVACY_POLICY/${id}`)).data?.status, undefined)
  const override = { reason: 'La política se completa en el sitio.' }
  assert.equal((await publish(analyst, id, { override })).status, 403)
  const started = await publish(dpo, id, { override })
  assert.equal(started.status, 200)
  // The approval uses the override of the request.
  const approved = await act(owner, started.data.workflowInstanceId, 'APPROVE')
  assert.deepEqual([approved.status, (await read(owner, id)).status], [200, 'PUBLISHED'])
})

test('an override covers what was missing at that time, and ends with a rejection', async () => {
  const owner = await api.tenant()
  await enforce(owner)
  const { id } = await generate(owner)
  const override = { reason: 'Se completa en el sitio.' }
  const first = (await publish(owner, id, { override })).data.workflowInstanceId
  await owner.patch(`/privacy-policy/${id}`, { customSections: { rights: '[Completar]' } })
  const refused = await act(owner, first, 'APPROVE')
  assert.deepEqual([refused.status, (await read(owner, id)).status], [422, 'DRAFT'])
  assert.ok(keysOf(refused.body.error.details).includes('policy.rights'))
  await owner.patch(`/privacy-policy/${id}`, { customSections: null })
  assert.equal((await act(owner, first, 'REJECT', 'No')).status, 200)
  assert.equal((await publish(owner, id)).status, 422)
})

test('enforce switched on during an approval: the approval is refused unless the DPO gives a reason', async () => {
  const owner = await api.tenant()
  const { id } = await generate(owner)
  const { workflowInstanceId } = (await publish(owner, id)).data
  await enforce(owner)
  assert.equal((await act(owner, workflowInstanceId, 'APPROVE')).status, 422)
  assert.equal((await read(owner, id)).status, 'DRAFT')
  const { currentStageId: stageId } = (await owner.get(`/workflow-instances/${workflowInstanceId}`)).data
  const action = { stageId, actionType: 'APPROVE', override: { reason: 'Urgente.' } }
  assert.equal((await owner.post(`/workflow-instances/${workflowInstanceId}/action`, action)).status, 200)
  assert.equal((await read(owner, id)).status, 'PUBLISHED')
})

test('a flow without applicable stages checks a policy once', async () => {
  const owner = await api.tenant()
  await makeFlowFor(owner, 'PRIVACY_POLICY', [SKIPPED])
  const { warnings } = (await publish(owner, (await generate(owner)).id)).data
  assert.equal(new Set(keysOf(warnings)).size, warnings.length)
  await enforce(owner)
  const { id } = await generate(owner)
  assert.equal((await publish(owner, id)).status, 422)
  assert.equal((await read(owner, id)).status, 'DRAFT')
})

test('a complete policy passes under enforce without warnings', async () => {
  const owner = await api.tenant()
  const [entity] = (await owner.get('/org/entities')).data.entities
  await owner.patch(`/org/entities/${entity.id}`, {
    taxId: '76.543.210-3',
    legalRepName: 'Ana Rojas',
    postalAddress: 'Arica 1',
    arcoPublicEmail: 'datos@tienda.cl',
  })
  const systemId = await makeSystem(owner, { securityMeasures: ['ENCRYPTION'] })
  await activityOf(owner, entity.id, { systemId, dataSource: 'El propio titular' })
  await publishNotice(owner, [{ key: 'a', name: 'Medición', description: 'Uso' }])
  await enforce(owner)
  const reply = await publish(owner, (await generate(owner)).id)
  assert.deepEqual([reply.status, reply.data.warnings], [200, []])
})

test('art. 14 ter: a mandatory section is published even if hidden, and markup without words counts as empty', async () => {
  const owner = await api.tenant()
  const { id } = await generate(owner)
  const customSections = { complaint: { visible: false }, rights: { content: '<p>&nbsp;</p>' } }
  assert.equal((await owner.patch(`/privacy-policy/${id}`, { customSections })).status, 200)
  const { data } = await publish(owner, id)
  const [hidden] = data.warnings.filter(({ key }: { key: string }) => key === 'policy.hidden')
  assert.match(hidden.message, /reclamar ante la Agencia: se publica aunque se pidió ocultarlo/)
  await act(owner, data.workflowInstanceId, 'APPROVE')
  const { sections } = (await api.anyone.get(`/public/policies/${owner.slug}/privacy`)).data
  const text = (wanted: string) => sections.find(({ key }: { key: string }) => key === wanted).content
  assert.match(text('complaint'), /30 días hábiles/)
  assert.match(text('rights'), /Portabilidad/)
})

// ── languages ──

test('policies in English and Spanish are published side by side, and each replaces its own language', async () => {
  const owner = await api.tenant()
  const spanish = await published(owner)
  const english = await published(owner, { language: 'en' })
  assert.deepEqual(
    [(await read(owner, spanish)).status, (await read(owner, english)).status],
    ['PUBLISHED', 'PUBLISHED'],
  )
  const current = async (query = '') => (await owner.get(`/privacy-policy/current${query}`)).data.id
  assert.deepEqual(
    [await current(), await current('?language=es'), await current('?language=en')],
    [english, spanish, english],
    'without a language, the one published last (contract 4.9)',
  )
  assert.equal((await owner.get('/privacy-policy/current?language=fr')).status, 404)
  const path = `/public/policies/${owner.slug}/privacy`
  const { data } = await api.anyone.get(path)
  assert.deepEqual([data.language, data.languages], ['es', ['es', 'en']])
  assert.equal((await api.anyone.get(`${path}?language=en`)).data.language, 'en')
  const [entity] = (await owner.get('/org/entities')).data.entities
  const url = `/politica/${owner.slug}?legalEntityId=${entity.id}`
  const page = (await api.app.inject({ url, headers: BROWSER })).payload
  assert.ok(page.includes(`href="?legalEntityId=${entity.id}&amp;language=en" lang="en"`), 'the same entity')
  const next = await published(owner, { language: 'en' })
  assert.deepEqual(
    [
      (await read(owner, english)).status,
      (await read(owner, next)).status,
      (await read(owner, spanish)).status,
    ],
    ['ARCHIVED', 'PUBLISHED', 'PUBLISHED'],
  )
})
