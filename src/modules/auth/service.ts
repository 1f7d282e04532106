import { type Claims, type EnterTenant, type TenantAccess, UNAUTHORIZED } from '#db/access.ts'
import { audit } from '#db/audit.ts'
import type { Actor, Tools } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import { together } from '#db/sql.ts'
import { after } from '#kernel/dates.ts'
import { Failure, impossible } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import type { Plan } from '#kernel/plans.ts'
import { digest, newToken } from '#kernel/secrets.ts'
import { normaliseEmail, slugify } from '#kernel/text.ts'
import type { Module } from '#modules/module.ts'
import { checkCredentials, rememberDevice, WRONG_CREDENTIALS } from './credentials.ts'
import { hashPassword } from './passwords.ts'
import * as repo from './repo.ts'
import { reuseCountsFrom, SESSION_TTL_MS } from './rules.ts'
import type { Accept, Registration } from './schemas.ts'
import { type Issuer, issue, openSession, type TokenPair } from './sessions.ts'

// ── registration ──

export interface PreparedRegistration extends Registration {
  plan: Plan
  passwordHash: string
}

/** Before the transaction: what is slow and what may be refused. */
export async function prepareRegistration(
  body: Registration,
  { defaultPlan, signupPlans }: { defaultPlan: Plan; signupPlans: readonly Plan[] },
): Promise<PreparedRegistration> {
  const plan = body.plan ?? defaultPlan
  if (body.plan && !signupPlans.includes(body.plan)) {
    throw impossible(
      'plan',
      `El plan «${body.plan}» no está abierto al registro. Puede elegir: ${signupPlans.join(', ')}.`,
    )
  }
  const passwordHash = await hashPassword(body.password, body.email)
  return { ...body, email: normaliseEmail(body.email), name: body.name.trim(), plan, passwordHash }
}

/** Account, organisation and everything a new organisation starts with, in one transaction. */
export async function register(
  issuer: Issuer,
  db: Db,
  enter: EnterTenant,
  body: PreparedRegistration,
  modules: readonly Module[],
  requestId: string,
  presented?: string,
) {
  const now = issuer.tools.now()
  const user = await createAccount(db, body, now)
  const fields = { id: newId(), name: body.organizationName.trim(), plan: body.plan }
  const slug = await insertTenant(db, fields, issuer.tools.vault.seal(newToken()), now)
  const tenant = { ...fields, slug, role: 'OWNER' as const }
  const membership = {
    tenant_id: tenant.id,
    user_id: user.id,
    role: tenant.role,
    status: 'ACTIVE' as const,
    created_at: now,
    updated_at: now,
  }
  const [, pair, device] = await together(
    db.insertInto('memberships').values(membership).execute(),
    openSession(issuer, db, user.id, tenant),
    rememberDevice(db, user.id, presented, now),
  )

  const ctx = await enter(tenant, actorOf(user), requestId)
  for (const { onTenantCreated } of modules) await onTenantCreated?.(ctx)
  await audit(ctx, {
    action: 'register',
    entityType: 'tenant',
    entityId: tenant.id,
    after: { ...fields, slug },
  })
  return { ...pair, user, tenant, device }
}

/** A person who was invited but never joined has a name and no password: registering makes the account theirs. */
async function createAccount(db: Db, { email, name, passwordHash }: PreparedRegistration, now: Date) {
  const account = await db
    .insertInto('users')
    .values({ id: newId(), email, name, password_hash: passwordHash, created_at: now, updated_at: now })
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet({ name, password_hash: passwordHash, updated_at: now })
        .where('users.password_hash', 'is', null),
    )
    .returning(['id', 'email', 'name'])
    .executeTakeFirst()
  if (!account) {
    throw new Failure(
      'conflict',
      `Ya existe una cuenta con el correo «${email}». Inicie sesión o recupere su contraseña.`,
    )
  }
  return account
}

/** The name as a slug; when taken, with a few random characters, so that the names of others cannot be counted. */
async function insertTenant(
  db: Db,
  tenant: { id: string; name: string; plan: Plan },
  sealedSecret: string,
  now: Date,
): Promise<string> {
  const slug = slugify(tenant.name)
  for (const free of [slug, `${slug}-${newId().slice(-8)}`]) {
    const inserted = await db
      .insertInto('tenants')
      .values({
        ...tenant,
        slug: free,
        locale: 'es-CL',
        timezone: 'America/Santiago',
        branding: {},
        siem_secret_sealed: sealedSecret,
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.column('slug').doNothing())
      .returning('slug')
      .executeTakeFirst()
    if (inserted) return inserted.slug
  }
  throw new Failure('conflict', 'No pudimos dar un nombre corto a la organización. Intente de nuevo.')
}

// ── sign-in ──

export async function login(issuer: Issuer, db: Db, person: Account, presented?: string) {
  const user = await stillTheSame(db, person)
  const [tenant] = await repo.listTenantsOf(db, user.id)
  const [pair, device] = await together(
    openSession(issuer, db, user.id, tenant),
    rememberDevice(db, user.id, presented, issuer.tools.now()),
  )
  return { ...pair, user: publicUser(user), tenant: tenant ?? null, device }
}

type Account = Pick<NonNullable<Awaited<ReturnType<typeof repo.findUser>>>, 'id' | 'password_hash'>

/** A password that was right a moment ago opens nothing once it was changed. */
async function stillTheSame(db: Db, { id, password_hash }: Account) {
  const user = await repo.holdUser(db, id)
  if (!user || user.password_hash !== password_hash) throw new Failure('unauthorized', WRONG_CREDENTIALS)
  return user
}

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
    return JSON.parse(vault.open(sealed))
  }
  const tenants = await repo.listTenantsOf(db, session.user_id)
  const tenant = tenants.find(({ id }) => id === session.tenant_id) ?? tenants[0]
  const [, pair] = await together(
    db
      .updateTable('sessions')
      .set({ expires_at: after(at, SESSION_TTL_MS), tenant_id: tenant?.id ?? null })
      .where('id', '=', session.session_id)
      .execute(),
    issue(issuer, db, { userId: session.user_id, sessionId: session.session_id, tenant }),
  )
  await repo.keepPair(db, session.session_id, hash, vault.seal(JSON.stringify(pair)))
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

