import { type Selectable, sql } from 'kysely'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { countedTotal } from '#db/counts.ts'
import { listPage } from '#db/list.ts'
import { recordKind, recordPart } from '#db/records.ts'
import { MOST_ROWS } from '#db/sql.ts'
import type { Tables } from '#db/tables.ts'
import { tenantTable } from '#db/tenant-table.ts'
import type { Page } from '#kernel/paging.ts'
import type { ProcessorFacts } from '#modules/processors/public.ts'
import { isDue } from '#modules/tasks/public.ts'
import type { LinkRole, RiskLevel, State } from '../rules.ts'
import { ACTIVITIES, type ActivitiesQuery } from './schemas.ts'

export type ActivityRow = Selectable<Tables['activities']>
export const activities = tenantTable('activities', ['risk_factors', 'balancing', 'dpia_reasons'])
export const activityRecord = recordKind(
  'activities',
  recordPart('activity_systems', 'activity_id'),
  recordPart('activity_flows', 'activity_id'),
  recordPart('activity_processors', 'activity_id'),
)

const SUMMARY = [
  'id',
  'name',
  'purpose',
  'legal_basis',
  'data_categories',
  'subject_categories',
  'retention_period',
  'status',
  'system_id',
  'risk_level',
  'dpia_required',
  'has_sensitive_data',
  'legal_entity_id',
  'responsible_area',
  'review_at',
  'created_at',
  'updated_at',
] as const
export type SummaryRow = Pick<ActivityRow, (typeof SUMMARY)[number]>

export function listActivities(
  ctx: ReadCtx,
  query: ActivitiesQuery,
  entityId: string | undefined,
): Promise<Page<SummaryRow>> {
  const { db, tenantId } = ctx
  const { status, legalBasis, hasSensitiveData, riskLevel, dpiaRequired } = query
  const { reviewDue, reviewUntil, responsibleArea } = query
  let rows = db.selectFrom('activities').select(SUMMARY).where('tenant_id', '=', tenantId)
  if (status !== undefined) rows = rows.where('status', '=', status)
  if (legalBasis !== undefined) rows = rows.where('legal_basis', '=', legalBasis)
  if (hasSensitiveData !== undefined) rows = rows.where('has_sensitive_data', '=', hasSensitiveData)
  if (riskLevel) rows = rows.where('risk_level', '=', riskLevel as RiskLevel)
  if (dpiaRequired !== undefined) rows = rows.where('dpia_required', '=', dpiaRequired)
  if (entityId !== undefined) rows = rows.where('legal_entity_id', '=', entityId)
  const counted = countedTotal(ctx, 'activities', {
    status,
    legal_basis: legalBasis,
    has_sensitive_data: hasSensitiveData,
    risk_level: riskLevel || undefined,
    dpia_required: dpiaRequired,
    legal_entity_id: entityId,
  })
  // The stored counts have no dimension for a future day or an area.
  const isCounted = !reviewDue && !reviewUntil && !responsibleArea
  // Archived activities need no review, as in the tasks.
  if (reviewDue || reviewUntil) rows = rows.where('status', '<>', 'archived')
  if (reviewDue) rows = rows.where(isDue(ctx))
  if (reviewUntil) rows = rows.where('review_at', '<=', reviewUntil)
  if (responsibleArea) rows = rows.where('responsible_area', '=', responsibleArea)
  return listPage(ctx, ACTIVITIES, rows, query, isCounted ? counted : undefined)
}

// ── links of an activity ──

export interface SystemOfActivity {
  systemId: string
  name: string
  role: LinkRole
  hostingCountry: string | null
  /** False for the activity's own system, unless it is also linked. */
  linked: boolean
}

/** In the order of linking. The activity's own system comes last. */
export async function listSystemsOf(
  { db, tenantId }: ReadCtx,
  activityId: string,
): Promise<SystemOfActivity[]> {
  return db
    .selectFrom('systems_of_activities as l')
    .innerJoin('system_register as s', (join) =>
      join.onRef('s.tenant_id', '=', 'l.tenant_id').onRef('s.id', '=', 'l.system_id'),
    )
    .leftJoin('activity_systems as k', (join) =>
      join
        .onRef('k.tenant_id', '=', 'l.tenant_id')
        .onRef('k.activity_id', '=', 'l.activity_id')
        .onRef('k.system_id', '=', 'l.system_id'),
    )
    .select(['s.id as systemId', 's.name', 'l.role', 's.hosting_country as hostingCountry'])
    .select(sql<boolean>`k.id is not null`.as('linked'))
    .where('l.tenant_id', '=', tenantId)
    .where('l.activity_id', '=', activityId)
    .orderBy('k.created_at')
    .orderBy('k.id')
    .limit(MOST_ROWS)
    .execute()
}

