import { type Expression, type Selectable, sql } from 'kysely'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { listPage } from '#db/list.ts'
import { recordKind, recordPart } from '#db/records.ts'
import { json, together } from '#db/sql.ts'
import type { Tables } from '#db/tables.ts'
import { tenantTable } from '#db/tenant-table.ts'
import { isId, newId } from '#kernel/ids.ts'
import type { Page } from '#kernel/paging.ts'
import { noneIfBlank } from '#kernel/text.ts'
import type { BreachesQuery } from './bodies.ts'
import { BREACHES } from './bodies.ts'
import type { EventType, State } from './rules.ts'

export type BreachRow = Selectable<Tables['breaches']>
export const breaches = tenantTable('breaches', ['alert', 'decision', 'overrides', 'clocks_done'])
export const breachRecord = recordKind(
  'breaches',
  recordPart('breach_events', 'breach_id'),
  recordPart('breach_activities', 'breach_id'),
  recordPart('breach_systems', 'breach_id'),
)

export type EventRow = Selectable<Tables['breach_events']>

/** An activity or a system affected by the breach, with its data. */
export interface Link {
  id: string
  name: string
  data_categories: string[]
}

/** An activity also says whether its data are sensitive, which its categories alone do not show. */
export interface ActivityLink extends Link {
  has_sensitive_data: boolean
}

/** The legal entity of a breach, with its published fields. */
export type EntityOfBreach = Pick<
  Selectable<Tables['entity_register']>,
  | 'id'
  | 'name'
  | 'tax_id'
  | 'legal_rep_name'
  | 'postal_address'
  | 'arco_public_email'
  | 'dpo_name'
  | 'dpo_email'
  | 'essential_service'
>

const ENTITY = [
  'id',
  'name',
  'tax_id',
  'legal_rep_name',
  'postal_address',
  'arco_public_email',
  'dpo_name',
  'dpo_email',
  'essential_service',
] as const

/** No organisation has this many: the bound only protects the server. */
const MOST = 5000

const ITEM = [
  'id',
  'title',
  'status',
  'detected_at',
  'detection_source',
  'severity',
  'estimated_records',
  'requires_notification',
  'legal_entity_id',
  'created_at',
] as const
export type BreachItemRow = Pick<BreachRow, (typeof ITEM)[number]> & { is_decided: boolean }

/** The columns of the register. It leaves out each breach's alert, which would be too large for a long list. */
const REGISTERED = [
  'id',
  'title',
  'status',
  'detected_at',
  'description',
  'attack_vector',
  'data_categories',
  'estimated_records',
  'containment_actions',
  'decision',
  'has_sensitive_data',
  'legal_entity_id',
  'nature',
  'occurred_at',
  'effects',
  'prevention',
  'risk_rationale',
  'subjects_notified_at',
  'subjects_medium',
  'mass_media_notice',
  'no_notice_reason',
  'acts_as',
  'controller_name',
  'controller_notified_at',
  'overrides',
  'clocks_done',
] as const
export type RegisteredRow = Pick<BreachRow, (typeof REGISTERED)[number]>

export function listBreaches(ctx: ReadCtx, query: BreachesQuery): Promise<Page<BreachItemRow>> {
  const { db, tenantId } = ctx
  const { status, requiresNotification, legalEntityId } = query
  let rows = db
    .selectFrom('breaches')
    .select(ITEM)
    .select(sql<boolean>`decision is not null`.as('is_decided'))
    .where('tenant_id', '=', tenantId)
  if (status !== undefined) rows = rows.where('status', '=', status)
  if (requiresNotification !== undefined) {
    rows = rows.where('requires_notification', '=', requiresNotification)
  }
  if (legalEntityId?.trim()) {
    rows = isId(legalEntityId)
      ? rows.where('legal_entity_id', '=', legalEntityId)
      : rows.where(sql<boolean>`false`)
  }
  return listPage(ctx, BREACHES, rows, query)
}

