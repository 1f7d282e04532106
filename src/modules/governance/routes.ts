import type { ReadCtx } from '#db/context.ts'
import { endpoints } from '#http/endpoints.ts'
import { ById, listOf } from '#http/schema-kit.ts'
import type { App } from '#http/types.ts'
import { targetsOf } from '#modules/imports/public.ts'
import type { ModuleDeps } from '#modules/module.ts'
import { onlyPeople } from '#modules/tasks/public.ts'
import { renderPdf } from '#pdf/renderer.ts'
import { COMMA, csvStream, datedName, SEMICOLON } from '#sheets/csv.ts'
import { xlsxStream } from '#sheets/workbook.ts'
import { storedOrRefused } from '#storage/refusal.ts'
import { createStorage } from '#storage/storage.ts'
import { renderWord } from '#word/renderer.ts'
import { DPIA_TABLE, RAT_TABLE, type Table, targetTable } from './exports/sheets.ts'
import { getExposure } from './exposure.ts'
import { readParts } from './inspection/parts.ts'
import { modelDocument } from './mpi/document.ts'
import { gatherModel } from './mpi/service.ts'
import { createOverview } from './overview.ts'
import { listReissue } from './reissue.ts'
import * as schemas from './schemas.ts'
import * as governance from './service.ts'

