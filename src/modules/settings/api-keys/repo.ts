import type { Selectable } from 'kysely'
import type { ReadCtx } from '#db/context.ts'
import { page } from '#db/sql.ts'
import type { Tables } from '#db/tables.ts'
import { tenantTable } from '#db/tenant-table.ts'
import type { Page, PageQuery } from '#kernel/paging.ts'

export type ApiKeyRow = Selectable<Tables['api_keys']>

export const apiKeys = tenantTable('api_keys')

export function listKeys(ctx: ReadCtx, query: PageQuery): Promise<Page<ApiKeyRow>> {
  const newestFirst = apiKeys.select(ctx).selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc')
  return page(ctx.db, newestFirst, query)
}
