import { type Insertable, type Selectable, sql } from 'kysely'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import { json } from '#db/sql.ts'
import type { Tables } from '#db/tables.ts'
import type { Plan } from '#kernel/plans.ts'

export type SsoRow = Selectable<Tables['sso_settings']>
export type Attempt = Selectable<Tables['sso_attempts']>

export interface CompanyTenant {
  id: string
  name: string
  plan: Plan
}

export function findSettings({
  db,
  tenantId,
}: Pick<ReadCtx, 'db' | 'tenantId'>): Promise<SsoRow | undefined> {
  return db.selectFrom('sso_settings').selectAll().where('tenant_id', '=', tenantId).executeTakeFirst()
}

export function lockSettings({ db, tenantId }: WriteCtx): Promise<SsoRow | undefined> {
  return db
    .selectFrom('sso_settings')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .forUpdate()
    .executeTakeFirst()
}

export async function saveSettings({ db }: WriteCtx, row: SsoRow): Promise<void> {
  const { tenant_id, created_at, ...rest } = { ...row, role_map: json(row.role_map) }
  await db
    .insertInto('sso_settings')
    .values({ tenant_id, created_at, ...rest })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(rest))
    .execute()
}

export async function isEnforced({ db, tenantId }: ReadCtx): Promise<boolean> {
  const { sso_enforced } = await db
    .selectFrom('tenants')
    .select('sso_enforced')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
  return sso_enforced
}

export async function setEnforced({ db, tenantId, now }: WriteCtx, enforced: boolean): Promise<void> {
  await db
    .updateTable('tenants')
    .set({ sso_enforced: enforced, updated_at: now })
    .where('id', '=', tenantId)
    .execute()
}

/** The settings of an organisation that offers its own sign-in now. */
export function findOffer(db: Db, slug: string) {
  return db
    .selectFrom('sso_settings as s')
    .innerJoin('tenants as t', 't.id', 's.tenant_id')
    .selectAll('s')
    .where('t.slug', '=', slug)
    .where('s.enabled', '=', true)
    .where('t.suspended_at', 'is', null)
    .executeTakeFirst()
}

// ── attempts ──

export async function insertAttempt(db: Db, attempt: Insertable<Tables['sso_attempts']>): Promise<void> {
  await db.insertInto('sso_attempts').values(attempt).execute()
}

/** Uses the attempt up, whatever its outcome. */
export function takeAttempt(db: Db, stateHash: string): Promise<Attempt | undefined> {
  return db.deleteFrom('sso_attempts').where('state_hash', '=', stateHash).returningAll().executeTakeFirst()
}

export async function forgetAttempts(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sso_attempts').where('expires_at', '<', now).execute()
}

// ── identities ──

export function findTenant(db: Db, id: string): Promise<CompanyTenant | undefined> {
  return db.selectFrom('tenants').select(['id', 'name', 'plan']).where('id', '=', id).executeTakeFirst()
}

export async function findBySubject(
  db: Db,
  tenantId: string,
  issuer: string,
  subject: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('sso_identities')
    .select('user_id')
    .where('tenant_id', '=', tenantId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.user_id
}

export function findIdentity({ db, tenantId }: Pick<ReadCtx, 'db' | 'tenantId'>, userId: string) {
  return db
    .selectFrom('sso_identities')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Binds the person to the subject at the first sign-in. A binding of another issuer is replaced. */
export async function bindIdentity(
  db: Db,
  {
    tenantId,
    userId,
    issuer,
    subject,
    now,
  }: { tenantId: string; userId: string; issuer: string; subject: string; now: Date },
): Promise<void> {
  const row = { tenant_id: tenantId, user_id: userId, issuer, subject, created_at: now, last_used_at: now }
  await db
    .insertInto('sso_identities')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'user_id']).doUpdateSet({ issuer, subject, last_used_at: now }),
    )
    .execute()
}

// ── members ──

/** Locks the membership, so that two sign-ins of one person run one after the other. */
export function holdMembership(db: Db, tenantId: string, userId: string) {
  return db
    .selectFrom('memberships')
    .select(['role', 'status'])
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
}

/** Serialises first sign-ins: several tabs of one person create one account. */
export async function lockSubject(db: Db, tenantId: string, subject: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${tenantId} ${subject}`}, 5))`.execute(db)
}
