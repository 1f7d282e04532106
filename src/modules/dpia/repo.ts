import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Reading } from '#db/context.ts'
import { page } from '#db/sql.ts'
import type { Tables } from '#db/tables.ts'
import type { Page } from '#kernel/paging.ts'
import { MOST_RISKS } from './rules.ts'
import type { AssessmentsQuery } from './schemas.ts'
import './tables.ts'

export type AssessmentRow = Selectable<Tables['dpia_assessments']>
export type RiskRow = Selectable<Tables['dpia_risks']>
export type ItemRow = Pick<AssessmentRow, (typeof ITEM)[number]> & { risk_count: number }

/** Far more than one organisation has; the bound only guards the server. */
const MOST = 5000

const ITEM = [
  'id',
  'title',
  'description',
  'status',
  'version',
  'activity_id',
  'created_at',
  'updated_at',
] as const

// ── assessments ──

export function listAssessments(
  { db, tenantId }: Reading,
  { status, activityId, ...paging }: AssessmentsQuery,
): Promise<Page<ItemRow>> {
  let query = db
    .selectFrom('dpia_assessments as a')
    .select(ITEM)
    .select((eb) =>
      eb
        .selectFrom('dpia_risks as r')
        .select(sql<number>`count(*)::int`.as('risk_count'))
        .where('r.tenant_id', '=', tenantId)
        .whereRef('r.assessment_id', '=', 'a.id')
        .as('risk_count'),
    )
    .$narrowType<{ risk_count: number }>()
    .where('a.tenant_id', '=', tenantId)
  if (status !== undefined) query = query.where('a.status', '=', status)
  if (activityId !== undefined) query = query.where('a.activity_id', '=', activityId)
  return page(db, query.orderBy('a.created_at', 'desc').orderBy('a.id', 'desc'), paging)
}

export function findAssessment(ctx: Reading, id: string): Promise<AssessmentRow | undefined> {
  return assessments(ctx).where('id', '=', id).executeTakeFirst()
}

/** Held until the act ends: who edits and who approves take turns, and the second judges what the first left. */
export function lockAssessment(ctx: Reading, id: string): Promise<AssessmentRow | undefined> {
  return assessments(ctx).where('id', '=', id).forUpdate().executeTakeFirst()
}

export function insertAssessment(
  { db }: Reading,
  row: Insertable<Tables['dpia_assessments']>,
): Promise<AssessmentRow> {
  return db.insertInto('dpia_assessments').values(row).returningAll().executeTakeFirstOrThrow()
}

export function updateAssessment(
  { db, tenantId, now }: Reading,
  id: string,
  fields: Updateable<Tables['dpia_assessments']>,
): Promise<AssessmentRow> {
  return db
    .updateTable('dpia_assessments')
    .set({ ...fields, updated_at: now })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

// ── for other modules ──

/** Newest approval first. */
export function findLatestApproved(ctx: Reading, activityId: string): Promise<AssessmentRow | undefined> {
  return assessments(ctx)
    .where('activity_id', '=', activityId)
    .where('status', '=', 'approved')
    .orderBy('approved_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function listAssessedActivities(
  { db, tenantId }: Reading,
  activityIds: readonly string[],
): Promise<string[]> {
  if (activityIds.length === 0) return []
  const rows = await db
    .selectFrom('dpia_assessments')
    .select('activity_id')
    .distinct()
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'approved')
    .where('activity_id', 'in', activityIds)
    .execute()
  return rows.map(({ activity_id }) => activity_id!)
}

/** Newest first: all of them, or those asked for. */
export function listAll(ctx: Reading, ids?: readonly string[]): Promise<AssessmentRow[]> {
  const asked = ids ? assessments(ctx).where('id', 'in', ids) : assessments(ctx)
  return asked.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(MOST).execute()
}

/** Without their texts. */
export function listAllRisks({ db, tenantId }: Reading, ids?: readonly string[]) {
  const risks = db
    .selectFrom('dpia_risks')
    .select(['assessment_id', 'likelihood', 'impact', 'risk_level', 'residual_risk', 'status'])
    .where('tenant_id', '=', tenantId)
  return (ids ? risks.where('assessment_id', 'in', ids) : risks).execute()
}

/** Whose assessment it is. */
export function findTenant({ db, tenantId }: Reading) {
  return db
    .selectFrom('tenants')
    .select(['name', 'tax_id', 'timezone'])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
}

// ── risks ──

/** In the order they were added. */
export function listRisks({ db, tenantId }: Reading, assessmentId: string): Promise<RiskRow[]> {
  return db
    .selectFrom('dpia_risks')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('assessment_id', '=', assessmentId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(MOST_RISKS)
    .execute()
}

export async function countRisks({ db, tenantId }: Reading, assessmentId: string): Promise<number> {
  const { count } = await db
    .selectFrom('dpia_risks')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('tenant_id', '=', tenantId)
    .where('assessment_id', '=', assessmentId)
    .executeTakeFirstOrThrow()
  return count
}

export function findRisk(
  { db, tenantId }: Reading,
  assessmentId: string,
  id: string,
): Promise<RiskRow | undefined> {
  return db
    .selectFrom('dpia_risks')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('assessment_id', '=', assessmentId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export function insertRisk({ db }: Reading, row: Insertable<Tables['dpia_risks']>): Promise<RiskRow> {
  return db.insertInto('dpia_risks').values(row).returningAll().executeTakeFirstOrThrow()
}

export function updateRisk(
  { db, tenantId, now }: Reading,
  id: string,
  fields: Updateable<Tables['dpia_risks']>,
): Promise<RiskRow> {
  return db
    .updateTable('dpia_risks')
    .set({ ...fields, updated_at: now })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function removeRisk({ db, tenantId }: Reading, id: string): Promise<void> {
  await db.deleteFrom('dpia_risks').where('tenant_id', '=', tenantId).where('id', '=', id).execute()
}

function assessments({ db, tenantId }: Reading) {
  return db.selectFrom('dpia_assessments').selectAll().where('tenant_id', '=', tenantId)
}
