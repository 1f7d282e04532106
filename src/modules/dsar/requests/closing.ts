import type { WriteCtx } from '#db/context.ts'
import { passGate } from '#db/legal-gate.ts'
import { lawToday } from '#kernel/law/wording.ts'
import { judge } from '#kernel/legal-checks.ts'
import { findAgencyLetter, sendLetter } from '../kept-letters.ts'
import { CLOSING_CHECKS } from '../legal-checks.ts'
import * as letters from '../letters.ts'
import { findResponsible } from '../responsible.ts'
import { complaintUntil, type FinalResponse, isOverdue, TOLD_TO_RECIPIENTS } from '../rules.ts'
import { changeStatus } from './changes.ts'
import { informRecipients, listRecipients } from './recipients.ts'
import type { NewEvent, RequestRow } from './repo.ts'
import { listThirds } from './thirds.ts'

/** How a request is closed. Every way of closing one comes here: PATCH, respond and the end of an approval. */
export interface Closed {
  outcome: 'COMPLETED' | 'REJECTED'
  action: string
  /** None when only the status says how it ended. */
  responseType: FinalResponse | null
  responseNotes: string | null
  responseFileKey: string | null
  denialReason: string | null
  /** For the history; nobody outside reads them. */
  notes?: string | null | undefined
  events?: NewEvent[]
}

/** Judges the answer, closes the request and writes to the person, who always learns of the way to the Agency. */
export async function closeRequest(ctx: WriteCtx, before: RequestRow, closed: Closed): Promise<RequestRow> {
  const { outcome, responseType, responseNotes, responseFileKey, denialReason } = closed
  const [agency, recipients, by] = await Promise.all([
    findAgencyLetter(ctx, before.id),
    listRecipients(ctx, before.id),
    findResponsible(ctx, before.legal_entity_id),
  ])
  const ground = denialReason ?? (outcome === 'REJECTED' ? responseNotes : null)
  const findings = judge(CLOSING_CHECKS, {
    rightType: before.right_type,
    outcome,
    responseType,
    ground,
    notes: responseNotes,
    hasFile: responseFileKey !== null,
    isLate: isOverdue({ dueAt: before.legal_due_at, completedAt: null }, ctx.now),
    agencyInformed: agency !== undefined,
    thirdsUninformed:
      outcome === 'COMPLETED' && recipients.length === 0 && (await hasUninformedThirds(ctx, before)),
  })
  await passGate(ctx, { entityType: 'dsar_request', entityId: before.id }, findings)
  const row = await changeStatus(ctx, before, outcome, {
    action: closed.action,
    fields: {
      response_type: responseType,
      response_notes: responseNotes,
      response_file_key: responseFileKey,
      denial_reason: denialReason,
    },
    events: closed.events ?? [],
    notes: closed.notes,
    event: outcome === 'REJECTED' ? 'dsar.rejected' : 'dsar.completed',
  })
  const letter = letters.response(row, by, ctx.tools.publicUrl, {
    responseType,
    complaintUntil: complaintUntil(ctx.now, ctx.tools.law),
    agencyAt: agency?.sent_at ?? null,
    nobodyToInform: row.no_recipients_reason !== null,
    on: lawToday(ctx),
  })
  await sendLetter(ctx, row.id, outcome === 'REJECTED' ? 'REFUSAL' : 'ANSWER', letter)
  if (outcome === 'COMPLETED') await informRecipients(ctx, row, recipients, by)
  return row
}

/** The register names recipients of the data, and nothing says that they learned of it or that there is nobody. */
async function hasUninformedThirds(ctx: WriteCtx, row: RequestRow): Promise<boolean> {
  if (!TOLD_TO_RECIPIENTS.includes(row.right_type)) return false
  if (row.thirds_notified_at !== null || row.no_recipients_reason !== null) return false
  const { recipients, processors } = await listThirds(ctx, row.legal_entity_id)
  return recipients.length + processors.length > 0
}
