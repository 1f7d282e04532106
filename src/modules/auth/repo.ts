import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Plan } from '#kernel/plans.ts'
import type { Role } from '#kernel/roles.ts'
import './tables.ts'

export interface TenantOfUser {
  id: string
  name: string
  slug: string
  plan: Plan
  role: Role
}

export function findUserByEmail(db: Db, email: string) {
  return db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
}

export function findUser(db: Db, id: string) {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
}

/**
 * Nobody changes the password until this transaction ends, and a change that comes after it ends the session that
 * is opened here: no session slips past a reset.
 */
export function holdUser(db: Db, id: string) {
  return db.selectFrom('users').selectAll().where('id', '=', id).forShare().executeTakeFirst()
}

/** The organisations of a user: the one of the latest session first, so that signing in resumes where one left. */
export function listTenantsOf(db: Db, userId: string): Promise<TenantOfUser[]> {
  return db
    .selectFrom('memberships as m')
    .innerJoin('tenants as t', 't.id', 'm.tenant_id')
    .select(['t.id', 't.name', 't.slug', 't.plan', 'm.role'])
    .where('m.user_id', '=', userId)
    .where('m.status', '=', 'ACTIVE')
    .orderBy(
      sql`(select max(s.created_at) from sessions s where s.user_id = m.user_id and s.tenant_id = m.tenant_id) desc nulls last`,
    )
    .orderBy('m.created_at')
    .limit(500)
    .execute()
}

export function findSession(db: Db, id: string, userId: string, now: Date) {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

export async function insertSession(
  db: Db,
  session: { id: string; userId: string; tenantId: string | null; now: Date; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      id: session.id,
      user_id: session.userId,
      tenant_id: session.tenantId,
      created_at: session.now,
      expires_at: session.expiresAt,
      revoked_at: null,
    })
    .execute()
}

export async function insertRefreshToken(
  db: Db,
  hash: string,
  sessionId: string,
  expiresAt: Date,
): Promise<void> {
  await db
    .insertInto('refresh_tokens')
    .values({ token_hash: hash, session_id: sessionId, expires_at: expiresAt, spent_at: null })
    .execute()
}

/** Compare and set: of two that come with the same token, one gets the session. */
export function spendRefreshToken(db: Db, hash: string, now: Date) {
  return db
    .updateTable('refresh_tokens as r')
    .from('sessions as s')
    .set({ spent_at: now })
    .whereRef('s.id', '=', 'r.session_id')
    .where('r.token_hash', '=', hash)
    .where('r.spent_at', 'is', null)
    .where('r.expires_at', '>', now)
    .where('s.revoked_at', 'is', null)
    .returning(['s.id as session_id', 's.user_id', 's.tenant_id'])
    .executeTakeFirst()
}

/** A token that was spent before: whoever holds it, its whole family ends. */
export async function revokeFamilyOfSpent(db: Db, hash: string, now: Date): Promise<void> {
  await db
    .updateTable('sessions as s')
    .from('refresh_tokens as r')
    .set({ revoked_at: now })
    .whereRef('s.id', '=', 'r.session_id')
    .where('r.token_hash', '=', hash)
    .where('r.spent_at', 'is not', null)
    .where('s.revoked_at', 'is', null)
    .execute()
}

/** False when it had ended before. */
export async function revokeSession(db: Db, id: string, now: Date): Promise<boolean> {
  const revoked = await db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return revoked.numUpdatedRows > 0n
}

export async function revokeSessionsOf(db: Db, userId: string, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute()
}

/**
 * A person who was invited, never joined and is awaited nowhere any more: of them only a name and an email are left.
 * Held before they are looked at once more, because someone may be inviting them at this very moment.
 */
export async function removeStrayAccounts(db: Db): Promise<void> {
  const stray = () =>
    db
      .selectFrom('users')
      .select('users.id')
      .where('users.password_hash', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(selectFrom('memberships as m').select('m.user_id').whereRef('m.user_id', '=', 'users.id')),
        ),
      )
  const held = await stray().orderBy('users.id').limit(1000).forUpdate('users').execute()
  if (held.length === 0) return
  const ids = held.map(({ id }) => id)
  await db
    .deleteFrom('users')
    .where('id', 'in', stray().where('users.id', 'in', ids))
    .execute()
}

/** One at a time per email, so that parallel guesses cannot slip past the count. */
export async function lockEmail(db: Db, emailHash: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${emailHash}, 1))`.execute(db)
}

export async function listFailures(db: Db, emailHash: string, since: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('login_failures')
    .select('failed_at')
    .where('email_hash', '=', emailHash)
    .where('failed_at', '>', since)
    .orderBy('failed_at')
    .limit(1000)
    .execute()
  return rows.map((row) => row.failed_at)
}

/** False when the person has enough live links already. The same link again changes nothing. */
export async function insertReset(
  db: Db,
  link: { token_hash: string; user_id: string; expires_at: Date },
  now: Date,
  most: number,
): Promise<boolean> {
  const others = await db
    .selectFrom('password_resets')
    .select('token_hash')
    .where('user_id', '=', link.user_id)
    .where('token_hash', '!=', link.token_hash)
    .where('expires_at', '>', now)
    .limit(most)
    .execute()
  if (others.length >= most) return false
  const insert = db.insertInto('password_resets').values(link)
  await insert.onConflict((conflict) => conflict.doNothing()).execute()
  return true
}
