import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Ctx, Reading } from '#db/context.ts'
import { json, page } from '#db/sql.ts'
import type { Tables } from '#db/tables.ts'
import { after } from '#kernel/dates.ts'
import { newId } from '#kernel/ids.ts'
import type { Page } from '#kernel/paging.ts'
import { DUE_SOON_MS, type EventType, type RightType, type State } from '../rules.ts'
import type { RequestsQuery } from './schemas.ts'
import '../tables.ts'

export type RequestRow = Selectable<Tables['dsar_requests']>
export type EventRow = Selectable<Tables['dsar_events']>

/** Far more than one request or one person has; the bound only guards the server. */
const MOST = 5000

const ITEM = [
  'id',
  'folio_number',
  'right_type',
  'subject_name',
  'subject_email',
  'status',
  'deadline_at',
  'extended_deadline_at',
  'due_at',
  'assigned_to',
  'completed_at',
  'created_at',
] as const
export type RequestItemRow = Pick<RequestRow, (typeof ITEM)[number]>

export function listRequests(
  { db, tenantId, now }: Reading,
  { status, rightType, overdue, assignedTo, ...paging }: RequestsQuery,
): Promise<Page<RequestItemRow>> {
  let query = db.selectFrom('dsar_requests').select(ITEM).where('tenant_id', '=', tenantId)
  if (status !== undefined) query = query.where('status', '=', status)
  if (rightType !== undefined) query = query.where('right_type', '=', rightType)
  if (assignedTo !== undefined) query = query.where('assigned_to', '=', assignedTo)
  if (overdue === true) query = query.where('completed_at', 'is', null).where('due_at', '<', now)
  if (overdue === false) {
    query = query.where((eb) => eb.or([eb('completed_at', 'is not', null), eb('due_at', '>=', now)]))
  }
  return page(db, query.orderBy('created_at', 'desc').orderBy('id', 'desc'), paging)
}

export function findRequest({ db, tenantId }: Reading, id: string): Promise<RequestRow | undefined> {
  return db
    .selectFrom('dsar_requests')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Held until the act ends: of two people acting at once the second judges what the first left. */
export function lockRequest({ db, tenantId }: Reading, id: string): Promise<RequestRow | undefined> {
  return db
    .selectFrom('dsar_requests')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function insertRequest(
  { db }: Reading,
  { specific_data, ...row }: Insertable<Tables['dsar_requests']>,
): Promise<void> {
  await db
    .insertInto('dsar_requests')
    .values({ ...row, specific_data: specific_data ? json(specific_data) : null })
    .execute()
}

export function updateRequest(
  { db, tenantId, now }: Reading,
  id: string,
  fields: Omit<Updateable<Tables['dsar_requests']>, 'specific_data'>,
): Promise<RequestRow> {
  return db
    .updateTable('dsar_requests')
    .set({ ...fields, updated_at: now })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Newest first; a person is told by the RUT, and who asks narrows it further. */
export function listOfRut({ db, tenantId }: Reading, rut: string): Promise<RequestRow[]> {
  return db
    .selectFrom('dsar_requests')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('subject_rut', '=', rut)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute()
}

/** The register holds what was asked and what came of it, not who asked. */
const REGISTERED = [
  'id',
  'folio_number',
  'right_type',
  'status',
  'response_type',
  'deadline_at',
  'extended_deadline_at',
  'due_at',
  'blocking_deadline_at',
  'thirds_notified_at',
  'completed_at',
  'created_at',
] as const
export type RegisteredRow = Pick<RequestRow, (typeof REGISTERED)[number]>

export function listRegistered({ db, tenantId }: Reading): Promise<RegisteredRow[]> {
  return db
    .selectFrom('dsar_requests')
    .select(REGISTERED)
    .where('tenant_id', '=', tenantId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute()
}

// ── history ──

export function listEvents({ db, tenantId }: Reading, requestId: string): Promise<EventRow[]> {
  return db
    .selectFrom('dsar_events')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('request_id', '=', requestId)
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
}

/** Written in one statement, in the order given. */
export async function insertEvents(ctx: Ctx, requestId: string, ...events: NewEvent[]): Promise<void> {
  const rows = events.map(({ type, from, to, notes }) => ({
    tenant_id: ctx.tenantId,
    id: newId(),
    request_id: requestId,
    type,
    from_status: from ?? null,
    to_status: to ?? null,
    notes: notes || null,
    actor_id: ctx.actor.id ?? null,
    actor_name: ctx.actor.name ?? null,
    created_at: ctx.now,
  }))
  await ctx.db.insertInto('dsar_events').values(rows).execute()
}

// ── statistics ──

export interface Tally {
  status: State
  right_type: RightType
  count: number
  open: number
  overdue: number
  due_soon: number
  on_time: number
  response_days: number
}

/** One pass over the tenant's requests. */
export async function tally({ db, tenantId, now }: Reading): Promise<Tally[]> {
  const { rows } = await sql<Tally>`
    select status, right_type, count(*) as count,
      count(*) filter (where completed_at is null) as open,
      count(*) filter (where completed_at is null and due_at < ${now}) as overdue,
      count(*) filter (where completed_at is null and due_at between ${now} and ${after(now, DUE_SOON_MS)})
        as due_soon,
      count(*) filter (where completed_at <= due_at) as on_time,
      coalesce(sum(extract(epoch from completed_at - created_at)) / 86400, 0)::float8 as response_days
    from dsar_requests
    where tenant_id = ${tenantId}
    group by status, right_type`.execute(db)
  return rows
}

/** True when an answer names this uploaded file. */
export async function namesFile({ db, tenantId }: Reading, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('dsar_requests')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('response_file_key', 'in', [key, key.toUpperCase()])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