export function listFlowsOf(
  { db, tenantId }: ReadCtx,
  activityId: string,
): Promise<{ flowId: string; description: string | null }[]> {
  return db
    .selectFrom('activity_flows as l')
    .innerJoin('flow_register as f', (join) =>
      join.onRef('f.tenant_id', '=', 'l.tenant_id').onRef('f.id', '=', 'l.flow_id'),
    )
    .select(['f.id as flowId', 'f.description'])
    .where('l.tenant_id', '=', tenantId)
    .where('l.activity_id', '=', activityId)
    .orderBy('l.created_at')
    .orderBy('l.id')
    .limit(MOST_ROWS)
    .execute()
}

export function listProcessorsOf({ db, tenantId }: ReadCtx, activityId: string): Promise<ProcessorFacts[]> {
  return db
    .selectFrom('processor_register')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', (of) =>
      of
        .selectFrom('processors_of_activities')
        .select('processor_id')
        .where('tenant_id', '=', tenantId)
        .where('activity_id', '=', activityId),
    )
    .orderBy('name')
    .orderBy('id')
    .limit(MOST_ROWS)
    .execute()
}

/** The processors of an activity if this were its own system: from its own links, its linked systems and that system. */
export function listProcessorsIf(
  { db, tenantId }: ReadCtx,
  activityId: string | null,
  systemId: string | null,
): Promise<ProcessorFacts[]> {
  return db
    .selectFrom('processor_register')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where(
      sql<boolean>`id in (
        select processor_id from activity_processors where tenant_id = ${tenantId} and activity_id = ${activityId}::uuid
        union
        select processor_id from system_register where tenant_id = ${tenantId} and (id = ${systemId}::uuid or id in (
          select system_id from activity_systems where tenant_id = ${tenantId} and activity_id = ${activityId}::uuid
        ))
      )`,
    )
    .orderBy('name')
    .orderBy('id')
    .limit(MOST_ROWS)
    .execute()
}

