import type { Selectable } from 'kysely'
import type { ReadCtx } from '#db/context.ts'
import { page } from '#db/sql.ts'
import type { Tables } from '#db/tables.ts'
import { iso } from '#kernel/dates.ts'
import type { PageQuery } from '#kernel/paging.ts'

export type DeliveryRow = Selectable<Tables['webhook_deliveries']>

/** Whose webhooks they are: a kind of thing, and which one. */
export interface Owner {
  type: string
  id: string
}

export function listDeliveries({ db, tenantId }: ReadCtx, owner: Owner, query: PageQuery) {
  const rows = db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('owner_type', '=', owner.type)
    .where('owner_id', '=', owner.id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
  return page(db, rows, query)
}

/** As the owner's people see it. */
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

export function untried({ db, tenantId }: ReadCtx, orderKey: string) {
  return db
    .selectFrom('webhook_deliveries')
    .select(['tenant_id', 'id', 'url', 'attempts'])
    .where('tenant_id', '=', tenantId)
    .where('order_key', '=', orderKey)
    .where('status', '=', 'PENDING')
    .where('first_tried_at', 'is', null)
    .orderBy('position')
    .limit(1)
}

/**
 * The webhook is not to be called any more (at this url, when one is given): nothing that waits is sent to it. Later
 * ones are taken first, as by a claim, which holds its own row and then asks for those ahead of it.
 */
export async function cancelDeliveries(
  { db, tenantId }: ReadCtx,
  owner: Owner,
  hookId: string,
  reason: string,
  url?: string,
): Promise<void> {
  let waiting = db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('owner_type', '=', owner.type)
    .where('owner_id', '=', owner.id)
    .where('hook_id', '=', hookId)
    .where('status', '=', 'PENDING')
  if (url !== undefined) waiting = waiting.where('url', '=', url)
  await db
    .with('waiting', () => waiting.orderBy('position', 'desc').forUpdate())
    .updateTable('webhook_deliveries as d')
    .from('waiting')
    .set({ status: 'FAILED', next_attempt_at: null, last_error: reason })
    .where('d.tenant_id', '=', tenantId)
    .whereRef('d.id', '=', 'waiting.id')
    .execute()
}
