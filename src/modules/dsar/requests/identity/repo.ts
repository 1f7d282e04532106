import type { Selectable } from 'kysely'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import type { Tables } from '#db/tables.ts'
import { tenantTable } from '#db/tenant-table.ts'
import { newId } from '#kernel/ids.ts'

export type CheckRow = Selectable<Tables['dsar_identity_checks']>
const checks = tenantTable('dsar_identity_checks')

/** No request has this many checks: the bound only protects the server. */
const MOST = 1000

/** Oldest first. */
export function listChecks(ctx: ReadCtx, requestId: string): Promise<CheckRow[]> {
  return checks
    .select(ctx)
    .selectAll()
    .where('request_id', '=', requestId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(MOST)
    .execute()
}

export function insertCheck(
  ctx: WriteCtx,
  row: Pick<CheckRow, 'request_id' | 'method' | 'proves' | 'notes' | 'file_id' | 'withdraws'>,
): Promise<CheckRow> {
  return checks.insert(ctx, {
    ...row,
    id: newId(),
    actor_id: ctx.actor.id ?? null,
    actor_name: ctx.actor.name ?? null,
    created_at: ctx.now,
  })
}
