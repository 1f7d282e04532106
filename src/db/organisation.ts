import type { ReadCtx } from './context.ts'

/** The organisation's name and branding, for its pages and letters. */
export async function readOrganisation({ db, tenantId }: ReadCtx) {
  return db
    .selectFrom('tenants')
    .select(['name', 'slug', 'branding'])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
}
