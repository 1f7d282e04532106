import { type Claims, type TenantAccess, UNAUTHORIZED } from '#db/access.ts'
import type { Db } from '#db/database.ts'
import { together } from '#db/sql.ts'
import { after } from '#kernel/dates.ts'
import { Failure, impossible } from '#kernel/failure.ts'
import { digest } from '#kernel/secrets.ts'
import { rememberDevice } from './credentials.ts'
import * as repo from './repo.ts'
import { reuseCountsFrom, SESSION_TTL_MS } from './rules.ts'
import { handOut, type Issuer, issue, type TokenPair } from './sessions.ts'
import { publicUser } from './sign-in.ts'

/**
 * The next pair of a session. The last used token answers the same pair again for a few seconds, so that two tabs that
 * refresh at once, and a caller whose answer was lost, stay signed in. Of several calls at once the first holds the row;
 * the others wait for its commit and find its pair.
 */
export async function refresh(issuer: Issuer, db: Db, token: string): Promise<TokenPair> {
  const { now, vault } = issuer.tools
  const [hash, at] = [digest(token), now()]
  const session = await repo.spendRefreshToken(db, hash, at)
  if (!session) {
    const sealed = await repo.findSpentPair(db, hash, reuseCountsFrom(at))
    if (!sealed) throw new Failure('unauthorized', UNAUTHORIZED)
    const pair = vault.tryOpen(sealed, 'refresh-pair', hash)
    if (!pair) throw new Failure('unauthorized', UNAUTHORIZED)
    return JSON.parse(pair)
  }
  const tenants = await repo.listTenantsOf(db, session.user_id)
  const tenant = tenants.find(({ id }) => id === session.tenant_id) ?? tenants[0]
  const [, pair] = await together(
    db
      .updateTable('sessions')
      .set({ expires_at: after(at, SESSION_TTL_MS), last_used_at: at })
      .where('id', '=', session.session_id)
      .execute(),
    issue(issuer, db, { userId: session.user_id, sessionId: session.session_id, tenant }),
  )
  await repo.keepPair(db, session, hash, vault.seal(JSON.stringify(pair), 'refresh-pair', hash))
  return pair
}

/**
 * A later use of a spent token, or of an older one, means that two hold it. Its family ends in a transaction of its own,
 * because the refused call rolls back.
 */
export async function revokeReusedToken(
  access: TenantAccess,
  token: string,
  now: Date,
  refusal: unknown,
): Promise<never> {
  if (refusal instanceof Failure && refusal.kind === 'unauthorized') {
    await access.asSystem('end the family of a spent token', (db) =>
      repo.revokeFamilyOfSpent(db, digest(token), now),
    )
  }
  throw refusal
}

export async function me(db: Db, who: Claims, now: Date) {
  const [session, user, tenants] = await Promise.all([
    repo.findSession(db, who.sessionId, who.userId, now),
    repo.findUser(db, who.userId),
    repo.listTenantsOf(db, who.userId),
  ])
  if (!session || !user) throw new Failure('unauthorized', UNAUTHORIZED)
  return { user: publicUser(user), tenant: tenants.find(({ id }) => id === who.tenantId) ?? null, tenants }
}

export async function logout(db: Db, who: Claims, now: Date): Promise<void> {
  if (!(await repo.revokeSession(db, who.sessionId, now))) throw new Failure('unauthorized', UNAUTHORIZED)
}

/** The session goes on: it has one line of tokens for each organisation, and a sign-out ends them all. */
export async function selectTenant(issuer: Issuer, db: Db, who: Claims, tenantId: string) {
  const [, session, tenants] = await together(
    repo.holdUser(db, who.userId),
    repo.findSession(db, who.sessionId, who.userId, issuer.tools.now()),
    repo.listTenantsOf(db, who.userId),
  )
  if (!session) throw new Failure('unauthorized', UNAUTHORIZED)
  const tenant = tenants.find(({ id }) => id === tenantId)
  if (!tenant) throw new Failure('forbidden', 'Usted no es parte de esa organización.')
  const now = issuer.tools.now()
  const held = { userId: who.userId, sessionId: session.id, tenant }
  const [, opened] = await together(
    db
      .updateTable('sessions')
      .set({ tenant_id: tenant.id, last_used_at: now })
      .where('id', '=', session.id)
      .execute(),
    handOut(issuer, db, held, session.browser),
  )
  return { ...opened, tenant }
}

// ── passwords ──

/**
 * The link was mailed. Its use ends every session of the person and opens the sign-in. The browser that used it counts as
 * known, so wrong guesses from elsewhere do not close the sign-in to it again.
 */
export async function resetPassword(db: Db, token: string, passwordHash: string, now: Date) {
  const reset = await db
    .deleteFrom('password_resets')
    .where('token_hash', '=', digest(token))
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst()
  if (!reset)
    throw impossible(
      'token',
      'El enlace para cambiar la contraseña no existe, ya se usó o venció. Pida uno nuevo.',
    )
  await setPassword(db, reset.user_id, passwordHash, now)
  return { device: await rememberDevice(db, reset.user_id, undefined, now) }
}

export async function setPassword(db: Db, userId: string, passwordHash: string, now: Date): Promise<void> {
  const { email } = await db
    .updateTable('users')
    .set({ password_hash: passwordHash, updated_at: now })
    .where('id', '=', userId)
    .returning('email')
    .executeTakeFirstOrThrow()
  await together(
    db.deleteFrom('password_resets').where('user_id', '=', userId).execute(),
    db.deleteFrom('pending_sign_ins').where('user_id', '=', userId).execute(),
    db.deleteFrom('login_failures').where('email_hash', '=', digest(email)).execute(),
    db.deleteFrom('known_devices').where('user_id', '=', userId).execute(),
    repo.revokeSessionsOf(db, userId, now),
  )
}
