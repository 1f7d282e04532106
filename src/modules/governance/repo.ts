import type { Selectable, Updateable } from 'kysely'
import type { Reading } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import { page } from '#db/sql.ts'
import type { Tables } from '#db/tables.ts'
import type { Page } from '#kernel/paging.ts'
import type { ReportsQuery } from './schemas.ts'
import './tables.ts'

/** Without the file, which may be large and is read only to be handed out. */
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
  'created_by',
  'created_at',
  'completed_at',
] as const
export type ReportRow = Pick<Selectable<Tables['governance_reports']>, (typeof LISTED)[number]>

export function listReports({ db, tenantId }: Reading, query: ReportsQuery): Promise<Page<ReportRow>> {
  const { kind, status, ...paging } = query
  let rows = db.selectFrom('governance_reports').select(LISTED).where('tenant_id', '=', tenantId)
  if (kind !== undefined) rows = rows.where('kind', '=', kind)
  if (status !== undefined) rows = rows.where('status', '=', status)
  return page(db, rows.orderBy('created_at', 'desc').orderBy('id', 'desc'), paging)
}

export function findReport({ db, tenantId }: Reading, id: string): Promise<ReportRow | undefined> {
  return db
    .selectFrom('governance_reports')
    .select(LISTED)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function readContent({ db, tenantId }: Reading, id: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('governance_reports')
    .select('content')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.content ? Buffer.from(row.content) : undefined
}

export function insertReport(
  { db, tenantId, now }: Reading,
  fields: Pick<ReportRow, 'id' | 'kind' | 'title' | 'created_by'>,
): Promise<ReportRow> {
  return db
    .insertInto('governance_reports')
    .values({ tenant_id: tenantId, status: 'PENDING', progress: 0, created_at: now, ...fields })
    .returning(LISTED)
    .executeTakeFirstOrThrow()
}

/** Undefined when it is gone, or ended already. */
export function updatePending(
  { db, tenantId }: Reading,
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

export function removeReport({ db, tenantId }: Reading, id: string): Promise<ReportRow | undefined> {
  return db
    .deleteFrom('governance_reports')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returning(LISTED)
    .executeTakeFirst()
}

export interface Milestone {
  title: string
  score: number
  at: Date
}

/** The scores of earlier reports, newest first. */
export async function listMilestones(
  { db, tenantId }: Reading,
  before: Date,
  limit: number,
): Promise<Milestone[]> {
  const rows = await db
    .selectFrom('governance_reports')
    .select(['title', 'score', 'created_at'])
    .where('tenant_id', '=', tenantId)
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

export function findTenant({ db, tenantId }: Reading) {
  return db
    .selectFrom('tenants')
    .select(['name', 'tax_id', 'timezone'])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
}

/** Above tenants: what a process that died left behind. */
export async function failAbandoned(db: Db, createdBefore: Date, now: Date, error: string): Promise<void> {
  await db
    .updateTable('governance_reports')
    .set({ status: 'FAILED', error, completed_at: now })
    .where('status', '=', 'PENDING')
    .where('created_at', '<', createdBefore)
    .execute()
}
