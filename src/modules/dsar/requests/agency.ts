import { audit } from '#db/audit.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { together } from '#db/sql.ts'
import { iso, toInstant } from '#kernel/dates.ts'
import { Failure, impossible, notFound } from '#kernel/failure.ts'
import { lawToday } from '#kernel/law/wording.ts'
import { pastInstant } from '#kernel/past.ts'
import { noneIfBlank } from '#kernel/text.ts'
import { findAgencyLetter, keepLetter, type LetterRow } from '../kept-letters.ts'
import { BLOCKING_REFUSAL_ARTICLE } from '../knowledge.ts'
import { toAgency } from '../letters.ts'
import { findResponsible } from '../responsible.ts'
import { isFinal, isRefusal } from '../rules.ts'
import { lockRequest } from './changes.ts'
import { insertEvents, type RequestRow, requests } from './repo.ts'
import type { AgencyNotice, AgencySent } from './schemas.ts'

/** A refused temporary block must give its reasons and be reported electronically to the Agency (art. 8 ter). */

/** The notice that was sent, else a draft. */
export async function getAgencyNotice(ctx: ReadCtx, id: string): Promise<AgencyNotice> {
  const [row, letter] = await Promise.all([requests.find(ctx, id), findAgencyLetter(ctx, id)])
  if (!row) throw notFound('la solicitud')
  assertRefusable(row)
  if (letter) return sentNotice(letter)
  const ground = groundOf(row, null)
  const by = await findResponsible(ctx, row.legal_entity_id)
  return {
    ...toAgency(row, ground, by, lawToday(ctx)),
    article: BLOCKING_REFUSAL_ARTICLE,
    isComplete: ground !== null,
    sentAt: null,
    letterId: null,
  }
}

/** Records that the organisation sent the notice through the Agency's channel, and stores the text. */
export async function recordAgencyNotice(ctx: WriteCtx, id: string, body: AgencySent): Promise<AgencyNotice> {
  const row = await lockRequest(ctx, id)
  assertRefusable(row)
  const [sent, by] = await Promise.all([findAgencyLetter(ctx, id), findResponsible(ctx, row.legal_entity_id)])
  if (sent) throw new Failure('conflict', 'La comunicación a la Agencia ya se registró.')
  const ground = groundOf(row, body.ground)
  if (ground === null) {
    throw impossible(
      'ground',
      'Indique el fundamento de la negativa: la comunicación a la Agencia lo contiene.',
    )
  }
  const sentAt = body.sentAt ? pastInstant('sentAt', toInstant(body.sentAt), ctx.now, 'El envío') : ctx.now
  if (sentAt < row.created_at) throw impossible('sentAt', 'La fecha es anterior a la solicitud.')
  const { subject, text } = toAgency(row, ground, by, lawToday(ctx))
  const notes = noneIfBlank(body.notes) ?? null
  const [letter] = await together(
    keepLetter(ctx, id, {
      kind: 'AGENCY',
      recipient: ctx.tools.law.agency.name,
      subject,
      body_text: text,
      sent_at: sentAt,
    }),
    insertEvents(ctx, id, { type: 'agency_notified', notes }),
    audit(ctx, {
      action: 'notify_agency',
      entityType: 'dsar_request',
      entityId: id,
      after: { agencyNotifiedAt: iso(sentAt) },
    }),
  )
  return sentNotice(letter)
}

function sentNotice(letter: LetterRow): AgencyNotice {
  return {
    subject: letter.subject,
    text: letter.body_text,
    article: BLOCKING_REFUSAL_ARTICLE,
    isComplete: true,
    sentAt: iso(letter.sent_at),
    letterId: letter.id,
  }
}

function assertRefusable({ right_type, status, response_type }: RequestRow): void {
  if (right_type !== 'BLOCKING') {
    throw new Failure(
      'invalidRightType',
      `Solo la negativa de un bloqueo temporal se informa a la Agencia (${BLOCKING_REFUSAL_ARTICLE}).`,
    )
  }
  if (isFinal(status) && !isRefusal({ status, responseType: response_type })) {
    throw new Failure('conflict', 'El bloqueo temporal se acogió: no hay negativa que informar a la Agencia.')
  }
}

function groundOf(row: RequestRow, said: string | null | undefined) {
  const { denial_reason, response_notes, status, response_type } = row
  const stated = isRefusal({ status, responseType: response_type }) ? response_notes : null
  return noneIfBlank(said) ?? denial_reason ?? stated
}
