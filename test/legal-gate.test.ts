import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeActivity, makeDomain } from './kit/activities.ts'
import { CALM, makeBreach, moveBreach } from './kit/breaches.ts'
import { draft, ground, sent } from './kit/contracts.ts'
import { keepFile } from './kit/files.ts'
import { openService, type Person, type Reply } from './kit/service.ts'

/**
 * Walks over every act that makes a record official. A record that lacks a legal requirement passes with warnings. An
 * organisation that enforces the law refuses it, unless there is a written reason. An act without a scenario fails here, and
 * an act that skips the gate cannot write its audit row.
 */
const api = await openService()

/** Makes a record that lacks a legal requirement, and returns the call that makes it official. */
type Scenario = () => Promise<{ owner: Person; call: (person: Person, more?: object) => Promise<Reply> }>

const post =
  (url: string, body: object = {}) =>
  (person: Person, more: object = {}) =>
    person.post(url, { ...body, ...more })
const patch =
  (url: string, body: object = {}) =>
  (person: Person, more: object = {}) =>
    person.patch(url, { ...body, ...more })

async function idOf(reply: Promise<Reply>): Promise<string> {
  const { status, data, body } = await reply
  assert.ok(status < 300, JSON.stringify(body))
  return data.id
}

async function newRequest(owner: Person): Promise<string> {
  const { widgetKey } = (await owner.post('/dsar/widgets', { name: 'Formulario' })).data
  const subject = { subjectName: 'María Pérez', subjectEmail: 'maria@correo.cl', rightType: 'ACCESS' }
  return idOf(api.anyone.post(`/public/dsar/${widgetKey}`, subject))
}

const approvalOf =
  (path: (instance: string) => string): Scenario =>
  async () => {
    const owner = await api.tenant()
    const assessment = await idOf(owner.post('/dpia/assessments', { title: 'Evaluación vacía' }))
    const { data: instance } = await owner.get(`/workflow-instances/entity/DPIA/${assessment}`)
    const body = { stageId: instance.currentStageId, actionType: 'APPROVE' }
    return { owner, call: post(path(instance.id), body) }
  }

const SCENARIOS: Record<string, Scenario> = {
  async moveActivity() {
    const owner = await api.tenant()
    const id = await makeActivity(owner, { legalBasis: 'contract', dataCategories: ['name', 'health'] })
    return { owner, call: patch(`/rat/activities/${id}/status`, { status: 'published' }) }
  },
  async publishPrivacyPolicy() {
    const owner = await api.tenant()
    const id = await idOf(owner.post('/privacy-policy/generate', {}))
    return { owner, call: post(`/privacy-policy/${id}/publish`) }
  },
  async publishCookiePolicy() {
    const owner = await api.tenant()
    const domainId = await makeDomain(owner, 'https://www.sin-datos.cl')
    const id = await idOf(owner.post('/cookie-policy/generate', { domainId }))
    return { owner, call: post(`/cookie-policy/${id}/publish`) }
  },
  actOnWorkflowInstance: approvalOf((id) => `/workflow-instances/${id}/action`),
  actOnInstance: approvalOf((id) => `/workflows/${id}/action`),
  async moveBreach() {
    const owner = await api.tenant()
    const id = await makeBreach(owner)
    await moveBreach(owner, id, 'investigating')
    await moveBreach(owner, id, 'contained')
    return { owner, call: patch(`/breaches/${id}/status`, { status: 'resolved' }) }
  },
  async notifyBreachToAuthority() {
    const owner = await api.tenant()
    const id = await makeBreach(owner)
    await owner.post(`/breaches/${id}/decision-tree`, { ...CALM, hasSensitiveData: true })
    const report = { notifiedAt: new Date().toISOString(), notificationFileKey: 'reporte.pdf' }
    return { owner, call: post(`/breaches/${id}/notify-apdp`, report) }
  },
  async sendContract() {
    const place = await ground(api)
    const signer = { signerName: 'Carla Díaz', signerEmail: 'carla@nube.cl' }
    return { owner: place.ana, call: post(`/contracts/${await draft(place)}/send`, signer) }
  },
  async signContract() {
    const place = await ground(api)
    return {
      owner: place.ana,
      call: post(`/contracts/${await sent(place)}/sign`, { signerName: 'Carla Díaz' }),
    }
  },
  async recordSignedCopy() {
    const place = await ground(api)
    const id = await draft(place)
    const { key } = await keepFile(place.ana, { entityType: 'contract', entityId: id })
    const body = { signedOn: '2026-03-02', signerName: 'Carla Díaz', fileKey: key }
    return { owner: place.ana, call: post(`/contracts/${id}/signed-copy`, body) }
  },
  async moveDsarRequest() {
    const owner = await api.tenant()
    return { owner, call: patch(`/dsar/requests/${await newRequest(owner)}`, { status: 'REJECTED' }) }
  },
  async respondDsarRequest() {
    const owner = await api.tenant()
    const url = `/dsar/requests/${await newRequest(owner)}/respond`
    return { owner, call: post(url, { responseType: 'FULFILLED' }) }
  },
  async deliverDsarPackage() {
    const owner = await api.tenant()
    const url = `/dsar/requests/${await newRequest(owner)}/package`
    assert.equal((await owner.post(url)).status, 202)
    await api.drain()
    return { owner, call: post(`${url}/deliver`, {}) }
  },
}