/** The reporting organisation, from the tenant's own row. */
export function findTenant({ db, tenantId }: ReadCtx) {
  return db
    .selectFrom('tenants')
    .select(['name', 'tax_id', 'contact_email'])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
}

export function findEntityOf(
  { db, tenantId }: ReadCtx,
  breachId: string,
): Promise<EntityOfBreach | undefined> {
  return db
    .selectFrom('entity_register')
    .select(ENTITY)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', (eb) =>
      eb
        .selectFrom('breaches')
        .select('legal_entity_id')
        .where('breaches.tenant_id', '=', tenantId)
        .where('breaches.id', '=', breachId),
    )
    .executeTakeFirst()
}

/** Breaches on one page of the register. */
const REGISTER_PAGE = 200

/** Breaches after this one, oldest first. Ids grow with time. */
export async function pageRegistered({ db, tenantId }: ReadCtx, after: string | undefined) {
  const rows = db.selectFrom('breaches').select(REGISTERED).where('tenant_id', '=', tenantId)
  const breaches = await (after === undefined ? rows : rows.where('id', '>', after))
    .orderBy('id')
    .limit(REGISTER_PAGE)
    .execute()
  if (breaches.length === 0) return []
  const [reports, entities] = await Promise.all([
    db
      .selectFrom('breach_events')
      .select(['breach_id', 'type', 'details'])
      .where('tenant_id', '=', tenantId)
      .where(
        'breach_id',
        'in',
        breaches.map(({ id }) => id),
      )
      .where('type', '=', 'apdp_notified')
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
    db.selectFrom('entity_register').select(ENTITY).where('tenant_id', '=', tenantId).execute(),
  ])
  const reportsOf = Map.groupBy(reports, ({ breach_id }) => breach_id)
  const entityOf = new Map(entities.map((entity) => [entity.id, entity]))
  return breaches.map((breach) => ({
    breach,
    events: reportsOf.get(breach.id) ?? [],
    entity: entityOf.get(breach.legal_entity_id),
  }))
}

// ── history ──

