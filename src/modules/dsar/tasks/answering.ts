import { assertShown, type TenantAccess } from '#db/access.ts'
import type { Actor, ReadCtx, WriteCtx } from '#db/context.ts'
import { iso } from '#kernel/dates.ts'
import { Failure } from '#kernel/failure.ts'
import { bindingNote, lawToday } from '#kernel/law/wording.ts'
import { displayRut } from '#kernel/rut.ts'
import { digest } from '#kernel/secrets.ts'
import { isUnstorable, noneIfBlank } from '#kernel/text.ts'
import { attachUploads, groupKeptWith } from '#modules/files/public.ts'
import { qualityOf } from '../asking.ts'
import { answerLabel, answerText, QUESTIONS } from '../intake/questions.ts'
import { RIGHTS } from '../knowledge.ts'
import { assertWaiting, completeTask } from './completing.ts'
import { ASKED_FOR, ASKED_OF_OWNERS, choicesFor, type TaskRight } from './knowledge.ts'
import { findByKey, type TaskRow, tasks } from './repo.ts'
import { mailboxOfPerson } from './rules.ts'
import type { AnsweredTask, PublicTask, TaskAnswer } from './schemas.ts'
import { TASK_ENTITY } from './sending.ts'

/** What the owner of a system can do with the link of their letter. */

export type AskedTask = NonNullable<Awaited<ReturnType<typeof findByKey>>>

const NO_LINK =
  'El enlace de la tarea no existe, venció o ya no se necesita. Revise que esté completo, o pregunte a quien se lo envió.'

/** An unknown, expired or withdrawn key is not found. */
export async function findAskedTask(access: TenantAccess, key: string, now: Date): Promise<AskedTask> {
  const row = isUnstorable(key)
    ? undefined
    : await access.lookUp('find the task of a link', (db) => findByKey(db, digest(key), now))
  if (!row) throw new Failure('notFound', NO_LINK)
  return row
}

export const OWNER: Actor = {
  type: 'public',
  id: undefined,
  name: 'Responsable de un sistema',
  role: undefined,
}

/** Shows what is needed to find the person and nothing more. After the answer not even that. */
export async function showTask(ctx: ReadCtx, row: AskedTask): Promise<PublicTask> {
  assertShown(row.suspended_at)
  const right = row.right_type as TaskRight
  const asked = ASKED_OF_OWNERS[right]
  const isOpen = row.status === 'sent'
  return {
    organizationName: row.organization,
    systemName: row.system_name,
    ownerName: row.owner_name,
    right: RIGHTS[right].label,
    article: RIGHTS[right].article,
    notice: bindingNote(lawToday(ctx))[0] ?? null,
    asks: `Una persona ${asked.asks(ASKED_FOR[qualityOf(row)])}.`,
    instructions: asked.todo,
    status: isOpen ? 'sent' : 'done',
    dueOn: row.due_on,
    expiresAt: iso(row.expires_at!),
    doneAt: iso(row.done_at),
    outcome: row.outcome,
    person: isOpen
      ? {
          name: row.subject_name,
          rut: row.subject_rut && displayRut(row.subject_rut),
          email: mailboxOfPerson(row),
        }
      : null,
    change: isOpen ? changeOf(row, right) : [],
    ...(isOpen ? choicesFor(row) : { outcomes: [], grounds: [] }),
  }
}

const TOLD_IN_WORDS: readonly TaskRight[] = ['RECTIFICATION', 'OPPOSITION']

/** The data, use or change as the person wrote it: without it the owner would have to guess. */
function changeOf(
  { specific_data, subtype, description }: AskedTask,
  right: TaskRight,
): PublicTask['change'] {
  const given = specific_data ?? {}
  const keys = new Set([...QUESTIONS[right].map(({ name }) => name), ...Object.keys(given)])
  const answers = [...keys].flatMap((key) => {
    const text = answerText(given[key] ?? '')
    return text.trim() === '' ? [] : [{ label: answerLabel(key), text }]
  })
  return [
    ...answers,
    ...(subtype?.trim() && right === 'OPPOSITION' ? [{ label: 'Motivo', text: subtype }] : []),
    // A free text may tell more than the system needs, so it is shown only for rights whose task stands in it.
    ...(description?.trim() && TOLD_IN_WORDS.includes(right)
      ? [{ label: 'Lo que escribió', text: description }]
      : []),
  ]
}

/** Of two answers at once the first counts. */
export async function answerTask(ctx: WriteCtx, asked: AskedTask, body: TaskAnswer): Promise<AnsweredTask> {
  const before = await lockSent(ctx, asked.id)
  const row = await completeTask(ctx, before, {
    outcome: body.outcome,
    notes: body.notes,
    article: body.article,
    via: 'link',
    by: noneIfBlank(body.name)?.trim() ?? before.owner_name ?? before.owner_email,
  })
  await attachUploads(
    ctx,
    (body.files ?? []).map(({ uploadKey }) => ({ uploadKey, kind: 'other' as const })),
    { entityType: TASK_ENTITY, entityId: row.id },
  )
  const files = await groupKeptWith(ctx, TASK_ENTITY, [row.id])
  return {
    status: 'done',
    outcome: row.outcome!,
    doneAt: iso(row.done_at!),
    files: files.get(row.id)?.length ?? 0,
  }
}

/** Refuses a task that has been answered or cancelled meanwhile. */
export async function lockSent(ctx: WriteCtx, id: string): Promise<TaskRow> {
  const row = await tasks.lock(ctx, id)
  if (!row || row.key_hash === null || row.status === 'cancelled') throw new Failure('notFound', NO_LINK)
  if (row.status === 'done') throw new Failure('conflict', 'Ya se respondió. No hace falta nada más.')
  return assertWaiting(row)
}
