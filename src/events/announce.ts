import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { json, together } from '#db/sql.ts'
import { enqueue } from '#jobs/definition.ts'
import type { ConsoleEntity } from '#kernel/console-paths.ts'
import { newId } from '#kernel/ids.ts'
import type { Role } from '#kernel/roles.ts'
import { type EventType, eventKind } from './catalogue.ts'

export type EventData = Record<string, string | number | boolean | null | readonly string[]>

/** What happened, without a name, address or number of a data subject: it leaves the service. */
export interface Announcement {
  type: EventType
  entityId: string
  /** For an event that may happen to several kinds of things. */
  entityType?: ConsoleEntity
  /** What people call it: a folio, the name of an activity. */
  title: string
  /** Ids, folios and states. */
  data?: EventData
  /** Whose it is. */
  assignedTo?: string | null
  /** Who asked for it. */
  requestedBy?: string | null
  /** From which role on somebody may act on it. */
  requiredRole?: Role | null
  /** None means the main entity. */
  legalEntityId?: string | null | undefined
  dueAt?: Date | null
}

export const HAND_OUT = 'events.hand_out'

/** Of what the law gives a term: one import may announce thousands of changes, and nobody's breach waits behind them. */
export const BEFORE_OTHERS = 1

/**
 * Writes down what happened, with the change itself: the listeners get it exactly when the change was committed. Needs no
 * result, so it leaves `together` with the other writes of the act.
 */
export async function announce(ctx: WriteCtx, event: Announcement): Promise<void> {
  const id = newId()
  await together(
    ctx.db
      .insertInto('events')
      .values(rowOf(ctx, id, event))
      .execute(),
    enqueue(
      ctx,
      HAND_OUT,
      { tenantId: ctx.tenantId, eventId: id },
      eventKind(event.type).urgent ? { priority: BEFORE_OTHERS } : {},
    ),
  )
}

function rowOf(ctx: WriteCtx, id: string, event: Announcement) {
  return {
    tenant_id: ctx.tenantId,
    id,
    type: event.type,
    entity_type: event.entityType ?? eventKind(event.type).entityType,
    entity_id: event.entityId,
    title: event.title,
    data: json({ ...event.data, ...(ctx.importId && { importId: ctx.importId }) }),
    assigned_to: event.assignedTo ?? null,
    requested_by: event.requestedBy ?? null,
    required_role: event.requiredRole ?? null,
    legal_entity_id: event.legalEntityId ?? null,
    due_at: event.dueAt ?? null,
    actor_id: ctx.actor.id ?? null,
    occurred_at: ctx.now,
  }
}

// ── what is written only while somebody asks for it ──

/** The events on demand that are asked for from now on; those of before are forgotten. */
export async function setInterests({ db, tenantId }: WriteCtx, types: readonly EventType[]): Promise<void> {
  const rows = [...new Set(types)]
    .filter((type) => eventKind(type).onDemand)
    .map((type) => ({ tenant_id: tenantId, type }))
  await together(
    db.deleteFrom('event_interests').where('tenant_id', '=', tenantId).execute(),
    ...(rows.length > 0 ? [db.insertInto('event_interests').values(rows).execute()] : []),
  )
}

/** Those of the events on demand that somebody asks for. */
export async function listInterests({ db, tenantId }: ReadCtx): Promise<EventType[]> {
  const rows = await db
    .selectFrom('event_interests')
    .select('type')
    .where('tenant_id', '=', tenantId)
    .execute()
  return rows.map(({ type }) => type)
}
