import type { Selectable, Updateable } from 'kysely'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { json } from '#db/sql.ts'
import type { Tables } from '#db/tables.ts'

export type TenantRow = Selectable<Tables['tenants']>

export function findTenant({ db, tenantId }: ReadCtx): Promise<TenantRow> {
  return db.selectFrom('tenants').selectAll().where('id', '=', tenantId).executeTakeFirstOrThrow()
}

/** Locks the tenant until the act ends. Rows that refer to it can still be written. */
export function lockTenant({ db, tenantId }: ReadCtx): Promise<TenantRow> {
  return db
    .selectFrom('tenants')
    .selectAll()
    .where('id', '=', tenantId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

export function updateTenant(
  { db, tenantId }: ReadCtx,
  { branding, ...fields }: Updateable<Tables['tenants']>,
): Promise<TenantRow> {
  return db
    .updateTable('tenants')
    .set({ ...fields, ...(branding && { branding: json(branding) }) })
    .where('id', '=', tenantId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The session of the acting member. API keys have none. */
export async function findOwnSession({ db, actor }: WriteCtx) {
  if (actor.sessionId === undefined) return undefined
  return db
    .selectFrom('sessions')
    .select(['strong', 'sso_tenant_id'])
    .where('id', '=', actor.sessionId)
    .executeTakeFirst()
}
