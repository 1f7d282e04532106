import type { Db } from '#db/database.ts'
import { mailCodes } from '#db/mail-codes.ts'
import { MOST_TRIES } from './rules.ts'

export function findTenant(db: Db, slug: string) {
  return db
    .selectFrom('tenants')
    .select(['id', 'name', 'slug', 'branding', 'answer_retention_days'])
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

export const codes = mailCodes({
  table: 'portal_codes',
  opens: 'person_hash',
  lock: 2,
  mostTries: MOST_TRIES,
})
