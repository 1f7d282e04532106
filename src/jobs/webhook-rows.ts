import type { Generated, Selectable } from 'kysely'
import type { Reading } from '#db/context.ts'
import { page } from '#db/sql.ts'
import type { At, Tables } from '#db/tables.ts'
import { iso } from '#kernel/dates.ts'
import type { PageQuery } from '#kernel/paging.ts'

declare module '#db/tables.ts' {
  interface Tables {
    webhook_deliveries: {
      tenant_id: string
      id: string
      owner_type: string
      owner_id: string
      hook_id: string
      event: string
      url: string
      secret_sealed: string
      signature_header: string
      delivery_header: string
      body: string
      order_key: string
      position: Generated<number>
      status: 'PENDING' | 'DELIVERED' | 'FAILED'
      attempts: Generated<number>
      series_from: Generated<number>
      first_tried_at: At | null
      last_status: number | null
      last_error: string | null
      next_attempt_at: At | null
      claimed_until: At | null
      delivered_at: At | null
      created_at: At
    }
  }
}

export type DeliveryRow = Selectable<Tables['webhook_deliveries']>

/** Whose webhooks they are: a kind of thing, and which one. */
export interface Owner {
  type: string
  id: string
}

export function listDeliveries({ db, tenantId }: Reading, owner: Owner, query: PageQuery) {
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

export function findForUpdate({ db, tenantId }: Reading, id: string): Promise<DeliveryRow | undefined> {
  return db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export function update(
  { db, tenantId }: Reading,
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

export function untried({ db, tenantId }: Reading, orderKey: string) {
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
  { db, tenantId }: Reading,
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
