import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Reading } from '#db/context.ts'
import { json, page } from '#db/sql.ts'
import type { Tables } from '#db/tables.ts'
import type { Page } from '#kernel/paging.ts'
import type { ProcessorRow } from '#modules/processors/public.ts'
import type { LinkRole, Risk, RiskFactors, RiskLevel, State } from '../rules.ts'
import type { ActivitiesQuery } from './schemas.ts'
import '../tables.ts'

export type ActivityRow = Selectable<Tables['activities']>
export type NewActivityRow = Insertable<Tables['activities']>

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
  'created_at',
  'updated_at',
] as const
export type SummaryRow = Pick<ActivityRow, (typeof SUMMARY)[number]>

/** Links of one activity are few; the bound only guards the server. */
const MOST = 1000

export function listActivities({ db, tenantId }: Reading, query: ActivitiesQuery): Promise<Page<SummaryRow>> {
  const { status, legalBasis, hasSensitiveData, riskLevel, dpiaRequired, ...paging } = query
  let rows = db.selectFrom('activities').select(SUMMARY).where('tenant_id', '=', tenantId)
  if (status !== undefined) rows = rows.where('status', '=', status)
  if (legalBasis !== undefined) rows = rows.where('legal_basis', '=', legalBasis)
  if (hasSensitiveData !== undefined) rows = rows.where('has_sensitive_data', '=', hasSensitiveData)
  if (riskLevel) rows = rows.where('risk_level', '=', riskLevel as RiskLevel)
  if (dpiaRequired !== undefined) rows = rows.where('dpia_required', '=', dpiaRequired)
  return page(db, rows.orderBy('created_at', 'desc').orderBy('id', 'desc'), paging)
}

export function findActivity({ db, tenantId }: Reading, id: string): Promise<ActivityRow | undefined> {
  return db
    .selectFrom('activities')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Nobody changes it until this act ends. */
export function lockActivity({ db, tenantId }: Reading, id: string): Promise<ActivityRow | undefined> {
  return db
    .selectFrom('activities')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export function insertActivities({ db }: Reading, rows: NewActivityRow[]): Promise<ActivityRow[]> {
  return db.insertInto('activities').values(rows).returningAll().execute()
}

export function updateActivity(
  { db, tenantId }: Reading,
  id: string,
  fields: Updateable<Tables['activities']>,
): Promise<ActivityRow> {
  return db
    .updateTable('activities')
    .set(fields)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function saveRisk(
  { db, tenantId, now }: Reading,
  id: string,
  factors: RiskFactors,
  { riskLevel, riskScore, dpiaRequired }: Risk,
): Promise<ActivityRow> {
  return db
    .updateTable('activities')
    .set({
      risk_level: riskLevel,
      risk_score: riskScore,
      risk_factors: json(factors),
      risk_assessed_at: now,
      dpia_required: dpiaRequired,
      updated_at: now,
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Undefined when it is no longer in one of those states. */
export function removeActivity(
  { db, tenantId }: Reading,
  id: string,
  states: readonly State[],
): Promise<ActivityRow | undefined> {
  return db
    .deleteFrom('activities')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('status', 'in', states)
    .returningAll()
    .executeTakeFirst()
}

// ── what hangs on an activity ──

export interface SystemOfActivity {
  systemId: string
  name: string
  role: LinkRole
  hostingCountry: string | null
  /** False: the activity's own one, which nobody linked besides. */
  linked: boolean
}

/** In the order in which they were linked; its own one after them. */
export async function listSystemsOf(
  { db, tenantId }: Reading,
  activityId: string,
): Promise<SystemOfActivity[]> {
  return db
    .selectFrom('systems_of_activities as l')
    .innerJoin('systems as s', (join) =>
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
    .limit(MOST)
    .execute()
}

export function listFlowsOf(
  { db, tenantId }: Reading,
  activityId: string,
): Promise<{ flowId: string; description: string | null }[]> {
  return db
    .selectFrom('activity_flows as l')
    .innerJoin('data_flows as f', (join) =>
      join.onRef('f.tenant_id', '=', 'l.tenant_id').onRef('f.id', '=', 'l.flow_id'),
    )
    .select(['f.id as flowId', 'f.description'])
    .where('l.tenant_id', '=', tenantId)
    .where('l.activity_id', '=', activityId)
    .orderBy('l.created_at')
    .orderBy('l.id')
    .limit(MOST)
    .execute()
}

export function listProcessorsOf({ db, tenantId }: Reading, activityId: string): Promise<ProcessorRow[]> {
  return db
    .selectFrom('processors')
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
    .limit(MOST)
    .execute()
}

/** The activities of a domain, with the id of the link. */
export function listActivitiesOfDomain({ db, tenantId }: Reading, domainId: string) {
  return db
    .selectFrom('domain_activities as l')
    .innerJoin('activities as a', (join) =>
      join.onRef('a.tenant_id', '=', 'l.tenant_id').onRef('a.id', '=', 'l.activity_id'),
    )
    .select(['l.id', 'a.id as activityId', 'a.name', 'l.role'])
    .where('l.tenant_id', '=', tenantId)
    .where('l.domain_id', '=', domainId)
    .orderBy('l.created_at')
    .orderBy('l.id')
    .limit(MOST)
    .execute()
}

// ── for other modules ──

/** By id, by state, or all of them, newest first. */
export function listRows(
  { db, tenantId }: Reading,
  { ids, status }: { ids?: readonly string[] | undefined; status?: State | undefined },
): Promise<ActivityRow[]> {
  let rows = db.selectFrom('activities').selectAll().where('tenant_id', '=', tenantId)
  if (ids !== undefined) rows = rows.where('id', '=', ({ fn, val }) => fn.any(val([...ids])))
  if (status !== undefined) rows = rows.where('status', '=', status)
  return rows.orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
}

export function listProcessorsOfMany(
  { db, tenantId }: Reading,
  activityIds: readonly string[] | undefined,
): Promise<(ProcessorRow & { activity_id: string })[]> {
  let rows = db
    .selectFrom('processors_of_activities as l')
    .innerJoin('processors as p', (join) =>
      join.onRef('p.tenant_id', '=', 'l.tenant_id').onRef('p.id', '=', 'l.processor_id'),
    )
    .selectAll('p')
    .select('l.activity_id')
    .where('l.tenant_id', '=', tenantId)
  if (activityIds !== undefined)
    rows = rows.where('l.activity_id', '=', sql<string>`any(${[...activityIds]}::uuid[])`)
  return rows.orderBy('p.name').orderBy('p.id').execute()
}
