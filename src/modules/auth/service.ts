import { type Claims, type EnterTenant, type Origin, type TenantAccess, UNAUTHORIZED } from '#db/access.ts'
import { audit } from '#db/audit.ts'
import type { Tools } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import { together } from '#db/sql.ts'
import { after } from '#kernel/dates.ts'
import { Failure, impossible } from '#kernel/failure.ts'
import { digest } from '#kernel/secrets.ts'
import type { Caller } from './caller.ts'
import { rememberDevice } from './credentials.ts'
import { secondFactorsOf } from './mfa/factors.ts'
import { notifyOfChange } from './notices.ts'
import * as repo from './repo.ts'
import { reuseCountsFrom, SESSION_TTL_MS } from './rules.ts'
import { handOut, type Issuer, issue, type TokenPair } from './sessions.ts'
import type { Opened } from './sign-in.ts'
import { actorOf, recordInEach } from './trail.ts'

/**
 * The next pair of a session. The last used token returns the same pair again for a few seconds: two tabs that refresh at
 * once, and a caller whose answer was lost, stay signed in. Of several simultaneous calls the first locks the row; the
 * others wait for its commit and find its pair.
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
  if (tenant && (await repo.hasOutlived(db, session, tenant.id, at)))
    throw new Failure('unauthorized', UNAUTHORIZED)
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
 * A later use of a spent token, or of an older one, means that two parties hold it. Its family ends in a transaction of its
 * own, because the refused call rolls back.
 */
export async function revokeReusedToken(
  access: TenantAccess,
  tools: Tools,
  token: string,
  origin: Origin,
  refusal: unknown,
): Promise<never> {
  if (refusal instanceof Failure && refusal.kind === 'unauthorized') {
    await access.asSystem('end the family of a spent token', async (db) => {
      const ended = await repo.revokeFamilyOfSpent(db, digest(token), tools.now())
      if (!ended) return
      const event = { account: { userId: ended.user_id }, action: 'token_reused', byPerson: false } as const
      await recordInEach(tools, db, event, origin)
    })
  }
  throw refusal
}

export async function requireSession(db: Db, who: Claims, now: Date) {
  const session = await repo.findSession(db, who.sessionId, who.userId, now)
  if (!session) throw new Failure('unauthorized', UNAUTHORIZED)
  return session
}

/** The transaction belongs to the organisation afterwards. */
export async function logout(
  db: Db,
  enter: EnterTenant,
  who: Claims,
  origin: Origin,
  now: Date,
): Promise<void> {
  const ended = await repo.endSessions(db, who.userId, now, { id: who.sessionId })
  if (ended.length === 0) throw new Failure('unauthorized', UNAUTHORIZED)
  const [user, tenants] = await Promise.all([
    repo.findUser(db, who.userId),
    repo.listTenantsOf(db, who.userId),
  ])
  const tenant = tenants.find(({ id }) => id === who.tenantId)
  if (!user || !tenant) return
  const ctx = await enter(tenant, actorOf(user), origin)
  await audit(ctx, { action: 'sign_out', entityType: 'account', entityId: user.id })
}

export async function selectTenant(issuer: Issuer, db: Db, who: Claims, tenantId: string) {
  const [, session, tenants] = await together(
    repo.holdUser(db, who.userId),
    requireSession(db, who, issuer.tools.now()),
    repo.listTenantsOf(db, who.userId),
  )
  const tenant = tenants.find(({ id }) => id === tenantId)
  const isElsewhere = session.sso_tenant_id !== null && session.sso_tenant_id !== tenantId
  if (!tenant || isElsewhere) throw new Failure('forbidden', 'Usted no es parte de esa organización.')
  return { ...(await select(issuer, db, session, tenant)), tenant }
}

