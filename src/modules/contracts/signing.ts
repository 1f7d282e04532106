import type { TenantAccess } from '#db/access.ts'
import type { Actor, WriteCtx } from '#db/context.ts'
import { GateRefusal } from '#db/legal-gate.ts'
import { dayIn } from '#documents/languages.ts'
import { sendMail } from '#jobs/mail.ts'
import { chileanDay, iso } from '#kernel/dates.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { digest } from '#kernel/secrets.ts'
import { findEntity } from '#modules/org/public.ts'
import { findProcessor } from '#modules/processors/public.ts'
import { TYPE_NAMES } from './knowledge/types.ts'
import * as repo from './repo.ts'
import { networkOf, statusAt } from './rules.ts'
import type { PublicSigning, ToSign } from './schemas.ts'
import { rutOf, settled, sign } from './service.ts'

/** What the holder of a link may see and sign. A link that was used, expired or never existed names nothing. */
export async function findToSign(access: TenantAccess, token: string, now: Date) {
  const found = await access.lookUp('find the contract of a signing link', (db) =>
    repo.findBySigningToken(db, digest(token), now),
  )
  if (!found) throw notFound('el contrato: el enlace no existe, ya se usó o venció')
  return found
}

export function toSignView(found: Awaited<ReturnType<typeof findToSign>>): ToSign {
  const content = settled(found)
  return {
    organization: found.organization,
    processor: found.processor,
    type: found.type,
    content,
    contentHash: digest(content),
    signerName: found.signer_name,
    linkExpiresAt: iso(found.signing_expires_at!),
  }
}

export function signerOf({ name }: PublicSigning): Actor {
  return { type: 'public', id: undefined, name, role: undefined }
}

/** What the organisation lacks is not the signer's to mend: the signer learns that the contract waits for it. */
function forSigner(error: unknown): never {
  if (!(error instanceof GateRefusal)) throw error
  throw new Failure(
    'impossible',
    'Este contrato todavía no se puede firmar: la organización que se lo envió debe revisarlo. Avísele y pídale que lo envíe de nuevo.',
  )
}

/** The signer keeps what proves the signature; the link that was used opens nothing any more. */
async function sendReceipt(ctx: WriteCtx, row: repo.ContractRow): Promise<void> {
  const [entity, processor] = await Promise.all([
    findEntity(ctx, row.legal_entity_id),
    findProcessor(ctx, row.processor_id),
  ])
  if (!row.signer_email || !entity || !processor) return
  const title = TYPE_NAMES[row.type]
  await sendMail(ctx, {
    to: row.signer_email,
    subject: `Constancia de su firma: ${title}`,
    paragraphs: [
      `Hola, ${row.signature!.name}:`,
      `El ${dayIn('es', chileanDay(row.signed_at!))} usted firmó por ${processor.name} el documento «${title}» con ${entity.name}, con una firma electrónica simple (Ley 19.799).`,
      `La huella SHA-256 del texto que firmó es ${row.signature!.contentHash}. Pida a ${entity.name} el PDF firmado, que lleva la misma huella.`,
    ],
    signature: entity.name,
  })
}

export async function signByLink(
  ctx: WriteCtx,
  contractId: string,
  { name, rut, declaresAuthority }: PublicSigning,
  address: string,
) {
  const row = await sign(ctx, contractId, {
    method: 'link',
    name,
    rut: rutOf(rut, 'rut'),
    address: networkOf(address),
    ...(declaresAuthority && { declaredAuthority: true }),
  }).catch(forSigner)
  await sendReceipt(ctx, row)
  return {
    status: statusAt(row, ctx.now),
    signedAt: iso(row.signed_at!),
    contentHash: row.signature!.contentHash,
  }
}
