import type { Claims } from '#db/access.ts'
import type { Db } from '#db/database.ts'
import { json } from '#db/sql.ts'
import { requireSession } from '../service.ts'

export async function getPreferences(db: Db, who: Claims, now: Date) {
  const [, row] = await Promise.all([
    requireSession(db, who, now),
    db.selectFrom('preferences').select('content').where('user_id', '=', who.userId).executeTakeFirst(),
  ])
  return { preferences: (row?.content ?? {}) as Record<string, unknown> }
}

export async function setPreferences(
  db: Db,
  who: Claims,
  preferences: Record<string, unknown>,
  updated_at: Date,
) {
  await requireSession(db, who, updated_at)
  const content = json(preferences)
  await db
    .insertInto('preferences')
    .values({ user_id: who.userId, content, updated_at })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ content, updated_at }))
    .execute()
  return { preferences }
}
