import { audit } from '#db/audit.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { findTenant, together } from '#db/sql.ts'
import { enqueue } from '#jobs/definition.ts'
import { iso } from '#kernel/dates.ts'
import { Failure, found } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { lawNotice } from '#kernel/law/wording.ts'
import { type Role, reaches, sayRole } from '#kernel/roles.ts'
import { longDate } from '#pdf/document.ts'
import { readFacts } from './facts.ts'
import * as repo from './repo.ts'
import { reports } from './repo.ts'
import type { Kind } from './rules.ts'
import type { NewReport, ReportsQuery } from './schemas.ts'
import { scoreOf } from './score.ts'
import { reportView } from './views.ts'

export const JOB_NAME = 'governance.report'
export const REMOVAL_NAME = 'governance.remove-folder'

/** Its name in refusals. */
const REPORT = 'el informe'

export async function getScore(ctx: ReadCtx) {
  return { ...scoreOf(await readFacts(ctx)), calculatedAt: iso(ctx.now), lawNotice: lawNotice(ctx) }
}

export async function listReports(ctx: ReadCtx, query: ReportsQuery) {
  const { rows, ...page } = await repo.listReports(ctx, query)
  return { items: rows.map(reportView), ...page }
}

export async function getReport(ctx: ReadCtx, id: string) {
  return reportView(found(await repo.findReport(ctx, id), REPORT))
}

const TITLES: Readonly<Record<Kind, string>> = {
  REPORT: 'Informe de cumplimiento',
  INSPECTION: 'Carpeta de fiscalización',
}

/** Writes the row and its job together. The job makes the document in the background. */
export async function startReport(ctx: WriteCtx, kind: Kind, input: NewReport) {
  const report = {
    id: newId(),
    kind,
    title: input?.title?.trim() || (await titleOf(ctx, kind)),
    status: 'PENDING' as const,
    progress: 0,
    law_version: ctx.tools.law.version,
    created_by: ctx.actor.type === 'user' ? (ctx.actor.id ?? null) : null,
    created_at: ctx.now,
  }
  const [row] = await together(
    reports.insert(ctx, report),
    enqueue(ctx, JOB_NAME, { tenantId: ctx.tenantId, reportId: report.id }),
    audit(ctx, { action: 'generate', entityType: 'governance_report', entityId: report.id, after: report }),
  )
  return reportView(row)
}

async function titleOf(ctx: ReadCtx, kind: Kind): Promise<string> {
  const { timezone } = await findTenant(ctx)
  return `${TITLES[kind]}, ${longDate(ctx.now, timezone)}`
}

export async function downloadReport(ctx: ReadCtx, id: string) {
  const row = found(await repo.findReport(ctx, id), REPORT)
  await assertMayHandle(ctx, row)
  if (row.status !== 'READY') {
    throw new Failure(
      'conflict',
      row.status === 'PENDING'
        ? `El documento aún se está preparando (${row.progress} %). Intente de nuevo en unos segundos.`
        : `El documento no pudo prepararse: ${row.error} Pida uno nuevo.`,
    )
  }
  const file = { type: row.content_type!, fileName: row.file_name!, size: row.size_bytes, sha256: row.sha256 }
  if (row.parts > 0) return { ...file, folder: { tenantId: ctx.tenantId, id: row.id }, parts: row.parts }
  return { ...file, content: found(await repo.readContent(ctx, id), REPORT) }
}

export async function deleteReport(ctx: WriteCtx, id: string): Promise<void> {
  const before = found(await repo.lockReport(ctx, id), REPORT)
  await assertMayHandle(ctx, before)
  const { parts, ...fields } = before
  await together(
    repo.removeReport(ctx, id),
    audit(ctx, { action: 'delete', entityType: 'governance_report', entityId: id, before: fields }),
    ...(parts > 0 ? [enqueue(ctx, REMOVAL_NAME, { tenantId: ctx.tenantId, id: before.id, parts })] : []),
  )
}

const INSPECTION_ROLE: Role = 'ADMIN'

/** A folder contains the audit log, so it needs ADMIN or above (decisions, Settings). */
async function assertMayHandle(ctx: ReadCtx, { kind }: repo.ReportRow): Promise<void> {
  const role = await ctx.role()
  if (kind !== 'INSPECTION' || (role && reaches(role, INSPECTION_ROLE))) return
  throw new Failure(
    'forbidden',
    `La carpeta de fiscalización contiene el registro de auditoría: requiere el rol ${sayRole(INSPECTION_ROLE)} o superior; usted tiene ${sayRole(role)}.`,
  )
}
