import { type Selectable, sql } from 'kysely'
import type { ReadCtx } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import { listPage } from '#db/list.ts'
import { together } from '#db/sql.ts'
import type { Tables } from '#db/tables.ts'
import { iso } from '#kernel/dates.ts'
import { type ListQuery, newestWritten } from '#kernel/paging.ts'

export type DeliveryRow = Selectable<Tables['webhook_deliveries']>

/** The owner of webhooks: its kind and its id. */
export interface Owner {
  type: string
  id: string
}

/** Searchable by the beginning of the event or the status. */
export const DELIVERIES = newestWritten('webhook_deliveries', { starts: ['event', 'status'] })

export function listDeliveries(ctx: ReadCtx, owner: Owner, query: ListQuery) {
  const rows = ctx.db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('tenant_id', '=', ctx.tenantId)
    .where('owner_type', '=', owner.type)
    .where('owner_id', '=', owner.id)
  return listPage(ctx, DELIVERIES, rows, { ...query, ownerId: owner.id })
}

/** For the owner's people. */
export function deliveryView(row: DeliveryRow) {
  return {
    id: row.id,
    webhookId: row.hook_id,
    event: row.event,
    url: row.url,
    status: row.status,
    attempts: row.attempts,
    lastStatus: row.last_status,
    lastError: row.last_error,
    nextAttemptAt: iso(row.next_attempt_at),
    deliveredAt: iso(row.delivered_at),
    createdAt: iso(row.created_at),
  }
}