/** A system in the form of an activity's system. */
export async function findSystem(
  { db, tenantId }: ReadCtx,
  id: string,
): Promise<SystemOfActivity | undefined> {
  const row = await db
    .selectFrom('system_register')
    .select(['id as systemId', 'name', 'hosting_country as hostingCountry'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { ...row, role: 'STORAGE', linked: false }
}

/** The responsible legal entity of an activity. */
export function findEntityOf({ db, tenantId }: ReadCtx, activityId: string) {
  return db
    .selectFrom('entity_register')
    .select(['id', 'name', 'tax_id', 'is_public_body'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', (of) =>
      of
        .selectFrom('activities')
        .select('legal_entity_id')
        .where('tenant_id', '=', tenantId)
        .where('id', '=', activityId),
    )
    .executeTakeFirst()
}

/** The activities of a domain, with the id of the link. */
export function listActivitiesOfDomain({ db, tenantId }: ReadCtx, domainId: string) {
  return db
    .selectFrom('activities_of_domains as l')
    .innerJoin('activities as a', (join) =>
      join.onRef('a.tenant_id', '=', 'l.tenant_id').onRef('a.id', '=', 'l.activity_id'),
    )
    .select(['l.id', 'a.id as activityId', 'a.name', 'l.role'])
    .where('l.tenant_id', '=', tenantId)
    .where('l.domain_id', '=', domainId)
    .orderBy('l.created_at')
    .orderBy('l.id')
    .limit(MOST_ROWS)
    .execute()
}

// ── for files of rows ──

export function lockRows({ db, tenantId }: WriteCtx, ids: readonly string[]): Promise<ActivityRow[]> {
  return rowsById({ db, tenantId }, ids).forUpdate().execute()
}

export function findRows(ctx: ReadCtx, ids: readonly string[]): Promise<ActivityRow[]> {
  return rowsById(ctx, ids).execute()
}

/** Ordered by id, so that two acts that lock some of the same rows cannot deadlock. */
function rowsById({ db, tenantId }: Pick<ReadCtx, 'db' | 'tenantId'>, ids: readonly string[]) {
  return db
    .selectFrom('activities')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .orderBy('id')
}

/** The names of all activities, newest first. */
export function listNames({ db, tenantId }: ReadCtx) {
  return db
    .selectFrom('activities')
    .select(['id', 'name', 'legal_entity_id'])
    .where('tenant_id', '=', tenantId)
    .orderBy('id', 'desc')
    .execute()
}

export function listSystemNames({ db, tenantId }: ReadCtx) {
  return db
    .selectFrom('system_register')
    .select(['id', 'name'])
    .where('tenant_id', '=', tenantId)
    .orderBy('id', 'desc')
    .execute()
}

// ── for other modules ──

/** By ids, by state, or all, newest first. */
export function listRows(
  { db, tenantId }: ReadCtx,
  { ids, status }: { ids?: readonly string[] | undefined; status?: State | undefined },
): Promise<ActivityRow[]> {
  let rows = db.selectFrom('activities').selectAll().where('tenant_id', '=', tenantId)
  if (ids !== undefined) rows = rows.where('id', '=', ({ fn, val }) => fn.any(val([...ids])))
  if (status !== undefined) rows = rows.where('status', '=', status)
  return rows.orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
}

export function listProcessorsOfMany(
  { db, tenantId }: ReadCtx,
  activityIds: readonly string[] | undefined,
): Promise<(ProcessorFacts & { activity_id: string })[]> {
  let rows = db
    .selectFrom('processors_of_activities as l')
    .innerJoin('processor_register as p', (join) =>
      join.onRef('p.tenant_id', '=', 'l.tenant_id').onRef('p.id', '=', 'l.processor_id'),
    )
    .selectAll('p')
    .select('l.activity_id')
    .where('l.tenant_id', '=', tenantId)
  if (activityIds !== undefined)
    rows = rows.where('l.activity_id', '=', sql<string>`any(${[...activityIds]}::uuid[])`)
  return rows.orderBy('p.name').orderBy('p.id').execute()
}

/** The activities of each flow of data, without archived ones. */
export function listActivitiesOfFlows({ db, tenantId }: ReadCtx, most: number) {
  return db
    .selectFrom('activity_flows as l')
    .innerJoin('activities as a', (join) =>
      join.onRef('a.tenant_id', '=', 'l.tenant_id').onRef('a.id', '=', 'l.activity_id'),
    )
    .select(['l.flow_id as flowId', 'a.id', 'a.name', 'a.transfer_mechanism as transferMechanism'])
    .where('l.tenant_id', '=', tenantId)
    .where('a.status', '<>', 'archived')
    .orderBy('a.name')
    .limit(most)
    .execute()
}

/** The systems of each activity, without archived ones: its own system and linked ones. */
export function listActivitiesOfSystems({ db, tenantId }: ReadCtx, most: number) {
  return db
    .selectFrom('activities as a')
    .select(['a.id', 'a.name', 'a.subject_categories as subjectCategories'])
    .select(['a.transfer_exists as transferExists', 'a.transfer_country as transferCountry'])
    .select('a.transfer_mechanism as transferMechanism')
    .select(
      sql<string[]>`array(
        select a.system_id::text where a.system_id is not null
        union
        select l.system_id::text from activity_systems l where l.tenant_id = ${tenantId} and l.activity_id = a.id
      )`.as('systemIds'),
    )
    .where('a.tenant_id', '=', tenantId)
    .where('a.status', '<>', 'archived')
    .orderBy('a.name')
    .orderBy('a.id')
    .limit(most)
    .execute()
}

/** The number of current activities of each of these processors, and of those with sensitive data. */
export async function measureDataOfProcessors(
  { db, tenantId }: ReadCtx,
  ids: readonly string[],
): Promise<{ id: string; activities: number; sensitive: number }[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('processors_of_activities as l')
    .innerJoin('activities as a', (join) =>
      join.onRef('a.tenant_id', '=', 'l.tenant_id').onRef('a.id', '=', 'l.activity_id'),
    )
    .select('l.processor_id as id')
    .select(({ fn }) => [
      fn.countAll<number>().as('activities'),
      fn.countAll<number>().filterWhere('a.has_sensitive_data', '=', true).as('sensitive'),
    ])
    .where('l.tenant_id', '=', tenantId)
    .where('l.processor_id', 'in', ids)
    .where('a.status', '<>', 'archived')
    .groupBy('l.processor_id')
    .execute()
}
