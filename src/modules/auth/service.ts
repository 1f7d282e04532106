import { audit } from '#db/audit.ts'
import type { Actor } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import { type Claims, type Doors, type EnterTenant, UNAUTHORIZED } from '#db/doors.ts'
import type { Module } from '#http/module.ts'
import { after } from '#kernel/dates.ts'
import { Failure, impossible } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import type { Plan } from '#kernel/plans.ts'
import { digest, newToken } from '#kernel/secrets.ts'
import { normaliseEmail, slugify } from '#kernel/text.ts'
import { hashPassword, passwordFits } from './passwords.ts'
import * as repo from './repo.ts'
import { failuresCountFrom, lockedForSeconds, SESSION_TTL_MS } from './rules.ts'
import type { Accept, Login, Registration } from './schemas.ts'
import { type Issuer, issue, openSession } from './sessions.ts'

const WRONG_CREDENTIALS = 'El correo o la contraseña no son correctos.'

// ── registration ──

export interface PreparedRegistration extends Registration {
  plan: Plan
  passwordHash: string
}

/** Before the transaction: the slow and the refusable. */
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
  const passwordHash = await hashPassword(body.password)
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
) {
  const now = issuer.tools.now()
  const user = await createAccount(db, body, now)
  const fields = { id: newId(), name: body.organizationName.trim(), plan: body.plan }
  const slug = await insertTenant(db, fields, issuer.tools.vault.seal(newToken()), now)
  const tenant = { ...fields, slug, role: 'OWNER' as const }
  await db
    .insertInto('memberships')
    .values({
      tenant_id: tenant.id,
      user_id: user.id,
      role: tenant.role,
      status: 'ACTIVE',
      created_at: now,
      updated_at: now,
    })
    .execute()
  const pair = await openSession(issuer, db, user.id, tenant)

  const ctx = await enter(tenant, actorOf(user), requestId)
  for (const { onTenantCreated } of modules) await onTenantCreated?.(ctx)
  await audit(ctx, {
    action: 'register',
    entityType: 'tenant',
    entityId: tenant.id,
    after: { ...fields, slug },
  })
  return { ...pair, user, tenant }
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

/**
 * Who this is, in the same time for a known and an unknown email. The attempt is written down before the password
 * is checked, so that guesses in other processes are counted too; a right one takes its own entry back.
 */
export function checkCredentials(doors: Doors, { email, password }: Login, now: Date) {
  const address = normaliseEmail(email)
  const emailHash = digest(address)
  return inTurn(emailHash, async () => {
    const attempt = { id: newId(), email_hash: emailHash, failed_at: now }
    const { user, wait } = await doors.asSystem('look up the account that signs in', async (db) => {
      await repo.lockEmail(db, emailHash)
      const failures = await repo.listFailures(db, emailHash, failuresCountFrom(now))
      const wait = lockedForSeconds(failures, now)
      if (wait === undefined) await db.insertInto('login_failures').values(attempt).execute()
      return { user: await repo.findUserByEmail(db, address), wait }
    })
    if (wait !== undefined) throw lockedOut(wait)
    if (!(await passwordFits(password, user?.password_hash)) || !user)
      throw new Failure('unauthorized', WRONG_CREDENTIALS)
    await doors.asSystem('forget an attempt that was right', (db) =>
      db.deleteFrom('login_failures').where('id', '=', attempt.id).execute(),
    )
    return user
  })
}

const turns = new Map<string, Promise<unknown>>()

/** One after the other per name: ten people may sign in to one account at once without being taken for ten guesses. */
function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  const turn = (turns.get(name) ?? Promise.resolve()).then(work, work)
  const done = () => turns.get(name) === turn && turns.delete(name)
  turns.set(name, turn)
  turn.then(done, done)
  return turn
}

function lockedOut(seconds: number): Failure {
  const minutes = Math.ceil(seconds / 60)
  const text = `Demasiados intentos fallidos con este correo. Intente de nuevo en ${minutes} minutos.`
  return new Failure('rateLimited', text, { retryAfterSeconds: seconds })
}

export async function login(issuer: Issuer, db: Db, person: Account) {
  const user = await stillTheSame(db, person)
  const [tenant] = await repo.listTenantsOf(db, user.id)
  const pair = await openSession(issuer, db, user.id, tenant)
  return { ...pair, user: publicUser(user), tenant: tenant ?? null }
}

