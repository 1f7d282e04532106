import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { isId } from '#kernel/ids.ts'
import type { Facts } from './conditions.ts'
import type { WorkflowEntityType } from './model.ts'

/**
 * What a module offers to the approval workflows, which import none of the modules. The entity and the instance change in one
 * transaction: every function gets the context of the action, whose actor is the person who acted. None of them is
 * called for an entity that `facts` does not know.
 */
export interface Approvable {
  readonly entityType: WorkflowEntityType
  /** What the conditions of a stage may read of the entity. Undefined when there is no such entity. */
  facts(ctx: ReadCtx, entityId: string): Promise<Record<string, unknown> | undefined>
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
