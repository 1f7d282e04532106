import type { Reading } from '#db/context.ts'
import type { WorkflowEntityType, WorkflowSubject } from '#http/module.ts'
import { isId } from '#kernel/ids.ts'
import type { Facts } from './conditions.ts'

const subjects = new Map<WorkflowEntityType, WorkflowSubject>()

/** Called once, with what all modules offer. */
export function introduceSubjects(offered: readonly WorkflowSubject[]): void {
  for (const subject of offered) subjects.set(subject.entityType, subject)
}

export function subjectOf(entityType: WorkflowEntityType): WorkflowSubject | undefined {
  return subjects.get(entityType)
}

/** Undefined for what lives elsewhere: an approval may be started by hand for any id. */
export async function entityFacts(
  ctx: Reading,
  entityType: WorkflowEntityType,
  entityId: string,
): Promise<Facts | undefined> {
  return isId(entityId) ? subjectOf(entityType)?.facts(ctx, entityId) : undefined
}