type Account = Pick<NonNullable<Awaited<ReturnType<typeof repo.findUser>>>, 'id' | 'password_hash'>

/** A password that was right a moment ago opens nothing once it was changed. */
async function stillTheSame(db: Db, { id, password_hash }: Account) {
  const user = await repo.holdUser(db, id)
  if (!user || user.password_hash !== password_hash) throw new Failure('unauthorized', WRONG_CREDENTIALS)
  return user
}

/** Each refresh token works once. */
export async function refresh(issuer: Issuer, db: Db, token: string) {
  const now = issuer.tools.now()
  const session = await repo.spendRefreshToken(db, digest(token), now)
  if (!session) throw new Failure('unauthorized', UNAUTHORIZED)
  const tenants = await repo.listTenantsOf(db, session.user_id)
  const tenant = tenants.find(({ id }) => id === session.tenant_id) ?? tenants[0]
  await db
    .updateTable('sessions')
    .set({ expires_at: after(now, SESSION_TTL_MS), tenant_id: tenant?.id ?? null })
    .where('id', '=', session.session_id)
    .execute()
  return issue(issuer, db, { userId: session.user_id, sessionId: session.session_id, tenant })
}

/** A second use of a token means that two hold it. The verdict on its family outlives the call that is refused. */
export async function judgeRefused(doors: Doors, token: string, now: Date, refusal: unknown): Promise<never> {
  if (refusal instanceof Failure && refusal.kind === 'unauthorized') {
    await doors.asSystem('end the family of a spent token', (db) =>
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
  await repo.holdUser(db, who.userId)
  const session = await repo.findSession(db, who.sessionId, who.userId, issuer.tools.now())
  if (!session) throw new Failure('unauthorized', UNAUTHORIZED)
  const tenant = (await repo.listTenantsOf(db, who.userId)).find(({ id }) => id === tenantId)
  if (!tenant) throw new Failure('forbidden', 'Usted no es parte de esa organización.')
  return { ...(await openSession(issuer, db, who.userId, tenant)), tenant }
}

// ── passwords ──

/** The link was mailed; using it ends every session of the person. */
export async function resetPassword(db: Db, token: string, passwordHash: string, now: Date): Promise<void> {
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
}

export async function setPassword(db: Db, userId: string, passwordHash: string, now: Date): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: passwordHash, updated_at: now })
    .where('id', '=', userId)
    .execute()
  await db.deleteFrom('password_resets').where('user_id', '=', userId).execute()
  await repo.revokeSessionsOf(db, userId, now)
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
 * Before the transaction: whose invitation it is, and the password checked or hashed. Whoever invites holds the token
 * too, so a wrong password counts as at sign-in: invitations are no way around the lock-out.
 */
export async function prepareAcceptance(
  doors: Doors,
  { token, password }: Accept,
  now: Date,
): Promise<PreparedAcceptance> {
  const hash = digest(token)
  const invited = await doors.lookUp('find the invitation of a token', (db) => findInvitation(db, hash, now))
  if (!invited) throw impossible('token', NO_INVITATION)
  if (invited.password_hash === null) {
    return { hash, account: undefined, passwordHash: await hashPassword(password) }
  }
  const account = await checkCredentials(doors, { email: invited.email, password }, now)
  return { hash, account, passwordHash: undefined }
}

export async function acceptInvitation(
  issuer: Issuer,
  db: Db,
  enter: EnterTenant,
  { hash, account, passwordHash }: PreparedAcceptance,
  name: string,
  requestId: string,
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

  const user = publicUser((await repo.findUser(db, invited.user_id))!)
  const tenant = (await repo.listTenantsOf(db, user.id)).find(({ id }) => id === invited.tenant_id)!
  const pair = await openSession(issuer, db, user.id, tenant)
  const ctx = await enter(tenant, actorOf(user), requestId)
  await audit(ctx, {
    action: 'join',
    entityType: 'member',
    entityId: user.id,
    before: { status: 'INVITED' },
    after: { status: 'ACTIVE', role: tenant.role },
  })
  return { ...pair, user, tenant }
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
