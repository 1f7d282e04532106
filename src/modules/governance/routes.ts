import Type from 'typebox'
import type { ReadCtx } from '#db/context.ts'
import { previewRoute } from '#documents/download.ts'
import { endpoints } from '#http/endpoints.ts'
import { ById, listOf } from '#http/schema-kit.ts'
import { assertKeyMay, scopeOf } from '#http/scopes.ts'
import type { App } from '#http/types.ts'
import { targetsOf } from '#modules/imports/public.ts'
import type { ModuleDeps } from '#modules/module.ts'
import { onlyPeople } from '#modules/tasks/public.ts'
import { renderPdf } from '#pdf/renderer.ts'
import { COMMA, csvStream, datedName, SEMICOLON } from '#sheets/csv.ts'
import { xlsxStream } from '#sheets/workbook.ts'
import { readParts } from '#storage/parts.ts'
import { storedOrRefused } from '#storage/refusal.ts'
import { createStorage } from '#storage/storage.ts'
import { renderWord } from '#word/renderer.ts'
import { DPIA_TABLE, RAT_TABLE, type Table, targetTable } from './exports/sheets.ts'
import { getExposure } from './exposure.ts'
import { listHistory } from './history.ts'

import { SECTIONS } from './inspection/sections.ts'
import { appointmentDocument, gatherAppointment } from './mpi/appointment.ts'
import { modelDocument } from './mpi/document.ts'
import { gatherModel } from './mpi/service.ts'
import { createOverview } from './overview.ts'
import { listReissue } from './reissue.ts'
import { reportRecord } from './repo.ts'
import { boardReport, gatherReport } from './report.ts'
import * as schemas from './schemas.ts'
import * as governance from './service.ts'

