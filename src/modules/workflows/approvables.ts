import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { canonicalId, isId } from '#kernel/ids.ts'
import type { Facts } from './conditions.ts'
import type { WorkflowEntityType } from './model.ts'

/**
 * What a module offers to the approval workflows, which import none of the modules. The entity and the instance change in one
 * transaction: every function gets the context of the action, whose actor is the person who acted. None of them is
 * called for an entity that `facts` does not know.
 */
export interface Approvable {
  readonly entityType: WorkflowEntityType
  /** What the audit log calls these entities, where it says who read them. */
  readonly tracedAs?: string
  /** What the conditions of a stage may read of the entity. Undefined when there is no such entity. */
  facts(ctx: ReadCtx, entityId: string): Promise<Record<string, unknown> | undefined>
  /** What lists call these entities, by their ids. */
  titles?(ctx: ReadCtx, ids: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** An APPROVE that was not the last one. */
  onAdvanced?(ctx: WriteCtx, entityId: string, cause: ApprovalCause): Promise<void>
  /** REQUEST_INFO: the instance stays, the entity may go back to its author. */
  onInfoRequested?(ctx: WriteCtx, entityId: string, cause: ApprovalCause): Promise<void>
  /** The last APPROVE. Returns the reason in Spanish, without throwing, when the entity's own rules forbid it. */
  onCompleted?(
    ctx: WriteCtx,
    entityId: string,
    cause: ApprovalCause,
  ): Promise<{ refusal: string } | undefined>
  onRejected?(ctx: WriteCtx, entityId: string, cause: ApprovalCause): Promise<void>
}

export interface ApprovalCause {
  readonly instanceId: string
  /** What the person who acted wrote. */
  readonly notes: string | null
}

export type Approvables = ReadonlyMap<WorkflowEntityType, Approvable>

declare module '#db/context.ts' {
  interface Tools {
    /** What the modules of this service offer to approve. */
    readonly approvables: Approvables
  }
}

export function approvableOf({ tools }: ReadCtx, entityType: WorkflowEntityType): Approvable | undefined {
  return tools.approvables.get(entityType)
}

/** Undefined for a record kept elsewhere: an approval may be started by hand for any id. */
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

/** One query for all entities of a type. A record kept elsewhere has no title. */
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
