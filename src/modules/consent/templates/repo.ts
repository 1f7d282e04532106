import { type Selectable, sql } from 'kysely'
import type { ReadCtx } from '#db/context.ts'
import { page } from '#db/sql.ts'
import type { Tables } from '#db/tables.ts'
import { tenantTable } from '#db/tenant-table.ts'
import type { Page, PageQuery } from '#kernel/paging.ts'
import { versionsOf } from '../versions.ts'

export type TemplateRow = Selectable<Tables['consent_templates']>
export type RecordRow = Selectable<Tables['consent_form_records']>
export type WebhookRow = Selectable<Tables['consent_webhooks']>

/** A deleted template is kept with its records: `deleted_at` tells. */
export const templates = tenantTable('consent_templates', ['fields'])
export const templateVersions = versionsOf('consent_template_versions', 'template_id')
export const webhooks = tenantTable('consent_webhooks')

const MOST = 1000

export function pageTemplates(
  ctx: ReadCtx,
  { isActive, ...query }: PageQuery & { isActive?: boolean },
): Promise<Page<TemplateRow>> {
  let found = templates.select(ctx).selectAll().where('deleted_at', 'is', null)
  if (isActive !== undefined) found = found.where('is_active', '=', isActive)
  return page(ctx.db, found.orderBy('created_at', 'desc').orderBy('id', 'desc'), query)
}

export function listActiveTemplates(ctx: ReadCtx): Promise<TemplateRow[]> {
  return templates
    .select(ctx)
    .selectAll()
    .where('deleted_at', 'is', null)
    .where('is_active', '=', true)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute()
}

/** True when someone's consent, taken by hand, names this uploaded file among its evidence. */
export async function namesFile({ db, tenantId }: ReadCtx, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('consent_form_records')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('source', '=', 'manual')
    .where(sql<string>`evidence::text`, 'ilike', `%${key}%`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

// ── webhooks ──

const webhooksOf = (ctx: ReadCtx, templateId: string) =>
  webhooks
    .select(ctx)
    .selectAll()
    .where('template_id', '=', templateId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')

export function pageWebhooks(ctx: ReadCtx, templateId: string, query: PageQuery): Promise<Page<WebhookRow>> {
  return page(ctx.db, webhooksOf(ctx, templateId), query)
}

export function listWebhooks(ctx: ReadCtx, templateId: string): Promise<WebhookRow[]> {
  return webhooksOf(ctx, templateId).limit(MOST).execute()
}

export function removeWebhook(
  { db, tenantId }: ReadCtx,
  templateId: string,
  id: string,
): Promise<WebhookRow | undefined> {
  return db
    .deleteFrom('consent_webhooks')
    .where('tenant_id', '=', tenantId)
    .where('template_id', '=', templateId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

export function disableWebhook(
  { db, tenantId }: ReadCtx,
  templateId: string,
  id: string,
): Promise<WebhookRow | undefined> {
  return db
    .updateTable('consent_webhooks')
    .set({ is_active: false })
    .where('tenant_id', '=', tenantId)
    .where('template_id', '=', templateId)
    .where('id', '=', id)
    .where('is_active', '=', true)
    .returningAll()
    .executeTakeFirst()
}
