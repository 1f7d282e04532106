import type { EnterTenant, TenantAccess } from '#db/access.ts'
import { audit } from '#db/audit.ts'
import type { Db } from '#db/database.ts'
import { together } from '#db/sql.ts'
import { after } from '#kernel/dates.ts'
import { Failure, impossible } from '#kernel/failure.ts'
import { digest, newToken } from '#kernel/secrets.ts'
import type { Caller } from './caller.ts'
import { rememberDevice, WRONG_CREDENTIALS } from './credentials.ts'
import { join, NO_INVITATION, recordJoining } from './joining.ts'
import { secondFactorsOf } from './mfa/factors.ts'
import type { FactorMethod } from './mfa/rules.ts'
import { notifyOfChange } from './notices.ts'
import * as repo from './repo.ts'
import { MOST_WRONG_FACTORS, PENDING_TTL_MS } from './rules.ts'
import { type Issuer, openSession, type TokenPair } from './sessions.ts'
import { actorOf } from './trail.ts'

/** How the person was proven. */
export interface Proof {
  method: 'password' | 'passkey' | 'sso' | 'invitation' | 'registration' | 'device'
  /** The person proved a second factor, or used a passkey that verified them. */
  strong: boolean
  /** The organisation whose own sign-in proved the person. */
  ssoTenantId?: string | undefined
  /** The organisation in which the session begins. Without it, the one of the latest session. */
  tenantId?: string | undefined
  /** The hash of the invitation that the person accepts. It is used up when the session opens, after any second factor. */
  invitation?: string | undefined
}

/** A session as the caller gets it: two tokens, or a cookie. */
export interface Opened {
  tokens: TokenPair | undefined
  cookie: string | undefined
}

export interface SignedIn extends Opened {
  user: PublicUser
  tenant: repo.TenantOfUser | null
  /** The cookie that identifies the browser from now on. */
  device: string
}

export interface MfaDue {
  mfa_required: true
  mfa_token: string
  methods: FactorMethod[]
}

export interface PublicUser {
  id: string
  email: string
  name: string
}

/**
 * The proven person. `password_hash` is the one that was checked: if the password has changed since, there is no session.
 */
interface Proven {
  id: string
  password_hash?: string | null
}

/**
 * The only way to a session. Every way to prove a person ends here. It requires the second factor where one is due, opens
 * the session, makes the browser known, mails the person about a new browser, and writes a row in the organisation's log.
 * The transaction belongs to that organisation afterwards.
 */
export async function signIn(
  issuer: Issuer,
  db: Db,
  enter: EnterTenant,
  proven: Proven,
  proof: Proof,
  caller: Caller,
): Promise<SignedIn | MfaDue> {
  const { tools } = issuer
  const now = tools.now()
  const user = await holdProven(db, proven)
  const isProvenElsewhere = proof.method === 'sso' || proof.method === 'device'
  const methods = proof.strong || isProvenElsewhere ? [] : await secondFactorsOf(db, user.id)
  if (methods.length > 0) return holdForFactor(db, user, proof, methods, now)

  const joined = proof.invitation && (await join(db, user.id, proof.invitation, now))
  if (proof.invitation && !joined)
    // After a second factor the token is not in a field of the body.
    throw proof.strong ? new Failure('unauthorized', NO_INVITATION) : impossible('token', NO_INVITATION)
  const [tenants, isKnownPlace] = await together(
    repo.listTenantsOf(db, user.id),
    repo.hadSessionFrom(db, user.id, caller.device, caller.addressPrefix),
  )
  const tenant = tenants.find(({ id }) => id === proof.tenantId) ?? tenants[0]
  const [opened, device] = await together(
    openSession(issuer, db, user.id, tenant, proof, caller),
    rememberDevice(db, user.id, caller.deviceToken, now),
  )
  const isNew = proof.method === 'invitation' || proof.method === 'registration'
  if (!isNew && !isKnownPlace && device !== caller.deviceToken)
    await notifyOfChange(tools, db, user.id, 'new_device', caller)

  // Creating an account or a membership writes its own row.
  if (tenant && !isNew) {
    const ctx = await enter(tenant, actorOf(user), caller)
    const { method, strong } = proof
    const after = { method, strong, device: caller.device }
    await audit(ctx, { action: 'sign_in', entityType: 'account', entityId: user.id, after })
  }
  if (joined)
    await recordJoining(await enter(joined, actorOf(user), caller), {
      ...publicUser(user),
      role: joined.role,
    })
  return { ...opened, user: publicUser(user), tenant: tenant ?? null, device }
}

