import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { canonicalId, isId } from '#kernel/ids.ts'
import type { Facts } from './conditions.ts'
import type { WorkflowEntityType } from './model.ts'

/**
 * The connection of a module to the approval workflows, which import no module. Entity and instance change in one
 * transaction: every function gets the context of the action, with the acting person as actor. Workflows never call them for
 * an entity that `facts` does not know.
 */
export interface Approvable {
  readonly entityType: WorkflowEntityType
  /** The entity type in audit rows about reading. */
  readonly tracedAs?: string
  /** The facts of the entity for conditions of a stage. Undefined if it does not exist. */
  facts(ctx: ReadCtx, entityId: string): Promise<Record<string, unknown> | undefined>
  /** The titles of these entities in lists, by id. */
  titles?(ctx: ReadCtx, ids: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** After an APPROVE that was not the last one. */
  onAdvanced?(ctx: WriteCtx, entityId: string, cause: ApprovalCause): Promise<void>
  /** After REQUEST_INFO: the instance stays, and the entity may go back to its author. */
  onInfoRequested?(ctx: WriteCtx, entityId: string, cause: ApprovalCause): Promise<void>
  /** After the last APPROVE. If the entity's own rules forbid it, returns the reason in Spanish instead of throwing. */
  onCompleted?(
    ctx: WriteCtx,
    entityId: string,
    cause: ApprovalCause,
  ): Promise<{ refusal: string } | undefined>
  onRejected?(ctx: WriteCtx, entityId: string, cause: ApprovalCause): Promise<void>
}

export interface ApprovalCause {
  readonly instanceId: string
  /** The notes of the acting person. */
  readonly notes: string | null
}

export type Approvables = ReadonlyMap<WorkflowEntityType, Approvable>

declare module '#db/context.ts' {
  interface Tools {
    /** The approvables of all modules. */
    readonly approvables: Approvables
  }
}

export function approvableOf({ tools }: ReadCtx, entityType: WorkflowEntityType): Approvable | undefined {
  return tools.approvables.get(entityType)
}

/** Undefined for a record kept elsewhere: people can start an approval for any id. */
export async function entityFacts(
  ctx: ReadCtx,
  entityType: WorkflowEntityType,
  entityId: string,
): Promise<Facts | undefined> {
  return isId(entityId) ? approvableOf(ctx, entityType)?.facts(ctx, entityId) : undefined
}

interface Named {
  entity_type: WorkflowEntityType
  entity_id: string
}

/** One query for each entity type. Records kept elsewhere have no title. */
export async function titlesOf(
  ctx: ReadCtx,
  rows: readonly Named[],
): Promise<(row: Named) => string | undefined> {
  const byType = Map.groupBy(
    rows.filter(({ entity_id }) => isId(entity_id)),
    ({ entity_type }) => entity_type,
  )
  const found = await Promise.all(
    [...byType].map(async ([type, ofType]) => {
      const ids = new Set(ofType.map(({ entity_id }) => canonicalId(entity_id)))
      return [type, await approvableOf(ctx, type)?.titles?.(ctx, [...ids])] as const
    }),
  )
  const titles = new Map(found)
  return ({ entity_type, entity_id }) => titles.get(entity_type)?.get(canonicalId(entity_id))
}
