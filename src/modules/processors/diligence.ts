import { audit } from '#db/audit.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { chileanDay } from '#kernel/dates.ts'
import { impossible, notFound } from '#kernel/failure.ts'
import { canonicalId } from '#kernel/ids.ts'
import { noneIfBlank } from '#kernel/text.ts'
import { findKept } from '#modules/files/public.ts'
import { DILIGENCE, type DiligenceQuestion } from './knowledge.ts'
import * as repo from './repo.ts'
import { processors } from './repo.ts'
import type { Finding } from './schemas.ts'

/** The organisation's due diligence on a processor: one answer for each question of the list. */

export async function getDiligence(ctx: ReadCtx, processorId: string) {
  const [exists, rows] = await Promise.all([
    processors.has(ctx, processorId),
    repo.listChecks(ctx, processorId),
  ])
  if (!exists) throw notFound('el encargado')
  const byKey = new Map(rows.map((row) => [row.key, row]))
  return {
    items: DILIGENCE.map((question) => answerView(question, byKey.get(question.key))),
    answered: DILIGENCE.filter(({ key }) => byKey.has(key)).length,
    total: DILIGENCE.length,
  }
}

export async function answerQuestion(ctx: WriteCtx, processorId: string, key: string, body: Finding) {
  const question = DILIGENCE.find((one) => one.key === key)
  const processor = await processors.lock(ctx, processorId)
  if (!processor) throw notFound('el encargado')
  if (!question) throw notFound('la pregunta')
  const today = chileanDay(ctx.now)
  const checkedOn = body.checkedOn ?? today
  if (checkedOn > today) throw impossible('checkedOn', 'El día de la revisión no puede estar en el futuro.')
  const fileKeys = [...new Set((body.fileKeys ?? []).map(canonicalId))]
  await assertKept(ctx, processor.id, fileKeys)
  const before = await repo.findCheck(ctx, processor.id, key)
  const row = await repo.saveCheck(ctx, {
    processor_id: processor.id,
    key,
    outcome: body.outcome,
    note: noneIfBlank(body.note) ?? null,
    checked_on: checkedOn,
    checked_by: ctx.actor.name ?? null,
    file_keys: fileKeys,
    updated_at: ctx.now,
  })
  await audit(ctx, {
    action: 'check_diligence',
    entityType: 'processor',
    entityId: processor.id,
    before: traceOf(before),
    after: traceOf(row),
  })
  return answerView(question, row)
}

/** Removes the answer, so the question is open again. */
export async function clearAnswer(ctx: WriteCtx, processorId: string, key: string): Promise<void> {
  if (!(await processors.lock(ctx, processorId))) throw notFound('el encargado')
  const before = await repo.removeCheck(ctx, processorId, key)
  if (!before) throw notFound('la respuesta')
  await audit(ctx, {
    action: 'check_diligence',
    entityType: 'processor',
    entityId: processorId,
    before: traceOf(before),
  })
}

/** Evidence must be a file of this processor, because such files cannot be deleted. */
export async function assertKept(
  ctx: ReadCtx,
  processorId: string,
  keys: readonly string[],
  path = 'fileKeys',
): Promise<void> {
  const holder = { entityType: 'processor', entityId: processorId }
  const found = await Promise.all(keys.map((key) => findKept(ctx, holder, key)))
  if (found.some((file) => !file)) throw impossible(path, 'Suba primero el archivo a este encargado.')
}

function answerView({ key, question, evidence, article, isKey }: DiligenceQuestion, row?: repo.CheckRow) {
  return {
    key,
    question,
    evidence,
    article,
    isKey,
    outcome: row?.outcome ?? null,
    note: row?.note ?? null,
    checkedOn: row?.checked_on ?? null,
    checkedBy: row?.checked_by ?? null,
    fileKeys: row?.file_keys ?? [],
  }
}

/** The audit fields of an answer, under the key of its question. */
function traceOf(row: repo.CheckRow | undefined) {
  if (!row) return undefined
  const { key, outcome, note, checked_on, file_keys } = row
  return { [`diligence.${key}`]: { outcome, note, checkedOn: checked_on, files: file_keys } }
}
