import { type Selectable, sql } from 'kysely'
import type { ReadCtx } from '#db/context.ts'
import { listPage } from '#db/list.ts'
import { recordKind, recordPart } from '#db/records.ts'
import type { Tables } from '#db/tables.ts'
import { tenantTable } from '#db/tenant-table.ts'
import type { Page } from '#kernel/paging.ts'
import { isDue } from '#modules/tasks/public.ts'
import { MOST_RISKS } from './rules.ts'
import { ASSESSMENTS, type AssessmentsQuery } from './schemas.ts'

export type AssessmentRow = Selectable<Tables['dpia_assessments']>
export const assessments = tenantTable('dpia_assessments', ['activity_snapshot'])
export const assessmentRecord = recordKind('dpia_assessments', recordPart('dpia_risks', 'assessment_id'))

export type RiskRow = Selectable<Tables['dpia_risks']>
export const risks = tenantTable('dpia_risks')

export type ItemRow = Pick<AssessmentRow, (typeof ITEM)[number]> & { risk_count: number }

/** No organisation has this many: the bound only protects the server. */
const MOST = 5000

const ITEM = [
  'id',
  'title',
  'description',
  'status',
  'version',
  'activity_id',
  'legal_entity_id',
  'review_at',
  'created_at',
  'updated_at',
] as const

// ── assessments ──

export function listAssessments(ctx: ReadCtx, query: AssessmentsQuery): Promise<Page<ItemRow>> {
  const { db, tenantId } = ctx
  const { status, activityId, legalEntityId, reviewDue } = query
  let rows = db
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
  if (status !== undefined) rows = rows.where('a.status', '=', status)
  if (activityId !== undefined) rows = rows.where('a.activity_id', '=', activityId)
  if (reviewDue) rows = rows.where(isDue(ctx, 'a'))
  if (legalEntityId !== undefined) rows = rows.where('a.legal_entity_id', '=', legalEntityId)
  return listPage(ctx, ASSESSMENTS, rows, query)
}

// ── for other modules ──

export async function listAssessedActivities(
  { db, tenantId }: ReadCtx,
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

/** Newest first: all of them, or the given ones. */
export function listAll(ctx: ReadCtx, ids?: readonly string[]): Promise<AssessmentRow[]> {
  const all = assessments.select(ctx).selectAll()
  const asked = ids ? all.where('id', 'in', ids) : all
  return asked.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(MOST).execute()
}

/** Without their texts. */
export function listAllRisks(ctx: ReadCtx, ids?: readonly string[]) {
  const all = risks
    .select(ctx)
    .select(['assessment_id', 'likelihood', 'impact', 'risk_level', 'residual_risk', 'mitigation', 'status'])
  return (ids ? all.where('assessment_id', 'in', ids) : all).execute()
}

// ── risks ──

/** In the order they were added. */
export function listRisks(ctx: ReadCtx, assessmentId: string): Promise<RiskRow[]> {
  return risks
    .select(ctx)
    .selectAll()
    .where('assessment_id', '=', assessmentId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(MOST_RISKS)
    .execute()
}

export async function countRisks(ctx: ReadCtx, assessmentId: string): Promise<number> {
  const { count } = await risks
    .select(ctx)
    .select(sql<number>`count(*)::int`.as('count'))
    .where('assessment_id', '=', assessmentId)
    .executeTakeFirstOrThrow()
  return count
}
