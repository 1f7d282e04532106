import { audit } from '#db/audit.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { readOrganisation } from '#db/organisation.ts'
import { lockTenant, together } from '#db/sql.ts'
import { assertLettersLeft } from '#jobs/mail.ts'
import { addDays, chileanDay } from '#kernel/dates.ts'
import { Failure, found } from '#kernel/failure.ts'
import { isId } from '#kernel/ids.ts'
import { emptyPage } from '#kernel/paging.ts'
import { given } from '#kernel/questions.ts'
import { noneIfBlank } from '#kernel/text.ts'
import { listSentWith } from '#modules/files/public.ts'
import { targetsOf } from './drafts.ts'
import { keyHashOf } from './keys.ts'
import { writeTo } from './letters.ts'
import * as repo from './repo.ts'
import { type AnswerRow, answers } from './repo.ts'
import { askedOn, assertDueOn, expiryOf, OPEN, STATE_WORDS, shownStatus } from './rules.ts'
import type { AnswersQuery, QuestionnaireAnswer, Returning } from './schemas.ts'
import { QUESTIONNAIRE } from './service.ts'
import { itemView, sectionView, sourceView } from './views.ts'

/** Acts of the organisation on answers. */

export const ANSWER = 'la respuesta'
export const ANSWER_ENTITY = 'questionnaire_answer'

/** Of all questionnaires, of one, or those behind a record. */
export async function listAnswers(ctx: ReadCtx, query: AnswersQuery) {
  const { questionnaireId, entityType, entityId, ...rest } = query
  const id = noneIfBlank(questionnaireId) ?? undefined
  const { rows, ...page } =
    id !== undefined && !isId(id)
      ? emptyPage(rest)
      : await repo.listAnswers(ctx, rest, { questionnaireId: id, entityType, entityId })
  return { items: rows.map((row) => itemView(row, ctx.now)), ...page }
}

export async function listAnswersOf(ctx: ReadCtx, questionnaireId: string, query: AnswersQuery) {
  const [exists, { rows, ...page }] = await Promise.all([
    repo.questionnaires.has(ctx, questionnaireId),
    repo.listAnswers(ctx, query, { questionnaireId }),
  ])
  if (!exists) found(undefined, QUESTIONNAIRE)
  return { items: rows.map((row) => itemView(row, ctx.now)), ...page }
}

export async function getAnswer(ctx: ReadCtx, id: string): Promise<QuestionnaireAnswer> {
  const [item, sources, files, organisation] = await Promise.all([
    repo.findItem(ctx, id),
    repo.listSources(ctx, id),
    listSentWith(ctx, ANSWER_ENTITY, id),
    readOrganisation(ctx),
  ])
  const row = found(item, ANSWER)
  const { sections } = (await repo.findVersion(ctx, row.questionnaire_id, row.version))!
  const fileQuestions = sections.flatMap(({ questions }) => questions.filter(({ type }) => type === 'file'))
  const questionOf = (key: string) =>
    fileQuestions.find((one) => given(row.answers[one.key]).includes(key))?.key ?? null
  return {
    ...itemView(row, ctx.now),
    sections: sections.map(sectionView),
    answers: row.answers,
    files: files.map((file) => ({ ...file, question: questionOf(file.key) })),
    targets: targetsOf(sections),
    sources: sources.map((source) => sourceView(source, organisation.slug)),
  }
}

/** Marks an answer as read, so that it is no longer a task. */
export async function readAnswer(ctx: WriteCtx, id: string) {
  const before = await lockSubmitted(ctx, id)
  if (before.read_at === null) await change(ctx, 'read', before, readBy(ctx))
  return getAnswer(ctx, id)
}

export function readBy({ now, actor }: WriteCtx) {
  return { read_at: now, read_by: actor.name ?? null }
}

/** Days to complete an answer whose date has passed. */
const MORE_DAYS = 7

