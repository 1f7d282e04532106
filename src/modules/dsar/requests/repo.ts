import { type Expression, type ExpressionBuilder, type Selectable, sql } from 'kysely'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { countedTotal, countsOf } from '#db/counts.ts'
import { listPage } from '#db/list.ts'
import { recordKind, recordPart } from '#db/records.ts'
import type { Tables } from '#db/tables.ts'
import { tenantTable } from '#db/tenant-table.ts'
import { after, DAY_MS } from '#kernel/dates.ts'
import { newId } from '#kernel/ids.ts'
import type { Page } from '#kernel/paging.ts'
import { normaliseEmail } from '#kernel/text.ts'
import { DUE_SOON_MS, type EventType, type RightType, type State } from '../rules.ts'
import { REQUESTS, type RequestsQuery } from './schemas.ts'

export type RequestRow = Selectable<Tables['dsar_requests']>
export const requests = tenantTable('dsar_requests', ['specific_data'])
export const requestRecord = recordKind(
  'dsar_requests',
  recordPart('dsar_events', 'request_id'),
  recordPart('dsar_letters', 'request_id'),
  recordPart('dsar_tasks', 'request_id'),
  recordPart('dsar_identity_checks', 'request_id'),
)

export type EventRow = Selectable<Tables['dsar_events']>

/** No request and no person has this many rows: the bound only protects the server. */
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
  'blocking_deadline_at',
  'legal_due_at',
  'legal_entity_id',
  'assigned_to',
  'completed_at',
  'created_at',
] as const
export type RequestItemRow = Pick<RequestRow, (typeof ITEM)[number]>

/** Value of the filter `assignedTo` for requests without an assignee. */
export const NOBODY = 'none'

export function listRequests(ctx: ReadCtx, query: RequestsQuery): Promise<Page<RequestItemRow>> {
  const { db, tenantId, now } = ctx
  const { status, rightType, overdue, open, assignedTo, legalEntityId } = query
  let rows = db.selectFrom('dsar_requests').select(ITEM).where('tenant_id', '=', tenantId)
  if (status !== undefined) rows = rows.where('status', '=', status)
  if (rightType !== undefined) rows = rows.where('right_type', '=', rightType)
  if (assignedTo === NOBODY) rows = rows.where('assigned_to', 'is', null)
  else if (assignedTo !== undefined) rows = rows.where('assigned_to', '=', assignedTo)
  if (open !== undefined) rows = rows.where('completed_at', open ? 'is' : 'is not', null)
  if (legalEntityId !== undefined) rows = rows.where('legal_entity_id', '=', legalEntityId)
  const late = rows.where('completed_at', 'is', null).where('legal_due_at', '<', now)
  const inTime = rows.where((eb) =>
    eb.or([eb('completed_at', 'is not', null), eb('legal_due_at', '>=', now)]),
  )
  const shown = overdue === undefined ? rows : overdue ? late : inTime
  const every = countedTotal(ctx, 'dsar_requests', {
    status,
    right_type: rightType,
    legal_entity_id: legalEntityId,
  })
  const overdueTotal = sql<number>`(${late.clearSelect().select(sql`count(*)`.as('count'))})`
  const total =
    overdue === undefined ? every : overdue ? overdueTotal : sql<number>`(${every} - ${overdueTotal})`
  // The kept counts do not cover the filters for assignee and openness.
  const counted = assignedTo === undefined && open === undefined ? total : undefined
  return listPage(ctx, REQUESTS, shown, query, counted)
}

export type BlockingRow = Pick<RequestRow, 'id' | 'folio_number' | 'status' | 'legal_due_at' | 'completed_at'>

