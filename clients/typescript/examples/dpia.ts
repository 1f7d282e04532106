/** An impact assessment: screening, risks, approval, and the report as a PDF. */
import { newActivity, newOrganisation } from './session.ts'

const { api } = await newOrganisation()
const { activity } = await newActivity(api)

const screening = await api.post('/dpia/{activityId}/screening', { path: { activityId: activity.id } })
console.log(`needed: ${screening.requiresDpia}. ${screening.recommendation}`)

const { id } = await api.post('/dpia/assessments', {
  body: { title: 'Perfilado de clientes', activityId: activity.id, scope: 'Clientes de la tienda en línea' },
})
const path = { id }
const risk = await api.post('/dpia/assessments/{id}/risks', {
  path,
  body: {
    description: 'Perfiles visibles para terceros',
    likelihood: 'medium',
    impact: 'high',
    mitigation: 'Seudonimizar',
    residualRisk: 'low',
  },
})
console.log(`risk ${risk.riskLevel}, ${risk.status}`)

// The assessment started its own approval. Approving that approves the assessment.
const instance = await api.get('/workflow-instances/entity/{entityType}/{entityId}', {
  path: { entityType: 'DPIA', entityId: id },
})
await api.post('/workflow-instances/{id}/action', {
  path: { id: instance!.id },
  body: { stageId: instance!.currentStageId!, actionType: 'APPROVE', notes: 'Conforme' },
})
const { status, approverName } = await api.get('/dpia/assessments/{id}', { path })
console.log(`${status} by ${approverName}`)

const pdf = await api.download('/dpia/assessments/{id}/export/pdf', { path })
console.log(`${pdf.name}: ${pdf.type}, ${pdf.blob.size > 1000 ? 'complete' : 'empty'}`)
