import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Reading } from '#db/context.ts'
import { page } from '#db/sql.ts'
import type { Tables } from '#db/tables.ts'
import type { Page, PageQuery } from '#kernel/paging.ts'
import { pageCounted } from '../counts.ts'
import '../tables.ts'

export type TemplateRow = Selectable<Tables['consent_templates']>
export type VersionRow = Selectable<Tables['consent_template_versions']>
export type RecordRow = Selectable<Tables['consent_form_records']>
export type WebhookRow = Selectable<Tables['consent_webhooks']>

const MOST = 1000

const templates = ({ db, tenantId }: Reading) =>
  db.selectFrom('consent_templates').selectAll().where('tenant_id', '=', tenantId)

export function pageTemplates(
  ctx: Reading,
  { isActive, ...query }: PageQuery & { isActive?: boolean },
): Promise<Page<TemplateRow>> {
  let found = templates(ctx).where('deleted_at', 'is', null)
  if (isActive !== undefined) found = found.where('is_active', '=', isActive)
  return page(ctx.db, found.orderBy('created_at', 'desc').orderBy('id', 'desc'), query)
}

export function listActiveTemplates(ctx: Reading): Promise<TemplateRow[]> {
  return templates(ctx)
    .where('deleted_at', 'is', null)
    .where('is_active', '=', true)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute()
}

/** Deleted ones too: their records stay. */
export function findTemplate(ctx: Reading, id: string): Promise<TemplateRow | undefined> {
  return templates(ctx).where('id', '=', id).executeTakeFirst()
}

export function lockTemplate(ctx: Reading, id: string): Promise<TemplateRow | undefined> {
  return templates(ctx)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export function insertTemplate(
  { db }: Reading,
  row: Insertable<Tables['consent_templates']>,
): Promise<TemplateRow> {
  return db.insertInto('consent_templates').values(row).returningAll().executeTakeFirstOrThrow()
}

export function updateTemplate(
  { db, tenantId }: Reading,
  id: string,
  fields: Updateable<Tables['consent_templates']>,
): Promise<TemplateRow> {
  return db
    .updateTable('consent_templates')
    .set(fields)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

// ── versions ──

export async function insertVersion(
  { db }: Reading,
  row: Insertable<Tables['consent_template_versions']>,
): Promise<void> {
  await db.insertInto('consent_template_versions').values(row).execute()
}

export function pageVersions(
  { db, tenantId }: Reading,
  templateId: string,
  query: PageQuery,
): Promise<Page<VersionRow>> {
  const versions = db
    .selectFrom('consent_template_versions')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('template_id', '=', templateId)
    .orderBy('version', 'desc')
  return page(db, versions, query)
}

export function findVersion(
  { db, tenantId }: Reading,
  templateId: string,
  version: number,
): Promise<VersionRow | undefined> {
  return db
    .selectFrom('consent_template_versions')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('template_id', '=', templateId)
    .where('version', '=', version)
    .executeTakeFirst()
}

// ── records ──

export async function insertRecord(
  { db }: Reading,
  row: Insertable<Tables['consent_form_records']>,
): Promise<void> {
  await db.insertInto('consent_form_records').values(row).execute()
}

export function pageRecords(
  ctx: Reading,
  templateId: string,
  { subjectRef, ...query }: PageQuery & { subjectRef: string | undefined },
): Promise<Page<RecordRow>> {
  const { db, tenantId } = ctx
  const records = db
    .selectFrom('consent_form_records')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('template_id', '=', templateId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
  if (subjectRef !== undefined) return page(db, records.where('subject_ref', '=', subjectRef), query)
  return pageCounted(ctx, records, templateId, query)
}

/** True when someone's consent, taken by hand, names this uploaded file among its evidence. */
export async function namesFile({ db, tenantId }: Reading, key: string): Promise<boolean> {
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

const webhooks = ({ db, tenantId }: Reading, templateId: string) =>
  db
    .selectFrom('consent_webhooks')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('template_id', '=', templateId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')

export function pageWebhooks(ctx: Reading, templateId: string, query: PageQuery): Promise<Page<WebhookRow>> {
  return page(ctx.db, webhooks(ctx, templateId), query)
}

export function listWebhooks(ctx: Reading, templateId: string): Promise<WebhookRow[]> {
  return webhooks(ctx, templateId).limit(MOST).execute()
}

export function insertWebhook(
  { db }: Reading,
  row: Insertable<Tables['consent_webhooks']>,
): Promise<WebhookRow> {
  return db.insertInto('consent_webhooks').values(row).returningAll().executeTakeFirstOrThrow()
}

export function removeWebhook(
  { db, tenantId }: Reading,
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
  { db, tenantId }: Reading,
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
