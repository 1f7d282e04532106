import type { FastifyRequest } from 'fastify'
import { assertShown, type TenantAccess } from '#db/access.ts'
import { audit } from '#db/audit.ts'
import type { Actor, ReadCtx, WriteCtx } from '#db/context.ts'
import { together } from '#db/sql.ts'
import { announce } from '#events/announce.ts'
import { iso } from '#kernel/dates.ts'
import { Failure, type FaultDetail, found } from '#kernel/failure.ts'
import { given, progressOf } from '#kernel/questions.ts'
import { digest } from '#kernel/secrets.ts'
import { isUnstorable } from '#kernel/text.ts'
import { attachUploads, listSentWith, removeSent } from '#modules/files/public.ts'
import type { PublicQuestionnaire, SavedAnswer, Saving } from './answering-schemas.ts'
import { ANSWER, ANSWER_ENTITY } from './answers.ts'
import * as repo from './repo.ts'
import { type AnswerRow, answers } from './repo.ts'
import { keptAnswers, type MappedSection, MOST_FILES, OPEN, onlyAsked, submitFaults } from './rules.ts'
import { publicSectionView } from './views.ts'

/** Acts of a person without an account, with the link that they received. */

export type Asked = NonNullable<Awaited<ReturnType<typeof repo.findByKey>>>

const NO_LINK =
  'El enlace del cuestionario no existe, venció o se revocó. Revise que esté completo, o pida otro a quien se lo envió.'

/** Throws for unknown, expired and revoked keys. */
export async function findAsked(access: TenantAccess, key: string, now: Date): Promise<Asked> {
  const row = isUnstorable(key)
    ? undefined
    : await access.lookUp('find the questionnaire of a link', (db) => repo.findByKey(db, digest(key), now))
  if (!row) throw new Failure('notFound', NO_LINK)
  return row
}

export const RESPONDENT: Actor = { type: 'public', id: undefined, name: 'Cuestionario', role: undefined }

/** After sending, the link shows that it was sent and no longer the answers. */
export async function showQuestionnaire(ctx: ReadCtx, row: Asked): Promise<PublicQuestionnaire> {
  assertShown(row.suspended_at)
  const isOpen = OPEN.includes(row.status)
  const files = isOpen ? await filesOf(ctx, row.id, row.sections, row.answers) : []
  return {
    organizationName: row.organization,
    name: row.title,
    description: row.description,
    recipientName: row.name,
    status: row.status as PublicQuestionnaire['status'],
    note: row.status === 'returned' ? row.note : null,
    dueOn: row.due_on,
    expiresAt: iso(row.expires_at),
    submittedAt: iso(row.submitted_at),
    sections: isOpen ? row.sections.map(publicSectionView) : [],
    answers: isOpen ? row.answers : {},
    files,
  }
}

async function filesOf(
  ctx: ReadCtx,
  answerId: string,
  sections: readonly MappedSection[],
  held: AnswerRow['answers'],
): Promise<PublicQuestionnaire['files']> {
  const keys = fileQuestions(sections)
  if (keys.length === 0) return []
  const files = await listSentWith(ctx, ANSWER_ENTITY, answerId)
  return files.map(({ key, name, size }) => ({
    key,
    name,
    size,
    question: keys.find((question) => given(held[question]).includes(key)) ?? null,
  }))
}

function fileQuestions(sections: readonly MappedSection[]): string[] {
  return sections.flatMap(({ questions }) =>
    questions.filter(({ type }) => type === 'file').map(({ key }) => key),
  )
}

export interface Saved {
  answer: SavedAnswer
  /** Files that the person removed. Their bytes are deleted after the commit. */
  dropped: string[]
}

/** Saves a draft. Fields that are not sent stay. */
export async function saveAnswers(ctx: WriteCtx, asked: Asked, body: Saving): Promise<Saved> {
  const row = await lockOpen(ctx, asked.id)
  const { held, dropped } = await take(ctx, row, asked.sections, body)
  const { missing, ...progress } = progressOf(asked.sections, held)
  const status = row.status === 'returned' ? 'returned' : 'started'
  await answers.update(ctx, row.id, {
    answers: held,
    ...progress,
    status,
    saved_at: ctx.now,
    updated_at: ctx.now,
  })
  const files = await filesOf(ctx, row.id, asked.sections, held)
  return { answer: { status, savedAt: iso(ctx.now), ...progress, missing, files }, dropped }
}

