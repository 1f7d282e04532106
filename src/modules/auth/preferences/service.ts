import type { Claims } from '#db/access.ts'
import type { Db } from '#db/database.ts'
import { json } from '#db/sql.ts'
import { requireSession } from '../service.ts'

/**
 * What the console stores for a person: named filters, of all their organisations. A session that a company opened has
 * preferences of its own, because the company could open one too.
 */
export async function getPreferences(db: Db, who: Claims, now: Date) {
  const { sso_tenant_id: company } = await requireSession(db, who, now)
  const row =
    company === null
      ? await db
          .selectFrom('preferences')
          .select('content')
          .where('user_id', '=', who.userId)
          .executeTakeFirst()
      : await db
          .selectFrom('company_preferences')
          .select('content')
          .where('tenant_id', '=', company)
          .where('user_id', '=', who.userId)
          .executeTakeFirst()
  return { preferences: (row?.content ?? {}) as Record<string, unknown> }
}

export async function setPreferences(
  db: Db,
  who: Claims,
  preferences: Record<string, unknown>,
  updated_at: Date,
) {
  const { sso_tenant_id: company } = await requireSession(db, who, updated_at)
  const changed = { content: json(preferences), updated_at }
  if (company === null)
    await db
      .insertInto('preferences')
      .values({ user_id: who.userId, ...changed })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(changed))
      .execute()
  else
    await db
      .insertInto('company_preferences')
      .values({ tenant_id: company, user_id: who.userId, ...changed })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id']).doUpdateSet(changed))
      .execute()
  return { preferences }
}
