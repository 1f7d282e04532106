import type { FastifyRequest } from 'fastify'
import { assertShown, type TenantAccess } from '#db/access.ts'
import type { Actor, WriteCtx } from '#db/context.ts'
import { GateRefusal } from '#db/legal-gate.ts'
import { json } from '#db/sql.ts'
import { iso } from '#kernel/dates.ts'
import { Failure, impossible } from '#kernel/failure.ts'
import { digest } from '#kernel/secrets.ts'
import { settled } from './findings.ts'
import * as repo from './repo.ts'
import { networkOf, statusAt } from './rules.ts'
import type { PublicRefusal, PublicSigning, ToSign } from './schemas.ts'
import { lockToMove, move, rutOf, sign, updateStanding } from './service.ts'
import { confirmCode, sendSigningCode, WRONG_CODE } from './signing-codes.ts'

const NO_LINK =
  'El enlace para firmar no existe, ya se usó o venció. Si ya firmó, su copia está en el correo que le enviamos. Si no, pida otro enlace a quien le envió el contrato.'

/** What the holder of a link may see and sign. A used, expired or unknown link is not found. */
export async function findToSign(access: TenantAccess, token: string, now: Date) {
  const found = await access.lookUp('find the contract of a signing link', (db) =>
    repo.findBySigningToken(db, digest(token), now),
  )
  if (!found) throw new Failure('notFound', NO_LINK)
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

export function signerOf({ name }: { name?: string | null }): Actor {
  return { type: 'public', id: undefined, name: name ?? undefined, role: undefined }
}

/** The signer cannot mend what the organisation lacks: they only read that the contract waits for it. */
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
  { name, rut, declaresAuthority, code }: PublicSigning,
  address: string,
) {
  const row = await sign(ctx, contractId, {
    method: 'link',
    name,
    rut: rutOf(rut, 'rut'),
    address: networkOf(address),
    ...(declaresAuthority && { declaredAuthority: true }),
    // A wrong code was refused before this point.
    ...(code && { mailboxProven: true }),
  }).catch(forSigner)
  return {
    status: statusAt(row, ctx.now),
    signedAt: iso(row.signed_at!),
    contentHash: row.signature!.contentHash,
  }
}

/** The other party refuses: the contract becomes a draft again, and the organisation gets the reason. */
export async function refuseByLink(ctx: WriteCtx, contractId: string, { name, reason }: PublicRefusal) {
  const sent = await lockToMove(ctx, contractId, 'DRAFT')
  const row = await move(ctx, sent, 'DRAFT', {
    refusal: json({ name, reason, at: iso(ctx.now) }),
    organisation_signature: null,
    signing_token_hash: null,
    signing_expires_at: null,
  })
  await updateStanding(ctx, row)
  return { status: statusAt(row, ctx.now) }
}

// ── by the link ──

/** A code in the body must be right. Its try is committed even if it is wrong. */
export async function signWithLink(req: FastifyRequest, token: string, body: PublicSigning) {
  const found = await heldBy(req, token)
  const signer = signerOf(body)
  if (body.code) {
    const { code } = body
    const { access } = req.server
    const isRight = await access.actFor(found.tenant_id, signer, {}, (ctx) =>
      confirmCode(ctx, found.id, code),
    )
    if (!isRight) throw impossible('code', WRONG_CODE)
  }
  return req.actFor(found.tenant_id, signer, (ctx) => signByLink(ctx, found.id, body, req.ip))
}

export async function sendCodeByLink(req: FastifyRequest, token: string) {
  const found = await heldBy(req, token)
  assertShown(found.suspended_at)
  return req.actFor(found.tenant_id, signerOf({ name: found.signer_name }), (ctx) =>
    sendSigningCode(ctx, found),
  )
}

export async function refuseWithLink(req: FastifyRequest, token: string, body: PublicRefusal) {
  const found = await heldBy(req, token)
  return req.actFor(found.tenant_id, signerOf(body), (ctx) => refuseByLink(ctx, found.id, body))
}

function heldBy({ server }: FastifyRequest, token: string) {
  return findToSign(server.access, token, server.tools.now())
}
