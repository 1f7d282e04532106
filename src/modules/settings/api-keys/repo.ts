import type { Selectable } from 'kysely'
import type { ReadCtx } from '#db/context.ts'
import { listPage } from '#db/list.ts'
import { recordBesides } from '#db/records.ts'
import { MOST_ROWS } from '#db/sql.ts'
import type { Tables } from '#db/tables.ts'
import { tenantTable } from '#db/tenant-table.ts'
import type { Page } from '#kernel/paging.ts'
import { KEYS, type KeysQuery } from './schemas.ts'

export type ApiKeyRow = Selectable<Tables['api_keys']>

export const apiKeys = tenantTable('api_keys')
export const keyRecord = recordBesides('api_keys', 'last_used_at')

/** `holder_left`: the person who saw the key has left, so somebody outside knows a key in use. */
export interface ShownKey extends ApiKeyRow {
  holder_left: boolean
}

/** Adds to each key whether the person who saw it is still a member. */
export async function withHolders(
  { db, tenantId }: ReadCtx,
  rows: readonly ApiKeyRow[],
): Promise<ShownKey[]> {
  const ids = [...new Set(rows.flatMap(({ created_by }) => created_by ?? []))]
  const here =
    ids.length === 0
      ? []
      : await db
          .selectFrom('memberships')
          .select('user_id')
          .where('tenant_id', '=', tenantId)
          .where('status', '=', 'ACTIVE')
          .where('user_id', 'in', ids)
          .execute()
  const members = new Set(here.map(({ user_id }) => user_id))
  return rows.map((row) => ({
    ...row,
    holder_left: row.created_by !== null && !members.has(row.created_by),
  }))
}

/** Names of working keys that this person saw. */
export async function listNamesShownTo(ctx: ReadCtx, userId: string): Promise<string[]> {
  const rows = await apiKeys
    .select(ctx)
    .select('name')
    .where('created_by', '=', userId)
    .where('is_active', '=', true)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', ctx.now)]))
    .orderBy('name')
    .orderBy('id')
    .limit(MOST_ROWS)
    .execute()
  return rows.map(({ name }) => name)
}

export function listKeys(ctx: ReadCtx, query: KeysQuery): Promise<Page<ApiKeyRow>> {
  return listPage(ctx, KEYS, apiKeys.select(ctx).selectAll(), query)
}
