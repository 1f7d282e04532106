import type { FastifyRequest } from 'fastify'
import type { ReadCtx } from '#db/context.ts'
import { endpoints } from '#http/endpoints.ts'
import { listOf } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import { EvidenceVerdict, VerifyQuery, verify } from '#modules/evidence/public.ts'
import { csvStream, datedName, SEMICOLON } from '#sheets/csv.ts'
import { xlsxStream } from '#sheets/workbook.ts'
import { AUDIT_FILE, AuditEntry, AuditExportQuery, AuditQuery, XLSX } from './schemas.ts'
import { listEntries, openSheet } from './service.ts'
import { AUDIT_COLUMNS } from './sheet.ts'

export const routes: Routes = (app) => {
  const route = endpoints(app, 'settings')

  route.get('/settings/audit-log', {
    id: 'listAuditLog',
    summary: 'Revisar quién cambió qué y cuándo',
    role: 'ADMIN',
    query: AuditQuery,
    ok: listOf('items', AuditEntry),
    read: (ctx, { query }) => listEntries(ctx, query),
  })

  route.get('/settings/audit-log/verify', {
    id: 'verifyEvidence',
    summary: 'Verificar la cadena de evidencia: auditoría, consentimientos, cartas, firmas y publicaciones',
    description:
      'Vuelve a calcular todo desde los registros. Una cadena muy larga se revisa por partes: siga con «from» igual a «next».',
    role: 'ADMIN',
    query: VerifyQuery,
    ok: EvidenceVerdict,
    handle: async (req) => ({
      success: true,
      data: await verify(app.access, app.tools, readerOf(req), req.query.from),
    }),
  })

  route.get('/settings/audit-log/export', {
    id: 'exportAuditLog',
    summary: 'Exportar el registro de auditoría, filtrado como la lista (CSV o Excel)',
    role: 'ADMIN',
    trace: { action: 'export', entityType: 'audit_log' },
    query: AuditExportQuery,
    file: AUDIT_FILE,
    handle: async (req, reply) => {
      const rows = await openSheet(readerOf(req), req.query)
      const csv = (req.query.format ?? 'csv') === 'csv'
      const name = datedName('registro-de-auditoria', app.tools.now(), csv ? 'csv' : 'xlsx')
      reply.header('content-disposition', `attachment; filename="${name}"`)
      return csv
        ? reply.type('text/csv; charset=utf-8').send(csvStream(AUDIT_COLUMNS, rows, SEMICOLON))
        : reply.type(XLSX).send(xlsxStream({ sheet: 'Auditoría', columns: AUDIT_COLUMNS }, rows))
    },
  })
}

/** Runs each read in its own short transaction. */
function readerOf(req: FastifyRequest) {
  return async <T>(work: (ctx: ReadCtx) => Promise<T>): Promise<T> => {
    const answer = (await req.read(work)) as { data: T }
    return answer.data
  }
}
