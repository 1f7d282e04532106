import { sql } from 'kysely'
import type { ReadCtx } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import { MOST_TRIES } from './rules.ts'

export function findTenant(db: Db, slug: string) {
  return db
    .selectFrom('tenants')
    .select(['id', 'name', 'slug', 'branding'])
    .where('slug', '=', slug)
    .executeTakeFirst()
}

export function findSession(db: Db, slug: string, tokenHash: string, now: Date) {
  return db
    .selectFrom('portal_sessions as s')
    .innerJoin('tenants as t', 't.id', 's.tenant_id')
    .select(['s.tenant_id', 's.rut', 's.email', 's.expires_at'])
    .where('t.slug', '=', slug)
    .where('s.token_hash', '=', tokenHash)
    .where('s.expires_at', '>', now)
    .executeTakeFirst()
}

/** The codes sent to a mailbox since then. One asks at a time, so that none slips past. */
export async function countCodes(
  { db, tenantId }: ReadCtx,
  mailboxHash: string,
  since: Date,
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${mailboxHash}, 2))`.execute(db)
  const { sent } = await db
    .selectFrom('portal_codes')
    .select((eb) => eb.fn.countAll<number>().as('sent'))
    .where('tenant_id', '=', tenantId)
    .where('mailbox_hash', '=', mailboxHash)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return sent
}

/** Spends one try of the newest code: of many guesses at once, no more than five are looked at. */
export async function spendTry({ db, tenantId, now }: ReadCtx, personHash: string) {
  return db
    .updateTable('portal_codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('tenant_id', '=', tenantId)
    .where('id', '=', (eb) =>
      eb
        .selectFrom('portal_codes as newest')
        .select('newest.id')
        .where('newest.tenant_id', '=', tenantId)
        .where('newest.person_hash', '=', personHash)
        .orderBy('newest.created_at', 'desc')
        .orderBy('newest.id', 'desc')
        .limit(1),
    )
    .where('tries', '<', MOST_TRIES)
    .where('expires_at', '>', now)
    .returning(['id', 'code_hash'])
    .executeTakeFirst()
}

/** A used code counts no more, but still against the mails of its quarter of an hour. */
export async function burnCode({ db, tenantId }: ReadCtx, id: string): Promise<void> {
  await db
    .updateTable('portal_codes')
    .set({ tries: MOST_TRIES })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()
}