/** Refuses if the password has changed since it was checked, or if the account is closed. */
async function holdProven(db: Db, { id, password_hash }: Proven) {
  const user = await repo.holdUser(db, id)
  const isSame = password_hash === undefined || user?.password_hash === password_hash
  if (!user || !isSame || user.disabled_at) throw new Failure('unauthorized', WRONG_CREDENTIALS)
  return user
}

// ── second factor ──

const NO_PENDING = 'El inicio de sesión venció o ya terminó. Empiece de nuevo con su correo y contraseña.'

async function holdForFactor(
  db: Db,
  user: { id: string; password_hash: string | null },
  { method, tenantId, invitation }: Proof,
  methods: FactorMethod[],
  now: Date,
): Promise<MfaDue> {
  const mfa_token = newToken()
  await db
    .insertInto('pending_sign_ins')
    .values({
      token_hash: digest(mfa_token),
      user_id: user.id,
      method,
      tenant_id: tenantId ?? null,
      invitation_hash: invitation ?? null,
      password_hash: user.password_hash,
      expires_at: after(now, PENDING_TTL_MS),
    })
    .execute()
  return { mfa_required: true, mfa_token, methods }
}

/**
 * Finds the person whose second factor is to be checked. The attempt is counted in a transaction of its own before the
 * check, so that parallel wrong ones count too.
 */
export async function beginFactorCheck(
  access: TenantAccess,
  mfaToken: string,
  now: Date,
): Promise<{ userId: string; isLastAttempt: boolean }> {
  const pending = await access.asSystem('count an attempt at a second factor', (db) =>
    db
      .updateTable('pending_sign_ins')
      .set((eb) => ({ failures: eb('failures', '+', 1) }))
      .where('token_hash', '=', digest(mfaToken))
      .where('expires_at', '>', now)
      .where('failures', '<', MOST_WRONG_FACTORS)
      .returning(['user_id', 'failures'])
      .executeTakeFirst(),
  )
  if (!pending) throw new Failure('unauthorized', NO_PENDING)
  return { userId: pending.user_id, isLastAttempt: pending.failures >= MOST_WRONG_FACTORS }
}

/** Finds the person whose second factor is due, without counting an attempt. */
export async function findPending(db: Db, mfaToken: string, now: Date): Promise<{ userId: string }> {
  const pending = await db
    .selectFrom('pending_sign_ins')
    .select('user_id')
    .where('token_hash', '=', digest(mfaToken))
    .where('expires_at', '>', now)
    .where('failures', '<', MOST_WRONG_FACTORS)
    .executeTakeFirst()
  if (!pending) throw new Failure('unauthorized', NO_PENDING)
  return { userId: pending.user_id }
}

/** Runs after a right second factor. The token is used up: of two calls with it, one gets the session. */
export async function completeSignIn(
  issuer: Issuer,
  db: Db,
  enter: EnterTenant,
  mfaToken: string,
  caller: Caller,
): Promise<SignedIn> {
  const pending = await db
    .deleteFrom('pending_sign_ins')
    .where('token_hash', '=', digest(mfaToken))
    .where('expires_at', '>', issuer.tools.now())
    .returning(['user_id', 'method', 'tenant_id', 'invitation_hash', 'password_hash'])
    .executeTakeFirst()
  if (!pending) throw new Failure('unauthorized', NO_PENDING)
  const proven = { id: pending.user_id, password_hash: pending.password_hash }
  const proof = {
    method: pending.method as Proof['method'],
    strong: true,
    tenantId: pending.tenant_id ?? undefined,
    invitation: pending.invitation_hash ?? undefined,
  }
  return (await signIn(issuer, db, enter, proven, proof, caller)) as SignedIn
}

export function publicUser({ id, email, name }: PublicUser): PublicUser {
  return { id, email, name }
}
