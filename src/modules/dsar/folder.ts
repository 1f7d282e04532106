import type { ReadCtx } from '#db/context.ts'
import { chileanDay, dayInDigits } from '#kernel/dates.ts'
import { type EntityRow, listEntities } from '#modules/org/public.ts'
import { type PdfDocument, shortInstant } from '#pdf/document.ts'
import { type KeptLetter, lettersOf, pageOfLetters } from './kept-letters.ts'
import { LETTER_NAMES, RIGHTS, responseName, STATUS_TEXTS } from './knowledge.ts'
import * as repo from './requests/repo.ts'
import { requestDocument } from './requests/request-pdf.ts'
import { isOverdue, legalDueOn } from './rules.ts'

/** The inspection folder's part about requests: a register without persons, the letters and the files (art. 11). */

type Cell = string | number | null

/** One page of rows, oldest first. `last` is undefined after the last page. */
interface PageOf<T> {
  rows: T[]
  last: string | undefined
}

const REGISTER: readonly (readonly [
  column: string,
  cell: (row: repo.RegisteredRow, entity: string | null, now: Date) => Cell,
])[] = [
  ['Folio', (row) => row.folio_number],
  ['Entidad legal', (_, entity) => entity],
  ['Derecho', (row) => RIGHTS[row.right_type].label],
  ['Artículo', (row) => RIGHTS[row.right_type].article],
  ['Estado', (row) => STATUS_TEXTS[row.status].label],
  ['Recibida', (row) => day(row.created_at)],
  ['Plazo', (row) => dayInDigits(legalDueOn(row))],
  ['Prorrogada', (row) => yesOrNo(row.extended_deadline_at !== null)],
  [
    'Terceros avisados',
    (row) =>
      row.no_recipients_reason !== null
        ? 'No había a quién avisar'
        : day(row.thirds_notified_at ?? row.recipients_notified_at),
  ],
  ['Respondida', (row) => day(row.completed_at)],
  ['Respuesta', responseName],
  ['Dentro de plazo', (row) => row.completed_at && yesOrNo(row.completed_at <= row.legal_due_at)],
  [
    'Vencida',
    (row, _, now) => yesOrNo(isOverdue({ dueAt: row.legal_due_at, completedAt: row.completed_at }, now)),
  ],
]

export const REGISTER_COLUMNS = REGISTER.map(([column]) => column)

export async function registerPage(ctx: ReadCtx, after: string | undefined): Promise<PageOf<Cell[]>> {
  const [rows, names] = await Promise.all([repo.pageRegistered(ctx, after), namesOf(ctx)])
  return {
    last: rows.at(-1)?.id,
    rows: rows.map((row) => {
      const entity = names.get(row.legal_entity_id)?.name ?? null
      return REGISTER.map(([, cell]) => cell(row, entity, ctx.now))
    }),
  }
}

export const LETTER_COLUMNS = ['Folio', 'Carta', 'Para', 'Escrita', 'Prueba de envío', 'Asunto', 'Texto']

export async function letterRows(ctx: ReadCtx, after: string | undefined): Promise<PageOf<Cell[]>> {
  const page = await pageOfLetters(ctx, after)
  return {
    last: page.at(-1)?.id,
    rows: page.map((row) => [
      row.folio_number,
      LETTER_NAMES[row.kind],
      row.recipient,
      day(row.created_at),
      proofOfSending(row),
      row.subject,
      row.body_text,
    ]),
  }
}

/** One document for each request, newest first: its terms, its history, and its letters with their proof of sending. */
export async function requestFiles(
  ctx: ReadCtx,
  before: string | undefined,
): Promise<PageOf<{ folio: string; label: string; document: PdfDocument }>> {
  const rows = await repo.pageNewest(ctx, before)
  const ids = rows.map(({ id }) => id)
  const [events, letters, names] =
    rows.length === 0
      ? [[], [], new Map<string, EntityRow>()]
      : await Promise.all([repo.listEventsOf(ctx, ids), lettersOf(ctx, ids), namesOf(ctx)])
  const eventsOf = Map.groupBy(events, ({ request_id }) => request_id)
  const lettersOfRequest = Map.groupBy(letters, ({ request_id }) => request_id)
  return {
    last: rows.at(-1)?.id,
    rows: rows.map((row) => ({
      folio: row.folio_number,
      label: `Expediente ${row.folio_number}: ${RIGHTS[row.right_type].label.toLowerCase()}`,
      document: requestDocument({
        lawVersion: ctx.tools.law.version,
        request: row,
        entity: names.get(row.legal_entity_id),
        events: eventsOf.get(row.id) ?? [],
        letters: (lettersOfRequest.get(row.id) ?? []).map((letter) => ({
          ...letter,
          proof: proofOfSending(letter),
        })),
      }),
    })),
  }
}

/** The days of the first and of the last request. */
export const requestPeriod = repo.findPeriod

/** The proof that the organisation has of a sending. */
function proofOfSending({
  mailed_at,
  sent_at,
  on_paper,
}: Pick<KeptLetter, 'mailed_at' | 'sent_at' | 'on_paper'>): string {
  if (mailed_at) return `Aceptada por el servidor de correo el ${moment(mailed_at)}`
  if (sent_at) return `Enviada por la organización, por otro medio, el ${moment(sent_at)}`
  return on_paper ? 'Impresa, para entregar' : 'En espera de envío'
}

async function namesOf(ctx: ReadCtx): Promise<Map<string, EntityRow>> {
  return new Map((await listEntities(ctx)).map((entity) => [entity.id, entity]))
}

function moment(instant: Date): string {
  return shortInstant(instant, 'America/Santiago')
}

function day(instant: Date | null): string | null {
  return instant === null ? null : dayInDigits(chileanDay(instant))
}

function yesOrNo(is: boolean): string {
  return is ? 'Sí' : 'No'
}
