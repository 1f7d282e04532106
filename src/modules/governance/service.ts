import { audit } from '#db/audit.ts'
import type { Ctx, Reading } from '#db/context.ts'
import { enqueue } from '#jobs/definition.ts'
import { iso } from '#kernel/dates.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { pagination } from '#kernel/paging.ts'
import { type Role, reaches } from '#kernel/roles.ts'
import { longDate } from '#pdf/document.ts'
import { readFacts } from './facts.ts'
import * as repo from './repo.ts'
import type { Kind } from './rules.ts'
import type { NewReport, ReportsQuery } from './schemas.ts'
import { scoreOf } from './score.ts'
import { reportView } from './views.ts'

export const JOB_NAME = 'governance.report'

export async function getScore(ctx: Reading) {
  return { ...scoreOf(await readFacts(ctx)), calculatedAt: iso(ctx.now) }
}

export async function listReports(ctx: Reading, query: ReportsQuery) {
  const { rows, total } = await repo.listReports(ctx, query)
  return { items: rows.map(reportView), pagination: pagination(query, total) }
}

export async function getReport(ctx: Reading, id: string) {
  return reportView(await findOrFail(ctx, id))
}

const TITLES: Readonly<Record<Kind, string>> = {
  REPORT: 'Informe de cumplimiento',
  INSPECTION: 'Carpeta de fiscalización',
}

/** Written down with its job: what is promised here is made in the background. */
export async function startReport(ctx: Ctx, kind: Kind, input: NewReport) {
  const title = input?.title?.trim() || (await titleOf(ctx, kind))
  const row = await repo.insertReport(ctx, {
    id: newId(),
    kind,
    title,
    created_by: ctx.actor.type === 'user' ? (ctx.actor.id ?? null) : null,
  })
  await enqueue(ctx, JOB_NAME, { tenantId: ctx.tenantId, reportId: row.id })
  await audit(ctx, { action: 'generate', entityType: 'governance_report', entityId: row.id, after: row })
  return reportView(row)
}

async function titleOf(ctx: Reading, kind: Kind): Promise<string> {
  const { timezone } = await repo.findTenant(ctx)
  return `${TITLES[kind]}, ${longDate(ctx.now, timezone)}`
}

export async function downloadReport(ctx: Ctx, id: string) {
  const row = await findOrFail(ctx, id)
  assertMayHandle(ctx, row)
  if (row.status !== 'READY') {
    throw new Failure(
      'conflict',
      row.status === 'PENDING'
        ? `El documento aún se está preparando (${row.progress} %). Intente de nuevo en unos segundos.`
        : `El documento no pudo prepararse: ${row.error} Pida uno nuevo.`,
    )
  }
  const content = await repo.readContent(ctx, id)
  if (!content) throw notFound('el informe')
  return { content, type: row.content_type!, fileName: row.file_name! }
}

export async function deleteReport(ctx: Ctx, id: string): Promise<void> {
  assertMayHandle(ctx, await findOrFail(ctx, id))
  const row = await repo.removeReport(ctx, id)
  if (!row) throw notFound('el informe')
  await audit(ctx, { action: 'delete', entityType: 'governance_report', entityId: id, before: row })
}

const INSPECTION_ROLE: Role = 'ADMIN'

/** A folder holds the audit log, which is read from this role on (decisions, Settings). */
function assertMayHandle({ actor }: Ctx, { kind }: repo.ReportRow): void {
  if (kind !== 'INSPECTION' || (actor.role && reaches(actor.role, INSPECTION_ROLE))) return
  throw new Failure(
    'forbidden',
    `La carpeta de fiscalización contiene el registro de auditoría: requiere el rol ${INSPECTION_ROLE} o superior; usted tiene ${actor.role}.`,
  )
}

async function findOrFail(ctx: Reading, id: string): Promise<repo.ReportRow> {
  const row = await repo.findReport(ctx, id)
  if (!row) throw notFound('el informe')
  return row
}
