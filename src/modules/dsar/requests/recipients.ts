import type { Selectable } from 'kysely'
import { audit } from '#db/audit.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { together } from '#db/sql.ts'
import type { Tables } from '#db/tables.ts'
import { tenantTable } from '#db/tenant-table.ts'
import { toInstant } from '#kernel/dates.ts'
import { Failure, impossible, notFound } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { lawToday } from '#kernel/law/wording.ts'
import { pastInstant } from '#kernel/past.ts'
import { noneIfBlank } from '#kernel/text.ts'
import { sendLetter } from '../kept-letters.ts'
import { THIRDS_ARTICLE } from '../knowledge.ts'
import { toThirdParty } from '../letters.ts'
import { findResponsible, type Responsible } from '../responsible.ts'
import { TOLD_TO_RECIPIENTS } from '../rules.ts'
import { lockRequest } from './changes.ts'
import { insertEvents, type RequestRow, requests } from './repo.ts'
import type { NewRecipients } from './schemas.ts'
import { listThirds } from './thirds.ts'
import { recipientView } from './views.ts'

/** Those who received the data learn of a rectification, a deletion or an opposition (art. 11). */

const recipients = tenantTable('dsar_recipients')
type Row = Selectable<Tables['dsar_recipients']>
/** With when our letter left, if we wrote one. */
export type RecipientRow = Row & { mailed_at: Date | null }

/** Far more than one request has; the bound only guards the server. */
const MOST = 5000

export async function getRecipients(ctx: ReadCtx, id: string) {
  const [request, rows] = await Promise.all([requests.find(ctx, id), listRecipients(ctx, id)])
  if (!request) throw notFound('la solicitud')
  const suggested = await listThirds(ctx, request.legal_entity_id)
  return { items: rows.map(recipientView), noneBecause: request.no_recipients_reason, suggested }
}

/**
 * Puts recipients on record. The letter to those with an address leaves when the request is granted: at once, or with the
 * answer. Nobody learns of a request that was rejected.
 */
export async function addRecipients(ctx: WriteCtx, id: string, body: NewRecipients) {
  const before = await lockRequest(ctx, id)
  assertTold(before)
  const reason = noneIfBlank(body.noneBecause) ?? null
  if (body.recipients.length === 0 && reason === null) {
    throw impossible(
      'recipients',
      'Indique al menos un destinatario, o en «noneBecause» por qué no hay a quién avisar.',
    )
  }
  const known = await listRecipients(ctx, id)
  assertBounded(known, body.recipients)
  if (reason !== null && body.recipients.length + known.length > 0) {
    throw impossible(
      'noneBecause',
      'Hay destinatarios registrados: no puede indicar también que no hay ninguno.',
    )
  }
  const added = await recipients.insertAll(
    ctx,
    body.recipients.map((one, index) => ({
      id: newId(),
      request_id: id,
      name: one.name.trim(),
      email: noneIfBlank(one.email)?.trim() ?? null,
      notified_at: one.notifiedAt
        ? pastInstant(`recipients[${index}].notifiedAt`, toInstant(one.notifiedAt), ctx.now, 'El aviso')
        : null,
      notes: noneIfBlank(one.notes) ?? null,
      letter_id: null,
      created_at: ctx.now,
    })),
  )
  const changed = await requests.update(ctx, id, {
    no_recipients_reason: reason,
    // Somebody new does not know yet.
    recipients_notified_at: reason !== null ? ctx.now : null,
    updated_at: ctx.now,
  })
  const rows = [...known, ...added.map((row) => ({ ...row, mailed_at: null }))]
  await together(
    insertEvents(ctx, id, { type: 'thirds_notified', notes: reason ?? namesOf(added) }),
    audit(ctx, {
      action: 'add_recipients',
      entityType: 'dsar_request',
      entityId: id,
      before,
      after: { ...changed, recipients: added.length },
    }),
  )
  if (changed.status === 'COMPLETED') {
    await informRecipients(ctx, changed, rows, await findResponsible(ctx, changed.legal_entity_id))
  }
  return getRecipients(ctx, id)
}

/** As many as one person's data have ever gone to. */
const MOST_RECIPIENTS = 500

/** Each address gets one letter of a request, however often it is sent here. */
function assertBounded(known: readonly RecipientRow[], sent: NewRecipients['recipients']): void {
  if (known.length + sent.length > MOST_RECIPIENTS) {
    throw impossible('recipients', `Una solicitud admite hasta ${MOST_RECIPIENTS} destinatarios.`)
  }
  const addresses = new Set(known.flatMap(({ email }) => (email === null ? [] : [email.toLowerCase()])))
  for (const [index, { email }] of sent.entries()) {
    const address = noneIfBlank(email)?.trim().toLowerCase()
    if (address === undefined || address === null) continue
    if (addresses.has(address)) {
      throw impossible(`recipients[${index}].email`, `«${address}» ya está entre los destinatarios.`)
    }
    addresses.add(address)
  }
}

/** Writes to those who do not know yet and have an address. The request is granted. */
export async function informRecipients(
  ctx: WriteCtx,
  row: RequestRow,
  all: readonly RecipientRow[],
  by: Responsible,
): Promise<void> {
  const unaware = all.filter(({ notified_at, letter_id }) => notified_at === null && letter_id === null)
  const written = unaware.flatMap(({ id, name, email }) => (email === null ? [] : [{ id, name, email }]))
  await together(
    ...written.map(async ({ id, ...to }) => {
      const letterId = newId()
      await together(
        sendLetter(ctx, row.id, 'THIRD_PARTY', toThirdParty(row, to, by, lawToday(ctx)), letterId),
        recipients.update(ctx, id, { letter_id: letterId }),
      )
    }),
  )
  if (all.length > 0 && written.length === unaware.length && row.recipients_notified_at === null) {
    await requests.update(ctx, row.id, { recipients_notified_at: ctx.now, updated_at: ctx.now })
  }
}

/** Oldest first. */
export function listRecipients({ db, tenantId }: ReadCtx, requestId: string): Promise<RecipientRow[]> {
  return db
    .selectFrom('dsar_recipients as r')
    .leftJoin('mails as m', (join) =>
      join.onRef('m.tenant_id', '=', 'r.tenant_id').onRef('m.id', '=', 'r.letter_id'),
    )
    .selectAll('r')
    .select('m.sent_at as mailed_at')
    .where('r.tenant_id', '=', tenantId)
    .where('r.request_id', '=', requestId)
    .orderBy('r.created_at')
    .orderBy('r.id')
    .limit(MOST)
    .execute()
}

function assertTold({ right_type, status }: RequestRow): void {
  if (!TOLD_TO_RECIPIENTS.includes(right_type)) {
    throw new Failure(
      'invalidRightType',
      `Se avisa a quienes recibieron los datos de una rectificación, una supresión o una oposición (${THIRDS_ARTICLE}).`,
    )
  }
  if (status === 'REJECTED') {
    throw new Failure(
      'conflict',
      'La solicitud fue rechazada: no hay nada que avisar a quienes recibieron los datos.',
    )
  }
}

function namesOf(rows: readonly Row[]): string {
  return rows.map(({ name }) => name).join(', ')
}
