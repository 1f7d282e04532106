import { type Expression, sql } from 'kysely'
import type { Claims } from '#db/access.ts'
import type { Db } from '#db/database.ts'
import type { Plan } from '#kernel/plans.ts'
import type { Role } from '#kernel/roles.ts'
import type { EntryRefusal, WaitingName } from './rules.ts'

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
 * Keeps the password unchanged until this transaction ends. A later change ends the session that is opened here, so no
 * session survives a reset.
 */
export function holdUser(db: Db, id: string) {
  return db.selectFrom('users').selectAll().where('id', '=', id).forShare().executeTakeFirst()
}

/** Locks the person until this transaction ends, so that counts of their rows run one at a time. */
export function lockUser(db: Db, id: string) {
  return db.selectFrom('users').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow()
}

export async function renameUser(db: Db, id: string, name: string, updated_at: Date): Promise<void> {
  await db.updateTable('users').set({ name, updated_at }).where('id', '=', id).execute()
}

/** Takes a lock: of two simultaneous first registrations, the second sees the organisation of the first. */
export async function isWithoutTenants(db: Db): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('first registration', 2))`.execute(db)
  return (await db.selectFrom('tenants').select('id').limit(1).executeTakeFirst()) === undefined
}

export async function hasLiveInvitation(db: Db, userId: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('memberships')
    .select('tenant_id')
    .where('user_id', '=', userId)
    .where('status', '=', 'INVITED')
    .where('invitation_expires_at', '>', now)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * The organisations of a user. The one of the latest session comes first, so signing in resumes there. Suspended ones come
 * last.
 */
export function listTenantsOf(db: Db, userId: string): Promise<TenantOfUser[]> {
  return tenantsOf(db, userId).execute()
}

function tenantsOf(db: Db, userId: string) {
  return db
    .selectFrom('memberships as m')
    .innerJoin('tenants as t', 't.id', 'm.tenant_id')
    .select(['t.id', 't.name', 't.slug', 't.plan', 'm.role'])
    .where('m.user_id', '=', userId)
    .where('m.status', '=', 'ACTIVE')
    .orderBy(sql`t.suspended_at is not null`)
    .orderBy(
      sql`(select max(coalesce(s.last_used_at, s.created_at)) from sessions s where s.user_id = m.user_id and s.tenant_id = m.tenant_id) desc nulls last`,
    )
    .orderBy('m.created_at')
    .limit(500)
}

/** For each name, a scalar query over the tenant's id. */
export type Counters = readonly [
  name: WaitingName,
  count: (tenantId: Expression<string>) => Expression<number>,
][]

/**
 * The same organisations, with the reason why one refuses this session (as `enter_tenant` gives it) and the counts of open
 * work. A session opened by a company shows only that company, which must not learn its people's other organisations.
 */
export function listWaiting(db: Db, { userId, sessionId }: Claims, counters: Counters, now: Date) {
  return tenantsOf(db, userId)
    .innerJoin('sessions as s', (join) => join.on('s.id', '=', sessionId))
    .where((eb) => eb.or([eb('s.sso_tenant_id', 'is', null), eb('s.sso_tenant_id', '=', eb.ref('t.id'))]))
    .select(({ ref }) => [
      sql<EntryRefusal | null>`case
        when t.suspended_at is not null then 'suspended'
        when s.created_at + make_interval(hours => t.session_hours) <= ${now} then 'expired'
        when s.sso_tenant_id = t.id then null
        when m.by_company and (select u.mailbox_proven_at from users u where u.id = m.user_id) is null then 'mailbox'
        when t.sso_enforced and m.role <> 'OWNER' then 'sso'
        when t.require_mfa and not s.strong then 'mfa'
      end`.as('refusal'),
      ...counters.map(([name, count]) => sql<number>`${count(ref('t.id'))}`.as(name)),
    ])
    .execute()
}

/**
 * The user is in no organisation yet. A member without a password enters through their company: neither a registration nor
 * an invitation, whose link the inviter holds too, may give that account a password.
 */
export const isNobodys = sql<boolean>`not exists (
  select from memberships m where m.user_id = users.id and m.status = 'ACTIVE')`

export async function isInOrganisation(db: Db, userId: string): Promise<boolean> {
  const membership = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('status', '=', 'ACTIVE')
    .limit(1)
    .executeTakeFirst()
  return membership !== undefined
}

export interface Joining {
  tenantId: string
  userId: string
  role: Role
  now: Date
}

/**
 * Makes the person a member without an invitation. An open invitation counts as accepted. Existing members stay unchanged.
 */
export async function joinAtOnce(db: Db, { tenantId, userId, role, now }: Joining): Promise<void> {
  const accepted = { invitation_hash: null, invitation_expires_at: null, updated_at: now }
  const joined = { role, status: 'ACTIVE' as const, ...accepted }
  await db
    .insertInto('memberships')
    .values({ tenant_id: tenantId, user_id: userId, ...joined, by_company: true, created_at: now })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'user_id']).doUpdateSet({
        ...joined,
        by_company: sql<boolean>`memberships.by_company or memberships.status <> 'ACTIVE'`,
      }),
    )
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

/** True if the person has signed in with this browser from this network, as far back as sessions are kept. */
export async function hadSessionFrom(
  db: Db,
  userId: string,
  device: string,
  addressPrefix: string | undefined,
): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('device', '=', device)
    .where('address_prefix', 'is not distinct from', addressPrefix ?? null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Compare and set: of two calls with the same token, one gets the session. */
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
    .returning(['s.id as session_id', 's.user_id', 's.created_at', 'r.tenant_id'])
    .executeTakeFirst()
}

/** True if the session is older than the organisation allows. */
export async function hasOutlived(
  db: Db,
  { created_at }: { created_at: Date },
  tenantId: string,
  now: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('tenants')
    .select('id')
    .where('id', '=', tenantId)
    .where(sql<boolean>`${created_at}::timestamptz + make_interval(hours => session_hours) <= ${now}`)
    .executeTakeFirst()
  return row !== undefined
}

/** The pair that replaced this token, if it was the last one used, was spent since then, and the session is still valid. */
export async function findSpentPair(db: Db, hash: string, since: Date): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('refresh_tokens as r')
    .innerJoin('sessions as s', 's.id', 'r.session_id')
    .select('r.pair_sealed')
    .where('r.token_hash', '=', hash)
    .where('r.spent_at', '>', since)
    .where('s.revoked_at', 'is', null)
    .executeTakeFirst()
  return row?.pair_sealed
}

/** Stores the pair with the token just spent, and forgets the pairs of earlier tokens of its line. */
export async function keepPair(
  db: Db,
  { session_id, tenant_id }: { session_id: string; tenant_id: string | null },
  hash: string,
  sealed: string,
): Promise<void> {
  await db
    .updateTable('refresh_tokens')
    .set((eb) => ({
      pair_sealed: eb.case().when('token_hash', '=', hash).then(sealed).else(null).end(),
    }))
    .where('session_id', '=', session_id)
    .where('tenant_id', 'is not distinct from', tenant_id)
    .where((eb) => eb.or([eb('token_hash', '=', hash), eb('pair_sealed', 'is not', null)]))
    .execute()
}

/** Runs every night: a pair is useful for a few seconds only. */
export async function forgetPairs(db: Db, spentBefore: Date): Promise<void> {
  await db
    .updateTable('refresh_tokens')
    .set({ pair_sealed: null })
    .where('pair_sealed', 'is not', null)
    .where('spent_at', '<=', spentBefore)
    .execute()
}

/** Ends the family of a token that was spent before. Returns whose it was, unless it had already ended. */
export function revokeFamilyOfSpent(db: Db, hash: string, now: Date) {
  return db
    .updateTable('sessions as s')
    .from('refresh_tokens as r')
    .set({ revoked_at: now })
    .whereRef('s.id', '=', 'r.session_id')
    .where('r.token_hash', '=', hash)
    .where('r.spent_at', 'is not', null)
    .where('s.revoked_at', 'is', null)
    .returning('s.user_id')
    .executeTakeFirst()
}

const MOST_LISTED_SESSIONS = 200

export function listSessionsOf(db: Db, userId: string, now: Date) {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy(sql`coalesce(last_used_at, created_at)`, 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_LISTED_SESSIONS)
    .execute()
}

/** Ends one session of a person, all of them, or all but one. Sessions that had already ended are not returned. */
export function endSessions(
  db: Db,
  userId: string,
  now: Date,
  { id, but }: { id?: string; but?: string | undefined } = {},
) {
  return db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .$if(but !== undefined, (query) => query.where('id', '!=', but!))
    .returning('tenant_id')
    .execute()
}

/** Without a factor no session counts as strong. */
export async function weakenSessionsOf(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ strong: false })
    .where('user_id', '=', userId)
    .where('strong', '=', true)
    .execute()
}

/**
 * Removes people who were invited, never joined and have no open invitation: only a name and an email are left. The rows are
 * locked and checked again, because an invitation may be under way.
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

/** Failures that count together: those of an email, or those of a known device with that email. */
export interface Budget {
  email_hash: string
  device_hash: string | null
}

/** Serialises attempts, so that parallel guesses cannot slip past the count. */
export async function lockBudget(db: Db, { email_hash, device_hash }: Budget): Promise<void> {
  const name = `${email_hash} ${device_hash ?? ''}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 1))`.execute(db)
}

export async function listFailures(
  db: Db,
  { email_hash, device_hash }: Budget,
  since: Date,
): Promise<Date[]> {
  const rows = await db
    .selectFrom('login_failures')
    .select('failed_at')
    .where('email_hash', '=', email_hash)
    .where('device_hash', 'is not distinct from', device_hash)
    .where('failed_at', '>', since)
    .orderBy('failed_at')
    .limit(1000)
    .execute()
  return rows.map((row) => row.failed_at)
}

/** The times of letters about a lock. */
export async function listLockLetters(db: Db, emailHash: string, since: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('login_failures')
    .select('failed_at')
    .where('email_hash', '=', emailHash)
    .where('mailed', '=', true)
    .where('failed_at', '>', since)
    .orderBy('failed_at')
    .execute()
  return rows.map((row) => row.failed_at)
}

/** False if the person already has the maximum of live links. The same link again changes nothing. */
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
