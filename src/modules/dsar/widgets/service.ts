import { audit } from '#db/audit.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { listWhole } from '#db/list-whole.ts'
import { together } from '#db/sql.ts'
import { iso } from '#kernel/dates.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { isId, newId } from '#kernel/ids.ts'
import { newToken } from '#kernel/secrets.ts'
import { entityColumn, findMainEntity } from '#modules/org/public.ts'
import { embedCode, pageUrl } from './addresses.ts'
import * as repo from './repo.ts'
import { widgets } from './repo.ts'
import { type NewWidget, WIDGETS, type Widget, type WidgetPatch, type WidgetsQuery } from './schemas.ts'
import { readSettings } from './settings.ts'

/** One answer without pages: the contract names none. */
export async function listWidgets(ctx: ReadCtx, query: WidgetsQuery) {
  const entity = query.legalEntityId?.trim() || undefined
  const all = entity !== undefined && !isId(entity) ? [] : await repo.listWidgets(ctx, entity)
  const { rows, ...page } = listWhole(ctx, WIDGETS, all, query)
  return { widgets: rows.map((row) => widgetView(ctx, row)), ...page }
}

export async function getWidget(ctx: ReadCtx, id: string) {
  const row = await widgets.find(ctx, id)
  if (!row) throw notFound('el formulario')
  return widgetView(ctx, row)
}

export async function createWidget(ctx: WriteCtx, { name, config, legalEntityId }: NewWidget) {
  const entity = legalEntityId?.trim()
    ? await entityColumn(ctx, legalEntityId)
    : await entityOfConfig(ctx, config ?? {})
  const row = await widgets.insert(ctx, {
    ...entity,
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

/** An absent field stays. `config` is replaced whole, and null empties it. */
export async function updateWidget(ctx: WriteCtx, id: string, body: WidgetPatch) {
  const { name, config, isActive } = body
  const before = await widgets.lockFields(ctx, id)
  if (!before) throw notFound('el formulario')
  const row = await widgets.update(ctx, id, {
    ...(await entityOfPatch(ctx, before, body)),
    ...(name !== undefined && { name }),
    ...(config !== undefined && { config: config ?? {} }),
    ...(isActive !== undefined && { is_active: isActive }),
    updated_at: ctx.now,
  })
  await audit(ctx, { action: 'update', entityType: 'dsar_widget', entityId: id, before, after: row })
  return widgetView(ctx, row)
}

/** A form that brought requests is part of their record and stays. The lock keeps new requests out meanwhile. */
export async function deleteWidget(ctx: WriteCtx, id: string): Promise<void> {
  const before = await widgets.lock(ctx, id)
  if (!before) throw notFound('el formulario')
  if (await repo.hasRequests(ctx, id)) {
    throw new Failure(
      'conflict',
      `Por el formulario «${before.name}» llegaron solicitudes y no se puede eliminar. Desactívelo.`,
    )
  }
  await together(
    widgets.remove(ctx, id),
    audit(ctx, { action: 'delete', entityType: 'dsar_widget', entityId: id, before }),
  )
}

/** The field of its own names the entity, else the configuration does. Without either the entity stays. */
async function entityOfPatch(ctx: ReadCtx, before: repo.WidgetRow, { config, legalEntityId }: WidgetPatch) {
  if (legalEntityId?.trim()) return entityColumn(ctx, legalEntityId)
  const forgotten =
    legalEntityId !== undefined ||
    (config !== undefined && readSettings(before.config).legalEntityId !== null)
  const named = await entityOfConfig(ctx, config ?? {})
  if (named.legal_entity_id !== undefined || !forgotten) return named
  const main = await findMainEntity(ctx)
  return main ? { legal_entity_id: main.id } : {}
}

/** A configuration is free except for its entity: an unknown id would let another entity answer. */
function entityOfConfig(ctx: ReadCtx, config: Record<string, unknown>) {
  return entityColumn(ctx, readSettings(config).legalEntityId, 'config.legalEntityId')
}

function widgetView({ tools }: ReadCtx, row: repo.WidgetRow): Widget {
  return {
    id: row.id,
    widgetKey: row.widget_key,
    name: row.name,
    formUrl: pageUrl(tools, row.widget_key),
    pageUrl: pageUrl(tools, row.widget_key),
    embedCode: embedCode(tools, row.widget_key),
    isActive: row.is_active,
    legalEntityId: row.legal_entity_id,
    config: row.config,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  }
}
