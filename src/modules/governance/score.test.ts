import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '#kernel/dates.ts'
import { makeActivity, makeDomain, makeSystem } from '#test/kit/activities.ts'
import { CALM, makeBreach } from '#test/kit/breaches.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { CHECKS } from './knowledge.ts'

const api = await openService()

const scoreOf = async (person: Person) => (await person.get('/governance/compliance-score')).data

/** The keys of the open findings of an area. */
async function open(person: Person, area: string): Promise<string[]> {
  const { areas } = await scoreOf(person)
  const { findings } = areas.find(({ key }: { key: string }) => key === area)
  return findings.map(({ check }: { check: string }) => check).sort()
}

const SOUND = {
  securityMeasures: ['ENCRYPTION'],
  consentWithdrawal: 'Enlace al pie de cada correo',
}

async function publish(person: Person, fields: object = {}): Promise<string> {
  const id = await makeActivity(person, { ...SOUND, ...fields })
  const reply = await person.patch(`/rat/activities/${id}/status`, { status: 'published' })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return id
}

async function completeEntity(person: Person) {
  const { entities } = (await person.get('/org/entities')).data
  const reply = await person.patch(`/org/entities/${entities[0].id}`, {
    legalRepName: 'Rosa Paz',
    arcoPublicEmail: 'datos@ejemplo.cl',
    postalAddress: 'Alameda 1, Santiago',
    dpoName: 'Luis Soto',
    dpoEmail: 'dpo@ejemplo.cl',
  })
  assert.equal(reply.status, 200)
  return entities[0].id as string
}

async function publishPolicy(person: Person, entity: string, at: Date): Promise<void> {
  await api.access.asSystem('a test publishes a policy', (db) =>
    db
      .insertInto('privacy_policies')
      .values({
        tenant_id: person.tenantId,
        id: entity,
        legal_entity_id: entity,
        entity_name: 'Empresa',
        version: 1,
        status: 'PUBLISHED',
        language: 'es',
        content: '{}' as never,
        custom_sections: '{}' as never,
        sources: '{}' as never,
        published_at: at,
        created_at: at,
        updated_at: at,
      })
      .execute(),
  )
}

test('a new organisation scores low, and every finding explains itself and links to its place', async () => {
  const ana = await api.tenant()
  const score = await scoreOf(ana)
  assert.deepEqual([score.score, score.level, score.areas.length], [0, 'low', 8])
  assert.equal(score.calculatedAt, new Date(score.calculatedAt).toISOString())
  const { findings } = score.areas[0]
  assert.deepEqual(findings, [
    {
      check: 'rat.published',
      severity: 'high',
      message: 'El registro no tiene ninguna actividad de tratamiento.',
      link: '/rat/activities?status=draft',
      target: { area: 'activities', filter: { status: 'draft' } },
      article: 'arts. 3 letra a) y 14 letra a), Ley 19.628 (mod. Ley 21.719)',
      action: 'Complete y publique las actividades: el registro es la prueba de la licitud del tratamiento.',
      fineClass: null,
      pointsLost: 45.5,
    },
  ])
  assert.deepEqual(await open(ana, 'organisation'), [
    'organisation.address',
    'organisation.contact',
    'organisation.dpo',
    'organisation.representative',
  ])
})

test('a well-kept organisation has 100 points', async () => {
  const ana = await api.tenant()
  const entity = await completeEntity(ana)
  const activity = await publish(ana)
  const risk = await ana.post(`/rat/activities/${activity}/calculate-risk`, {
    dataVolume: 'low',
    sensitiveData: false,
    internationalTransfer: false,
    automatedDecision: false,
  })
  assert.equal(risk.status, 200, JSON.stringify(risk.body))
  await publishPolicy(ana, entity, new Date(Date.now() + 1000))
  const form = await ana.post('/consent/templates', {
    name: 'Boletín',
    purposeText: 'Enviar ofertas',
    fields: [],
  })
  assert.equal(form.status, 201, JSON.stringify(form.body))
  const { score, level, areas } = await scoreOf(ana)
  assert.deepEqual(
    areas.flatMap(({ findings }: { findings: { message: string }[] }) => findings),
    [],
  )
  assert.deepEqual([score, level], [100, 'high'])
})

