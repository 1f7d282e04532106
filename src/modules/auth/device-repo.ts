import type { Db } from '#db/database.ts'

/** Browsers in which a person has signed in before. */

export async function isKnownDevice(db: Db, hash: string, email: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('known_devices as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .select('d.token_hash')
    .where('d.token_hash', '=', hash)
    .where('d.expires_at', '>', now)
    .where('u.email', '=', email)
    .executeTakeFirst()
  return row !== undefined
}

/** False if the device is not, or no longer, this person's. */
export async function renewDevice(
  db: Db,
  hash: string,
  userId: string,
  now: Date,
  expiresAt: Date,
): Promise<boolean> {
  const renewed = await db
    .updateTable('known_devices')
    .set({ returned: true, seen_at: now, expires_at: expiresAt })
    .where('token_hash', '=', hash)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return renewed.numUpdatedRows > 0n
}

/** Programs that keep no cookies must neither fill the table nor push out browsers that return. */
export async function dropSurplusDevices(db: Db, userId: string, most: number): Promise<void> {
  await db
    .deleteFrom('known_devices')
    .where('token_hash', 'in', (eb) =>
      eb
        .selectFrom('known_devices')
        .select('token_hash')
        .where('user_id', '=', userId)
        .orderBy('returned', 'desc')
        .orderBy('seen_at', 'desc')
        .offset(most),
    )
    .execute()
}
