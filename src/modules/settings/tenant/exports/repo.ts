import type { Selectable, Updateable } from 'kysely'
import type { ReadCtx } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import { recordKind } from '#db/records.ts'
import type { Tables } from '#db/tables.ts'
import { tenantTable } from '#db/tenant-table.ts'

export const tenantExports = tenantTable('tenant_exports')
export const exportRecord = recordKind('tenant_exports')
export type ExportRow = Selectable<Tables['tenant_exports']>

export function listExports(ctx: ReadCtx): Promise<ExportRow[]> {
  return tenantExports.select(ctx).selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
}

/** Undefined if the export was deleted or has ended. */
export function updatePending(
  { db, tenantId }: ReadCtx,
  id: string,
  fields: Updateable<Tables['tenant_exports']>,
): Promise<ExportRow | undefined> {
  return db
    .updateTable('tenant_exports')
    .set(fields)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('status', '=', 'PENDING')
    .returningAll()
    .executeTakeFirst()
}

/** Searches all tenants for exports whose process died. */
export function failAbandoned(db: Db, createdBefore: Date, now: Date, error: string) {
  return db
    .updateTable('tenant_exports')
    .set({ status: 'FAILED', error, completed_at: now })
    .where('status', '=', 'PENDING')
    .where('created_at', '<', createdBefore)
    .returning(['tenant_id', 'id', 'parts'])
    .execute()
}

/** Searches all tenants for expired exports. */
export function listExpired(db: Db, now: Date) {
  return db
    .selectFrom('tenant_exports')
    .select(['tenant_id', 'id', 'parts'])
    .where('expires_at', '<', now)
    .where('status', '<>', 'PENDING')
    .execute()
}

export async function forget(db: Db, tenantId: string, id: string): Promise<void> {
  await db.deleteFrom('tenant_exports').where('tenant_id', '=', tenantId).where('id', '=', id).execute()
}
