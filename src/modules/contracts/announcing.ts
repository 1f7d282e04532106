import type { WriteCtx } from '#db/context.ts'
import { announce } from '#events/announce.ts'
import type { EventType } from '#events/catalogue.ts'
import { iso } from '#kernel/dates.ts'
import { KIND_WORDS } from './knowledge/types.ts'
import type { ContractRow } from './repo.ts'
import { type ContractKind, kindOf } from './rules.ts'

type ContractEvent = Extract<EventType, `contract.${string}`>

const ADVICE: Partial<Record<ContractEvent, (kind: ContractKind) => string>> = {
  'contract.refused': (kind) => KIND_WORDS[kind].refused,
  'contract.expiring': (kind) => KIND_WORDS[kind].ending,
}

/** The event names the processor and leaves out the signer. */
export function announceContract(
  ctx: WriteCtx,
  type: ContractEvent,
  row: ContractRow,
  processorName: string,
): Promise<void> {
  const kind = kindOf(row)
  const advice = ADVICE[type]?.(kind)
  return announce(ctx, {
    type,
    entityId: row.id,
    title: processorName,
    legalEntityId: row.legal_entity_id,
    dueAt: row.expires_at,
    data: {
      type: row.type,
      kind,
      document: KIND_WORDS[kind].the,
      ends: KIND_WORDS[kind].ends,
      ...(advice && { advice }),
      status: row.status,
      version: row.version,
      processorId: row.processor_id,
      expiresAt: iso(row.expires_at),
    },
  })
}
