import { assertShown, type TenantAccess } from '#db/access.ts'
import { audit } from '#db/audit.ts'
import type { Actor, ReadCtx, WriteCtx } from '#db/context.ts'
import { together } from '#db/sql.ts'
import { announce } from '#events/announce.ts'
import { iso } from '#kernel/dates.ts'
import { Failure } from '#kernel/failure.ts'
import { lawToday } from '#kernel/law/wording.ts'
import { shownRut } from '#kernel/rut.ts'
import { digest } from '#kernel/secrets.ts'
import { isUnstorable, noneIfBlank } from '#kernel/text.ts'
import { RIGHTS } from '../knowledge.ts'
import { askedOfThird, whyThirdsLearn } from '../letters.ts'
import { insertEvents, requests } from '../requests/repo.ts'
import { findResponsible } from '../responsible.ts'
import { findByKey, recipients } from './repo.ts'
import type { Acknowledging, PublicAcknowledgement } from './schemas.ts'

/** What a third party without an account can do with the link of its letter. */

export type Asked = NonNullable<Awaited<ReturnType<typeof findByKey>>>

const NO_LINK = 'El enlace no existe o ya venció. Revise que esté completo, o responda a quien le escribió.'

/** An unknown or expired key is not found. */
export async function findAsked(access: TenantAccess, key: string, now: Date): Promise<Asked> {
  const row = isUnstorable(key)
    ? undefined
    : await access.lookUp('find the letter of a link', (db) => findByKey(db, digest(key), now))
  if (!row) throw new Failure('notFound', NO_LINK)
  return row
}

export const THIRD_PARTY: Actor = {
  type: 'public',
  id: undefined,
  name: 'Destinatario de los datos',
  role: undefined,
}

/** After the answer the link shows that there is one, and no longer whose data it was about. */
export async function showAcknowledgement(ctx: ReadCtx, row: Asked): Promise<PublicAcknowledgement> {
  assertShown(row.suspended_at)
  const request = (await requests.find(ctx, row.request_id))!
  const by = await findResponsible(ctx, request.legal_entity_id)
  const isOpen = row.acknowledged_at === null
  return {
    organizationName: by.name,
    recipientName: row.name,
    folioNumber: request.folio_number,
    rightType: request.right_type,
    rightLabel: RIGHTS[request.right_type].label,
    article: RIGHTS[request.right_type].article,
    subject: isOpen ? { name: request.subject_name, rut: shownRut(request.subject_rut) } : null,
    asked: isOpen ? [...askedOfThird(request, by), whyThirdsLearn(lawToday(ctx))] : [],
    contactEmail: by.contactEmail,
    expiresAt: iso(row.expires_at!),
    acknowledgedAt: iso(row.acknowledged_at),
    done: row.acknowledged_done,
  }
}

/** Takes one answer only: it is evidence. A later change reaches the organisation by other means. */
export async function acknowledge(ctx: WriteCtx, asked: Asked, body: Acknowledging) {
  const row = await recipients.lock(ctx, asked.id)
  if (!row) throw new Failure('notFound', NO_LINK)
  if (row.acknowledged_at !== null)
    throw new Failure('conflict', 'Ya recibimos su respuesta. Si algo cambió, escriba a quien le avisó.')
  const request = (await requests.find(ctx, row.request_id))!
  const [name, notes] = [body.name.trim(), noneIfBlank(body.notes) ?? null]
  const said = body.done ? 'confirma que lo hizo' : 'responde que no lo hizo'
  await together(
    recipients.update(ctx, row.id, {
      acknowledged_at: ctx.now,
      acknowledged_by: name,
      acknowledged_done: body.done,
      acknowledgement_notes: notes,
    }),
    requests.update(ctx, row.request_id, { updated_at: ctx.now }),
    insertEvents(ctx, row.request_id, {
      type: 'recipient_acknowledged',
      notes: `${row.name} ${said} (${name})${notes ? `: ${notes}` : ''}`,
    }),
    // The log leaves out the name and the words of the third party.
    audit(ctx, {
      action: 'acknowledge',
      entityType: 'dsar_request',
      entityId: row.request_id,
      after: { recipientId: row.id, done: body.done },
    }),
    announce(ctx, {
      type: 'dsar.recipient_answered',
      entityId: request.id,
      title: request.folio_number,
      legalEntityId: request.legal_entity_id,
      assignedTo: request.assigned_to,
      dueAt: request.legal_due_at,
      data: {
        folioNumber: request.folio_number,
        rightType: request.right_type,
        recipientName: row.name,
        done: body.done,
      },
    }),
  )
  return { folioNumber: request.folio_number, acknowledgedAt: iso(ctx.now), done: body.done }
}
