import { type Selectable, sql } from 'kysely'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { listPage } from '#db/list.ts'
import { recordUnderTenant } from '#db/records.ts'
import type { Tables } from '#db/tables.ts'
import { tenantTable } from '#db/tenant-table.ts'
import { after, DAY_MS } from '#kernel/dates.ts'
import type { Page } from '#kernel/paging.ts'
import { MOST_WEBHOOKS } from './rules.ts'
import { SUBSCRIPTIONS, type SubscriptionsQuery } from './schemas.ts'

export type SubscriptionRow = Selectable<Tables['webhook_subscriptions']>

export const subscriptions = tenantTable('webhook_subscriptions')
export const webhookRecord = recordUnderTenant('webhook_subscriptions', 'id')

export function pageSubscriptions(ctx: ReadCtx, query: SubscriptionsQuery): Promise<Page<SubscriptionRow>> {
  return listPage(ctx, SUBSCRIPTIONS, subscriptions.select(ctx).selectAll(), query)
}

export function listSubscriptions(ctx: ReadCtx): Promise<SubscriptionRow[]> {
  return subscriptions
    .select(ctx)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_WEBHOOKS)
    .execute()
}

export function findTenant({ db, tenantId }: ReadCtx): Promise<{ id: string; slug: string }> {
  return db.selectFrom('tenants').select(['id', 'slug']).where('id', '=', tenantId).executeTakeFirstOrThrow()
}

/** Otherwise each of two concurrent changes would miss the other's rows when it counts and sums up. */
export async function lockAll({ db, tenantId }: WriteCtx): Promise<void> {
  await db
    .selectFrom('tenants')
    .select('id')
    .where('id', '=', tenantId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** Starts the failing period now, unless another process changed it meanwhile. */
export async function markFailing(
  { db, tenantId, now }: WriteCtx,
  id: string,
  known: Date | null,
): Promise<void> {
  await db
    .updateTable('webhook_subscriptions')
    .set({ failing_since: now })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('failing_since', 'is not distinct from', known)
    .execute()
}

/** The tries of one delivery last little more than a day. */
const LONGEST_SERIES_MS = 2 * DAY_MS

export async function deliveredSince(
  { db, tenantId }: ReadCtx,
  ownerType: string,
  id: string,
  since: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('webhook_deliveries')
    .select(sql<number>`1`.as('one'))
    .where('tenant_id', '=', tenantId)
    .where('owner_type', '=', ownerType)
    .where('owner_id', '=', id)
    .where('created_at', '>', after(since, -LONGEST_SERIES_MS))
    .where('delivered_at', '>', since)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
