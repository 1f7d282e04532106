import { audit } from '#db/audit.ts'
import type { WriteCtx } from '#db/context.ts'
import { together } from '#db/sql.ts'
import { announce } from '#events/announce.ts'
import { Failure, found, impossible } from '#kernel/failure.ts'
import { noneIfBlank } from '#kernel/text.ts'
import { keepWith } from '#modules/files/public.ts'
import { insertEvents, type RequestRow, requests } from '../requests/repo.ts'
import { opposesMarketing } from '../rules.ts'
import { outcomeWords, STATE_WORDS, type TaskRight } from './knowledge.ts'
import { countTasks, type TaskRow, tasks } from './repo.ts'
import { type Outcome, type Via, WAITING } from './rules.ts'
import { TASK_ENTITY } from './sending.ts'

/** How a task is answered. Every way ends here: the owner's link, staff on their behalf, a connector. */

export interface Answer {
  outcome: Outcome
  notes?: string | null | undefined
  article?: string | null | undefined
  via: Via
  by: string | null
}

export function assertWaiting(row: TaskRow): TaskRow {
  if (WAITING.includes(row.status)) return row
  throw new Failure(
    'conflict',
    row.status === 'done'
      ? `Ya se respondió por «${row.system_name}». Para preguntar otra vez, agregue el sistema de nuevo.`
      : `La tarea de «${row.system_name}» está ${STATE_WORDS[row.status]}.`,
  )
}

/** `before` is locked. Keeping data requires the reason that the law admits (arts. 5 to 9). */
export async function completeTask(ctx: WriteCtx, before: TaskRow, answer: Answer): Promise<TaskRow> {
  assertWaiting(before)
  const request = (await requests.find(ctx, before.request_id))!
  const article = answer.outcome === 'kept' ? (noneIfBlank(answer.article)?.trim() ?? null) : null
  if (answer.outcome === 'kept') assertGround(request, article)
  const fields = {
    status: 'done' as const,
    outcome: answer.outcome,
    notes: noneIfBlank(answer.notes)?.trim() ?? null,
    article,
    answered_via: answer.via,
    answered_by: answer.by,
    done_at: ctx.now,
    updated_at: ctx.now,
  }
  const row = await tasks.update(ctx, before.id, fields)
  const progress = (await countTasks(ctx, [request.id])).get(request.id)!
  await together(
    insertEvents(ctx, request.id, {
      type: 'task_done',
      notes: `${row.system_name}: ${outcomeWords(request.right_type as TaskRight, answer.outcome)}`,
    }),
    // The log is never emptied, so it leaves out what the answer says about the person.
    audit(ctx, {
      action: 'complete',
      entityType: TASK_ENTITY,
      entityId: row.id,
      before: { status: before.status },
      after: {
        status: row.status,
        requestId: request.id,
        outcome: row.outcome,
        answeredVia: row.answered_via,
      },
    }),
    announceTask(ctx, 'dsar.task_done', request, {
      taskId: row.id,
      systemName: row.system_name,
      outcome: row.outcome!,
      ...progress,
    }),
  )
  return row
}

function assertGround(request: RequestRow, article: string | null): void {
  if (opposesMarketing(request))
    throw impossible(
      'outcome',
      'A que usen sus datos para publicidad la persona siempre puede oponerse (art. 8 letra b): dejen de usarlos para eso.',
    )
  if (article === null)
    throw impossible(
      'article',
      'Indique por qué quedan como están, con el artículo de la ley que lo permite.',
    )
}

export function announceTask(
  ctx: WriteCtx,
  type: 'dsar.task_done' | 'dsar.task_overdue',
  request: RequestRow,
  data: Record<string, string | number | readonly string[]>,
): Promise<void> {
  return announce(ctx, {
    type,
    entityId: request.id,
    title: request.folio_number,
    legalEntityId: request.legal_entity_id,
    assignedTo: request.assigned_to,
    dueAt: request.legal_due_at,
    data: { folioNumber: request.folio_number, rightType: request.right_type, ...data },
  })
}

interface ConnectorResult {
  outcome: Outcome
  notes?: string | null
  /** Required with `kept`. */
  article?: string | null
  /** Files that are stored already but have no record. */
  fileIds?: readonly string[]
}

/** The answer of a program of the organisation on behalf of the system. */
export async function completeByConnector(
  ctx: WriteCtx,
  taskId: string,
  { fileIds = [], ...result }: ConnectorResult,
): Promise<TaskRow> {
  const before = found(await tasks.lock(ctx, taskId), 'la tarea')
  const row = await completeTask(ctx, before, { ...result, via: 'connector', by: ctx.actor.name ?? null })
  await keepWith(ctx, fileIds, { entityType: TASK_ENTITY, entityId: row.id })
  return row
}
