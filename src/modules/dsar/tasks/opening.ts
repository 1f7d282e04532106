import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { chileanDay } from '#kernel/dates.ts'
import { newId } from '#kernel/ids.ts'
import { VOCABULARY } from '#modules/data-map/public.ts'
import type { RightType } from '../rules.ts'
import { listCandidates, tasks } from './repo.ts'
import { MOST_TASKS, opensTasks, systemsFor, type TaskSystem, taskDueOn } from './rules.ts'

const LABELS = new Map(VOCABULARY.subjectCategories.map(({ value, label }) => [value, label]))

/** The systems that may hold data of this person, from the register and the data map. */
export async function findSystems(
  ctx: ReadCtx,
  {
    rightType,
    relation,
    legalEntityId,
  }: { rightType: RightType; relation: string | null; legalEntityId: string | null },
): Promise<TaskSystem[]> {
  if (!opensTasks(rightType)) return []
  const candidates = await listCandidates(ctx, legalEntityId)
  return systemsFor(relation, candidates, LABELS).slice(0, MOST_TASKS)
}

/** Opens one task for each system in one statement. */
export async function openTasks(
  ctx: WriteCtx,
  request: { id: string; right_type: RightType; legal_due_at: Date },
  systems: readonly TaskSystem[],
): Promise<void> {
  await tasks.insertAll(
    ctx,
    systems.map((system) => newTask(ctx, request, system)),
  )
}

export function newTask(
  ctx: WriteCtx,
  request: { id: string; right_type: RightType; legal_due_at: Date },
  system: Omit<TaskSystem, 'systemId'> & { systemId: string | null },
  dueOn?: string,
) {
  const terms = {
    rightType: request.right_type,
    today: chileanDay(ctx.now),
    legalDueOn: chileanDay(request.legal_due_at),
  }
  return {
    id: newId(),
    request_id: request.id,
    system_id: system.systemId,
    system_name: system.systemName,
    processor_name: system.processorName,
    owner_name: system.ownerName,
    owner_email: system.ownerEmail,
    status: 'open' as const,
    due_on: dueOn ?? taskDueOn(terms, ctx.tools.law),
    created_at: ctx.now,
    updated_at: ctx.now,
  }
}
