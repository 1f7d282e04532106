import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeActivity, makeSystem } from '#test/kit/activities.ts'
import { pdfText } from '#test/kit/pdf.ts'
import { openService, type Person } from '#test/kit/service.ts'

const api = await openService({ DEFAULT_PLAN: 'ENTERPRISE' })

const FULL = {
  title: 'Ficha clínica',
  description: 'Una ficha para tres sedes',
  necessity: 'La atención lo exige',
  proportionality: 'Accede solo el equipo tratante',
}
const RISK = {
  description: 'Divulgación de diagnósticos',
  likelihood: 'medium',
  impact: 'critical',
  mitigation: 'Registro de cada consulta',
  residualRisk: 'low',
}

async function approve(person: Person, id: string, body: object = {}) {
  const { data: instance } = await person.get(`/workflow-instances/entity/DPIA/${id}`)
  const action = { stageId: instance.currentStageId, actionType: 'APPROVE', ...body }
  return person.post(`/workflow-instances/${instance.id}/action`, action)
}

const keysOf = (list: { key: string }[]) => list.map(({ key }) => key)
const CONTENTS = ['dpia.description', 'dpia.necessity', 'dpia.proportionality', 'dpia.risks']

test('art. 15 ter: an empty assessment is approved with warnings, and its cover says what is missing', async () => {
  const ana = await api.tenant()
  const { id } = (await ana.post('/dpia/assessments', { title: 'Vacía' })).data
  const reply = await approve(ana, id)
  assert.equal(reply.status, 200)
  assert.deepEqual(keysOf(reply.data.warnings), [...CONTENTS, 'dpia.activity'])
  assert.equal((await ana.get(`/dpia/assessments/${id}`)).data.status, 'approved')
  const text = pdfText((await ana.get(`/dpia/assessments/${id}/export/pdf`)).raw)
  assert.match(text, /Documento incompleto según el art\. 15 ter/)
  assert.doesNotMatch(text, /Documento elaborado conforme/)
})

test('art. 15 ter: when the law is enforced an empty assessment is refused, and a complete one approved', async () => {
  const ana = await api.tenant()
  await ana.put('/settings/tenant', { legalGate: 'enforce' })
  const { id } = (await ana.post('/dpia/assessments', { title: 'Vacía' })).data
  const refused = await approve(ana, id)
  assert.equal(refused.status, 422)
  assert.deepEqual(
    refused.body.error.details.map(({ path }: { path: string }) => path),
    CONTENTS,
  )
  for (const { message } of refused.body.error.details) assert.match(message, /art\w*\. 15 ter/)
  const { data: left } = await ana.get(`/dpia/assessments/${id}`)
  assert.deepEqual([left.status, left.approvedAt], ['draft', null])

  await ana.put(`/dpia/assessments/${id}`, FULL)
  const risk = (await ana.post(`/dpia/assessments/${id}/risks`, { ...RISK, mitigation: null })).data
  const open = await approve(ana, id)
  assert.deepEqual(
    open.body.error.details.map(({ path }: { path: string }) => path),
    ['dpia.measures'],
  )
  await ana.put(`/dpia/assessments/${id}/risks/${risk.id}`, { mitigation: 'Registro de cada consulta' })
  assert.equal((await approve(ana, id)).status, 200)
})

test('a DPO may approve an incomplete one with a reason, which the audit log records', async () => {
  const ana = await api.tenant()
  await ana.put('/settings/tenant', { legalGate: 'enforce' })
  const { id } = (await ana.post('/dpia/assessments', { title: 'Vacía' })).data
  const reply = await approve(ana, id, { override: { reason: 'El documento firmado está en papel' } })
  assert.equal(reply.status, 200)
  const log = await ana.get(`/settings/audit-log?entityId=${id}`)
  assert.match(JSON.stringify(log.body), /override_legal_gate.*en papel|en papel.*override_legal_gate/)
})

test('art. 14 ter b): an assessment belongs to the entity of its activity, and its cover names it', async () => {
  const ana = await api.tenant()
  const { entities } = (await ana.get('/org/entities')).data
  const { workspaceId } = entities[0]
  const body = { workspaceId, name: 'Servicios Financieros SpA', taxId: '76543210-3' }
  const financiera = (await ana.post('/org/entities', body)).data.id
  const activityId = await makeActivity(ana, { legalEntityId: financiera })
  const made = (await ana.post('/dpia/assessments', { title: 'Crédito', activityId })).data
  assert.equal(made.legalEntityId, financiera)
  const plain = (await ana.post('/dpia/assessments', { title: 'Otra' })).data
  assert.equal(plain.legalEntityId, entities[0].id)
  const list = async (query: string) =>
    (await ana.get(`/dpia/assessments?${query}`)).data.items.map(({ id }: { id: string }) => id)
  assert.deepEqual(await list(`legalEntityId=${financiera}`), [made.id])
  assert.deepEqual(await list('legalEntityId=nada'), [])
  assert.deepEqual(await list('legalEntityId='), [plain.id, made.id])
  const wrong = await ana.put(`/dpia/assessments/${plain.id}`, { legalEntityId: activityId })
  assert.equal(wrong.status, 422)
  const moved = await ana.put(`/dpia/assessments/${plain.id}`, { activityId })
  assert.equal(moved.data.legalEntityId, financiera)
  const text = pdfText((await ana.get(`/dpia/assessments/${made.id}/export/pdf`)).raw)
  assert.match(text, /^Servicios Financieros SpA/)
  assert.match(text, /RUT 76\.543\.210-3/)
})

test('arts. 27 and 28: the report says where systems and processors are, and shows the activity as approved', async () => {
  // Five minutes before midnight in Chile.
  api.clock.set('2026-12-02T02:55:00Z')
  const ana = await api.tenant()
  const systemId = await makeSystem(ana, { name: 'Lago', hostingCountry: 'BR', vendor: 'Datalago Nuvem' })
  const activityId = await makeActivity(ana, { systemId, purpose: 'Evaluar el crédito de las personas' })
  const { id } = (await ana.post('/dpia/assessments', { ...FULL, activityId })).data
  await ana.post(`/dpia/assessments/${id}/risks`, RISK)
  const read = async () => pdfText((await ana.get(`/dpia/assessments/${id}/export/pdf`)).raw)
  assert.match(
    await read(),
    /Transferencia internacional Sin declarar\. Los datos están también en: Brasil \(Lago\); Brasil \(Datalago Nuvem\)/,
  )
  await approve(ana, id)
  api.clock.set('2026-12-02T03:05:00Z')
  await ana.put(`/rat/activities/${activityId}`, { purpose: 'Otra finalidad que nadie evaluó' })
  const text = await read()
  assert.match(text, /Evaluar el crédito de las personas/)
  assert.doesNotMatch(text, /Otra finalidad/)
  assert.match(text, /Fecha 1 de diciembre de 2026/)
  assert.match(text, /se modificó el 2 de diciembre de 2026, después de la aprobación/)
  await ana.delete(`/rat/activities/${activityId}`)
  assert.match(await read(), /Evaluar el crédito de las personas/)
  api.clock.release()
})
