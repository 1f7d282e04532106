import { audit } from '#db/audit.ts'
import type { Ctx, Reading } from '#db/context.ts'
import { iso } from '#kernel/dates.ts'
import { Failure, impossible, notFound } from '#kernel/failure.ts'
import { isId, newId } from '#kernel/ids.ts'
import { type PageQuery, pagination } from '#kernel/paging.ts'
import { newToken } from '#kernel/secrets.ts'
import { findEntity } from '#modules/org/public.ts'
import * as repo from './repo.ts'
import { originsOf } from './rules.ts'
import type { NewWidget, Widget, WidgetConfig, WidgetPatch } from './schemas.ts'

export async function listWidgets(ctx: Reading, query: PageQuery) {
  const { rows, total } = await repo.listWidgets(ctx, query)
  return { widgets: rows.map(widgetView), pagination: pagination(query, total) }
}

export async function createWidget(ctx: Ctx, { name, config }: NewWidget) {
  await assertConfig(ctx, config ?? {})
  const row = await repo.insertWidget(ctx, {
    tenant_id: ctx.tenantId,
    id: newId(),
    widget_key: newToken(),
    name,
    is_active: true,
    config: config ?? {},
    created_at: ctx.now,
    updated_at: ctx.now,
  })
  await audit(ctx, { action: 'create', entityType: 'dsar_widget', entityId: row.id, after: row })
  return widgetView(row)
}

/** Absent leaves alone; `config` is replaced whole, and null empties it. */
export async function updateWidget(ctx: Ctx, id: string, { name, config, isActive }: WidgetPatch) {
  const before = await repo.lockWidget(ctx, id)
  if (!before) throw notFound('el formulario')
  await assertConfig(ctx, config ?? {})
  const row = await repo.updateWidget(ctx, id, {
    ...(name !== undefined && { name }),
    ...(config !== undefined && { config: config ?? {} }),
    ...(isActive !== undefined && { is_active: isActive }),
  })
  await audit(ctx, { action: 'update', entityType: 'dsar_widget', entityId: id, before, after: row })
  return widgetView(row)
}

/** A page that is mistyped would shut out its visitors, and a wrong entity would answer for another. */
async function assertConfig(ctx: Reading, { allowedOrigins, legalEntityId }: WidgetConfig): Promise<void> {
  const wrong = (allowedOrigins ?? []).findIndex((entry) => originsOf(entry) === undefined)
  if (wrong >= 0) {
    const path = `config.allowedOrigins[${wrong}]`
    const message = `«${path}» debe ser una página como https://www.tiendasur.cl.`
    throw new Failure('malformed', message, { details: [{ path, message }] })
  }
  if (typeof legalEntityId !== 'string') return
  const entity = isId(legalEntityId) ? await findEntity(ctx, legalEntityId) : undefined
  if (!entity) {
    throw impossible('config.legalEntityId', 'La entidad legal indicada no existe en su organización.')
  }
}

function widgetView(row: repo.WidgetRow): Widget {
  return {
    id: row.id,
    widgetKey: row.widget_key,
    name: row.name,
    isActive: row.is_active,
    config: row.config,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  }
}
