import type { Insertable, Selectable } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Tables } from '#db/tables.ts'
import { after } from '#kernel/dates.ts'
import { digest } from '#kernel/secrets.ts'
import { CHALLENGE_TTL_MS, MOST_PASSKEYS } from './rules.ts'

export type PasskeyRow = Selectable<Tables['passkeys']>

export function listPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(MOST_PASSKEYS)
    .execute()
}

export function findByCredential(db: Db, credentialId: string): Promise<PasskeyRow | undefined> {
  return db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst()
}

/** False if the passkey is already registered. */
export async function insertPasskey(db: Db, row: Insertable<Tables['passkeys']>): Promise<boolean> {
  const inserted = await db
    .insertInto('passkeys')
    .values(row)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export function renamePasskey(db: Db, userId: string, id: string, name: string) {
  return db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst()
}

export function removePasskey(db: Db, userId: string, id: string) {
  return db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst()
}

export async function removePasskeys(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('passkeys').where('user_id', '=', userId).execute()
}

/** False if the counter did not grow: a copied authenticator lags behind, and is refused. */
export async function notePasskeyUse(
  db: Db,
  id: string,
  { counter, backedUp }: { counter: number; backedUp: boolean },
  now: Date,
): Promise<boolean> {
  const noted = await db
    .updateTable('passkeys')
    .set({ counter, backed_up: backedUp, last_used_at: now })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([eb('counter', '<', counter), eb.and([eb('counter', '=', 0), eb.val(counter === 0)])]),
    )
    .executeTakeFirst()
  return noted.numUpdatedRows > 0n
}

// ── challenges ──

/** The purpose of the signature, and the session or pending sign-in that requested it. */
export interface Purpose {
  purpose: Tables['passkey_challenges']['purpose']
  holder: string | null
}

export async function keepChallenge(
  db: Db,
  { purpose, holder }: Purpose,
  challenge: string,
  now: Date,
): Promise<void> {
  await db
    .insertInto('passkey_challenges')
    .values({
      challenge_hash: digest(challenge),
      purpose,
      holder,
      expires_at: after(now, CHALLENGE_TTL_MS),
    })
    .execute()
}

/** True once: of two calls with the same challenge, one succeeds. */
export async function takeChallenge(
  db: Db,
  { purpose, holder }: Purpose,
  challenge: string,
  now: Date,
): Promise<boolean> {
  const taken = await db
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', digest(challenge))
    .where('purpose', '=', purpose)
    .where('holder', 'is not distinct from', holder)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return taken.numDeletedRows > 0n
}
