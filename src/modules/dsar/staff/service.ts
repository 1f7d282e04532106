import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { lockTenant } from '#db/sql.ts'
import { assertLettersLeft } from '#jobs/mail.ts'
import { longDay } from '#kernel/dates.ts'
import { notFound } from '#kernel/failure.ts'
import { lawToday } from '#kernel/law/wording.ts'
import { canonicalRut } from '#kernel/rut.ts'
import { noneIfBlank, normaliseEmail } from '#kernel/text.ts'
import { receiptOf } from '#modules/evidence/public.ts'
import { attachKept } from '#modules/files/public.ts'
import { entityColumn } from '#modules/org/public.ts'
import { createRequest } from '../intake/service.ts'
import { listOpenOfPerson, requests } from '../requests/repo.ts'
import { getRequest } from '../requests/service.ts'
import { itemView } from '../requests/views.ts'
import { findResponsible } from '../responsible.ts'
import { CHANNEL_WORDS, receivedAtOf } from './rules.ts'
import type { SamePerson, StaffIntake } from './schemas.ts'

/** A request that came by phone, on paper or at the counter, as a member enters it. */
export async function receiveByStaff(ctx: WriteCtx, body: StaffIntake, folio: string) {
  const receivedAt = receivedAtOf(body.receivedAt, ctx.now)
  const { channel, deceased, mandateFileId, scanFileIds, legalEntityId, subjectAddress, ...asked } = body
  const subjectEmail = noneIfBlank(asked.subjectEmail)?.trim() ?? null
  const { legal_entity_id } = await entityColumn(ctx, legalEntityId)
  if (subjectEmail !== null) {
    // A member chose the address, so the letter counts against the daily limit.
    await lockTenant(ctx)
    await assertLettersLeft(ctx)
  }
  const { id } = await createRequest(
    ctx,
    { ...asked, subjectEmail },
    {
      source: 'staff',
      folio,
      ...(legal_entity_id !== undefined && { legalEntityId: legal_entity_id }),
      deceased,
      staff: {
        channel,
        receivedAt,
        subjectAddress: noneIfBlank(subjectAddress)?.trim() ?? null,
        notes: `Llegó ${CHANNEL_WORDS[channel]} el ${longDay(receivedAt)}`,
      },
    },
  )
  const holder = { entityType: 'dsar_request', entityId: id }
  const mandate = noneIfBlank(mandateFileId)
  if (mandate) await attachKept(ctx, holder, { path: 'mandateFileId', key: mandate, kind: 'mandate' })
  for (const [index, key] of (scanFileIds ?? []).entries())
    await attachKept(ctx, holder, { path: `scanFileIds[${index}]`, key, kind: 'scan' })
  return getRequest(ctx, id)
}

/** Open requests of the person whose request is being entered: it may be among them already. */
export async function listSamePerson(ctx: ReadCtx, { subjectRut, subjectEmail }: SamePerson) {
  const rut = subjectRut?.trim() ? (canonicalRut(subjectRut) ?? null) : null
  const email = subjectEmail?.trim() ? normaliseEmail(subjectEmail) : null
  const rows = rut === null && email === null ? [] : await listOpenOfPerson(ctx, rut, email)
  return { items: rows.map((row) => itemView(row, ctx.now)) }
}

/** The content of the printed receipt. */
export async function readReceipt(ctx: ReadCtx, id: string) {
  const row = await requests.find(ctx, id)
  if (!row) throw notFound('la solicitud')
  const [by, receipt] = await Promise.all([
    findResponsible(ctx, row.legal_entity_id),
    receiptOf(ctx, 'dsar_request', row.id),
  ])
  return { row, by, on: lawToday(ctx), publicUrl: ctx.tools.publicUrl, receipt }
}
