import type { EnterTenant } from '#db/access.ts'
import { audit } from '#db/audit.ts'
import type { Tools } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import { Failure, impossible } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import type { Plan } from '#kernel/plans.ts'
import { newToken } from '#kernel/secrets.ts'
import type { Signup } from '#kernel/signup.ts'
import { normaliseEmail, slugify } from '#kernel/text.ts'
import type { Module } from '#modules/module.ts'
import type { Caller } from './caller.ts'
import { assertGoodPassword, hashPassword } from './passwords.ts'
import * as repo from './repo.ts'
import type { Registration } from './schemas.ts'
import type { Issuer } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { assertMayRegister } from './signup-rules.ts'
import { actorOf } from './trail.ts'

export interface PreparedRegistration extends Registration {
  plan: Plan
  passwordHash: string
}

/** Runs before the transaction: slow work, and the checks that may refuse. */
export async function prepareRegistration(
  body: Registration,
  config: PlanSettings,
): Promise<PreparedRegistration> {
  const plan = planOf(body.plan, config)
  await assertGoodPassword(body.password, { email: body.email, organizations: [body.organizationName] })
  const passwordHash = await hashPassword(body.password, body.email)
  return { ...body, email: normaliseEmail(body.email), name: body.name.trim(), plan, passwordHash }
}

interface PlanSettings {
  defaultPlan: Plan
  signupPlans: readonly Plan[]
}

export function planOf(asked: Plan | null | undefined, { defaultPlan, signupPlans }: PlanSettings): Plan {
  if (asked && !signupPlans.includes(asked)) {
    throw impossible(
      'plan',
      `El plan «${asked}» no está abierto al registro. Puede elegir: ${signupPlans.join(', ')}.`,
    )
  }
  return asked ?? defaultPlan
}

/** Creates account, organisation and its initial rows in one transaction. */
export async function register(
  issuer: Issuer,
  db: Db,
  enter: EnterTenant,
  body: PreparedRegistration,
  { signup, modules }: { signup: Signup; modules: readonly Module[] },
  caller: Caller,
) {
  if (signup !== 'open') assertMayRegister(signup, await repo.isWithoutTenants(db))
  const user = await createAccount(db, body, issuer.tools.now())
  const tenant = await createTenant(issuer.tools, db, user.id, body)
  const proof = { method: 'registration', strong: false, tenantId: tenant.id } as const
  const signedIn = await signIn(issuer, db, enter, user, proof, caller)
  await furnish(enter, tenant, user, modules, caller)
  return signedIn
}

/** Creates the organisation with the person as its owner. */
export async function createTenant(
  { now, vault }: Tools,
  db: Db,
  userId: string,
  { organizationName, plan }: { organizationName: string; plan: Plan },
): Promise<repo.TenantOfUser> {
  const at = now()
  const fields = { id: newId(), name: organizationName.trim(), plan }
  const slug = await insertTenant(db, fields, vault.seal(newToken(), 'siem', fields.id), at)
  const role = 'OWNER'
  const stamps = { created_at: at, updated_at: at }
  await db
    .insertInto('memberships')
    .values({ tenant_id: fields.id, user_id: userId, role, status: 'ACTIVE', ...stamps })
    .execute()
  return { ...fields, slug, role }
}

/** The initial rows of a new organisation. The transaction belongs to it afterwards. */
export async function furnish(
  enter: EnterTenant,
  tenant: repo.TenantOfUser,
  user: { id: string; name: string },
  modules: readonly Module[],
  caller: Caller,
): Promise<void> {
  const ctx = await enter(tenant, actorOf(user), caller)
  for (const { onTenantCreated } of modules) await onTenantCreated?.(ctx)
  const { role, ...after } = tenant
  await audit(ctx, { action: 'register', entityType: 'tenant', entityId: tenant.id, after })
}

/**
 * A person who was invited but never joined has a name and no password. Registering makes the account theirs, unless an
 * invitation is still open: it was mailed to that person, and a stranger who registers first must not block it.
 */
async function createAccount(db: Db, { email, name, passwordHash }: PreparedRegistration, now: Date) {
  const account = await db
    .insertInto('users')
    .values({ id: newId(), email, name, password_hash: passwordHash, created_at: now, updated_at: now })
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet({ name, password_hash: passwordHash, updated_at: now })
        .where('users.password_hash', 'is', null)
        .where('users.disabled_at', 'is', null)
        .where(repo.isNobodys),
    )
    .returning(['id', 'email', 'name'])
    .executeTakeFirst()
  if (!account) {
    throw new Failure(
      'conflict',
      `Ya existe una cuenta con el correo «${email}». Inicie sesión o recupere su contraseña.`,
    )
  }
  if (await repo.hasLiveInvitation(db, account.id, now)) {
    throw new Failure(
      'conflict',
      `El correo «${email}» tiene una invitación pendiente. Acéptela con el enlace que recibió; después podrá crear su propia organización.`,
    )
  }
  return account
}

/** The name as a slug. If it is taken it gets random characters, so that other organisations' names cannot be counted. */
export async function insertTenant(
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
