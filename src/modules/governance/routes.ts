import type { Reading } from '#db/context.ts'
import { ById, data, done, faults, listOf } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import { csvStream, datedName } from './exports/files.ts'
import { DPIA_TABLE, RAT_TABLE, type Table } from './exports/tables.ts'
import { xlsxStream } from './exports/workbook.ts'
import * as schemas from './schemas.ts'
import * as governance from './service.ts'

const tags = ['governance']
const read = { role: 'VIEWER' } as const
const write = { role: 'ANALYST' } as const
const administer = { role: 'ADMIN' } as const

export const routes: Routes = (app) => {
  app.get(
    '/governance/compliance-score',
    {
      config: read,
      schema: {
        tags,
        operationId: 'getComplianceScore',
        summary: 'Ver el puntaje de cumplimiento, área por área, con lo que falta y por qué',
        response: { 200: data(schemas.ComplianceScore) },
      },
    },
    (req) => req.read((ctx) => governance.getScore(ctx)),
  )

  app.get(
    '/governance/reports',
    {
      config: read,
      schema: {
        tags,
        operationId: 'listReports',
        summary: 'Listar los informes y carpetas generados',
        querystring: schemas.ReportsQuery,
        response: { 200: listOf('items', schemas.Report) },
      },
    },
    (req) => req.read((ctx) => governance.listReports(ctx, req.query)),
  )

  app.post(
    '/governance/reports/generate',
    {
      config: write,
      schema: {
        tags,
        operationId: 'generateReport',
        summary: 'Generar un informe de cumplimiento en PDF, en segundo plano',
        description: 'Se prepara en segundo plano: de PENDING pasa a READY o FAILED.',
        body: schemas.NewReport,
        response: { 201: data(schemas.Report) },
      },
    },
    (req) => req.act((ctx) => governance.startReport(ctx, 'REPORT', req.body)),
  )

  app.post(
    '/governance/inspection-folder',
    {
      config: administer,
      schema: {
        tags,
        operationId: 'generateInspectionFolder',
        summary: 'Generar la carpeta de fiscalización (ZIP con sus huellas SHA-256), en segundo plano',
        body: schemas.NewReport,
        response: { 201: data(schemas.Report) },
      },
    },
    (req) => req.act((ctx) => governance.startReport(ctx, 'INSPECTION', req.body)),
  )

  app.get(
    '/governance/reports/:id',
    {
      config: read,
      schema: {
        tags,
        operationId: 'getReport',
        summary: 'Ver el estado de un informe',
        params: ById,
        response: { 200: data(schemas.Report) },
      },
    },
    (req) => req.read((ctx) => governance.getReport(ctx, req.params.id)),
  )

  app.get(
    '/governance/reports/:id/download',
    {
      config: read,
      schema: {
        tags,
        operationId: 'downloadReport',
        summary: 'Descargar un informe (PDF) o una carpeta de fiscalización (ZIP; rol ADMIN)',
        params: ById,
        response: { 200: schemas.ReportFile, ...faults(409) },
      },
    },
    async (req, reply) => {
      const { data: file } = await req.act((ctx) => governance.downloadReport(ctx, req.params.id))
      return reply
        .type(file.type)
        .header('content-disposition', `attachment; filename="${file.fileName}"`)
        .send(file.content)
    },
  )

  app.delete(
    '/governance/reports/:id',
    {
      config: write,
      schema: {
        tags,
        operationId: 'deleteReport',
        summary: 'Eliminar un informe; una carpeta de fiscalización, con rol ADMIN',
        params: ById,
        response: { 200: done },
      },
    },
    (req) => req.act((ctx) => governance.deleteReport(ctx, req.params.id)),
  )

  const exported = (path: string, operationId: string, summary: string, table: Table) =>
    app.get(
      path,
      {
        config: read,
        schema: {
          tags,
          operationId,
          summary,
          querystring: schemas.ExportQuery,
          response: { 200: schemas.TableFile },
        },
      },
      async (req, reply) => {
        const rows = await table.open(async <T>(work: (ctx: Reading) => Promise<T>) => {
          const reply = (await req.read(work)) as { data: T }
          return reply.data
        })
        const csv = (req.query.format ?? 'csv') === 'csv'
        const fileName = datedName(table.name, app.tools.now(), csv ? 'csv' : 'xlsx')
        reply.header('content-disposition', `attachment; filename="${fileName}"`)
        // A file has no envelope, and Fastify's types know files as buffers alone.
        return csv
          ? reply.type('text/csv; charset=utf-8').send(csvStream(table.columns, rows) as never)
          : reply.type(schemas.XLSX).send(xlsxStream(table, rows) as never)
      },
    )

  exported(
    '/governance/export/rat',
    'exportActivities',
    'Exportar el registro de actividades (CSV o Excel)',
    RAT_TABLE,
  )
  exported(
    '/governance/export/dpia',
    'exportAssessments',
    'Exportar las evaluaciones de impacto (CSV o Excel)',
    DPIA_TABLE,
  )
}
