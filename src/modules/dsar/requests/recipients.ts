import { sql } from 'kysely'
import { audit } from '#db/audit.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { lockTenant, together } from '#db/sql.ts'
import { assertLettersLeft } from '#jobs/mail.ts'
import { toInstant } from '#kernel/dates.ts'
import { Failure, impossible, notFound } from '#kernel/failure.ts'
import { canonicalId, isId, newId } from '#kernel/ids.ts'
import { lawToday } from '#kernel/law/wording.ts'
import { pastInstant } from '#kernel/past.ts'
import { fold, noneIfBlank, normaliseEmail } from '#kernel/text.ts'
import { keyHashOf, pageUrl } from '../acknowledgements/keys.ts'
import { listRecipients, type RecipientRow, recipients } from '../acknowledgements/repo.ts'
import { expiryOf } from '../acknowledgements/rules.ts'
import { sendLetter } from '../kept-letters.ts'
import { THIRDS_ARTICLE } from '../knowledge.ts'
import { toThirdParty } from '../letters.ts'
import { findResponsible, type Responsible } from '../responsible.ts'
import { TOLD_TO_RECIPIENTS } from '../rules.ts'
import { lockRequest } from './changes.ts'
import type { NewRecipient, NewRecipients } from './recipient-schemas.ts'
import { insertEvents, type RequestRow, requests } from './repo.ts'
import { listThirds } from './thirds.ts'
import { recipientView } from './views.ts'

/** Recipients of the data must learn of a rectification, a deletion or an opposition (art. 11). */

export async function getRecipients(ctx: ReadCtx, id: string) {
  const [request, rows] = await Promise.all([requests.find(ctx, id), listRecipients(ctx, id)])
  if (!request) throw notFound('la solicitud')
  const suggested = await listThirds(ctx, request.legal_entity_id)
  return { items: rows.map(recipientView), noneBecause: request.no_recipients_reason, suggested }
}

/**
 * Puts recipients on record. Those with an address get their letter once the request is granted: at once, or with the
 * answer. A rejected request is announced to nobody.
 */
