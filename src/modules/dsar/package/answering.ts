import { randomInt } from 'node:crypto'
import { assertShown, type TenantAccess } from '#db/access.ts'
import type { Actor, Tools, WriteCtx } from '#db/context.ts'
import { sendMail } from '#jobs/mail.ts'
import { after, iso } from '#kernel/dates.ts'
import { Failure } from '#kernel/failure.ts'
import { digest, hmac, sameSecret } from '#kernel/secrets.ts'
import { isUnstorable, normaliseEmail } from '#kernel/text.ts'
import { insertEvents } from '../requests/repo.ts'
import { findResponsible } from '../responsible.ts'
import { codeLetter } from './letters.ts'
import * as repo from './repo.ts'
import { packages } from './repo.ts'
import { CODE_BUDGETS, CODE_TTL_MS, PASS_TTL_MS } from './rules.ts'
import type { OpenedAnswer } from './schemas.ts'

/** What a person can do with the link of a delivery: request a code, enter it, download the file. */

export const HOLDER: Actor = { type: 'public', id: undefined, name: 'Titular', role: undefined }

export type Delivered = NonNullable<Awaited<ReturnType<typeof repo.findByKey>>>

const NO_LINK =
  'El enlace no existe, venció o se revocó. Revise que esté completo, o pida otro a la organización a la que hizo la solicitud.'

/** Unknown, expired, revoked and removed links get the same answer. */
export async function findDelivered(access: TenantAccess, key: string, now: Date): Promise<Delivered> {
  const row = isUnstorable(key)
    ? undefined
    : await access.lookUp('find the answer of a link', (db) => repo.findByKey(db, digest(key), now))
  if (!row) throw new Failure('notFound', NO_LINK)
  assertShown(row.suspended_at)
  return row
}

const CODE_KEY = 'dsar.answer-code'

export const CODE_SENT = {
  message: 'Le enviamos un código al correo indicado en la solicitud. Revíselo y escríbalo aquí.',
  expiresInSeconds: CODE_TTL_MS / 1000,
}

/** Mails a code to the address of the request only, within the limit for one mailbox. */
export async function sendAnswerCode(ctx: WriteCtx, row: Delivered) {
  const mailbox = normaliseEmail(row.sent_to!)
  const mailboxHash = hmac(ctx.tools.vault.derive('dsar.answer-mailbox'), `${ctx.tenantId} ${mailbox}`)
  for (const { most, withinMs } of CODE_BUDGETS)
    if ((await repo.codes.count(ctx, mailboxHash, after(ctx.now, -withinMs))) >= most) return CODE_SENT
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await repo.insertCode(ctx, {
    package_id: row.id,
    mailbox_hash: mailboxHash,
    code_hash: codeHash(ctx.tools.vault.derive(CODE_KEY), row.id, code),
    expires_at: after(ctx.now, CODE_TTL_MS),
  })
  const by = await findResponsible(ctx, row.legal_entity_id)
  await sendMail(ctx, codeLetter(row.sent_to!, by, code))
  return CODE_SENT
}

/** False for a wrong, spent or expired code. It does not throw, because the spent try must be committed first. */
export async function openAnswer(ctx: WriteCtx, row: Delivered, code: string): Promise<boolean> {
  const found = await repo.codes.spendTry(ctx, row.id)
  // A code mailed before a rotation of the secret stays valid until it expires.
  const keys = [...ctx.tools.vault.deriveAll(CODE_KEY).values()]
  const typed = code.replace(/\s/g, '')
  if (!found || !keys.some((key) => sameSecret(found.code_hash, codeHash(key, row.id, typed)))) return false
  await repo.codes.burn(ctx, found.id)
  const held = await packages.lock(ctx, row.id)
  if (held?.opened_at === null)
    await packages.update(ctx, row.id, { opened_at: ctx.now, updated_at: ctx.now })
  await insertEvents(ctx, row.request_id, { type: 'answer_opened', notes: fromWhere(ctx) })
  return true
}

export const WRONG_CODE = 'El código no es correcto, ya se usó o venció. Pida uno nuevo.'

export function wrongCode(): Failure {
  return new Failure('unauthorized', WRONG_CODE, { details: [{ path: 'code', message: WRONG_CODE }] })
}

/** A plain hash of six digits is guessed in a second; this one is keyed. */
function codeHash(key: Buffer, packageId: string, code: string): string {
  return hmac(key, `${packageId} ${code}`)
}

/** Records the network, never the address. */
function fromWhere({ addressPrefix }: WriteCtx): string {
  return addressPrefix ? `Desde la red ${addressPrefix}` : 'Sin red conocida'
}

export async function countTaken(ctx: WriteCtx, row: Delivered): Promise<void> {
  const downloads = await repo.countDownload(ctx, row.id)
  await insertEvents(ctx, row.request_id, {
    type: 'answer_downloaded',
    notes: `Descarga ${downloads}. ${fromWhere(ctx)}`,
  })
}

export function openedView(row: Delivered): OpenedAnswer & { downloadUrl: '' } {
  return {
    organizationName: row.organization,
    folioNumber: row.folio_number,
    contents: row.contents,
    size: row.size_bytes!,
    sha256: row.sha256!,
    expiresAt: iso(row.expires_at!),
    downloadUrl: '',
  }
}

// ── the pass ──

const PASS_KEY = 'dsar.answer-pass'

/** After the code this file can be downloaded for half an hour. The pass is bound to one link and ends with it. */
export function newPass({ vault }: Pick<Tools, 'vault'>, row: Delivered, now: Date): string {
  const until = now.getTime() + PASS_TTL_MS
  return `${until}.${passMac(vault.derive(PASS_KEY), row, until)}`
}

export function isPass(
  { vault }: Pick<Tools, 'vault'>,
  row: Delivered,
  pass: string | undefined,
  now: Date,
): boolean {
  const [, until, mac] = /^(\d{13,15})\.([0-9a-f]{64})$/.exec(pass ?? '') ?? []
  if (until === undefined || Number(until) <= now.getTime()) return false
  return [...vault.deriveAll(PASS_KEY).values()].some((key) =>
    sameSecret(mac!, passMac(key, row, Number(until))),
  )
}

function passMac(key: Buffer, { tenant_id, id, key_hash }: Delivered, until: number): string {
  return hmac(key, `${tenant_id} ${id} ${key_hash} ${until}`)
}
