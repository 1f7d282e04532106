import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { dayIn } from '#documents/languages.ts'
import { sendMail, sendMailBy } from '#jobs/mail.ts'
import { chileanDay } from '#kernel/dates.ts'
import { impossible } from '#kernel/failure.ts'
import { digest } from '#kernel/secrets.ts'
import { noneIfBlank, stopAfter } from '#kernel/text.ts'
import { contactOf, type EntityRow, findEntity } from '#modules/org/public.ts'
import { findProcessor } from '#modules/processors/public.ts'
import { TYPE_NAMES } from './knowledge/types.ts'
import type { ContractRow } from './repo.ts'
import type { Sending } from './schemas.ts'
import type { OrganisationSignature } from './tables.ts'

/** Letters about a contract, and the sender's signature for the organisation. */

export const COPY_JOB_NAME = 'contracts.copy'

/** Sending the text signs it for the organisation: by the named person, else by the sender. */
export function signatureOfSender(
  ctx: WriteCtx,
  { organizationSigner: signer }: Sending,
  content: string,
): OrganisationSignature {
  return {
    name: signer?.name ?? nameOfSender(ctx),
    position: noneIfBlank(signer?.position) ?? null,
    contentHash: digest(content),
    declaredAuthority: signer?.declaresAuthority === true,
  }
}

/** The sender's name. A program has none and must say who signs. */
function nameOfSender({ actor }: WriteCtx): string {
  if (actor.type === 'user' && actor.name) return actor.name
  throw impossible('organizationSigner', 'Indique quién firma por la organización («organizationSigner»).')
}

/** Mails the signer a link that works once. */
export async function sendToSigner(ctx: WriteCtx, row: ContractRow, token: string): Promise<void> {
  const [processor, entity] = await Promise.all([
    findProcessor(ctx, row.processor_id),
    findEntity(ctx, row.legal_entity_id),
  ])
  const { name } = entity!
  const other = processor?.name ?? 'su empresa'
  await sendMail(ctx, {
    to: row.signer_email!,
    subject: `${name} le envía un contrato de protección de datos para firmar`,
    paragraphs: [
      `Hola, ${row.signer_name}:`,
      `${name} le envía un contrato de tratamiento de datos personales con ${other}${stopAfter(other)} Léalo y fírmelo en el siguiente enlace, que sirve una sola vez y vence en 30 días.`,
      'Si usted no esperaba este mensaje, no firme y avise a quien se lo envió.',
    ],
    action: {
      label: 'Leer y firmar el contrato',
      url: `${ctx.tools.publicUrl}/firma/${token}`,
    },
    signature: name,
    replyTo: contactOf(entity),
  })
}

/** The same letter to a signer who has not signed yet. */
export async function remindToSign(ctx: WriteCtx, row: ContractRow, token: string): Promise<void> {
  const [processor, entity] = await Promise.all([
    findProcessor(ctx, row.processor_id),
    findEntity(ctx, row.legal_entity_id),
  ])
  const { name } = entity!
  await sendMail(ctx, {
    to: row.signer_email!,
    subject: `Recordatorio: ${name} espera su firma en un contrato de protección de datos`,
    paragraphs: [
      `Hola, ${row.signer_name}:`,
      `El ${dayIn('es', chileanDay(row.sent_at!))} le enviamos un contrato de tratamiento de datos personales entre ${name} y ${processor?.name ?? 'su empresa'}, y todavía no está firmado. Léalo y fírmelo en el siguiente enlace, que reemplaza al anterior, sirve una sola vez y vence en 30 días.`,
      'En el mismo enlace puede decir que no lo firma, y por qué.',
      'Si usted no esperaba este mensaje, no firme y avise a quien se lo envió.',
    ],
    action: { label: 'Leer y firmar el contrato', url: `${ctx.tools.publicUrl}/firma/${token}` },
    signature: name,
    replyTo: contactOf(entity),
  })
}

/**
 * Mails both parties the signed contract, with the hash that its PDF carries. The letters are written with the signature.
 */
export async function sendCopies(ctx: WriteCtx, row: ContractRow): Promise<void> {
  const [entity, processor] = await Promise.all([
    findEntity(ctx, row.legal_entity_id),
    findProcessor(ctx, row.processor_id),
  ])
  if (!entity || !processor) return
  const title = TYPE_NAMES[row.type]
  const { name, method, contentHash } = row.signature!
  const day = dayIn('es', chileanDay(row.signed_at!))
  const how =
    method === 'link'
      ? `${name} lo firmó por ${processor.name} el ${day}, con una firma electrónica simple (Ley 19.799).`
      : `${entity.name} registró el ${day} la firma de ${name} por ${processor.name}, puesta en otro medio.`
  const recipients = new Set([row.signer_email, await addressOf(ctx, entity)])
  for (const to of recipients) {
    if (!to) continue
    const letter = {
      to,
      subject: `Copia firmada: ${title}, ${entity.name} y ${processor.name}`,
      paragraphs: [
        `Adjuntamos el documento «${title}» entre ${entity.name} y ${processor.name}, firmado por las dos partes.`,
        how,
        `La huella SHA-256 del texto firmado es ${contentHash}; el PDF lleva la misma. Guárdelo: es su ejemplar.`,
      ],
      signature: entity.name,
      replyTo: contactOf(entity),
    }
    await sendMailBy(ctx, letter, COPY_JOB_NAME, { contractId: row.id })
  }
}

/** The organisation's recipient for contracts: the DPO, the legal representative, the contact or the owner. */
export async function addressOf(ctx: ReadCtx, entity: EntityRow | undefined): Promise<string | undefined> {
  const own = entity?.dpo_email ?? entity?.legal_rep_email
  if (own) return own
  const tenant = await ctx.db
    .selectFrom('tenants')
    .select('contact_email')
    .where('id', '=', ctx.tenantId)
    .executeTakeFirst()
  return tenant?.contact_email ?? ownerEmail(ctx)
}

async function ownerEmail(ctx: ReadCtx): Promise<string | undefined> {
  const owner = await ctx.db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('u.email')
    .where('m.tenant_id', '=', ctx.tenantId)
    .where('m.role', '=', 'OWNER')
    .where('m.status', '=', 'ACTIVE')
    .orderBy('m.created_at')
    .limit(1)
    .executeTakeFirst()
  return owner?.email
}
