import type { EnterTenant } from '#db/access.ts'
import { audit } from '#db/audit.ts'
import type { Db } from '#db/database.ts'
import { Failure, impossible } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import type { Plan } from '#kernel/plans.ts'
import { newToken } from '#kernel/secrets.ts'
import { normaliseEmail, slugify } from '#kernel/text.ts'
import type { Module } from '#modules/module.ts'
import type { Caller } from './caller.ts'
import { hashPassword } from './passwords.ts'
import type { Registration } from './schemas.ts'
import type { Issuer } from './sessions.ts'
import { actorOf, signIn } from './sign-in.ts'

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
  caller: Caller,
) {
  const now = issuer.tools.now()
  const user = await createAccount(db, body, now)
  const fields = { id: newId(), name: body.organizationName.trim(), plan: body.plan }
  const slug = await insertTenant(db, fields, issuer.tools.vault.seal(newToken(), 'siem', fields.id), now)
  const tenant = { ...fields, slug, role: 'OWNER' as const }
  const membership = {
    tenant_id: tenant.id,
    user_id: user.id,
    role: tenant.role,
    status: 'ACTIVE' as const,
    created_at: now,
    updated_at: now,
  }
  await db.insertInto('memberships').values(membership).execute()
  const proof = { method: 'registration', strong: false, tenantId: tenant.id } as const
  const signedIn = await signIn(issuer, db, enter, user, proof, caller)

  const ctx = await enter(tenant, actorOf(user), caller)
  for (const { onTenantCreated } of modules) await onTenantCreated?.(ctx)
  await audit(ctx, {
    action: 'register',
    entityType: 'tenant',
    entityId: tenant.id,
    after: { ...fields, slug },
  })
  return signedIn
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
