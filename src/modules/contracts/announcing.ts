import type { WriteCtx } from '#db/context.ts'
import { announce } from '#events/announce.ts'
import type { EventType } from '#events/catalogue.ts'
import { iso } from '#kernel/dates.ts'
import type { ContractRow } from './repo.ts'

type ContractEvent = Extract<EventType, `contract.${string}`>

/** By the name of the processor: the person who signs stays out of it. */
export function announceContract(
  ctx: WriteCtx,
  type: ContractEvent,
  row: ContractRow,
  processorName: string,
): Promise<void> {
  return announce(ctx, {
    type,
    entityId: row.id,
    title: processorName,
    legalEntityId: row.legal_entity_id,
    dueAt: row.expires_at,
    data: {
      type: row.type,
      status: row.status,
      version: row.version,
      processorId: row.processor_id,
      expiresAt: iso(row.expires_at),
    },
  })
}
