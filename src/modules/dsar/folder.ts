import type { ReadCtx } from '#db/context.ts'
import { chileanDay, dayInDigits } from '#kernel/dates.ts'
import { listEntities } from '#modules/org/public.ts'
import { pageOfLetters } from './kept-letters.ts'
import { LETTER_NAMES, RESPONSE_NAMES, RIGHTS, STATUS_TEXTS } from './knowledge.ts'
import * as repo from './requests/repo.ts'
import { isOverdue, legalDueOn } from './rules.ts'

/** What the inspection folder shows of requests: a register without the persons, and the letters (art. 11). */

type Cell = string | number | null

export const REGISTER_COLUMNS = [
  'Folio',
  'Entidad legal',
  'Derecho',
  'Estado',
  'Recibida',
  'Plazo',
  'Prorrogada',
  'Terceros avisados',
  'Respondida',
  'Respuesta',
  'Dentro de plazo',
  'Vencida',
]

/** Newest first. Days are those of Chile. */
export async function registerRows(ctx: ReadCtx): Promise<Cell[][]> {
  const [rows, entities] = await Promise.all([repo.listRegistered(ctx), listEntities(ctx)])
  const names = new Map(entities.map(({ id, name }) => [id, name]))
  return rows.map((row) => [
    row.folio_number,
    names.get(row.legal_entity_id) ?? null,
    RIGHTS[row.right_type].label,
    STATUS_TEXTS[row.status].label,
    day(row.created_at),
    dayInDigits(legalDueOn(row)),
    row.extended_deadline_at === null ? 'No' : 'Sí',
    day(row.thirds_notified_at ?? row.recipients_notified_at),
    day(row.completed_at),
    row.response_type === null ? null : RESPONSE_NAMES[row.response_type],
    row.completed_at === null ? null : yesOrNo(row.completed_at <= row.legal_due_at),
    yesOrNo(isOverdue({ dueAt: row.legal_due_at, completedAt: row.completed_at }, ctx.now)),
  ])
}

export const LETTER_COLUMNS = ['Folio', 'Carta', 'Para', 'Escrita', 'Enviada', 'Asunto', 'Texto']

/** The letters after the one given, oldest first, a page at a time: texts are long, and there may be many. */
export async function letterRows(
  ctx: ReadCtx,
  after: string | undefined,
): Promise<{ rows: Cell[][]; last: string | undefined }> {
  const page = await pageOfLetters(ctx, after)
  return {
    last: page.at(-1)?.id,
    rows: page.map((row) => [
      row.folio_number,
      LETTER_NAMES[row.kind],
      row.recipient,
      day(row.created_at),
      day(row.sent_at),
      row.subject,
      row.body_text,
    ]),
  }
}

function day(instant: Date | null): string | null {
  return instant === null ? null : dayInDigits(chileanDay(instant))
}

function yesOrNo(is: boolean): string {
  return is ? 'Sí' : 'No'
}