test('every published activity is checked', async () => {
  const ana = await api.tenant()
  await makeActivity(ana)
  await publish(ana, { securityMeasures: [], consentWithdrawal: null, retentionPeriod: 'indefinite' })
  assert.deepEqual(await open(ana, 'rat'), ['rat.published', 'rat.retention', 'rat.security'])
  assert.deepEqual(await open(ana, 'consent'), ['consent.collected', 'consent.withdrawal'])
  assert.deepEqual(await open(ana, 'dpia'), ['dpia.screened'])
})

test('a policy is behind only for activities of its own entity', async () => {
  const ana = await api.tenant()
  const [main] = (await ana.get('/org/entities')).data.entities
  const named = { workspaceId: main.workspaceId, name: 'Logística Sur SpA' }
  const sister = (await ana.post('/org/entities', named)).data.id
  await publishPolicy(ana, main.id, new Date(Date.now() - 1000))
  const isBehind = async () => (await open(ana, 'transparency')).includes('transparency.current')
  await publish(ana, { legalEntityId: sister })
  assert.equal(await isBehind(), false, 'of another entity')
  await publish(ana, { controllerRole: 'encargado' })
  assert.equal(await isBehind(), false, 'for a client, whose policy tells of it')
  await publish(ana)
  assert.equal(await isBehind(), true)
})

test('a required impact assessment that is missing or not approved is gravísima', async () => {
  const ana = await api.tenant()
  const id = await publish(ana)
  await api.access.asSystem('a test screens an activity', (db) =>
    db.updateTable('activities').set({ dpia_required: true }).where('id', '=', id).execute(),
  )
  const { areas } = await scoreOf(ana)
  const { findings } = areas.find(({ key }: { key: string }) => key === 'dpia')
  assert.deepEqual([findings[0].check, findings[0].fineClass], ['dpia.approved', 'gravisima'])
  const { data } = await ana.post('/dpia/assessments', { title: 'EIPD', activityId: id })
  await api.access.asSystem('a test approves it', (db) =>
    db
      .updateTable('dpia_assessments')
      .set({ status: 'approved', approved_at: new Date() })
      .where('id', '=', data.id)
      .execute(),
  )
  assert.deepEqual(await open(ana, 'dpia'), [])
})

test('a breach counts until it is judged, and a reportable one until it is reported', async () => {
  const ana = await api.tenant()
  const id = await makeBreach(ana, { detectedAt: new Date(Date.now() - 40 * DAY_MS).toISOString() })
  assert.deepEqual(await open(ana, 'breaches'), ['breaches.closed', 'breaches.decided'])
  await ana.post(`/breaches/${id}/decision-tree`, { ...CALM, hasSensitiveData: true })
  assert.deepEqual(await open(ana, 'breaches'), ['breaches.closed', 'breaches.reported', 'breaches.subjects'])
  const report = { notifiedAt: new Date().toISOString(), notificationFileKey: 'reporte.pdf' }
  assert.equal((await ana.post(`/breaches/${id}/notify-apdp`, report)).status, 200)
  assert.deepEqual(await open(ana, 'breaches'), ['breaches.register', 'breaches.subjects'])
  const told = { notifiedAt: new Date().toISOString(), medium: 'correo' }
  assert.equal((await ana.post(`/breaches/${id}/notify-subjects`, told)).status, 200)
  await ana.put(`/breaches/${id}`, {
    nature: ['confidentiality'],
    effects: 'Ninguno constatado.',
    prevention: 'Doble revisión.',
    dataCategories: ['email'],
    estimatedRecords: 3,
    containmentActions: ['Correo retirado'],
  })
  assert.deepEqual(await open(ana, 'breaches'), [])
})

