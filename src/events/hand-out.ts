import { type Selectable, sql } from 'kysely'
import type { TenantAccess } from '#db/access.ts'
import { SYSTEM, type WriteCtx } from '#db/context.ts'
import type { Tables } from '#db/tables.ts'
import { tenantTable } from '#db/tenant-table.ts'
import type { JobDefinition } from '#jobs/definition.ts'
import { after, DAY_MS } from '#kernel/dates.ts'
import { HAND_OUT } from './announce.ts'
import type { EventType } from './catalogue.ts'

export type EventRow = Selectable<Tables['events']>

/** Gets events in a transaction of the event's tenant. It only writes rows of that transaction. */
export interface EventListener {
  /** Stored with each event it has heard, so it is never renamed. */
  readonly name: string
  readonly hears: (type: EventType) => boolean
  readonly hear: (ctx: WriteCtx, event: EventRow) => Promise<void>
}

const events = tenantTable('events')

/**
 * Hands an event to each listener, in a transaction of its own that also records the listener. So nothing happens twice if
 * a process dies or two processes hand out the same event. A failing listener does not keep the event from the others.
 */
export function createHandOutJob(listeners: readonly EventListener[]): JobDefinition {
  return {
    name: HAND_OUT,
    retry: { limit: 10, delaySeconds: 5, longestDelaySeconds: 3600 },
    concurrency: 2,
    async run({ access }, { tenantId, eventId }: { tenantId: string; eventId: string }) {
      const failed: Error[] = []
      for (const listener of listeners) {
        await access
          .actFor(tenantId, SYSTEM, {}, (ctx) => handTo(ctx, listener, eventId))
          .catch((error: Error) => failed.push(error))
      }
      if (failed.length > 0) throw failed[0]
    },
  }
}

async function handTo(ctx: WriteCtx, { name, hears, hear }: EventListener, eventId: string): Promise<void> {
  const event = await events.lock(ctx, eventId)
  if (!event || !hears(event.type) || event.heard_by.includes(name)) return
  await hear(ctx, event)
  await ctx.db
    .updateTable('events')
    .set({ heard_by: sql`array_append(heard_by, ${name})` })
    .where('tenant_id', '=', ctx.tenantId)
    .where('id', '=', eventId)
    .execute()
}

const KEPT_MS = 90 * DAY_MS

/** Deletes old events. The audit log remains as the record. */
export function forgetEvents(access: TenantAccess, now: Date): Promise<unknown> {
  return access.asSystem('forget old events', (db) =>
    db.deleteFrom('events').where('occurred_at', '<', after(now, -KEPT_MS)).execute(),
  )
}
