import { audit } from '#db/audit.ts'
import type { WriteCtx } from '#db/context.ts'
import { lockTenant, together } from '#db/sql.ts'
import { assertLettersLeft } from '#jobs/mail.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { lawToday } from '#kernel/law/wording.ts'
import { sendLetter } from '../kept-letters.ts'
import { toThirdParty } from '../letters.ts'
import { lockRequest } from '../requests/changes.ts'
import { insertEvents, type RequestRow } from '../requests/repo.ts'
import { findResponsible } from '../responsible.ts'
import { keyHashOf, pageUrl } from './keys.ts'
import { type RecipientRow, recipients } from './repo.ts'
import { assertRemindable, expiryOf, remindersAt } from './rules.ts'

/** Reminds by hand, at most once a day. The job reminds by itself after 7 and 14 days. */
export async function remindRecipient(ctx: WriteCtx, requestId: string, id: string): Promise<void> {
  const request = await lockRequest(ctx, requestId)
  const row = await recipients.lock(ctx, id)
  if (row?.request_id !== requestId) throw notFound('el destinatario')
  assertRemindable(row, ctx.now)
  if (request.status !== 'COMPLETED')
    throw new Failure('conflict', 'La solicitud no está acogida: no hay qué recordar.')
  await lockTenant(ctx)
  await assertLettersLeft(ctx)
  await remind(ctx, request, row)
}

/** Sends the same link as the letter, valid as long as after a first letter. */
export async function remind(
  ctx: WriteCtx,
  request: RequestRow,
  row: Omit<RecipientRow, 'mailed_at'>,
): Promise<void> {
  const by = await findResponsible(ctx, request.legal_entity_id)
  const url = pageUrl(ctx.tools, ctx.tenantId, row.id)
  const to = { name: row.name, email: row.email!, url }
  await together(
    sendLetter(ctx, request.id, 'THIRD_PARTY', toThirdParty(request, to, by, lawToday(ctx), true)),
    recipients.update(ctx, row.id, {
      key_hash: keyHashOf(ctx.tools, ctx.tenantId, row.id),
      expires_at: expiryOf(ctx.now),
      reminded_at: ctx.now,
      reminders_due: row.written_at === null ? row.reminders_due : remindersAt(row.written_at, ctx.now),
    }),
    insertEvents(ctx, request.id, { type: 'recipient_reminded', notes: row.name }),
    audit(ctx, {
      action: 'remind',
      entityType: 'dsar_request',
      entityId: request.id,
      after: { recipientId: row.id },
    }),
  )
}
