import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { passGate } from '#db/legal-gate.ts'
import { placeholdersLeft } from '#documents/gaps.ts'
import { impossible } from '#kernel/failure.ts'
import { lawToday } from '#kernel/law/wording.ts'
import { judge } from '#kernel/legal-checks.ts'
import { listRecipients } from '../acknowledgements/repo.ts'
import { findAgencyLetter, sendLetter } from '../kept-letters.ts'
import { CLOSING_CHECKS } from '../legal-checks.ts'
import * as letters from '../letters.ts'
import { findResponsible } from '../responsible.ts'
import {
  ANSWERED_BY_NOTHING,
  type FinalResponse,
  isOverdue,
  opposesMarketing,
  TOLD_TO_RECIPIENTS,
} from '../rules.ts'
import { changeStatus } from './changes.ts'
import { informRecipients } from './recipients.ts'
import type { NewEvent, RequestRow } from './repo.ts'
import { listThirds } from './thirds.ts'

/** The answer to a request. */
export interface Answer {
  outcome: 'COMPLETED' | 'REJECTED'
  /** Null when the status alone says how the request ended. */
  responseType: FinalResponse | null
  responseNotes: string | null
  responseFileKey: string | null
  denialReason: string | null
  /** No data of the person are held, except this request. */
  nothingHeld: boolean
}

/** How a request is closed. Every way of closing ends here: PATCH, respond and the end of an approval. */
export interface Closed extends Answer {
  action: string
  /** Internal notes for the history. */
  notes?: string | null | undefined
  events?: NewEvent[]
}

/** What the answer still lacks by law, and the facts that its letter needs. Only reads. */
export async function judgeClosing(ctx: ReadCtx, before: RequestRow, closed: Answer) {
  const { outcome, responseType, responseNotes, responseFileKey, denialReason } = closed
  const [agency, recipients, by] = await Promise.all([
    findAgencyLetter(ctx, before.id),
    listRecipients(ctx, before.id),
    findResponsible(ctx, before.legal_entity_id),
  ])
  if (closed.nothingHeld) assertNothing(before, closed, recipients.length)
  const findings = judge(CLOSING_CHECKS, {
    rightType: before.right_type,
    opposesMarketing: opposesMarketing(before),
    outcome,
    responseType,
    ground: denialReason ?? (outcome === 'REJECTED' ? responseNotes : null),
    notes: responseNotes,
    hasFile: responseFileKey !== null,
    unfinished: placeholdersLeft(`${responseNotes ?? ''} ${denialReason ?? ''}`, []),
    isLate: isOverdue({ dueAt: before.legal_due_at, completedAt: null }, ctx.now),
    agencyInformed: agency !== undefined,
    thirdsUninformed:
      outcome === 'COMPLETED' &&
      !closed.nothingHeld &&
      recipients.length === 0 &&
      (await hasUninformedThirds(ctx, before)),
  })
  const write = (row: RequestRow) =>
    letters.response(row, by, ctx.tools.publicUrl, {
      responseType,
      agencyAt: agency?.sent_at ?? null,
      nobodyToInform: row.nothing_held || row.no_recipients_reason !== null,
      on: lawToday(ctx),
    })
  return { findings, recipients, by, write }
}

/** The columns that an answer sets on its request. */
export function answerColumns({
  responseType,
  responseNotes,
  responseFileKey,
  denialReason,
  nothingHeld,
}: Answer) {
  return {
    response_type: responseType,
    response_notes: responseNotes,
    response_file_key: responseFileKey,
    denial_reason: denialReason,
    nothing_held: nothingHeld,
  }
}

/** Judges the answer, closes the request and writes to the person. The letter always names the way to the Agency. */
export async function closeRequest(ctx: WriteCtx, before: RequestRow, closed: Closed): Promise<RequestRow> {
  const { outcome } = closed
  const { findings, recipients, by, write } = await judgeClosing(ctx, before, closed)
  await passGate(ctx, { entityType: 'dsar_request', entityId: before.id }, findings)
  const row = await changeStatus(ctx, before, outcome, {
    action: closed.action,
    fields: { ...answerColumns(closed), ...nobodyTold(ctx, before, closed) },
    events: closed.events ?? [],
    notes: closed.notes,
    event: outcome === 'REJECTED' ? 'dsar.rejected' : 'dsar.completed',
  })
  await sendLetter(ctx, row.id, outcome === 'REJECTED' ? 'REFUSAL' : 'ANSWER', write(row))
  if (outcome === 'COMPLETED') await informRecipients(ctx, row, recipients, by)
  return row
}

/** The register names recipients of the data, and nothing on record says that they were informed or that there are none. */
async function hasUninformedThirds(ctx: ReadCtx, row: RequestRow): Promise<boolean> {
  if (!TOLD_TO_RECIPIENTS.includes(row.right_type)) return false
  if (row.thirds_notified_at !== null || row.no_recipients_reason !== null) return false
  const { recipients, processors } = await listThirds(ctx, row.legal_entity_id)
  return recipients.length + processors.length > 0
}

/**
 * «Nothing held» cannot answer a refusal or a right that needs data to act on, nor a request whose data went to somebody.
 */
function assertNothing({ right_type }: RequestRow, { responseType }: Answer, recipients: number): void {
  if (responseType !== 'FULFILLED' || !ANSWERED_BY_NOTHING.includes(right_type)) {
    throw impossible(
      'nothingHeld',
      'Que no hay datos de la persona se responde acogiendo un acceso, una supresión o una oposición. En los demás casos indíquelo como fundamento del rechazo.',
    )
  }
  if (recipients > 0) {
    throw impossible(
      'nothingHeld',
      'Hay destinatarios registrados de los datos de esta persona: no puede responder que no los trata.',
    )
  }
}

/** For rights whose recipients the law wants informed (art. 11): records why there was nobody to inform. */
function nobodyTold({ now }: WriteCtx, before: RequestRow, { nothingHeld }: Answer) {
  if (!nothingHeld || !TOLD_TO_RECIPIENTS.includes(before.right_type)) return {}
  return {
    no_recipients_reason:
      before.no_recipients_reason ?? 'No hay datos de esta persona que alguien haya recibido.',
    recipients_notified_at: before.recipients_notified_at ?? now,
  }
}