export function findForUpdate({ db, tenantId }: ReadCtx, id: string): Promise<DeliveryRow | undefined> {
  return db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export function findDelivery({ db, tenantId }: ReadCtx, id: string): Promise<DeliveryRow> {
  return db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

export function update(
  { db, tenantId }: ReadCtx,
  row: DeliveryRow,
  fields: Partial<Omit<DeliveryRow, 'position'>>,
): Promise<DeliveryRow> {
  return db
    .updateTable('webhook_deliveries')
    .set(fields)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', row.id)
    .where('attempts', '=', row.attempts)
    .returningAll()
    .executeTakeFirstOrThrow()
}

// ── across all tenants ──

/** A delivery to claim for this very attempt. */
export interface Claimable {
  tenantId: string
  deliveryId: string
  attempt: number
}

/** The position of the first untried delivery of an order. Sorted, so that the order's own index answers. */
export const FIRST_UNTRIED = sql<string>`(
  select a.position from webhook_deliveries a where a.tenant_id = d.tenant_id and a.order_key = d.order_key
    and a.status = 'PENDING' and a.first_tried_at is null order by a.position limit 1)`

/**
 * Claims deliveries that still wait for their attempt, are unclaimed, and are first of their order. Like everywhere, later
 * ones are locked first. The next attempt shows that a delivery waits, not its status: the server often believes that
 * almost nothing waits, and would scan everything that does.
 */
export async function claimAll(
  db: Db,
  claims: readonly Claimable[],
  now: Date,
  until: Date,
): Promise<DeliveryRow[]> {
  // Runs before the claim: a process that begins to move an organisation waits for this transaction, or is seen by it.
  const shared =
    sql`select share_tenant(t.id) from unnest(${[...new Set(claims.map(({ tenantId }) => tenantId))].sort()}::uuid[])
    as t (id)`.execute(db)
  const claiming = sql<DeliveryRow>`
    with claimed as materialized (
      select d.tenant_id, d.id from webhook_deliveries d
      join unnest(${claims.map(({ tenantId }) => tenantId)}::uuid[], ${claims.map(({ deliveryId }) => deliveryId)}::uuid[],
        ${claims.map(({ attempt }) => attempt)}::int[]) as t (tenant_id, id, attempt)
        on d.tenant_id = t.tenant_id and d.id = t.id
      where d.next_attempt_at is not null and d.attempts = t.attempt - 1
        and (d.claimed_until is null or d.claimed_until <= ${now})
        -- Deliveries of suspended and moving organisations wait; the sweep finds them later.
        and not exists (select from tenants o where o.id = d.tenant_id
          and (o.suspended_at is not null or o.moving_until > clock_timestamp()))
        and (d.first_tried_at is not null or d.position = ${FIRST_UNTRIED})
      order by d.position desc for update of d)
    update webhook_deliveries d set claimed_until = ${until}
    from claimed c where d.tenant_id = c.tenant_id and d.id = c.id
    returning d.*`.execute(db)
  const [, { rows }] = await together(shared, claiming)
  return rows
}

/** A message that the receiver took counts as delivered, even if it was cancelled meanwhile. */
export async function recordDelivered(
  db: Db,
  delivered: readonly { row: DeliveryRow; status: number }[],
  now: Date,
): Promise<void> {
  await sql`
    with taken as materialized (
      select d.tenant_id, d.id, t.status from webhook_deliveries d
      join unnest(${delivered.map(({ row }) => row.tenant_id)}::uuid[], ${delivered.map(({ row }) => row.id)}::uuid[],
        ${delivered.map(({ row }) => row.attempts)}::int[], ${delivered.map(({ status }) => status)}::int[])
        as t (tenant_id, id, attempts, status) on d.tenant_id = t.tenant_id and d.id = t.id
      where d.attempts = t.attempts
      order by d.position desc for update of d)
    update webhook_deliveries d set attempts = d.attempts + 1, status = 'DELIVERED', last_status = t.status,
      first_tried_at = coalesce(d.first_tried_at, ${now}), last_error = null, next_attempt_at = null,
      claimed_until = null, delivered_at = ${now}
    from taken t where d.tenant_id = t.tenant_id and d.id = t.id`.execute(db)
}

/** The first untried delivery of each order. */
export async function findNext(
  db: Db,
  orders: readonly Pick<DeliveryRow, 'tenant_id' | 'order_key'>[],
): Promise<Triable[]> {
  const { rows } = await sql<Triable>`
    select distinct d.tenant_id, d.id, d.url, d.attempts, d.traceparent
    from unnest(${orders.map(({ tenant_id }) => tenant_id)}::uuid[], ${orders.map(({ order_key }) => order_key)}::text[])
      as t (tenant_id, order_key)
    cross join lateral (
      select d.tenant_id, d.id, d.url, d.attempts, d.traceparent from webhook_deliveries d
      where d.tenant_id = t.tenant_id and d.order_key = t.order_key
        and d.status = 'PENDING' and d.first_tried_at is null
      order by d.position limit 1) d`.execute(db)
  return rows
}

export type Triable = Pick<DeliveryRow, 'id' | 'tenant_id' | 'url' | 'attempts' | 'traceparent'>

// ── waiting deliveries ──

/** Cancels the waiting deliveries of a webhook that must no longer be called (at this url, if one is given). */
export function cancelDeliveries(
  ctx: ReadCtx,
  owner: Owner,
  hookId: string,
  reason: string,
  url?: string,
): Promise<void> {
  return changeWaiting(
    ctx,
    owner,
    { status: 'FAILED', next_attempt_at: null, last_error: reason },
    { hookId, url },
  )
}

/** The url of a webhook and its secrets. */
export interface Target {
  url: string
  secretSealed: string
  /** Set while one secret replaces another: both sign. */
  previousSecretSealed?: string | null
}

export function targetColumns({ url, secretSealed, previousSecretSealed }: Target) {
  return { url, secret_sealed: secretSealed, previous_secret_sealed: previousSecretSealed ?? null }
}

/** Sends waiting deliveries to the webhook's current url. */
export function redirectDeliveries(ctx: ReadCtx, owner: Owner, target: Target): Promise<void> {
  return changeWaiting(ctx, owner, targetColumns(target))
}

/** Locks later rows first, like a claim, which holds its own row and then asks for those ahead of it. */
async function changeWaiting(
  { db, tenantId }: ReadCtx,
  owner: Owner,
  fields: Partial<Omit<DeliveryRow, 'position'>>,
  { hookId, url }: { hookId?: string; url?: string | undefined } = {},
): Promise<void> {
  let waiting = db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('owner_type', '=', owner.type)
    .where('owner_id', '=', owner.id)
    .where('status', '=', 'PENDING')
  if (hookId !== undefined) waiting = waiting.where('hook_id', '=', hookId)
  if (url !== undefined) waiting = waiting.where('url', '=', url)
  await db
    .with('waiting', () => waiting.orderBy('position', 'desc').forUpdate())
    .updateTable('webhook_deliveries as d')
    .from('waiting')
    .set(fields)
    .where('d.tenant_id', '=', tenantId)
    .whereRef('d.id', '=', 'waiting.id')
    .execute()
}
