import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeActivity, makeSystem } from '#test/kit/activities.ts'
import { openService } from '#test/kit/service.ts'

const api = await openService()
const ana = await api.tenant()
const systemId = await makeSystem(ana)

// ── risk ──

const FACTORS = {
  dataVolume: 'high',
  sensitiveData: true,
  internationalTransfer: true,
  automatedDecision: false,
}

test('a preview computes without saving, with wrapped or bare factors', async () => {
  for (const body of [{ riskFactors: FACTORS }, FACTORS]) {
    const reply = await ana.post('/rat/activities/preview/calculate-risk', body)
    assert.equal(reply.status, 200)
    assert.deepEqual([reply.data.riskLevel, reply.data.riskScore, reply.data.dpiaRequired], ['high', 6, true])
    assert.equal(reply.data.factors.length, 4)
    assert.ok(reply.data.recommendation.length > 20)
    assert.equal(reply.data.activityId, undefined)
  }
})

test('the saving variant writes level, score and need of an assessment to the activity', async () => {
  const id = await makeActivity(ana, { systemId })
  const reply = await ana.post(`/rat/activities/${id}/calculate-risk`, { riskFactors: FACTORS })
  assert.equal(reply.status, 200)
  assert.deepEqual([reply.data.activityId, reply.data.riskLevel], [id, 'high'])
  const { data } = await ana.get(`/rat/activities/${id}`)
  assert.deepEqual([data.riskLevel, data.riskScore, data.dpiaRequired], ['high', 6, true])
  assert.deepEqual(data.riskFactors, FACTORS)
  const lower = await ana.post(`/rat/activities/${id}/calculate-risk`, {
    riskFactors: {
      dataVolume: 'bajo',
      sensitiveData: false,
      internationalTransfer: false,
      automatedDecision: false,
    },
  })
  assert.deepEqual([lower.data.riskLevel, lower.data.dpiaRequired], ['low', false])
  assert.equal((await ana.get(`/rat/activities/${id}`)).data.dpiaRequired, false)
})

test('the saved calculation takes missing factors from the activity', async () => {
  const id = await makeActivity(ana, {
    systemId,
    dataCategories: ['health'],
    internationalTransfer: { exists: true, country: 'US', mechanism: 'bcr' },
  })
  const reply = await ana.post(`/rat/activities/${id}/calculate-risk`, { riskFactors: { dataVolume: 'low' } })
  assert.equal(reply.data.riskScore, 4)
})

test('factors of the wrong type, or no factors, are 400', async () => {
  const id = await makeActivity(ana, { systemId })
  for (const body of [
    {},
    { riskFactors: {} },
    { riskFactors: 'high' },
    { riskFactors: { sensitiveData: 'yes' } },
    { riskFactors: { dataVolume: 3 } },
    { automatedDecision: 1 },
  ]) {
    for (const path of ['preview', id]) {
      const reply = await ana.post(`/rat/activities/${path}/calculate-risk`, body)
      assert.equal(reply.status, 400, `${path} ${JSON.stringify(body)}`)
    }
  }
})

// ── compliance ──

test('a compliance check names each fault with its severity and article', async () => {
  const id = await makeActivity(ana, {
    systemId,
    legalBasis: 'legitimate_interest',
    dataCategories: ['health'],
  })
  const reply = await ana.get(`/rat/activities/${id}/compliance-check`)
  assert.equal(reply.status, 200)
  assert.equal(reply.data.activityId, id)
  assert.equal(reply.data.compliant, false)
  assert.ok(reply.data.score > 0 && reply.data.score < 100)
  const basis = reply.data.checks.find(
    ({ key }: { key: string }) => key === 'legal_basis_fits_sensitive_data',
  )
  assert.deepEqual([basis.passed, basis.severity], [false, 'high'])
  assert.match(basis.legalReference, /16/)
  assert.match(basis.recommendation, /interés legítimo/)
})

test('a foreign system and its unsigned vendor fail the check until declared and signed', async () => {
  const abroad = await makeSystem(ana, {
    name: 'Nube',
    hostingCountry: 'Estados Unidos',
    vendor: 'Nube Andina SpA',
  })
  const id = await makeActivity(ana, {
    systemId: abroad,
    securityMeasures: ['ACCESS_CONTROL'],
    dataSource: 'El titular',
    consentWithdrawal: 'Enlace',
  })
  const failed = async () =>
    (await ana.get(`/rat/activities/${id}/compliance-check`)).data.checks
      .filter(({ passed }: { passed: boolean }) => !passed)
      .map(({ key }: { key: string }) => key)
  assert.deepEqual(await failed(), ['transfer_declared', 'processor_contracts', 'risk_assessed'])
  await ana.put(`/rat/activities/${id}`, {
    internationalTransfer: { exists: true, country: 'US', mechanism: 'contractual_clauses' },
  })
  await ana.post(`/rat/activities/${id}/calculate-risk`, { riskFactors: { dataVolume: 'low' } })
  const { processors } = (await ana.get(`/rat/activities/${id}`)).data
  await ana.put(`/processors/${processors[0].id}`, { dpaStatus: 'SIGNED' })
  const { data } = await ana.get(`/rat/activities/${id}/compliance-check`)
  assert.deepEqual([data.compliant, data.score], [true, 100])
})
