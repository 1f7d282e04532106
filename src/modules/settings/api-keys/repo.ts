import type { Selectable } from 'kysely'
import type { ReadCtx } from '#db/context.ts'
import { listPage } from '#db/list.ts'
import type { Tables } from '#db/tables.ts'
import { tenantTable } from '#db/tenant-table.ts'
import type { Page } from '#kernel/paging.ts'
import { KEYS, type KeysQuery } from './schemas.ts'

export type ApiKeyRow = Selectable<Tables['api_keys']>

export const apiKeys = tenantTable('api_keys')

export function listKeys(ctx: ReadCtx, query: KeysQuery): Promise<Page<ApiKeyRow>> {
  return listPage(ctx, KEYS, apiKeys.select(ctx).selectAll(), query)
}
