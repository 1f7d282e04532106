import { ById, data, done, faults, listOf } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import { fileName } from '#pdf/document.ts'
import { renderPdf } from '#pdf/renderer.ts'
import { reportOf } from './report.ts'
import * as schemas from './schemas.ts'
import * as dpia from './service.ts'

const tags = ['dpia']
const read = { role: 'VIEWER' } as const
const write = { role: 'ANALYST' } as const

export const routes: Routes = (app) => {
  app.get(
    '/dpia/assessments',
    {
      config: read,
      schema: {
        tags,
        operationId: 'listAssessments',
        summary: 'Listar las evaluaciones de impacto',
        querystring: schemas.AssessmentsQuery,
        response: { 200: listOf('items', schemas.AssessmentItem) },
      },
    },
    (req) => req.read((ctx) => dpia.listAssessments(ctx, req.query)),
  )

  app.post(
    '/dpia/assessments',
    {
      config: write,
      schema: {
        tags,
        operationId: 'createAssessment',
        summary: 'Crear una evaluación de impacto; inicia su aprobación',
        description: 'Nace en draft e inicia su aprobación.',
        body: schemas.NewAssessment,
        response: { 201: data(schemas.Assessment) },
      },
    },
    (req) => req.act((ctx) => dpia.createAssessment(ctx, req.body)),
  )

  app.get(
    '/dpia/assessments/:id',
    {
      config: read,
      schema: {
        tags,
        operationId: 'getAssessment',
        summary: 'Ver una evaluación de impacto con sus riesgos',
        params: ById,
        response: { 200: data(schemas.Assessment) },
      },
    },
    (req) => req.read((ctx) => dpia.getAssessment(ctx, req.params.id)),
  )

  app.put(
    '/dpia/assessments/:id',
    {
      config: write,
      schema: {
        tags,
        operationId: 'updateAssessment',
        summary: 'Cambiar una evaluación en borrador o rechazada; una rechazada se reabre',
        description: 'Solo en draft o rejected. Cambiar una rechazada la reabre, con una aprobación nueva.',
        params: ById,
        body: schemas.AssessmentPatch,
        response: { 200: data(schemas.Assessment), ...faults(409, 422) },
      },
    },
    (req) => req.act((ctx) => dpia.updateAssessment(ctx, req.params.id, req.body)),
  )

  app.post(
    '/dpia/assessments/:id/risks',
    {
      config: write,
      schema: {
        tags,
        operationId: 'addAssessmentRisk',
        summary: 'Agregar un riesgo; su nivel se calcula',
        description:
          'Solo en draft o rejected. El nivel es probabilidad por impacto, de 1 a 4 cada uno: hasta 2 bajo, hasta 4 medio, hasta 9 alto, desde 12 crítico. Con mitigación nace en mitigated.',
        params: ById,
        body: schemas.NewRisk,
        response: { 201: data(schemas.Risk) },
      },
    },
    (req) => req.act((ctx) => dpia.addRisk(ctx, req.params.id, req.body)),
  )

  app.put(
    '/dpia/assessments/:id/risks/:riskId',
    {
      config: write,
      schema: {
        tags,
        operationId: 'updateAssessmentRisk',
        summary: 'Cambiar un riesgo: evaluación, mitigación, riesgo residual o estado',
        description:
          'Solo en draft o rejected. Agregar una mitigación a un riesgo identified lo deja en mitigated, salvo que se envíe otro estado.',
        params: schemas.OfRisk,
        body: schemas.RiskPatch,
        response: { 200: data(schemas.Risk), ...faults(409) },
      },
    },
    (req) => req.act((ctx) => dpia.updateRisk(ctx, req.params.id, req.params.riskId, req.body)),
  )

  app.delete(
    '/dpia/assessments/:id/risks/:riskId',
    {
      config: write,
      schema: {
        tags,
        operationId: 'deleteAssessmentRisk',
        summary: 'Eliminar un riesgo',
        description: 'Solo en draft o rejected.',
        params: schemas.OfRisk,
        response: { 200: done, ...faults(409) },
      },
    },
    (req) => req.act((ctx) => dpia.deleteRisk(ctx, req.params.id, req.params.riskId)),
  )

  app.get(
    '/dpia/assessments/:id/export/pdf',
    {
      config: read,
      schema: {
        tags,
        operationId: 'exportAssessment',
        summary: 'Descargar la evaluación completa en PDF',
        params: ById,
        response: { 200: schemas.PdfFile },
      },
    },
    async (req, reply) => {
      const { data: report } = await req.read((ctx) => dpia.gatherReport(ctx, req.params.id))
      const { title, version } = report.assessment
      const pdf = await renderPdf(reportOf(report))
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="${fileName('eipd', title, `v${version}`)}"`)
        .send(pdf)
    },
  )

  app.post(
    '/dpia/:activityId/screening',
    {
      config: write,
      schema: {
        tags,
        operationId: 'screenActivity',
        summary: 'Analizar si una actividad requiere evaluación de impacto, y guardarlo en ella',
        description:
          'Da cada motivo con su referencia legal, y guarda en la actividad si la evaluación es necesaria.',
        params: schemas.OfActivity,
        response: { 200: data(schemas.Screening) },
      },
    },
    (req) => req.act((ctx) => dpia.screenActivity(ctx, req.params.activityId)),
  )
}
