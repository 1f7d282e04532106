import type { WriteCtx } from '#db/context.ts'
import { announce } from '#events/announce.ts'
import type { EventType } from '#events/catalogue.ts'
import type { RequestRow } from './requests/repo.ts'
import { formerDueOn, legalDueOn } from './rules.ts'

export type RequestEvent = Extract<EventType, `dsar.${string}`>

type Announced = Pick<
  RequestRow,
  'id' | 'folio_number' | 'right_type' | 'status' | 'source' | 'legal_due_at' | 'created_at'
> & { legal_entity_id?: string | null; assigned_to?: string | null }

/** The event names the request by its folio and leaves out who the person is. */
export function announceRequest(ctx: WriteCtx, type: RequestEvent, row: Announced): Promise<void> {
  const former = formerDueOn(row.right_type, row.created_at, ctx.tools.law)
  return announce(ctx, {
    type,
    entityId: row.id,
    title: row.folio_number,
    legalEntityId: row.legal_entity_id,
    assignedTo: row.assigned_to ?? null,
    dueAt: row.legal_due_at,
    data: {
      folioNumber: row.folio_number,
      rightType: row.right_type,
      status: row.status,
      source: row.source,
      legalDueOn: legalDueOn(row),
      ...(former && { formerDueOn: former }),
    },
  })
}