/** The blocks that accompany a request, oldest first. */
export function listBlockings({ db, tenantId }: ReadCtx, parentId: string): Promise<BlockingRow[]> {
  return db
    .selectFrom('dsar_requests')
    .select(['id', 'folio_number', 'status', 'legal_due_at', 'completed_at'])
    .where('tenant_id', '=', tenantId)
    .where('parent_request_id', '=', parentId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(MOST)
    .execute()
}

/** Newest first. The RUT identifies the person; the caller narrows the list further. */
export function listOfRut({ db, tenantId }: ReadCtx, rut: string): Promise<RequestRow[]> {
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

/** Newest first: the requests to show to staff who are entering one. `email` is in lower case. */
export function listOpenOfPerson(
  ctx: ReadCtx,
  rut: string | null,
  email: string | null,
): Promise<RequestItemRow[]> {
  return requests
    .select(ctx)
    .select(ITEM)
    .where(ofPerson(rut, email))
    .where('completed_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_OF_PERSON)
    .execute()
}

const MOST_OF_PERSON = 10

/** The same RUT, or the same mailbox unless its request has another RUT: families share mailboxes. */
function ofPerson(rut: string | null, email: string | null) {
  return (eb: ExpressionBuilder<Tables, 'dsar_requests'>) => {
    const mailbox = eb.and([
      eb(sql`lower(subject_email)`, '=', email ?? ''),
      ...(rut === null ? [] : [eb.or([eb('subject_rut', 'is', null), eb('subject_rut', '=', rut)])]),
    ])
    return eb.or([
      ...(rut === null ? [] : [eb('subject_rut', '=', rut)]),
      ...(email === null ? [] : [mailbox]),
    ])
  }
}

/** How often the person used this right in the quarter before this request. Rejected requests do not count. */
export async function countUsed(ctx: ReadCtx, row: RequestRow, since: Date): Promise<number> {
  const email = row.subject_email === null ? null : normaliseEmail(row.subject_email)
  const { n } = await requests
    .select(ctx)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where(ofPerson(row.subject_rut, email))
    .where('right_type', '=', row.right_type)
    .where('status', '<>', 'REJECTED')
    .where('created_at', '>=', since)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('created_at', 'id'), '<', tuple(row.created_at, row.id)))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** The register shows each request and its outcome, not the person. */
const REGISTERED = [
  'id',
  'folio_number',
  'right_type',
  'status',
  'response_type',
  'nothing_held',
  'deadline_at',
  'extended_deadline_at',
  'legal_due_at',
  'legal_entity_id',
  'blocking_deadline_at',
  'thirds_notified_at',
  'recipients_notified_at',
  'no_recipients_reason',
  'completed_at',
  'created_at',
] as const
export type RegisteredRow = Pick<RequestRow, (typeof REGISTERED)[number]>

const REGISTER_PAGE = 500

/** Requests after this one, oldest first. Ids grow with time. */
export function pageRegistered(
  { db, tenantId }: ReadCtx,
  after: string | undefined,
): Promise<RegisteredRow[]> {
  const rows = db.selectFrom('dsar_requests').select(REGISTERED).where('tenant_id', '=', tenantId)
  return (after === undefined ? rows : rows.where('id', '>', after))
    .orderBy('id')
    .limit(REGISTER_PAGE)
    .execute()
}

const WHOLE_PAGE = 25

/** Whole rows before this one, newest first. */
export function pageNewest(ctx: ReadCtx, before: string | undefined): Promise<RequestRow[]> {
  const rows = requests.select(ctx).selectAll()
  return (before === undefined ? rows : rows.where('id', '<', before))
    .orderBy('id', 'desc')
    .limit(WHOLE_PAGE)
    .execute()
}

export async function findPeriod({ db, tenantId }: ReadCtx): Promise<{ from: Date; to: Date } | undefined> {
  const { from, to } = await db
    .selectFrom('dsar_requests')
    .select(({ fn }) => [
      fn.min<Date | null>('created_at').as('from'),
      fn.max<Date | null>('created_at').as('to'),
    ])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow()
  return from && to ? { from, to } : undefined
}

// ── history ──

export function listEvents({ db, tenantId }: ReadCtx, requestId: string): Promise<EventRow[]> {
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

/** Events of several requests, each request's in their order. */
export function listEventsOf({ db, tenantId }: ReadCtx, requestIds: readonly string[]): Promise<EventRow[]> {
  return db
    .selectFrom('dsar_events')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('request_id', 'in', requestIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export interface NewEvent {
  type: EventType
  from?: State
  to?: State
  notes?: string | null | undefined
}

/** Written in one statement, in the given order. */
export async function insertEvents(ctx: WriteCtx, requestId: string, ...events: NewEvent[]): Promise<void> {
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

/** What happened before the request came to this service. */
export interface PastEvent extends NewEvent {
  requestId: string
  at: Date
}

export async function insertPastEvents(ctx: WriteCtx, events: readonly PastEvent[]): Promise<void> {
  const rows = events.map(({ requestId, type, from, to, notes, at }) => ({
    tenant_id: ctx.tenantId,
    id: newId(),
    request_id: requestId,
    type,
    from_status: from ?? null,
    to_status: to ?? null,
    notes: notes || null,
    actor_id: ctx.actor.id ?? null,
    actor_name: ctx.actor.name ?? null,
    created_at: at,
  }))
  await ctx.db.insertInto('dsar_events').values(rows).execute()
}

// ── statistics ──

export interface RequestCounts {
  byKind: { status: State; right_type: RightType; count: number }[]
  overdue: number
  dueSoon: number
  /** Of the ended requests: how many ended in time, and the sum of their days. */
  onTime: number
  responseDays: number
}

/** Sums the counts that the database keeps, and counts the open requests, whose lateness depends on the clock. */
export async function countRequests(ctx: ReadCtx): Promise<RequestCounts> {
  const { db, tenantId, now } = ctx
  const [byKind, facts, { rows: open }] = await Promise.all([
    countsOf<{ status: State; right_type: RightType }>(ctx, 'dsar_requests'),
    countsOf<{ fact: string }>(ctx, 'request_facts'),
    sql<{ overdue: number; dueSoon: number }>`
      select count(*) filter (where legal_due_at < ${now}) as overdue,
        count(*) filter (where legal_due_at >= ${now}) as "dueSoon"
      from dsar_requests
      where tenant_id = ${tenantId} and completed_at is null and legal_due_at <= ${after(now, DUE_SOON_MS)}`.execute(
      db,
    ),
  ])
  const of = (name: string) => facts.find(({ fact }) => fact === name)?.count ?? 0
  const responseDays = of('responseMilliseconds') / DAY_MS
  return { byKind, ...open[0]!, onTime: of('onTime'), responseDays }
}

/** True if an answer names this uploaded file. */
export async function namesFile({ db, tenantId }: ReadCtx, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('dsar_requests')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('response_file_key', 'in', [key, key.toUpperCase()])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The file that the request's answer names. */
export async function filesOf(ctx: ReadCtx, id: string): Promise<string[]> {
  const row = await requests.select(ctx).select('response_file_key').where('id', '=', id).executeTakeFirst()
  return row?.response_file_key ? [row.response_file_key] : []
}

/** For use inside a statement across tenants. */
export function countOpen(tenantId: Expression<string>) {
  return sql<number>`(select count(*)::int from dsar_requests r where r.tenant_id = ${tenantId} and r.completed_at is null)`
}