export async function selectTenant(issuer: Issuer, db: Db, who: Claims, tenantId: string) {
  const [, session, tenants] = await together(
    repo.holdUser(db, who.userId),
    repo.findSession(db, who.sessionId, who.userId, issuer.tools.now()),
    repo.listTenantsOf(db, who.userId),
  )
  if (!session) throw new Failure('unauthorized', UNAUTHORIZED)
  const tenant = tenants.find(({ id }) => id === tenantId)
  if (!tenant) throw new Failure('forbidden', 'Usted no es parte de esa organización.')
  return { ...(await openSession(issuer, db, who.userId, tenant)), tenant }
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
    db.deleteFrom('login_failures').where('email_hash', '=', digest(email)).execute(),
    db.deleteFrom('known_devices').where('user_id', '=', userId).execute(),
    repo.revokeSessionsOf(db, userId, now),
  )
}

// ── invitations ──

const NO_INVITATION = 'La invitación no existe, ya se usó o venció. Pida una nueva a su organización.'

export interface PreparedAcceptance {
  hash: string
  /** The account whose password was right, or the hash of the password of an account to be. */
  account: Account | undefined
  passwordHash: string | undefined
}

/**
 * Before the transaction: whose invitation it is, and the password checked or hashed. The inviter holds the token too, so
 * a wrong password counts as at sign-in: an invitation does not get around the lock-out.
 */
export async function prepareAcceptance(
  access: TenantAccess,
  tools: Tools,
  { token, password }: Accept,
  presented?: string,
): Promise<PreparedAcceptance> {
  const [hash, now] = [digest(token), tools.now()]
  const invited = await access.lookUp('find the invitation of a token', (db) => findInvitation(db, hash, now))
  if (!invited) throw impossible('token', NO_INVITATION)
  if (invited.password_hash === null) {
    return { hash, account: undefined, passwordHash: await hashPassword(password, invited.email) }
  }
  const account = await checkCredentials(access, tools, { email: invited.email, password }, presented)
  return { hash, account, passwordHash: undefined }
}

export async function acceptInvitation(
  issuer: Issuer,
  db: Db,
  enter: EnterTenant,
  { hash, account, passwordHash }: PreparedAcceptance,
  name: string,
  requestId: string,
  presented?: string,
) {
  const now = issuer.tools.now()
  const invited = await findInvitation(db, hash, now)
  if (!invited) throw impossible('token', NO_INVITATION)
  if (account) await stillTheSame(db, account)
  else {
    const updated = await db
      .updateTable('users')
      .set({ name: name.trim(), password_hash: passwordHash!, updated_at: now })
      .where('id', '=', invited.user_id)
      .where('password_hash', 'is', null)
      .executeTakeFirst()
    if (updated.numUpdatedRows === 0n) throw new Failure('unauthorized', WRONG_CREDENTIALS)
  }
  const joined = await db
    .updateTable('memberships')
    .set({ status: 'ACTIVE', invitation_hash: null, invitation_expires_at: null, updated_at: now })
    .where('tenant_id', '=', invited.tenant_id)
    .where('user_id', '=', invited.user_id)
    .where('invitation_hash', '=', hash)
    .executeTakeFirst()
  if (joined.numUpdatedRows === 0n) throw impossible('token', NO_INVITATION)

  const [person, tenants] = await Promise.all([
    repo.findUser(db, invited.user_id),
    repo.listTenantsOf(db, invited.user_id),
  ])
  const user = publicUser(person!)
  const tenant = tenants.find(({ id }) => id === invited.tenant_id)!
  const [pair, device] = await together(
    openSession(issuer, db, user.id, tenant),
    rememberDevice(db, user.id, presented, now),
  )
  const ctx = await enter(tenant, actorOf(user), requestId)
  await audit(ctx, {
    action: 'join',
    entityType: 'member',
    entityId: user.id,
    before: { status: 'INVITED' },
    after: { status: 'ACTIVE', role: tenant.role },
  })
  return { ...pair, user, tenant, device }
}

function findInvitation(db: Db, hash: string, now: Date) {
  return db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.tenant_id', 'm.user_id', 'u.email', 'u.password_hash'])
    .where('m.invitation_hash', '=', hash)
    .where('m.invitation_expires_at', '>', now)
    .where('m.status', '=', 'INVITED')
    .executeTakeFirst()
}

function publicUser({ id, email, name }: { id: string; email: string; name: string }) {
  return { id, email, name }
}

function actorOf({ id, name }: { id: string; name: string }): Actor {
  return { type: 'user', id, name, role: undefined }
}
