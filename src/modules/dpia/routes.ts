import { documentRoutes } from '#documents/download.ts'
import { endpoints } from '#http/endpoints.ts'
import { ById, listOf } from '#http/schema-kit.ts'
import { mayRead } from '#http/scopes.ts'
import type { Routes } from '#http/types.ts'
import { fileName } from '#pdf/document.ts'
import { renderPdf } from '#pdf/renderer.ts'
import { assessmentRecord } from './repo.ts'
import { reportOf } from './report.ts'
import * as schemas from './schemas.ts'
import * as dpia from './service.ts'

export const routes: Routes = (app) => {
  const route = endpoints(app, 'dpia')

  route.get('/dpia/assessments', {
    id: 'listAssessments',
    summary: 'Listar las evaluaciones de impacto',
    role: 'VIEWER',
    query: schemas.AssessmentsQuery,
    ok: listOf('items', schemas.AssessmentItem),
    read: (ctx, { query }) => dpia.listAssessments(ctx, query),
  })

  route.post('/dpia/assessments', {
    id: 'createAssessment',
    summary: 'Crear una evaluación de impacto; inicia su aprobación',
    description: 'Nace en draft e inicia su aprobación.',
    role: 'ANALYST',
    record: assessmentRecord,
    body: schemas.NewAssessment,
    created: schemas.Assessment,
    act: (ctx, { body }) => dpia.createAssessment(ctx, body),
  })

  route.get('/dpia/assessments/:id', {
    id: 'getAssessment',
    summary: 'Ver una evaluación de impacto con sus riesgos',
    role: 'VIEWER',
    params: ById,
    record: assessmentRecord,
    ok: schemas.Assessment,
    handle: (req) => req.read((ctx) => dpia.getAssessment(ctx, req.params.id, mayRead(req.keyHolder, 'rat'))),
  })

  route.put('/dpia/assessments/:id', {
    id: 'updateAssessment',
    summary: 'Cambiar una evaluación en borrador o rechazada; una rechazada se reabre',
    description: 'Solo en draft o rejected. Cambiar una rechazada la reabre, con una aprobación nueva.',
    role: 'ANALYST',
    params: ById,
    record: assessmentRecord,
    body: schemas.AssessmentPatch,
    ok: schemas.Assessment,
    refusals: [409, 422],
    handle: (req) =>
      req.act((ctx) => dpia.updateAssessment(ctx, req.params.id, req.body, mayRead(req.keyHolder, 'rat'))),
  })

  route.post('/dpia/assessments/:id/risks', {
    id: 'addAssessmentRisk',
    summary: 'Agregar un riesgo; su nivel se calcula',
    description:
      'Solo en draft o rejected. El nivel es probabilidad por impacto, de 1 a 4 cada uno: hasta 2 bajo, hasta 4 medio, hasta 9 alto, desde 12 crítico. Con mitigación nace en mitigated.',
    role: 'ANALYST',
    params: ById,
    record: assessmentRecord,
    body: schemas.NewRisk,
    created: schemas.Risk,
    act: (ctx, { params, body }) => dpia.addRisk(ctx, params.id, body),
  })

  route.put('/dpia/assessments/:id/risks/:riskId', {
    id: 'updateAssessmentRisk',
    summary: 'Cambiar un riesgo: evaluación, mitigación, riesgo residual o estado',
    description:
      'Solo en draft o rejected. Agregar una mitigación a un riesgo identified lo deja en mitigated, salvo que se envíe otro estado.',
    role: 'ANALYST',
    params: schemas.OfRisk,
    record: assessmentRecord,
    body: schemas.RiskPatch,
    ok: schemas.Risk,
    refusals: [409],
    act: (ctx, { params, body }) => dpia.updateRisk(ctx, params.id, params.riskId, body),
  })

  route.delete('/dpia/assessments/:id/risks/:riskId', {
    id: 'deleteAssessmentRisk',
    summary: 'Eliminar un riesgo',
    description: 'Solo en draft o rejected.',
    role: 'ANALYST',
    params: schemas.OfRisk,
    record: assessmentRecord,
    refusals: [409],
    act: (ctx, { params }) => dpia.deleteRisk(ctx, params.id, params.riskId),
  })

  documentRoutes(route, '/dpia/assessments/:id', {
    id: 'Assessment',
    of: 'una evaluación de impacto',
    params: ById,
    async gather(ctx, { id }) {
      const report = await dpia.gatherReport(ctx, id)
      const { title, version } = report.assessment
      return { document: reportOf(report), name: ['eipd', title, `v${version}`] }
    },
  })

  route.get('/dpia/assessments/:id/export/pdf', {
    id: 'exportAssessment',
    summary: 'Descargar la evaluación completa en PDF',
    role: 'VIEWER',
    params: ById,
    file: { description: 'La evaluación completa, para entregar', types: ['application/pdf'] },
    handle: async (req, reply) => {
      const { data: report } = await req.read((ctx) => dpia.gatherReport(ctx, req.params.id))
      const { title, version } = report.assessment
      const pdf = await renderPdf(reportOf(report), req.tenantId)
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="${fileName('eipd', title, `v${version}`)}"`)
        .send(pdf)
    },
  })

  route.post('/dpia/:activityId/screening', {
    id: 'screenActivity',
    summary: 'Analizar si una actividad requiere evaluación de impacto, y guardarlo en ella',
    description:
      'Da cada motivo con su referencia legal, y guarda en la actividad si la evaluación es necesaria.',
    role: 'ANALYST',
    params: schemas.OfActivity,
    ok: schemas.Screening,
    act: (ctx, { params }) => dpia.screenActivity(ctx, params.activityId),
  })
}