/** Returns the answer with a note about the missing parts. The same link opens it again. */
export async function returnAnswer(ctx: WriteCtx, id: string, { note, dueOn }: Returning) {
  const before = await lockSubmitted(ctx, id)
  await lockTenant(ctx)
  await assertLettersLeft(ctx)
  const today = chileanDay(ctx.now)
  const until = noneIfBlank(dueOn) ?? (before.due_on > today ? before.due_on : addDays(today, MORE_DAYS))
  assertDueOn(until, today)
  const row = await change(ctx, 'return', before, {
    status: 'returned',
    note: note.trim(),
    due_on: until,
    expires_at: expiryOf(until),
    key_hash: keyHashOf(ctx.tools, ctx.tenantId, before.id),
    reminded_on: null,
    read_at: ctx.now,
    read_by: ctx.actor.name ?? null,
  })
  await writeTo(ctx, 'return', await titleOf(ctx, row), [row])
  return getAnswer(ctx, id)
}

/** A reminder by hand, once a day. The job sends its own before the date. */
export async function remindRecipient(ctx: WriteCtx, id: string) {
  const before = found(await answers.lock(ctx, id), ANSWER)
  const status = shownStatus(before, ctx.now)
  const today = chileanDay(ctx.now)
  if (!OPEN.includes(before.status) || status === 'expired')
    throw new Failure(
      'conflict',
      `No hay qué recordar: el cuestionario está ${STATE_WORDS[status]}. Envíelo de nuevo si hace falta.`,
    )
  if (before.reminded_on === today || askedOn(before) === today)
    throw new Failure('conflict', 'Hoy ya se le escribió. Espere hasta mañana.')
  await lockTenant(ctx)
  await assertLettersLeft(ctx)
  await remind(ctx, before)
  return getAnswer(ctx, id)
}

/** Sends the letter and stores its day. */
export async function remind(ctx: WriteCtx, before: AnswerRow): Promise<void> {
  const row = await change(ctx, 'remind', before, {
    reminded_on: chileanDay(ctx.now),
    key_hash: keyHashOf(ctx.tools, ctx.tenantId, before.id),
  })
  await writeTo(ctx, 'reminder', await titleOf(ctx, row), [row])
}

/** The key opens nothing from now on. The answers stay. */
export async function revokeInvitation(ctx: WriteCtx, id: string): Promise<void> {
  const before = found(await answers.lock(ctx, id), 'la invitación')
  if (before.status === 'submitted')
    throw new Failure('conflict', 'Ya respondió: su enlace no abre nada más. No hay qué revocar.')
  if (before.status === 'revoked') throw new Failure('conflict', 'Este enlace ya estaba revocado.')
  await change(ctx, 'revoke', before, { status: 'revoked', key_hash: null })
}

// ── shared ──

async function lockSubmitted(ctx: WriteCtx, id: string): Promise<AnswerRow> {
  const row = found(await answers.lock(ctx, id), ANSWER)
  if (row.status === 'submitted') return row
  throw new Failure(
    'conflict',
    `Esta respuesta está en «${STATE_WORDS[shownStatus(row, ctx.now)]}»: todavía no hay nada que revisar.`,
  )
}

/** The log has the act and its time, without names and answers. */
export async function change(
  ctx: WriteCtx,
  action: string,
  before: AnswerRow,
  fields: Partial<Omit<AnswerRow, 'tenant_id' | 'id'>>,
): Promise<AnswerRow> {
  const [row] = await together(
    answers.update(ctx, before.id, { ...fields, updated_at: ctx.now }),
    audit(ctx, {
      action,
      entityType: ANSWER_ENTITY,
      entityId: before.id,
      before: tracedOf(before),
      after: tracedOf({ ...before, ...fields }),
    }),
  )
  return row
}

function tracedOf({ status, due_on, version, reminded_on, submitted_at, read_at, answered }: AnswerRow) {
  return { status, due_on, version, reminded_on, submitted_at, read_at, answered }
}

async function titleOf(ctx: ReadCtx, { questionnaire_id, version }: AnswerRow): Promise<string> {
  return (await repo.findVersion(ctx, questionnaire_id, version))!.name
}
