import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeActivity, makeSystem, NOBODY, newActivity } from '#test/kit/activities.ts'
import { openService } from '#test/kit/service.ts'

const api = await openService()
const ana = await api.tenant({ name: 'Clínica del Sur SpA' })
const viewer = await ana.colleague('VIEWER')
const check = async (body: object, person = ana) => person.post('/rat/activities/check', body)
const keysOf = (warnings: { key: string }[]) => warnings.map(({ key }) => key).sort()

test('typed fields are checked by the rules for saving, and nothing is written', async () => {
  const systemId = await makeSystem(ana)
  const activity = newActivity(systemId, {
    name: 'Fichas de pacientes',
    purpose: 'Atender a los pacientes',
    legalBasis: 'legal_obligation',
    dataCategories: ['name', 'health'],
    retentionPeriod: 'legal_minimum',
  })
  const { status, data } = await check({ ...activity, dataVolume: 'high' })
  assert.equal(status, 200)
  const { id } = (await ana.post('/rat/activities', activity)).data
  const saved = (
    await ana.post(`/rat/activities/${id}/calculate-risk`, { riskFactors: { dataVolume: 'high' } })
  ).data
  assert.deepEqual(
    [data.riskLevel, data.riskScore, data.dpiaRequired, data.dpiaReasons],
    [saved.riskLevel, saved.riskScore, saved.dpiaRequired, saved.dpiaReasons],
  )
  const compliance = (await ana.get(`/rat/activities/${id}/compliance-check`)).data
  const failed = compliance.checks.filter(({ passed }: { passed: boolean }) => !passed)
  assert.deepEqual(
    keysOf(data.warnings),
    keysOf(failed.map(({ key }: { key: string }) => ({ key: `activity.${key}` }))),
  )
  assert.equal(data.score, compliance.score)
  assert.equal(data.hasSensitiveData, true)
  assert.deepEqual(data.missing, [])
  assert.equal((await ana.get('/rat/activities')).data.pagination.total, 1)
})

test('with almost nothing typed, the check lists the missing fields', async () => {
  const { data } = await check({ name: 'Boletín' }, viewer)
  assert.deepEqual(
    data.missing.map(({ field }: { field: string }) => field),
    ['purpose', 'legalBasis', 'dataCategories', 'subjectCategories', 'retentionPeriod', 'systemId'],
  )
  assert.deepEqual([data.riskLevel, data.dpiaRequired], ['low', false])
})

test('changes of a saved activity are checked with the rest of it, and nothing is written', async () => {
  const id = await makeActivity(ana)
  const version = (await ana.get(`/rat/activities/${id}`)).data.updatedAt
  const { data } = await check({
    activityId: id,
    dataCategories: ['name', 'biometric'],
    automatedDecisions: true,
  })
  assert.deepEqual([data.riskLevel, data.dpiaRequired, data.hasSensitiveData], ['high', true, true])
  assert.ok(!data.missing.some(({ field }: { field: string }) => field === 'purpose'), 'the rest is known')
  assert.equal((await ana.get(`/rat/activities/${id}`)).data.updatedAt, version)
})

test('an article that its basis does not admit is reported before saving', async () => {
  const { data } = await check({ legalBasis: 'consent', legalBasisArticle: '13 d' })
  assert.ok(keysOf(data.warnings).includes('activity.legal_basis_article'))
})

test('another organisation’s activity, or an unknown one, is a fault of the field', async () => {
  const id = await makeActivity(await api.tenant())
  for (const activityId of [id, NOBODY, 'nada']) {
    const { status, body } = await check({ activityId })
    assert.deepEqual([status, body.error.details[0].path], [422, 'activityId'], activityId)
  }
})

test('the named system and its processor count as place and holder of the data', async () => {
  const abroad = await makeSystem(ana, {
    name: 'Nube',
    hostingCountry: 'Estados Unidos',
    vendor: 'Nube Andina SpA',
  })
  const typed = newActivity(abroad)
  const atHome = newActivity(await makeSystem(ana, { name: 'Servidor propio', hostingCountry: 'CL' }))
  const placed = ['activity.processor_contracts', 'activity.system_identified', 'activity.transfer_declared']
  const found = async (body: object) =>
    keysOf((await check(body)).data.warnings).filter((key) => placed.includes(key))
  const there = ['activity.processor_contracts', 'activity.transfer_declared']
  assert.deepEqual([await found(typed), await found(atHome)], [there, []])
  const { id } = (await ana.post('/rat/activities', atHome)).data
  assert.deepEqual(await found({ activityId: id }), [])
  assert.deepEqual(await found({ activityId: id, systemId: abroad }), there, 'it would move there')
  assert.deepEqual(await found({ activityId: id, systemId: null }), ['activity.system_identified'])
  await ana.put(`/rat/activities/${id}`, { systemId: abroad })
  assert.deepEqual(await found({ activityId: id }), there)
  assert.deepEqual(await found({ activityId: id, systemId: atHome.systemId }), [], 'it would leave')
})

test('a new basis drops an article that it does not admit, like saving', async () => {
  const id = await makeActivity(ana, { legalBasis: 'legitimate_interest', legalBasisArticle: '13 d' })
  const { data } = await check({ activityId: id, legalBasis: 'consent' })
  assert.ok(!keysOf(data.warnings).includes('activity.legal_basis_article'), keysOf(data.warnings).join())
  const sent = await check({ activityId: id, legalBasis: 'consent', legalBasisArticle: '13 d' })
  assert.ok(keysOf(sent.data.warnings).includes('activity.legal_basis_article'))
})