/** Sends the answer if every question asked of this person is answered, and notifies the organisation. */
export async function submitAnswers(ctx: WriteCtx, asked: Asked, body: Partial<Saving>) {
  const row = await lockOpen(ctx, asked.id)
  const { held, dropped } = await take(ctx, row, asked.sections, { answers: {}, ...body })
  const faults = submitFaults(asked.sections, held)
  if (faults.length > 0) throw incomplete(faults)
  const kept = onlyAsked(asked.sections, held)
  for (const question of fileQuestions(asked.sections).filter((key) => !(key in kept)))
    for (const key of given(held[question])) {
      await removeSent(ctx, { entityType: ANSWER_ENTITY, entityId: row.id }, key)
      dropped.push(key)
    }
  const { missing: _, ...progress } = progressOf(asked.sections, kept)
  await together(
    answers.update(ctx, row.id, {
      answers: kept,
      ...progress,
      status: 'submitted',
      saved_at: ctx.now,
      submitted_at: ctx.now,
      read_at: null,
      read_by: null,
      updated_at: ctx.now,
    }),
    audit(ctx, {
      action: 'submit',
      entityType: ANSWER_ENTITY,
      entityId: row.id,
      before: { status: row.status },
      after: { status: 'submitted', version: row.version, answered: progress.answered },
    }),
    announce(ctx, {
      type: 'questionnaire.answered',
      entityId: row.id,
      title: asked.title,
      requestedBy: row.requested_by,
      data: {
        questionnaireId: row.questionnaire_id,
        version: row.version,
        departmentId: row.department_id,
        again: row.submitted_at !== null,
      },
    }),
  )
  return { answer: { status: 'submitted' as const, submittedAt: iso(ctx.now) }, dropped }
}

/** Refuses answers that were sent or revoked meanwhile. */
export async function lockOpen(ctx: WriteCtx, id: string): Promise<AnswerRow> {
  const row = found(await answers.lock(ctx, id), ANSWER)
  if (row.status === 'revoked') throw new Failure('notFound', NO_LINK)
  if (OPEN.includes(row.status)) return row
  throw new Failure(
    'conflict',
    'Ya envió esta respuesta. Para corregirla, pida a quien se la pidió que se la devuelva.',
  )
}

function incomplete(details: readonly FaultDetail[]): Failure {
  const message =
    details.length === 1
      ? details[0]!.message
      : `Faltan ${details.length} respuestas por completar o corregir.`
  return new Failure('impossible', message, { details: [...details] })
}

/** Merges the sent texts, arrived files and removed files into the stored answers. */
async function take(
  ctx: WriteCtx,
  row: AnswerRow,
  sections: readonly MappedSection[],
  { answers: sent, files }: Saving,
): Promise<{ held: AnswerRow['answers']; dropped: string[] }> {
  const { answers: texts, faults } = keptAnswers(sections, sent)
  if (faults.length > 0) throw incomplete(faults)
  const cleared = Object.keys(sent)
  const held: AnswerRow['answers'] = Object.fromEntries(
    Object.entries(row.answers).filter(([key]) => !cleared.includes(key)),
  )
  Object.assign(held, texts)
  const dropped: string[] = []
  for (const question of fileQuestions(sections)) {
    const before = given(row.answers[question])
    const wanted = Array.isArray(sent[question]) ? (sent[question] as unknown[]) : undefined
    const stays = wanted ? before.filter((key) => wanted.includes(key)) : before
    dropped.push(...before.filter((key) => !stays.includes(key)))
    if (stays.length > 0) held[question] = [...stays]
    else delete held[question]
  }
  await attach(ctx, row.id, sections, held, files ?? [])
  for (const key of dropped) await removeSent(ctx, { entityType: ANSWER_ENTITY, entityId: row.id }, key)
  return { held, dropped }
}

async function attach(
  ctx: WriteCtx,
  answerId: string,
  sections: readonly MappedSection[],
  held: AnswerRow['answers'],
  files: readonly { question: string; uploadKey: string }[],
): Promise<void> {
  const known = fileQuestions(sections)
  files.forEach(({ question }, index) => {
    if (known.includes(question)) return
    const message = 'Esa pregunta no pide archivos.'
    throw new Failure('impossible', message, { details: [{ path: `files[${index}].question`, message }] })
  })
  const before = known.reduce((sum, key) => sum + given(held[key]).length, 0)
  if (before + files.length > MOST_FILES) {
    const message = `Caben ${MOST_FILES} archivos. Quite alguno antes de adjuntar otro.`
    throw new Failure('impossible', message, { details: [{ path: 'files', message }] })
  }
  const ids = await attachUploads(
    ctx,
    files.map(({ uploadKey }) => ({ uploadKey, kind: 'other' as const })),
    { entityType: ANSWER_ENTITY, entityId: answerId },
  )
  ids.forEach((id, index) => {
    const { question } = files[index]!
    held[question] = [...given(held[question]), id]
  })
}

/** Deletes the bytes of removed files. */
export async function dropBytes(
  request: FastifyRequest,
  storage: { remove(place: string): Promise<unknown> },
  tenantId: string,
  dropped: readonly string[],
): Promise<void> {
  for (const key of dropped)
    await storage.remove(`${tenantId}/${key}`).catch((error: Error) => {
      request.log.warn({ reason: error.message }, 'the bytes of a file that was taken back are still there')
    })
}