export function routes(app: App, { config, modules }: ModuleDeps): void {
  const overview = createOverview(modules)
  const storage = createStorage(config)
  const route = endpoints(app, 'governance')

  route.get('/governance/compliance-score', {
    id: 'getComplianceScore',
    summary: 'Ver el puntaje de cumplimiento, área por área, con lo que falta y por qué',
    role: 'VIEWER',
    ok: schemas.ComplianceScore,
    read: (ctx) => governance.getScore(ctx),
  })

  route.get('/governance/overview', {
    id: 'getOverview',
    summary: 'Ver el puntaje, los próximos plazos y cuántos registros hay en cada estado',
    description: 'Con scope=all, de todas sus organizaciones; las que no admiten la sesión van en «skipped».',
    role: 'VIEWER',
    query: schemas.OverviewQuery,
    ok: schemas.Overview,
    handle: async (req) => {
      const { claims, keyHolder } = req
      if (req.query.scope !== 'all')
        return req.read((ctx) => overview.here(ctx, claims ?? { role: keyHolder!.role }))
      if (!claims) throw onlyPeople()
      return { success: true, data: await overview.everywhere(app.access, claims, app.tools.now()) }
    },
  })

  route.get('/governance/exposure', {
    id: 'getExposure',
    summary: 'Ver a qué multas exponen los hallazgos abiertos, en UTM y en pesos, como rangos',
    role: 'VIEWER',
    ok: schemas.Exposure,
    read: (ctx) => getExposure(ctx),
  })

  route.get('/governance/mpi', {
    id: 'getPreventionModel',
    summary: 'Descargar el modelo de prevención de infracciones (arts. 49 a 53; DS 662), en PDF o en Word',
    description:
      'Matriz de riesgos por clase de infracción, protocolos, designación del delegado, canal de denuncias, plan anual, cláusulas y evidencia, según los registros. Lo que falta y lo que la organización debe completar va en listas aparte.',
    role: 'VIEWER',
    query: schemas.ModelQuery,
    file: schemas.MODEL_FILE,
    handle: async (req, reply) => {
      const { data: model } = await req.read((ctx) => gatherModel(ctx))
      const word = req.query.format === 'docx'
      const content = await (word ? renderWord : renderPdf)(modelDocument(model), req.tenantId)
      const name = datedName('modelo-de-prevencion', app.tools.now(), word ? 'docx' : 'pdf')
      return reply
        .type(word ? schemas.DOCX : 'application/pdf')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(content)
    },
  })

  route.get('/governance/reissue', {
    id: 'listReissue',
    summary: 'Listar los documentos vigentes que se escribieron según otra versión de la ley',
    description:
      'Políticas publicadas, contratos enviados o firmados y evaluaciones aprobadas. Las cartas y los informes no se listan: ya están en manos de otros o describen su día.',
    role: 'VIEWER',
    query: schemas.ReissueQuery,
    ok: schemas.Reissue,
    read: (ctx, { query }) => listReissue(ctx, query),
  })

  route.get('/governance/reports', {
    id: 'listReports',
    summary: 'Listar los informes y carpetas generados',
    role: 'VIEWER',
    query: schemas.ReportsQuery,
    ok: listOf('items', schemas.Report),
    read: (ctx, { query }) => governance.listReports(ctx, query),
  })

  route.post('/governance/reports/generate', {
    id: 'generateReport',
    summary: 'Generar un informe de cumplimiento en PDF, en segundo plano',
    description: 'Se prepara en segundo plano: de PENDING pasa a READY o FAILED.',
    role: 'ANALYST',
    body: schemas.NewReport,
    created: schemas.Report,
    act: (ctx, { body }) => governance.startReport(ctx, 'REPORT', body),
  })

  route.post('/governance/inspection-folder', {
    id: 'generateInspectionFolder',
    summary: 'Generar la carpeta de fiscalización (ZIP con sus huellas SHA-256), en segundo plano',
    role: 'ADMIN',
    sudo: true,
    body: schemas.NewReport,
    created: schemas.Report,
    act: (ctx, { body }) => governance.startReport(ctx, 'INSPECTION', body),
  })

  route.get('/governance/reports/:id', {
    id: 'getReport',
    summary: 'Ver el estado de un informe',
    role: 'VIEWER',
    params: ById,
    ok: schemas.Report,
    read: (ctx, { params }) => governance.getReport(ctx, params.id),
  })

  route.get('/governance/reports/:id/download', {
    id: 'downloadReport',
    summary: 'Descargar un informe (PDF) o una carpeta de fiscalización (ZIP; rol ADMIN)',
    role: 'VIEWER',
    params: ById,
    file: schemas.REPORT_FILE,
    refusals: [409],
    handle: async (req, reply) => {
      const { data: file } = await req.read((ctx) => governance.downloadReport(ctx, req.params.id))
      reply.type(file.type).header('content-disposition', `attachment; filename="${file.fileName}"`)
      if ('content' in file) return reply.send(file.content)
      const content = await storedOrRefused(req, readParts(storage, file.folder, file.parts))
      return reply
        .header('content-length', file.size!)
        .header('digest', `sha-256=${Buffer.from(file.sha256!, 'hex').toString('base64')}`)
        .send(content)
    },
  })

  route.delete('/governance/reports/:id', {
    id: 'deleteReport',
    summary: 'Eliminar un informe; una carpeta de fiscalización, con rol ADMIN',
    role: 'ANALYST',
    params: ById,
    act: (ctx, { params }) => governance.deleteReport(ctx, params.id),
  })

  const exported = (path: string, id: string, summary: string, table: Table, entityType: string) =>
    route.get(path, {
      trace: { action: 'export', entityType },
      id,
      summary,
      role: 'VIEWER',
      query: schemas.ExportQuery,
      file: schemas.TABLE_FILE,
      handle: async (req, reply) => {
        const rows = await table.open(async <T>(work: (ctx: ReadCtx) => Promise<T>) => {
          const answer = (await req.read(work)) as { data: T }
          return answer.data
        })
        const separator = req.query.separator === 'semicolon' ? SEMICOLON : COMMA
        const csv = (req.query.format ?? 'csv') === 'csv'
        const fileName = datedName(table.name, app.tools.now(), csv ? 'csv' : 'xlsx')
        reply.header('content-disposition', `attachment; filename="${fileName}"`)
        return csv
          ? reply.type('text/csv; charset=utf-8').send(csvStream(table.columns, rows, separator))
          : reply.type(schemas.XLSX).send(xlsxStream(table.shape ?? table, rows))
      },
    })

  exported(
    '/governance/export/rat',
    'exportActivities',
    'Exportar el registro de actividades (CSV o Excel)',
    RAT_TABLE,
    'activity',
  )
  exported(
    '/governance/export/dpia',
    'exportAssessments',
    'Exportar las evaluaciones de impacto (CSV o Excel)',
    DPIA_TABLE,
    'dpia_assessment',
  )

  const targets = targetsOf(modules)
  for (const [name, id, summary, entityType] of REGISTERS) {
    const target = targets.find((one) => one.name === name)
    if (target) exported(`/governance/export/${name}`, id, summary, targetTable(target), entityType)
  }
}

/** Beside the record: what POST /imports takes back. */
const REGISTERS = [
  ['systems', 'exportSystems', 'Exportar los sistemas (CSV o Excel)', 'system'],
  ['processors', 'exportProcessors', 'Exportar los encargados (CSV o Excel)', 'processor'],
  ['departments', 'exportDepartments', 'Exportar los departamentos (CSV o Excel)', 'department'],
  ['requests', 'exportRequests', 'Exportar las solicitudes de derechos (CSV o Excel)', 'dsar_request'],
] as const