export function listEvents({ db, tenantId }: ReadCtx, breachId: string): Promise<EventRow[]> {
  return db
    .selectFrom('breach_events')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('breach_id', '=', breachId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(MOST)
    .execute()
}

export interface NewEvent {
  type: EventType
  from?: State
  to?: State
  notes?: string | null | undefined
  details?: Record<string, unknown>
}

/** Written in one statement, in the given order. */
export async function insertEvents(ctx: WriteCtx, breachId: string, ...events: NewEvent[]): Promise<void> {
  const rows = events.map(({ type, from, to, notes, details }) => ({
    tenant_id: ctx.tenantId,
    id: newId(),
    breach_id: breachId,
    type,
    from_status: from ?? null,
    to_status: to ?? null,
    notes: noneIfBlank(notes) ?? null,
    details: details ? json(details) : null,
    actor_id: ctx.actor.id ?? null,
    created_at: ctx.now,
  }))
  await ctx.db.insertInto('breach_events').values(rows).execute()
}

// ── affected data ──

export function listActivities({ db, tenantId }: ReadCtx, breachId: string): Promise<ActivityLink[]> {
  return db
    .selectFrom('breach_activities as l')
    .innerJoin('activity_register as a', (join) =>
      join.onRef('a.tenant_id', '=', 'l.tenant_id').onRef('a.id', '=', 'l.activity_id'),
    )
    .select(['a.id', 'a.name', 'a.data_categories', 'a.has_sensitive_data'])
    .where('l.tenant_id', '=', tenantId)
    .where('l.breach_id', '=', breachId)
    .orderBy('a.id')
    .execute()
}

export function listSystems({ db, tenantId }: ReadCtx, breachId: string): Promise<Link[]> {
  return db
    .selectFrom('breach_systems as l')
    .innerJoin('system_register as s', (join) =>
      join.onRef('s.tenant_id', '=', 'l.tenant_id').onRef('s.id', '=', 'l.system_id'),
    )
    .select(['s.id', 's.name', 's.data_categories'])
    .where('l.tenant_id', '=', tenantId)
    .where('l.breach_id', '=', breachId)
    .orderBy('s.id')
    .execute()
}

/** The ids among these that exist in the tenant's register. */
export async function existing(
  { db, tenantId }: ReadCtx,
  register: 'activity_register' | 'system_register',
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom(register)
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', ids)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export async function replaceActivities({ db, tenantId }: ReadCtx, breachId: string, ids: readonly string[]) {
  const rows = ids.map((id) => ({ tenant_id: tenantId, breach_id: breachId, activity_id: id }))
  await together(
    db
      .deleteFrom('breach_activities')
      .where('tenant_id', '=', tenantId)
      .where('breach_id', '=', breachId)
      .execute(),
    ...(rows.length > 0 ? [db.insertInto('breach_activities').values(rows).execute()] : []),
  )
}

export async function replaceSystems({ db, tenantId }: ReadCtx, breachId: string, ids: readonly string[]) {
  const rows = ids.map((id) => ({ tenant_id: tenantId, breach_id: breachId, system_id: id }))
  await together(
    db
      .deleteFrom('breach_systems')
      .where('tenant_id', '=', tenantId)
      .where('breach_id', '=', breachId)
      .execute(),
    ...(rows.length > 0 ? [db.insertInto('breach_systems').values(rows).execute()] : []),
  )
}

// ── alerts of the SIEM ──

/** The tenant's part of the address that its SIEM calls. */
export async function findSlug({ db, tenantId }: ReadCtx): Promise<string> {
  const { slug } = await db
    .selectFrom('tenants')
    .select('slug')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
  return slug
}

/**
 * The breach of these bytes: the given one, or the one that the same bytes made earlier, however long ago. A second call
 * waits here for the first to commit.
 */
export async function claimAlert(
  { db, tenantId, now }: ReadCtx,
  bodyHash: string,
  breachId: string,
): Promise<string> {
  const row = await db
    .insertInto('siem_alerts')
    .values({ tenant_id: tenantId, body_hash: bodyHash, breach_id: breachId, received_at: now })
    .onConflict((conflict) =>
      // A no-op update, so that the existing row is returned.
      conflict
        .columns(['tenant_id', 'body_hash'])
        .doUpdateSet((eb) => ({ breach_id: eb.ref('siem_alerts.breach_id') })),
    )
    .returning('breach_id')
    .executeTakeFirstOrThrow()
  return row.breach_id
}

/** True if a report to the authority names this uploaded file, the latest or an earlier one. */
export async function namesFile({ db, tenantId }: ReadCtx, key: string): Promise<boolean> {
  const spellings = [key, key.toUpperCase()]
  const [latest, earlier] = await Promise.all([
    db
      .selectFrom('breaches')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('notification_file_key', 'in', spellings)
      .limit(1)
      .executeTakeFirst(),
    db
      .selectFrom('breach_events')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('type', '=', 'apdp_notified')
      .where(sql<string>`details ->> 'notificationFileKey'`, 'in', spellings)
      .limit(1)
      .executeTakeFirst(),
  ])
  return latest !== undefined || earlier !== undefined
}

/** The files that the breach's reports to the authority name, earlier reports included. */
export async function filesOf(ctx: ReadCtx, breachId: string): Promise<string[]> {
  const events = await listEvents(ctx, breachId)
  const keys = events.map(({ details }) => details?.['notificationFileKey'])
  return keys.filter((key) => typeof key === 'string')
}

/** For use inside a statement across tenants. */
export function countOpen(tenantId: Expression<string>) {
  return sql<number>`(select count(*)::int from breaches b where b.tenant_id = ${tenantId} and b.status not in ('resolved', 'notified'))`
}
