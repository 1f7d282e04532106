import type { Selectable, Updateable } from 'kysely'
import type { Reading } from '#db/context.ts'
import { json } from '#db/sql.ts'
import type { Tables } from '#db/tables.ts'

export type TenantRow = Selectable<Tables['tenants']>

export function findTenant({ db, tenantId }: Reading): Promise<TenantRow> {
  return db.selectFrom('tenants').selectAll().where('id', '=', tenantId).executeTakeFirstOrThrow()
}

/** Held until the end of the act. Not for key update: rows that refer to the tenant go on being written. */
export function lockTenant({ db, tenantId }: Reading): Promise<TenantRow> {
  return db
    .selectFrom('tenants')
    .selectAll()
    .where('id', '=', tenantId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

export function updateTenant(
  { db, tenantId }: Reading,
  { branding, ...fields }: Updateable<Tables['tenants']>,
): Promise<TenantRow> {
  return db
    .updateTable('tenants')
    .set({ ...fields, ...(branding && { branding: json(branding) }) })
    .where('id', '=', tenantId)
    .returningAll()
    .executeTakeFirstOrThrow()
}
