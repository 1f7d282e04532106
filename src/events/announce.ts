import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { json, together } from '#db/sql.ts'
import { enqueue } from '#jobs/definition.ts'
import type { ConsoleEntity } from '#kernel/console-paths.ts'
import { newId } from '#kernel/ids.ts'
import type { Role } from '#kernel/roles.ts'
import { type EventType, eventKind } from './catalogue.ts'

export type EventData = Record<string, string | number | boolean | null | readonly string[]>

/** An event without names, addresses or numbers of data subjects, because it leaves the service. */
export interface Announcement {
  type: EventType
  entityId: string
  /** For an event that can concern several kinds of entity. */
  entityType?: ConsoleEntity
  /** Its name for people: a folio, the name of an activity. */
  title: string
  /** Ids, folios and states. */
  data?: EventData
  /** The person it is assigned to. */
  assignedTo?: string | null
  /** The person who asked for it. */
  requestedBy?: string | null
  /** The lowest role that may act on it. */
  requiredRole?: Role | null
  /** None means the main entity. */
  legalEntityId?: string | null | undefined
  dueAt?: Date | null
}

export const HAND_OUT = 'events.hand_out'

/** For events with a legal deadline: an import may announce thousands of changes, and no breach must wait behind them. */
export const BEFORE_OTHERS = 1

/**
 * Writes an event with its change, so the listeners get it exactly if the change is committed. It needs no result, so it
 * is sent `together` with the other writes of the act.
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

// ── events that are written only while somebody asks for them ──

/** Sets the requested events on demand; earlier requests are forgotten. */
export async function setInterests({ db, tenantId }: WriteCtx, types: readonly EventType[]): Promise<void> {
  const rows = [...new Set(types)]
    .filter((type) => eventKind(type).onDemand)
    .map((type) => ({ tenant_id: tenantId, type }))
  await together(
    db.deleteFrom('event_interests').where('tenant_id', '=', tenantId).execute(),
    ...(rows.length > 0 ? [db.insertInto('event_interests').values(rows).execute()] : []),
  )
}

/** The events on demand that somebody asks for. */
export async function listInterests({ db, tenantId }: ReadCtx): Promise<EventType[]> {
  const rows = await db
    .selectFrom('event_interests')
    .select('type')
    .where('tenant_id', '=', tenantId)
    .execute()
  return rows.map(({ type }) => type)
}
