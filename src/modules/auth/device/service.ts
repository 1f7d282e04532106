import type { Claims, EnterTenant } from '#db/access.ts'
import type { Tools } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import { after, iso } from '#kernel/dates.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { digest, newToken } from '#kernel/secrets.ts'
import type { Caller } from '../caller.ts'
import * as repo from '../repo.ts'
import { requireSession } from '../service.ts'
import type { Issuer } from '../sessions.ts'
import { type SignedIn, signIn } from '../sign-in.ts'
import { DEVICE_SIGN_IN_TTL_MS, newUserCode, POLL_SECONDS, readUserCode } from './rules.ts'

/** Begins a program's sign-in. The program keeps the long code and shows the short one. */
export async function beginSignIn({ now, publicUrl }: Tools, db: Db, { device, addressPrefix }: Caller) {
  const [deviceCode, userCode, at] = [newToken(), newUserCode(), now()]
  await db
    .insertInto('device_sign_ins')
    .values({
      device_hash: digest(deviceCode),
      user_code_hash: digest(userCode),
      device,
      address_prefix: addressPrefix ?? null,
      created_at: at,
      expires_at: after(at, DEVICE_SIGN_IN_TTL_MS),
    })
    .execute()
  const page = `${publicUrl}/dispositivo`
  return {
    device_code: deviceCode,
    user_code: userCode,
    verification_uri: page,
    verification_uri_complete: `${page}?codigo=${userCode}`,
    expires_in: DEVICE_SIGN_IN_TTL_MS / 1000,
    interval: POLL_SECONDS,
  }
}

/** What the person sees before they answer: the program, its network and the time. */
export async function showSignIn(db: Db, who: Claims, typed: string, now: Date) {
  await requireSession(db, who, now)
  const userCode = readUserCode(typed)
  const row = userCode && (await waiting(db, userCode, now).selectAll().executeTakeFirst())
  if (!row) throw notFound(NO_CODE)
  return {
    userCode,
    device: row.device,
    addressPrefix: row.address_prefix,
    createdAt: iso(row.created_at),
    expiresAt: iso(row.expires_at),
  }
}

const NO_CODE = 'ese código: venció, ya se respondió o está mal escrito. Pida uno nuevo en el programa'

function waiting(db: Db, userCode: string, now: Date) {
  return db
    .selectFrom('device_sign_ins')
    .where('user_code_hash', '=', digest(userCode))
    .where('answer', 'is', null)
    .where('expires_at', '>', now)
}

/** Compare and set: of two answers the first counts. */
export async function answerSignIn(
  db: Db,
  who: Claims,
  typed: string,
  answer: 'approved' | 'refused',
  now: Date,
): Promise<void> {
  const session = await requireSession(db, who, now)
  // A program that could approve programs, itself included, would never have to prove its person again.
  if (answer === 'approved' && !session.browser) throw new Failure('forbidden', ONLY_IN_A_BROWSER)
  const userCode = readUserCode(typed)
  const answered =
    userCode &&
    (await db
      .updateTable('device_sign_ins')
      .set({ answer, user_id: who.userId, session_id: who.sessionId })
      .where('user_code_hash', '=', digest(userCode))
      .where('answer', 'is', null)
      .where('expires_at', '>', now)
      .returning('device_hash')
      .executeTakeFirst())
  if (!answered) throw notFound(NO_CODE)
}

/** Returns the program's session, once. Undefined while nobody has answered. */
export async function takeSession(
  issuer: Issuer,
  db: Db,
  enter: EnterTenant,
  deviceCode: string,
  caller: Caller,
): Promise<SignedIn | undefined> {
  const now = issuer.tools.now()
  const [hash, ended] = [digest(deviceCode), new Failure('unauthorized', OVER)]
  const row = await db
    .selectFrom('device_sign_ins')
    .selectAll()
    .where('device_hash', '=', hash)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw ended
  if (row.answer === null) return undefined
  if (row.answer === 'refused') throw new Failure('unauthorized', REFUSED)
  const { user_id: userId, session_id: sessionId } = row
  const approving = userId && sessionId && (await repo.findSession(db, sessionId, userId, now))
  if (!approving) throw ended
  await db.deleteFrom('device_sign_ins').where('device_hash', '=', hash).execute()
  const proof = {
    method: 'device',
    strong: approving.strong,
    ssoTenantId: approving.sso_tenant_id ?? undefined,
    tenantId: approving.tenant_id ?? undefined,
  } as const
  // A program gets tokens, whatever its headers ask for.
  const program = { ...caller, browser: false }
  return (await signIn(issuer, db, enter, { id: approving.user_id }, proof, program)) as SignedIn
}

const ONLY_IN_A_BROWSER =
  'Un programa solo se autoriza desde el navegador: abra la dirección que muestra y compare el código.'
const OVER = 'El código venció o ya se usó. Empiece de nuevo.'
const REFUSED = 'La persona rechazó el ingreso de este programa.'

/** The program's view of its sign-in. */
export function answerOf(opened: SignedIn | undefined) {
  if (!opened) return { authorization_pending: true as const, interval: POLL_SECONDS }
  const { tokens, user, tenant } = opened
  return { ...tokens!, user, tenant }
}
