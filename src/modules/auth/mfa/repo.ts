import type { Db } from '#db/database.ts'
import { together } from '#db/sql.ts'
import type { Factors } from './rules.ts'

/** Serialises changes of one person's factors. */
export async function lockPerson(db: Db, userId: string): Promise<void> {
  await db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}

export async function findFactors(db: Db, userId: string): Promise<Factors> {
  const row = await db
    .selectNoFrom((eb) => [
      eb
        .exists(eb.selectFrom('totp_factors').select('user_id').where('user_id', '=', userId))
        .$castTo<boolean>()
        .as('totp'),
      eb
        .selectFrom('passkeys')
        .where('user_id', '=', userId)
        .select(eb.fn.countAll<number>().as('n'))
        .$asScalar()
        .as('passkeys'),
      eb
        .selectFrom('recovery_codes')
        .where('user_id', '=', userId)
        .where('spent_at', 'is', null)
        .select(eb.fn.countAll<number>().as('n'))
        .$asScalar()
        .as('recoveryCodes'),
    ])
    .executeTakeFirstOrThrow()
  return { totp: row.totp, passkeys: row.passkeys ?? 0, recoveryCodes: row.recoveryCodes ?? 0 }
}

/** The person's organisations that require a second factor. */
export function listRequiring(db: Db, userId: string) {
  return db
    .selectFrom('memberships as m')
    .innerJoin('tenants as t', 't.id', 'm.tenant_id')
    .select(['t.id', 't.name'])
    .where('m.user_id', '=', userId)
    .where('m.status', '=', 'ACTIVE')
    .where('t.require_mfa', '=', true)
    .orderBy('t.name')
    .limit(500)
    .execute()
}

/** Marks the session as strong: its person proved a second factor in it. */
export async function strengthen(db: Db, sessionId: string, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ strong: true, proven_at: now }).where('id', '=', sessionId).execute()
}

// ── authenticator application ──

export function findTotp(db: Db, userId: string) {
  return db.selectFrom('totp_factors').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

export async function saveSetup(db: Db, userId: string, secret_sealed: string, expires_at: Date) {
  await db
    .insertInto('totp_setups')
    .values({ user_id: userId, secret_sealed, expires_at })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ secret_sealed, expires_at }))
    .execute()
}

export function findSetup(db: Db, userId: string, now: Date) {
  return db
    .selectFrom('totp_setups')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Makes the setup the factor, in place of an earlier one. */
export async function confirmSetup(
  db: Db,
  { user_id, secret_sealed }: { user_id: string; secret_sealed: string },
  last_step: number,
  now: Date,
): Promise<void> {
  const factor = { secret_sealed, last_step, created_at: now, last_used_at: null }
  await together(
    db
      .insertInto('totp_factors')
      .values({ user_id, ...factor })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(factor))
      .execute(),
    db.deleteFrom('totp_setups').where('user_id', '=', user_id).execute(),
  )
}

/** Compare and set: of two calls with the same code, one succeeds. */
export async function spendStep(db: Db, userId: string, step: number, now: Date): Promise<boolean> {
  const spent = await db
    .updateTable('totp_factors')
    .set({ last_step: step, last_used_at: now })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return spent.numUpdatedRows > 0n
}

/** False if there was none. */
export async function removeTotp(db: Db, userId: string): Promise<boolean> {
  const [removed] = await together(
    db.deleteFrom('totp_factors').where('user_id', '=', userId).executeTakeFirst(),
    db.deleteFrom('totp_setups').where('user_id', '=', userId).execute(),
  )
  return removed.numDeletedRows > 0n
}

// ── recovery codes ──

export async function replaceRecoveryCodes(db: Db, userId: string, hashes: readonly string[]): Promise<void> {
  await removeRecoveryCodes(db, userId)
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash, spent_at: null })))
    .execute()
}

export async function removeRecoveryCodes(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

export async function hasRecoveryCode(db: Db, userId: string, hash: string): Promise<boolean> {
  const row = await db
    .selectFrom('recovery_codes')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('spent_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Compare and set, like for a code of the application. */
export async function spendRecoveryCode(db: Db, userId: string, hash: string, now: Date): Promise<boolean> {
  const spent = await db
    .updateTable('recovery_codes')
    .set({ spent_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('spent_at', 'is', null)
    .executeTakeFirst()
  return spent.numUpdatedRows > 0n
}
