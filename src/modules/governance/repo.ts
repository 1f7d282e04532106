import type { Selectable, Updateable } from 'kysely'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import { listPage } from '#db/list.ts'
import { recordKind } from '#db/records.ts'
import type { Tables } from '#db/tables.ts'
import { tenantTable } from '#db/tenant-table.ts'
import type { Page } from '#kernel/paging.ts'
import { REPORTS, type ReportsQuery } from './schemas.ts'

/** All columns but the file, which may be large: only a download reads it. */
const LISTED = [
  'id',
  'kind',
  'title',
  'status',
  'progress',
  'score',
  'level',
  'content_type',
  'file_name',
  'error',
  'parts',
  'size_bytes',
  'sha256',
  'law_version',
  'created_by',
  'created_at',
  'completed_at',
] as const
export const reports = tenantTable('governance_reports')
export const reportRecord = recordKind('governance_reports')
export type ReportRow = Pick<Selectable<Tables['governance_reports']>, (typeof LISTED)[number]>

export function listReports(ctx: ReadCtx, query: ReportsQuery): Promise<Page<ReportRow>> {
  const { kind, status } = query
  let rows = reports.select(ctx).select(LISTED)
  if (kind !== undefined) rows = rows.where('kind', '=', kind)
  if (status !== undefined) rows = rows.where('status', '=', status)
  return listPage(ctx, REPORTS, rows, query)
}

export function findReport(ctx: ReadCtx, id: string): Promise<ReportRow | undefined> {
  return reports.select(ctx).select(LISTED).where('id', '=', id).executeTakeFirst()
}

/** Of two concurrent deletions the second one finds no row. */
export function lockReport(ctx: WriteCtx, id: string): Promise<ReportRow | undefined> {
  return reports.select(ctx).select(LISTED).where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function readContent(ctx: ReadCtx, id: string): Promise<Buffer | undefined> {
  const row = await reports.select(ctx).select('content').where('id', '=', id).executeTakeFirst()
  return row?.content ? Buffer.from(row.content) : undefined
}

/** Undefined if the report was deleted or has ended. */
export function updatePending(
  { db, tenantId }: ReadCtx,
  id: string,
  fields: Updateable<Tables['governance_reports']>,
): Promise<ReportRow | undefined> {
  return db
    .updateTable('governance_reports')
    .set(fields)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('status', '=', 'PENDING')
    .returning(LISTED)
    .executeTakeFirst()
}

/** Not by the row kit, which would return the file with the row. */
export async function removeReport({ db, tenantId }: WriteCtx, id: string): Promise<void> {
  await db.deleteFrom('governance_reports').where('tenant_id', '=', tenantId).where('id', '=', id).execute()
}

export interface Milestone {
  title: string
  score: number
  at: Date
}

/** The scores of earlier reports, newest first. */
export async function listMilestones(ctx: ReadCtx, before: Date, limit: number): Promise<Milestone[]> {
  const rows = await reports
    .select(ctx)
    .select(['title', 'score', 'created_at'])
    .where('kind', '=', 'REPORT')
    .where('status', '=', 'READY')
    .where('score', 'is not', null)
    .where('created_at', '<', before)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ title, score, created_at }) => ({ title, score: score!, at: created_at }))
}

/** Searches all tenants for reports whose process died. Returns them with the parts they wrote. */
export function failAbandoned(db: Db, createdBefore: Date, now: Date, error: string) {
  return db
    .updateTable('governance_reports')
    .set({ status: 'FAILED', error, completed_at: now })
    .where('status', '=', 'PENDING')
    .where('created_at', '<', createdBefore)
    .returning(['tenant_id', 'id', 'parts'])
    .execute()
}