test('a contract with a processor counts as long as it is in force', async () => {
  const ana = await api.tenant()
  const { data } = await ana.post('/processors', { name: 'Nube Andina' })
  assert.deepEqual(await open(ana, 'processors'), ['processors.signed'])
  await ana.put(`/processors/${data.id}`, { dpaStatus: 'SIGNED' })
  assert.deepEqual(await open(ana, 'processors'), [])
  const until = async (at: Date) =>
    api.access.asSystem('a test ends a contract', (db) =>
      db.updateTable('processors').set({ dpa_valid_until: at }).where('id', '=', data.id).execute(),
    )
  await until(new Date(Date.now() + 10 * DAY_MS))
  assert.deepEqual(await open(ana, 'processors'), ['processors.ending'])
  await until(new Date(Date.now() - DAY_MS))
  assert.deepEqual(await open(ana, 'processors'), ['processors.signed'])
})

test('only active domains in production count', async () => {
  const ana = await api.tenant()
  const id = await makeDomain(ana, 'https://www.ejemplo.cl')
  const missing = ['consent.banner']
  assert.deepEqual(await open(ana, 'consent'), missing)
  assert.ok((await open(ana, 'transparency')).includes('transparency.cookies'))
  await ana.patch(`/domains/${id}`, { isActive: false })
  assert.deepEqual(await open(ana, 'consent'), [])
  await ana.patch(`/domains/${id}`, { isActive: true, environment: 'STAGING' })
  assert.deepEqual(await open(ana, 'consent'), [])
  assert.deepEqual(await open(ana, 'transparency'), ['transparency.privacy'])
})

test('a request counts once its term has expired', async () => {
  const ana = await api.tenant()
  const widget = await ana.post('/dsar/widgets', { name: 'Sitio' })
  for (const rightType of ['BLOCKING', 'ACCESS']) {
    const asked = await api.anyone.post(`/public/dsar/${widget.data.widgetKey}`, {
      rightType,
      subjectName: 'Eva Luna',
      subjectEmail: 'eva@ejemplo.cl',
    })
    assert.equal(asked.status, 201, JSON.stringify(asked.body))
  }
  assert.deepEqual(await open(ana, 'dsar'), [])
  const letTimePass = (rightType: 'BLOCKING' | 'ACCESS', fields: object) =>
    api.access.asSystem('a test lets time pass', (db) =>
      db
        .updateTable('dsar_requests')
        .set(fields)
        .where('tenant_id', '=', ana.tenantId)
        .where('right_type', '=', rightType)
        .execute(),
    )
  // An overdue block is a finding of its own and is not counted twice.
  await letTimePass('BLOCKING', { blocking_deadline_at: new Date(0) })
  assert.deepEqual(await open(ana, 'dsar'), ['dsar.blocking'])
  await letTimePass('ACCESS', { created_at: new Date(0), legal_due_at: new Date(1) })
  assert.deepEqual(await open(ana, 'dsar'), ['dsar.blocking', 'dsar.overdue'])
})

test('every member reads the score of their own organisation, and nobody else does', async () => {
  const [ana, stranger] = [await api.tenant(), await api.tenant()]
  await makeActivity(ana, { systemId: await makeSystem(ana) })
  const viewer = await ana.colleague('VIEWER')
  assert.equal((await viewer.get('/governance/compliance-score')).status, 200)
  assert.equal((await api.anyone.get('/governance/compliance-score')).status, 401)
  const { areas } = await scoreOf(stranger)
  assert.match(areas[0].findings[0].message, /ninguna actividad/)
})

test('every finding leads to a place of this interface', () => {
  for (const { key, link } of CHECKS) {
    const url = `/api/v1${link.split('?')[0]}`
    assert.ok(
      api.app.hasRoute({ method: 'GET', url }) || api.app.hasRoute({ method: 'POST', url }),
      `${key}: ${link}`,
    )
  }
})
