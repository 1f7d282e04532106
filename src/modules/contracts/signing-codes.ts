import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { sendMail } from '#jobs/mail.ts'
import { after, DAY_MS, MINUTE_MS } from '#kernel/dates.ts'
import { Failure, impossible } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { hmac, sameSecret } from '#kernel/secrets.ts'

/** A code in the signer's mailbox. Entering it proves that the signer reads the mailbox now, not only when the link came. */

const CODE_TTL_MS = 10 * MINUTE_MS
const MOST_TRIES = 5
/** Limits per mailbox (decisions, part 2). */
const BUDGETS = [
  { most: 5, withinMs: 15 * MINUTE_MS },
  { most: 20, withinMs: DAY_MS },
] as const
const CODE_KEY = 'contracts.signing-code'

interface ToConfirm {
  id: string
  signer_email: string | null
  organization: string
}

export async function sendSigningCode(ctx: WriteCtx, { id, signer_email, organization }: ToConfirm) {
  if (!signer_email)
    throw impossible(
      'code',
      'Este contrato no tiene un correo de quien firma. Pida que se lo envíen de nuevo.',
    )
  const mailboxHash = hmac(ctx.tools.vault.lasting('contracts.mailbox'), `${ctx.tenantId} ${signer_email}`)
  await assertBudget(ctx, mailboxHash)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await ctx.db
    .insertInto('signing_codes')
    .values({
      tenant_id: ctx.tenantId,
      id: newId(),
      contract_id: id,
      mailbox_hash: mailboxHash,
      code_hash: codeHash(ctx.tools.vault.derive(CODE_KEY), id, code),
      tries: 0,
      expires_at: after(ctx.now, CODE_TTL_MS),
      created_at: ctx.now,
    })
    .execute()
  await sendMail(ctx, {
    to: signer_email,
    subject: `${code} es su código para firmar el contrato con ${organization}`,
    paragraphs: [
      `Su código para firmar es ${code}. Sirve durante 10 minutos.`,
      'Si usted no está firmando un contrato ahora, no comparta este código con nadie: sin él no se puede firmar en su nombre desde la página.',
    ],
    signature: organization,
  })
  return { sentTo: masked(signer_email), expiresInSeconds: CODE_TTL_MS / 1000 }
}

/** «c•••@nube.cl»: enough to recognise the mailbox. */
export function masked(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}•••${email.slice(at)}`
}

async function assertBudget(ctx: WriteCtx, mailboxHash: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${mailboxHash}, 3))`.execute(ctx.db)
  for (const { most, withinMs } of BUDGETS) {
    if ((await countSince(ctx, mailboxHash, after(ctx.now, -withinMs))) < most) continue
    throw new Failure(
      'rateLimited',
      'Ya enviamos varios códigos a ese correo. Use el último, o espere unos minutos.',
      {
        retryAfterSeconds: withinMs / 1000,
      },
    )
  }
}

async function countSince({ db, tenantId }: ReadCtx, mailboxHash: string, since: Date): Promise<number> {
  const { sent } = await db
    .selectFrom('signing_codes')
    .select((eb) => eb.fn.countAll<number>().as('sent'))
    .where('tenant_id', '=', tenantId)
    .where('mailbox_hash', '=', mailboxHash)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return sent
}

/** Uses up a try. The try must be committed even if the code is wrong, so the caller refuses after this act. */
export async function confirmCode(ctx: WriteCtx, contractId: string, code: string): Promise<boolean> {
  const found = await ctx.db
    .updateTable('signing_codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('tenant_id', '=', ctx.tenantId)
    .where('id', '=', (eb) =>
      eb
        .selectFrom('signing_codes as newest')
        .select('newest.id')
        .where('newest.tenant_id', '=', ctx.tenantId)
        .where('newest.contract_id', '=', contractId)
        .orderBy('newest.created_at', 'desc')
        .orderBy('newest.id', 'desc')
        .limit(1),
    )
    .where('tries', '<', MOST_TRIES)
    .where('expires_at', '>', ctx.now)
    .returning('code_hash')
    .executeTakeFirst()
  if (!found) return false
  // A code mailed before a rotation of the secret stays valid until it expires.
  const keys = [...ctx.tools.vault.deriveAll(CODE_KEY).values()]
  return keys.some((key) => sameSecret(found.code_hash, codeHash(key, contractId, code.trim())))
}

export const WRONG_CODE = 'El código no es correcto o venció. Revise el último que le enviamos, o pida otro.'

function codeHash(key: Buffer, contractId: string, code: string): string {
  return hmac(key, `${contractId} ${code}`)
}