/** These addresses have no parameters. */
const NOTHING_NAMED = Type.Object({})

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

  route.get('/governance/score-history', {
    id: 'getScoreHistory',
    summary: 'Ver el puntaje de cada día',
    description: 'Se guarda uno por día, al terminar el día en Chile.',
    role: 'VIEWER',
    query: schemas.ScoreHistoryQuery,
    ok: schemas.ScoreHistory,
    read: (ctx, { query }) => listHistory(ctx, query),
  })

  route.get('/governance/overview', {
    id: 'getOverview',
    summary: 'Ver el puntaje, los próximos plazos y cuántos registros hay en cada estado',
    description:
      'Con scope=all, de todas sus organizaciones; las que no admiten la sesión van en «skipped». Una clave ve los plazos y cuentas de los módulos que puede leer.',
    role: 'VIEWER',
    query: schemas.OverviewQuery,
    ok: schemas.Overview,
    handle: async (req) => {
      const { claims, keyHolder } = req
      if (req.query.scope !== 'all') return req.read((ctx) => overview.here(ctx, claims ?? keyHolder!))
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

  route.get('/governance/dpo-appointment', {
    id: 'getDpoAppointment',
    summary: 'Descargar el acta de designación del delegado y la comunicación a la Agencia, en PDF o en Word',
    description:
      'Según la entidad legal: art. 50 y, dentro de un modelo de prevención, art. 49 letra a) y DS 662. Sin delegado registrado, 422.',
    role: 'VIEWER',
    query: schemas.AppointmentQuery,
    file: schemas.APPOINTMENT_FILE,
    refusals: [404, 422],
    handle: async (req, reply) => {
      const { legalEntityId, format } = req.query
      const { data } = await req.read((ctx) => gatherAppointment(ctx, legalEntityId))
      const word = format === 'docx'
      const content = await (word ? renderWord : renderPdf)(appointmentDocument(data), req.tenantId)
      const name = datedName('designacion-del-delegado', app.tools.now(), word ? 'docx' : 'pdf')
      return reply
        .type(word ? schemas.DOCX : 'application/pdf')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(content)
    },
  })

  previewRoute(route, '/governance/mpi', {
    id: 'PreventionModel',
    of: 'el modelo de prevención de infracciones',
    params: NOTHING_NAMED,
    gather: async (ctx) => ({ document: modelDocument(await gatherModel(ctx)), name: [] }),
  })

  previewRoute(route, '/governance/board-report', {
    id: 'BoardReport',
    of: 'el informe al directorio con los datos de hoy',
    params: NOTHING_NAMED,
    gather: async (ctx) => {
      const row = { title: 'Informe al directorio', created_at: ctx.now }
      return { document: boardReport(await gatherReport(ctx, row)), name: [] }
    },
  })

  route.get('/governance/inspection-folder', {
    id: 'describeInspectionFolder',
    summary: 'Ver de qué partes consta la carpeta de fiscalización y qué artículo responde cada una',
    role: 'VIEWER',
    ok: schemas.FolderParts,
    read: async () => ({
      items: SECTIONS.map(({ folder, title, article, note }) => ({
        folder,
        title,
        article,
        note: note ?? null,
      })),
    }),
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
    record: reportRecord,
    body: schemas.NewReport,
    created: schemas.Report,
    act: (ctx, { body }) => governance.startReport(ctx, 'REPORT', body),
  })

  route.post('/governance/inspection-folder', {
    id: 'generateInspectionFolder',
    summary: 'Generar la carpeta de fiscalización (ZIP con sus huellas SHA-256), en segundo plano',
    role: 'ADMIN',
    sudo: true,
    record: reportRecord,
    body: schemas.NewReport,
    created: schemas.Report,
    act: (ctx, { body }) => governance.startReport(ctx, 'INSPECTION', body),
  })

  route.get('/governance/reports/:id', {
    id: 'getReport',
    summary: 'Ver el estado de un informe',
    role: 'VIEWER',
    params: ById,
    record: reportRecord,
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
    record: reportRecord,
    act: (ctx, { params }) => governance.deleteReport(ctx, params.id),
  })

  interface Export {
    id: string
    summary: string
    table: Table
    /** Filters, beside the format. */
    query?: typeof schemas.ExportQuery
    /** The module of the records: a key needs its read scope. */
    module: string
    entityType: string
  }
  const exported = (path: string, { id, summary, table, query, module, entityType }: Export) =>
    route.get(path, {
      trace: { action: 'export', entityType },
      id,
      summary,
      description: `Una clave de API necesita también el permiso «${scopeOf(module, 'read')}».`,
      role: 'VIEWER',
      query: query ?? schemas.ExportQuery,
      file: schemas.TABLE_FILE,
      handle: async (req, reply) => {
        assertKeyMay(req.keyHolder, module, 'read')
        const { format, separator: chosen, ...filters } = req.query
        const read = async <T>(work: (ctx: ReadCtx) => Promise<T>) => {
          const answer = (await req.read(work)) as { data: T }
          return answer.data
        }
        const rows = await table.open(read, filters)
        const separator = chosen === 'semicolon' ? SEMICOLON : COMMA
        const csv = (format ?? 'csv') === 'csv'
        const fileName = datedName(table.name, app.tools.now(), csv ? 'csv' : 'xlsx')
        reply.header('content-disposition', `attachment; filename="${fileName}"`)
        return csv
          ? reply.type('text/csv; charset=utf-8').send(csvStream(table.columns, rows, separator))
          : reply.type(schemas.XLSX).send(xlsxStream(table.shape ?? table, rows))
      },
    })

  exported('/governance/export/rat', {
    id: 'exportActivities',
    summary: 'Exportar el registro de actividades (CSV o Excel)',
    table: RAT_TABLE,
    query: schemas.ActivityExportQuery,
    module: 'rat',
    entityType: 'activity',
  })
  exported('/governance/export/dpia', {
    id: 'exportAssessments',
    summary: 'Exportar las evaluaciones de impacto (CSV o Excel)',
    table: DPIA_TABLE,
    module: 'dpia',
    entityType: 'dpia_assessment',
  })

  const targets = targetsOf(modules)
  for (const [name, id, summary, entityType] of REGISTERS) {
    const target = targets.find((one) => one.name === name)
    if (!target) continue
    const { module } = target
    exported(`/governance/export/${name}`, { id, summary, table: targetTable(target), module, entityType })
  }
}

/** The registers beside the record of activities that POST /imports takes back. */
const REGISTERS = [
  ['systems', 'exportSystems', 'Exportar los sistemas (CSV o Excel)', 'system'],
  ['processors', 'exportProcessors', 'Exportar los encargados (CSV o Excel)', 'processor'],
  ['departments', 'exportDepartments', 'Exportar los departamentos (CSV o Excel)', 'department'],
  ['requests', 'exportRequests', 'Exportar las solicitudes de derechos (CSV o Excel)', 'dsar_request'],
] as const
