import type { ReadCtx } from './context.ts'

/** Whose pages and letters these are: the name, and what they look like. */
export async function readOrganisation({ db, tenantId }: ReadCtx) {
  return db
    .selectFrom('tenants')
    .select(['name', 'slug', 'branding'])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
}