export async function addRecipients(ctx: WriteCtx, id: string, body: NewRecipients) {
  const before = await lockRequest(ctx, id)
  assertTold(before)
  const known = await listRecipients(ctx, id)
  const sent = await wantedOf(ctx, before, known, body)
  const reason = noneIfBlank(body.noneBecause) ?? null
  if (sent.length === 0 && reason === null) {
    throw impossible(
      'recipients',
      'Indique al menos un destinatario, o en «noneBecause» por qué no hay a quién avisar.',
    )
  }
  assertBounded(known, sent)
  if (reason !== null && sent.length + known.length > 0) {
    throw impossible(
      'noneBecause',
      'Hay destinatarios registrados: no puede indicar también que no hay ninguno.',
    )
  }
  const processors = await processorsOf(ctx, sent)
  const added = await recipients.insertAll(
    ctx,
    sent.map((one, index) => ({
      id: newId(),
      request_id: id,
      name: one.name.trim(),
      email: noneIfBlank(one.email)?.trim() ?? null,
      processor_id: processors[index]!,
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
    // A new recipient has not been informed yet.
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
  const written =
    changed.status === 'COMPLETED'
      ? await informAtOnce(ctx, changed, rows, await findResponsible(ctx, changed.legal_entity_id))
      : new Map<string, string>()
  const { items, ...told } = await getRecipients(ctx, id)
  return { items: items.map((one) => ({ ...one, pageUrl: written.get(one.id) ?? null })), ...told }
}

/** The recipients in the body, and those of the register that have an address and are not on record yet. */
async function wantedOf(
  ctx: ReadCtx,
  request: RequestRow,
  known: readonly RecipientRow[],
  body: NewRecipients,
): Promise<NewRecipient[]> {
  const named = body.recipients ?? []
  if (!body.fromRegister) {
    if (body.recipients) return named
    const message = '«recipients» es obligatorio.'
    throw new Failure('malformed', message, { details: [{ path: 'recipients', message }] })
  }
  const { processors } = await listThirds(ctx, request.legal_entity_id)
  const taken = [...known, ...named]
  const addresses = new Set(taken.flatMap(({ email }) => (email ? [normaliseEmail(email)] : [])))
  const names = new Set(taken.map(({ name }) => fold(name)))
  const more = processors.flatMap(({ id, name, contactEmail }): NewRecipient[] => {
    const email = contactEmail?.trim()
    if (!email || names.has(fold(name)) || addresses.has(normaliseEmail(email))) return []
    addresses.add(normaliseEmail(email))
    return [{ name, email, processorId: id }]
  })
  if (named.length + more.length > 0) return [...named, ...more]
  throw impossible(
    'fromRegister',
    'El registro no nombra a nadie más que tenga correo. Agregue a los demás uno por uno.',
  )
}

/** A processor of another organisation is treated as missing. */
async function processorsOf(
  { db, tenantId }: ReadCtx,
  sent: readonly NewRecipient[],
): Promise<(string | null)[]> {
  const wanted = sent.map(({ processorId }) => noneIfBlank(processorId) ?? null)
  const ids = wanted.flatMap((id) => (id !== null && isId(id) ? [canonicalId(id)] : []))
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('searchable_processors')
          .select('id')
          .where('tenant_id', '=', tenantId)
          .where('id', '=', sql<string>`any(${ids}::uuid[])`)
          .execute()
  const known = new Set(rows.map(({ id }) => id))
  return wanted.map((id, index) => {
    if (id === null) return null
    if (isId(id) && known.has(canonicalId(id))) return canonicalId(id)
    throw impossible(
      `recipients[${index}].processorId`,
      'El encargado indicado no existe en su organización.',
    )
  })
}

/** No person's data went to more recipients than this. */
const MOST_RECIPIENTS = 500

/** Each address gets one letter per request, however often the call repeats it. */
function assertBounded(known: readonly RecipientRow[], sent: readonly NewRecipient[]): void {
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

const unawareOf = (all: readonly RecipientRow[]) =>
  all.filter(({ notified_at, letter_id }) => notified_at === null && letter_id === null)

/** A member chose the addresses and the letters leave now, so they count against the daily limit. */
async function informAtOnce(
  ctx: WriteCtx,
  row: RequestRow,
  all: readonly RecipientRow[],
  by: Responsible,
): Promise<Map<string, string>> {
  await lockTenant(ctx)
  await assertLettersLeft(ctx, unawareOf(all).filter(({ email }) => email !== null).length)
  return informRecipients(ctx, row, all, by)
}

/**
 * Writes to recipients with an address who have not been informed, and links each to a page of their own. The request must
 * be granted.
 */
export async function informRecipients(
  ctx: WriteCtx,
  row: RequestRow,
  all: readonly RecipientRow[],
  by: Responsible,
): Promise<Map<string, string>> {
  const unaware = unawareOf(all)
  const written = unaware.flatMap(({ id, name, email }) =>
    email === null ? [] : [{ id, name, email, url: pageUrl(ctx.tools, ctx.tenantId, id) }],
  )
  await together(
    ...written.map(async ({ id, ...to }) => {
      const letterId = newId()
      await together(
        sendLetter(ctx, row.id, 'THIRD_PARTY', toThirdParty(row, to, by, lawToday(ctx)), letterId),
        recipients.update(ctx, id, {
          letter_id: letterId,
          written_at: ctx.now,
          key_hash: keyHashOf(ctx.tools, ctx.tenantId, id),
          expires_at: expiryOf(ctx.now),
        }),
      )
    }),
  )
  if (all.length > 0 && written.length === unaware.length && row.recipients_notified_at === null) {
    await requests.update(ctx, row.id, { recipients_notified_at: ctx.now, updated_at: ctx.now })
  }
  return new Map(written.map(({ id, url }) => [id, url]))
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

function namesOf(rows: readonly { name: string }[]): string {
  return rows.map(({ name }) => name).join(', ')
}
