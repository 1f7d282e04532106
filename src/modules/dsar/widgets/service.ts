import { audit } from '#db/audit.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import type { MaybePage } from '#http/schema-kit.ts'
import { iso } from '#kernel/dates.ts'
import { impossible, notFound } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { pageOrAll } from '#kernel/paging.ts'
import { newToken } from '#kernel/secrets.ts'
import { findEntity } from '#modules/org/public.ts'
import * as repo from './repo.ts'
import { widgets } from './repo.ts'
import type { NewWidget, Widget, WidgetPatch } from './schemas.ts'
import { readSettings } from './settings.ts'

/** Whole: the contract names no pages for them. */
export async function listWidgets(ctx: ReadCtx, query: MaybePage) {
  const { shown, pagination } = pageOrAll(await repo.listWidgets(ctx), query)
  return { widgets: shown.map((row) => widgetView(ctx, row)), pagination }
}

export async function createWidget(ctx: WriteCtx, { name, config }: NewWidget) {
  await assertEntity(ctx, config ?? {})
  const row = await widgets.insert(ctx, {
    id: newId(),
    widget_key: newToken(),
    name,
    is_active: true,
    config: config ?? {},
    created_at: ctx.now,
    updated_at: ctx.now,
  })
  await audit(ctx, { action: 'create', entityType: 'dsar_widget', entityId: row.id, after: row })
  return widgetView(ctx, row)
}

/** Absent leaves alone; `config` is replaced whole, and null empties it. */
export async function updateWidget(ctx: WriteCtx, id: string, { name, config, isActive }: WidgetPatch) {
  const before = await widgets.lockFields(ctx, id)
  if (!before) throw notFound('el formulario')
  await assertEntity(ctx, config ?? {})
  const row = await widgets.update(ctx, id, {
    ...(name !== undefined && { name }),
    ...(config !== undefined && { config: config ?? {} }),
    ...(isActive !== undefined && { is_active: isActive }),
    updated_at: ctx.now,
  })
  await audit(ctx, { action: 'update', entityType: 'dsar_widget', entityId: id, before, after: row })
  return widgetView(ctx, row)
}

/** Everything in a configuration is free, but an entity that is not there would let another one answer. */
async function assertEntity(ctx: ReadCtx, config: Record<string, unknown>): Promise<void> {
  const { legalEntityId } = readSettings(config)
  if (legalEntityId === null || (await findEntity(ctx, legalEntityId))) return
  throw impossible('config.legalEntityId', 'La entidad legal indicada no existe en su organización.')
}

function widgetView({ tools }: ReadCtx, row: repo.WidgetRow): Widget {
  return {
    id: row.id,
    widgetKey: row.widget_key,
    name: row.name,
    formUrl: `${tools.publicUrl}/api/v1/public/dsar/${row.widget_key}`,
    isActive: row.is_active,
    config: row.config,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  }
}