test('every act that makes a record official has a scenario', () => {
  const official = api.app.routeTable.filter(({ config }) => config?.official)
  const names = official.map(({ schema }) => (schema as { operationId: string }).operationId)
  assert.deepEqual([...new Set(names)].sort(), Object.keys(SCENARIOS).sort())
})

const trail = async (owner: Person) => (await owner.get('/settings/audit-log')).data

for (const [name, prepare] of Object.entries(SCENARIOS)) {
  test(`${name} warns, with the article of each gap`, async () => {
    const { owner, call } = await prepare()
    const { status, data, body } = await call(owner)
    assert.ok(status === 200 || status === 201, `${status} ${JSON.stringify(body)}`)
    assert.ok(data.warnings.some(({ severity }: { severity: string }) => severity !== 'low'))
    assert.deepEqual(body.warnings, data.warnings)
    for (const { key, message, article } of data.warnings) {
      assert.match(article, /^(buena práctica|arts?\. )/, key)
      assert.match(message, /^[A-ZÁÉÍÓÚÑ«¿\d].*[.?]$/su, key)
      assert.doesNotMatch(message, /\[|\bundefined\b|\bnull\b/, key)
    }
  })

  test(`${name} is refused where the law is enforced, and succeeds with a reason`, async () => {
    const { owner, call } = await prepare()
    const [dpo, analyst] = [await owner.colleague('DPO'), await owner.colleague('ANALYST')]
    await owner.put('/settings/tenant', { legalGate: 'enforce' })
    const before = (await trail(owner)).pagination.total
    const refused = await call(owner)
    assert.deepEqual([refused.status, refused.body.error?.code], [422, 'VALIDATION_ERROR'])
    const { details } = refused.body.error
    assert.ok(details.length > 0)
    for (const { path, message } of details) assert.match(message, /\(.*art.*\)$/s, path)
    assert.equal((await trail(owner)).pagination.total, before, 'a refusal writes nothing')
    const override = { reason: 'Consta en un documento firmado que se archivó aparte.' }
    assert.equal((await call(analyst, { override })).status, 403)
    for (const reason of ['', '   ', undefined])
      assert.equal((await call(dpo, { override: { reason } })).status, 400, `reason «${reason}»`)
    const passed = await call(dpo, { override })
    assert.ok(passed.status === 200 || passed.status === 201, JSON.stringify(passed.body))
    assert.ok(passed.data.warnings.length > 0)
    const { items } = await trail(owner)
    const entry = items.find(({ action }: { action: string }) => action === 'override_legal_gate')
    assert.equal(entry?.changes.reason.new, override.reason)
  })
}
