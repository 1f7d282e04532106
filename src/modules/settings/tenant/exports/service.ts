import { audit } from '#db/audit.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { together } from '#db/sql.ts'
import { viewOf } from '#http/view.ts'
import { enqueue } from '#jobs/definition.ts'
import { after, DAY_MS } from '#kernel/dates.ts'
import { Failure, found } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { datedName } from '#sheets/csv.ts'
import { findTenant } from '../repo.ts'
import * as repo from './repo.ts'
import { tenantExports } from './repo.ts'
import { KEPT_DAYS, MOST_EXPORTS } from './rules.ts'
import { TenantExport } from './schemas.ts'

export const EXPORT_NAME = 'settings.export'
export const REMOVAL_NAME = 'settings.remove-export'

const EXPORT = 'la exportación'

const exportView = viewOf<repo.ExportRow>()(TenantExport)

export async function listExports(ctx: ReadCtx) {
  return { items: (await repo.listExports(ctx)).map(exportView) }
}

export async function getExport(ctx: ReadCtx, id: string) {
  return exportView(found(await tenantExports.find(ctx, id), EXPORT))
}

/** Writes the row and its job together. The job makes the file in the background. */
export async function startExport(ctx: WriteCtx) {
  const before = await repo.listExports(ctx)
  if (before.some(({ status }) => status === 'PENDING'))
    throw new Failure('conflict', 'Ya se está preparando una exportación. Espere a que termine.')
  if (before.length >= MOST_EXPORTS)
    throw new Failure(
      'conflict',
      `Hay ${MOST_EXPORTS} exportaciones guardadas. Elimine una antes de pedir otra.`,
    )
  const row = {
    id: newId(),
    status: 'PENDING' as const,
    parts: 0,
    requested_by: ctx.actor.id ?? null,
    requested_by_name: ctx.actor.name ?? null,
    created_at: ctx.now,
    expires_at: after(ctx.now, KEPT_DAYS * DAY_MS),
  }
  const [saved] = await together(
    tenantExports.insert(ctx, row),
    enqueue(ctx, EXPORT_NAME, { tenantId: ctx.tenantId, exportId: row.id }),
    audit(ctx, { action: 'export', entityType: 'tenant_export', entityId: row.id, after: row }),
  )
  return exportView(saved)
}

export async function openExport(ctx: ReadCtx, id: string) {
  const row = found(await tenantExports.find(ctx, id), EXPORT)
  if (row.expires_at <= ctx.now)
    throw new Failure('conflict', 'La exportación venció y se elimina. Pida una nueva.')
  if (row.status !== 'READY')
    throw new Failure(
      'conflict',
      row.status === 'PENDING'
        ? 'La exportación aún se está preparando. Intente de nuevo en unos segundos.'
        : `La exportación no pudo prepararse: ${row.error} Pida una nueva.`,
    )
  const { slug } = await findTenant(ctx)
  return { row, fileName: datedName(slug, row.created_at, 'tar.gz') }
}

export async function deleteExport(ctx: WriteCtx, id: string): Promise<void> {
  const before = found(await tenantExports.remove(ctx, id), EXPORT)
  const { parts } = before
  await together(
    audit(ctx, { action: 'delete', entityType: 'tenant_export', entityId: id, before }),
    ...(parts > 0 ? [enqueue(ctx, REMOVAL_NAME, { tenantId: ctx.tenantId, id, parts })] : []),
  )
}
