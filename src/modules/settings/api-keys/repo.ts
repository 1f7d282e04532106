import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Reading } from '#db/context.ts'
import { page } from '#db/sql.ts'
import type { Tables } from '#db/tables.ts'
import type { Page, PageQuery } from '#kernel/paging.ts'
import '../tables.ts'

export type ApiKeyRow = Selectable<Tables['api_keys']>

export function listKeys({ db, tenantId }: Reading, query: PageQuery): Promise<Page<ApiKeyRow>> {
  const keys = db
    .selectFrom('api_keys')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
  return page(db, keys, query)
}

export function lockKey({ db, tenantId }: Reading, id: string): Promise<ApiKeyRow | undefined> {
  return db
    .selectFrom('api_keys')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export function insertKey({ db }: Reading, row: Insertable<Tables['api_keys']>): Promise<ApiKeyRow> {
  return db.insertInto('api_keys').values(row).returningAll().executeTakeFirstOrThrow()
}

export function updateKey(
  { db, tenantId }: Reading,
  id: string,
  fields: Updateable<Tables['api_keys']>,
): Promise<ApiKeyRow> {
  return db
    .updateTable('api_keys')
    .set(fields)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function removeKey({ db, tenantId }: Reading, id: string): Promise<ApiKeyRow | undefined> {
  return db
    .deleteFrom('api_keys')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}