/** The session continues: it has one line of tokens for each organisation, and a sign-out ends them all. */
export async function select(
  issuer: Issuer,
  db: Db,
  { id, user_id, browser }: { id: string; user_id: string; browser: boolean },
  tenant: repo.TenantOfUser,
): Promise<Opened> {
  const used = { tenant_id: tenant.id, last_used_at: issuer.tools.now() }
  const [, opened] = await together(
    db.updateTable('sessions').set(used).where('id', '=', id).execute(),
    handOut(issuer, db, { userId: user_id, sessionId: id, tenant }, browser),
  )
  return opened
}

// ── passwords ──

/**
 * The link was mailed. Its use ends every session of the person and lifts the lock. The browser that used it becomes known,
 * so wrong guesses from elsewhere cannot lock it out again.
 */
export async function resetPassword(
  tools: Tools,
  db: Db,
  token: string,
  passwordHash: string,
  caller: Caller,
) {
  const now = tools.now()
  const reset = await db
    .deleteFrom('password_resets')
    .where('token_hash', '=', digest(token))
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst()
  if (!reset) throw impossible('token', NO_RESET)
  const { user_id: userId } = reset
  await setPassword(db, userId, passwordHash, now)
  await noteMailbox(db, userId, now)
  await notifyOfChange(tools, db, userId, 'password_changed', caller)
  await recordInEach(tools, db, { account: { userId }, action: 'password_reset', byPerson: true }, caller)
  return { device: await rememberDevice(db, userId, undefined, now) }
}

/**
 * Records that the mailbox is the person's. Not while the account has factors: a stranger who registered the address may
 * have set them up, and would sign in with them.
 */
async function noteMailbox(db: Db, userId: string, now: Date): Promise<void> {
  if ((await secondFactorsOf(db, userId)).length > 0) return
  await db.updateTable('users').set({ mailbox_proven_at: now }).where('id', '=', userId).execute()
}

const NO_RESET = 'El enlace para cambiar la contraseña no existe, ya se usó o venció. Pida uno nuevo.'

/** Runs before the transaction: finds the account of the link, for the password rules. */
export async function findResetAccount(access: TenantAccess, token: string, now: Date) {
  const row = await access.lookUp('find the account of a reset link', (db) =>
    db
      .selectFrom('password_resets as r')
      .innerJoin('users as u', 'u.id', 'r.user_id')
      .select(['u.id', 'u.email'])
      .where('r.token_hash', '=', digest(token))
      .where('r.expires_at', '>', now)
      .executeTakeFirst(),
  )
  if (!row) throw impossible('token', NO_RESET)
  return { email: row.email, organizations: await listOrganizationNames(access, row.id) }
}

/** A password must not be one of these names (decisions, part 2). */
export async function listOrganizationNames(access: TenantAccess, userId: string): Promise<string[]> {
  const tenants = await access.lookUp('name the organisations of a person', (db) =>
    repo.listTenantsOf(db, userId),
  )
  return tenants.map(({ name }) => name)
}

/** `kept`: the session and the browser in which the person makes the change. */
export async function setPassword(
  db: Db,
  userId: string,
  passwordHash: string,
  now: Date,
  kept: { sessionId?: string; device?: string | undefined } = {},
): Promise<void> {
  const { email } = await db
    .updateTable('users')
    .set({ password_hash: passwordHash, updated_at: now })
    .where('id', '=', userId)
    .returning('email')
    .executeTakeFirstOrThrow()
  const device = kept.device === undefined ? '' : digest(kept.device)
  await together(
    db.deleteFrom('password_resets').where('user_id', '=', userId).execute(),
    db.deleteFrom('pending_sign_ins').where('user_id', '=', userId).execute(),
    db.deleteFrom('login_failures').where('email_hash', '=', digest(email)).execute(),
    db.deleteFrom('known_devices').where('user_id', '=', userId).where('token_hash', '!=', device).execute(),
    db.deleteFrom('device_sign_ins').where('user_id', '=', userId).execute(),
    repo.endSessions(db, userId, now, { but: kept.sessionId }),
  )
}
