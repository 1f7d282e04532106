import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeActivity, makeSystem } from '#test/kit/activities.ts'
import { openService } from '#test/kit/service.ts'

const api = await openService()
const ana = await api.tenant({ name: 'Tienda Sur SpA' })
const systemId = await makeSystem(ana)

const show = async (id: string) => (await ana.get(`/rat/activities/${id}`)).data
const put = (id: string, body: object) => ana.put(`/rat/activities/${id}`, body)

async function published(): Promise<string> {
  const id = await makeActivity(ana, { systemId })
  assert.equal((await ana.patch(`/rat/activities/${id}/status`, { status: 'published' })).status, 200)
  return id
}

async function imported(): Promise<string> {
  const entry = { name: 'Registro de visitas', legalBasis: 'contract', purposes: ['Controlar el acceso'] }
  return (await ana.post('/rat/bulk-import', { activities: [entry] })).data.items[0].id
}

test('the whole detail of an activity can be sent back', async () => {
  const system = await ana.post('/rat/from-system', { systemId })
  const copy = await ana.post('/rat/activities/new/from-template', { templateId: 'newsletter' })
  const lost = await makeActivity(ana, { systemId: await makeSystem(ana, { name: 'Fugaz' }) })
  await ana.patch(`/rat/activities/${lost}/status`, { status: 'published' })
  await ana.delete(`/data-map/systems/${(await show(lost)).systemId}`)
  const whole = await makeActivity(ana, { systemId })
  await ana.post(`/rat/activities/${whole}/calculate-risk`, { riskFactors: { dataVolume: 'high' } })
  for (const id of [await imported(), system.data.id, copy.data.id, lost, whole]) {
    const before = await show(id)
    const { status, data, body } = await put(id, before)
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual({ ...data, updatedAt: before.updatedAt }, before)
  }
})

test('an imported activity of the maximum length can be sent back, and a longer one is refused', async () => {
  const entry = {
    name: 'Larga',
    legalBasis: 'contract',
    purposes: Array.from({ length: 20 }, (_, n) => `${n}`.padEnd(498, 'x')),
    dataSubjects: Array.from({ length: 100 }, (_, n) => `Titular ${n}`),
    subjectCategories: Array.from({ length: 100 }, (_, n) => `Otro ${n}`),
  }
  const reply = await ana.post('/rat/bulk-import', { activities: [entry] })
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  const before = await show(reply.data.items[0].id)
  assert.equal(before.subjectCategories.length, 200)
  assert.equal((await put(before.id, before)).status, 200)
  const longer = { ...entry, purposes: entry.purposes.map((purpose) => purpose.padEnd(500, 'x')) }
  const refused = await ana.post('/rat/bulk-import', { activities: [entry, longer] })
  assert.equal(refused.status, 400)
  assert.equal(refused.body.error.details[0].path, 'activities[1].purposes')
})

const REQUIRED = {
  legalBasis: null,
  dataCategories: [],
  subjectCategories: [],
  retentionPeriod: null,
  systemId: null,
}

test('a draft may lose any field but name and purpose; null and an empty list are equal', async () => {
  const id = await makeActivity(ana, { systemId, dataCategories: ['health'] })
  const { data, status } = await put(id, REQUIRED)
  assert.equal(status, 200)
  assert.deepEqual({ ...data, ...REQUIRED, hasSensitiveData: false, system: null }, data)
  await put(id, { dataCategories: ['health'], subjectCategories: ['patients'], systemId })
  assert.equal((await put(id, { systemId: '' })).data.systemId, null)
  const nulls = await put(id, { dataCategories: null, subjectCategories: null })
  assert.deepEqual(
    [nulls.data.dataCategories, nulls.data.subjectCategories, nulls.data.hasSensitiveData],
    [[], [], false],
  )
})

test('a published activity keeps the fields required for publication', async () => {
  const id = await published()
  const before = await show(id)
  for (const [field, empty] of Object.entries(REQUIRED)) {
    const reply = await put(id, { [field]: empty, retentionNote: 'Otra' })
    assert.deepEqual([reply.status, reply.body.error.code], [422, 'VALIDATION_ERROR'], field)
    assert.match(reply.body.error.message, /está publicada y no puede quedar sin/)
    assert.deepEqual(
      reply.body.error.details.map(({ path }: { path: string }) => path),
      [field],
    )
  }
  assert.deepEqual(await show(id), before)
  assert.equal((await put(id, { ...before, purpose: 'Otra finalidad' })).status, 200)
  await ana.patch(`/rat/activities/${id}/status`, { status: 'draft' })
  assert.equal((await put(id, REQUIRED)).status, 200)
})

test('a blank optional text of an activity counts as missing', async () => {
  const texts = [
    'legalNorm',
    'legitimateInterest',
    'dataSource',
    'retentionNote',
    'automatedLogic',
    'consentWithdrawal',
    'minorsSafeguard',
    'controllerName',
    'responsibleArea',
  ]
  const blanks = {
    ...Object.fromEntries(texts.map((field) => [field, ' '])),
    internationalTransfer: { exists: true, country: '', mechanism: ' ' },
  }
  const nones = {
    ...Object.fromEntries(texts.map((field) => [field, null])),
    internationalTransfer: { exists: true, country: null, mechanism: null },
  }
  const made = await show(await makeActivity(ana, { systemId, ...blanks }))
  assert.deepEqual({ ...made, ...nones }, made)
  const full = await makeActivity(ana, {
    systemId,
    ...Object.fromEntries(texts.map((field) => [field, 'algo'])),
  })
  const { data, status } = await put(full, blanks)
  assert.equal(status, 200)
  assert.deepEqual({ ...data, ...nones }, data)
})
