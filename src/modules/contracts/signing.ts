import { assertShown, type TenantAccess } from '#db/access.ts'
import type { Actor, WriteCtx } from '#db/context.ts'
import { GateRefusal } from '#db/legal-gate.ts'
import { iso } from '#kernel/dates.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { digest } from '#kernel/secrets.ts'
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
  assertShown(found.suspended_at)
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
  return {
    status: statusAt(row, ctx.now),
    signedAt: iso(row.signed_at!),
    contentHash: row.signature!.contentHash,
  }
}
