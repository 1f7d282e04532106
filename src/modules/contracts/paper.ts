import { audit } from '#db/audit.ts'
import type { WriteCtx } from '#db/context.ts'
import { passGate } from '#db/legal-gate.ts'
import { json } from '#db/sql.ts'
import { assertLettersLeft } from '#jobs/mail.ts'
import { after, chileanDay, chileanHour, iso, momentInDigits } from '#kernel/dates.ts'
import { Failure, impossible, notFound } from '#kernel/failure.ts'
import { digest, newToken } from '#kernel/secrets.ts'
import { noneIfBlank } from '#kernel/text.ts'
import { findKept } from '#modules/files/public.ts'
import { findingsAtSigning, settled } from './findings.ts'
import { remindToSign } from './letters.ts'
import * as repo from './repo.ts'
import { isPaperCopy, nextChase, SIGNABLE_ON_PAPER, SIGNING_TTL_MS, STATE_LABELS, statusAt } from './rules.ts'
import { CHANGED, expiryOf, move, rutOf, updateStanding } from './service.ts'
import type { Signature } from './tables.ts'
import type { SignedCopy } from './text-schemas.ts'

/** What the organisation can do while it waits for a signature: remind, or record a copy signed elsewhere. */

/** Reminds the signer with a new link. The earlier link stops working. */
export async function remindSigner(ctx: WriteCtx, id: string) {
  const before = await repo.contracts.lockFields(ctx, id)
  if (!before) throw notFound('el contrato')
  if (before.status !== 'SENT' || before.signer_email === null) {
    throw new Failure(
      'conflict',
      `Solo se recuerda un contrato enviado a firma; este está en «${STATE_LABELS[statusAt(before, ctx.now)]}».`,
    )
  }
  const next = nextChase(before)
  if (next > ctx.now) {
    throw new Failure(
      'conflict',
      `Ya se le escribió hace menos de un día. Puede recordárselo otra vez desde el ${momentInDigits(next)}.`,
    )
  }
  await assertLettersLeft(ctx)
  const token = newToken()
  const row = await repo.updateContract(ctx, id, 'SENT', {
    reminded_at: ctx.now,
    reminders: before.reminders + 1,
    signing_token_hash: digest(token),
    signing_expires_at: after(ctx.now, SIGNING_TTL_MS),
    updated_at: ctx.now,
  })
  if (!row) throw new Failure('conflict', CHANGED)
  await audit(ctx, { action: 'remind', entityType: 'contract', entityId: id, before, after: row })
  await remindToSign(ctx, row, token)
  return {
    id,
    remindedAt: iso(row.reminded_at!),
    reminders: row.reminders,
    linkExpiresAt: iso(row.signing_expires_at!),
  }
}

/** Records a contract signed outside the service, with the copy as proof. */
export async function recordSignedCopy(ctx: WriteCtx, id: string, body: SignedCopy) {
  const before = await repo.contracts.lockFields(ctx, id)
  if (!before) throw notFound('el contrato')
  const status = statusAt(before, ctx.now)
  if (!SIGNABLE_ON_PAPER.includes(status)) {
    throw new Failure(
      'conflict',
      `Solo se registra la firma de un contrato en borrador o enviado; este está en «${STATE_LABELS[status]}».`,
    )
  }
  const signedAt = signedOnPaper(body.signedOn, ctx.now)
  const rut = rutOf(body.signerRut, 'signerRut')
  const file = await findKept(ctx, { entityType: 'contract', entityId: before.id }, body.fileKey)
  if (!file) throw impossible('fileKey', 'Suba primero el ejemplar firmado a este contrato.')
  if (!isPaperCopy(file.content_type))
    throw impossible('fileKey', 'El ejemplar firmado debe ser un PDF o una imagen.')
  const findings = await findingsAtSigning(ctx, before, {
    own: body.organizationSigner?.name,
    other: body.signerName,
  })
  const override = await passGate(
    ctx,
    { entityType: 'contract', entityId: id },
    findings,
    before.gate_override,
  )
  const content = settled(before)
  const contentHash = digest(content)
  const signature: Signature = {
    method: 'paper',
    name: body.signerName,
    rut,
    contentHash,
    address: null,
    file: { key: file.id, name: file.name, sha256: file.sha256 },
  }
  const own = body.organizationSigner
  const row = await move(ctx, before, 'SIGNED', {
    content,
    findings: json(findings),
    gate_override: override && json(override),
    signer_name: body.signerName,
    signer_rut: rut ?? before.signer_rut,
    signed_at: signedAt,
    signature: json(signature),
    organisation_signature: own
      ? json({
          name: own.name,
          position: noneIfBlank(own.position) ?? null,
          contentHash,
          declaredAuthority: false,
        })
      : before.organisation_signature && json(before.organisation_signature),
    expires_at: body.expiresAt === undefined ? undefined : expiryOf(noneIfBlank(body.expiresAt)),
    signing_token_hash: null,
    signing_expires_at: null,
    refusal: null,
  })
  await updateStanding(ctx, row)
  return { id, status: statusAt(row, ctx.now), signedAt: iso(row.signed_at!) }
}

/** Noon of that day in Chile; today, the current time if earlier. */
function signedOnPaper(day: string, now: Date): Date {
  if (day > chileanDay(now)) throw impossible('signedOn', 'El día de la firma no puede estar en el futuro.')
  const noon = chileanHour(day, 12)
  return noon < now ? noon : now
}
