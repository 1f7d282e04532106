import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { openService, type Person } from '#test/kit/service.ts'

const api = await openService()
const ana = await api.tenant({ name: 'Clínica del Sur SpA' })
const RISK = { description: 'Fuga de fichas', likelihood: 'medium', impact: 'critical' }

async function newAssessment(person: Person, body: object = {}): Promise<string> {
  const reply = await person.post('/dpia/assessments', { title: 'Ficha clínica', ...body })
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return `/dpia/assessments/${reply.data.id}`
}

async function act(person: Person, path: string, actionType: string) {
  const id = path.split('/').at(-1)
  const { data: instance } = await person.get(`/workflow-instances/entity/DPIA/${id}`)
  const body = { stageId: instance.currentStageId, actionType }
  assert.equal((await person.post(`/workflow-instances/${instance.id}/action`, body)).status, 200)
}

const risksOf = async (path: string) => (await ana.get(path)).data.risks

// ── acts on a closed assessment ──

test('an approved assessment accepts a new review date, and unknown fields change nothing', async () => {
  const path = await newAssessment(ana)
  await act(ana, path, 'APPROVE')
  const approved = (await ana.get(path)).data
  const set = await ana.put(path, { reviewAt: '2027-06-30', tenantId: newId(), nada: 1 })
  assert.deepEqual([set.status, set.data?.reviewAt, set.data?.status], [200, '2027-06-30', 'approved'])
  assert.deepEqual([set.data.approvedAt, set.data.version], [approved.approvedAt, approved.version])
  const both = await ana.put(path, { reviewAt: '2027-07-31', title: 'Otra' })
  assert.deepEqual([both.status, both.body.error.code], [409, 'CONFLICT'])
  assert.equal((await ana.put(path, { reviewAt: null })).data.reviewAt, null)
  assert.equal((await ana.put(path, { nada: 1 })).status, 409)
  assert.equal((await ana.get(path)).data.title, 'Ficha clínica')
})

test('a new review date does not reopen a rejected assessment; any other field does', async () => {
  const path = await newAssessment(ana)
  await act(ana, path, 'REJECT')
  const kept = await ana.put(path, { reviewAt: '2027-06-30' })
  assert.deepEqual([kept.data.status, kept.data.version], ['rejected', 1])
  const reopened = await ana.put(path, { necessity: 'Otra' })
  assert.deepEqual([reopened.data.status, reopened.data.version], ['draft', 2])
})

test('an approved assessment accepts no added, changed or deleted risk', async () => {
  const path = await newAssessment(ana)
  const { data: risk } = await ana.post(`${path}/risks`, RISK)
  await act(ana, path, 'APPROVE')
  for (const reply of [
    await ana.post(`${path}/risks`, RISK),
    await ana.put(`${path}/risks/${risk.id}`, { mitigation: 'Cifrado' }),
    await ana.delete(`${path}/risks/${risk.id}`),
  ])
    assert.deepEqual([reply.status, reply.body.error.code], [409, 'CONFLICT'])
  assert.deepEqual(
    (await risksOf(path)).map(({ id, mitigation }: { id: string; mitigation: null }) => [id, mitigation]),
    [[risk.id, null]],
  )
})

// ── risks, step by step ──

test('a risk is rated again when any part of it changes, and its state follows its mitigation', async () => {
  const path = await newAssessment(ana)
  const { data: risk } = await ana.post(`${path}/risks`, { ...RISK, mitigation: ' ' })
  assert.deepEqual(
    [risk.riskLevel, risk.status, risk.mitigation, risk.residualRisk],
    ['high', 'identified', null, null],
  )
  for (const [patch, expected] of [
    [{ likelihood: 'high' }, { riskLevel: 'critical', status: 'identified' }],
    [{ impact: 'low' }, { riskLevel: 'medium', likelihood: 'high' }],
    [{ riskLevel: 'low' }, { riskLevel: 'medium' }],
    [{ mitigation: 'Cifrado ñ 🔒' }, { status: 'mitigated', mitigation: 'Cifrado ñ 🔒' }],
    [{ residualRisk: 'high' }, { residualRisk: 'high' }],
    [{ residualLikelihood: 'low' }, { residualRisk: 'high', residualLikelihood: 'low' }],
    [{ residualImpact: 'low' }, { residualRisk: 'low' }],
    [{ residualRisk: 'critical' }, { residualRisk: 'low' }],
    [
      { residualImpact: null, residualRisk: 'medium' },
      { residualRisk: 'medium', residualImpact: null },
    ],
    [{ residualRisk: null }, { residualRisk: null }],
    [{ status: 'accepted' }, { status: 'accepted', mitigation: 'Cifrado ñ 🔒' }],
    [{ mitigation: null }, { status: 'accepted', mitigation: null }],
    [{ status: 'mitigated' }, { status: 'mitigated' }],
    [{ mitigation: '' }, { status: 'identified' }],
  ] as const) {
    const { status, data } = await ana.put(`${path}/risks/${risk.id}`, patch)
    assert.equal(status, 200)
    for (const [field, value] of Object.entries(expected))
      assert.equal(data[field], value, `${JSON.stringify(patch)}: ${field}`)
  }
})

test('blank, overlong, unknown or impossible values of a risk are refused', async () => {
  const path = await newAssessment(ana)
  const { data: risk } = await ana.post(`${path}/risks`, RISK)
  for (const [field, value] of [
    ['description', ' '],
    ['description', null],
    ['description', 'x'.repeat(10_001)],
    ['likelihood', 'LOW'],
    ['likelihood', null],
    ['impact', 4],
    ['status', 'closed'],
    ['residualRisk', 'none'],
    ['dueOn', '2027-02-29'],
    ['doneOn', '2027-02-28T00:00:00Z'],
    ['ownerName', 'x'.repeat(201)],
  ] as const) {
    const reply = await ana.put(`${path}/risks/${risk.id}`, { [field]: value })
    assert.deepEqual([reply.status, reply.body.error?.details?.[0]?.path], [400, field], `${field}: ${value}`)
  }
  const [same] = await risksOf(path)
  assert.deepEqual(same, risk)
})

// ── lists ──

test('filters of the list combine, and an unknown id finds nothing', async () => {
  const org = await api.tenant()
  const approved = await newAssessment(org, { title: 'Árbol' })
  await act(org, approved, 'APPROVE')
  await newAssessment(org, { title: 'árbol dos' })
  await newAssessment(org, { title: 'Casa' })
  const titles = async (query: string) => {
    const { data } = await org.get(`/dpia/assessments?${query}`)
    assert.equal(data.pagination.total, data.items.length, query)
    return data.items.map(({ title }: { title: string }) => title)
  }
  assert.deepEqual(await titles(''), ['Casa', 'árbol dos', 'Árbol'])
  assert.deepEqual(await titles('q=arbol'), ['árbol dos', 'Árbol'])
  assert.deepEqual(await titles('q=arbol&status=approved'), ['Árbol'])
  assert.deepEqual(await titles('sort=title'), ['Árbol', 'árbol dos', 'Casa'])
  assert.deepEqual(await titles('status=rejected'), [])
  for (const filter of [`activityId=${newId()}`, `legalEntityId=${newId()}`, 'legalEntityId=nada'])
    assert.deepEqual(await titles(filter), [], filter)
  assert.deepEqual((await titles('legalEntityId=')).length, 3)
})
