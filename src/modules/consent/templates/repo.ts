import { type Selectable, sql } from 'kysely'
import type { ReadCtx } from '#db/context.ts'
import { listPage } from '#db/list.ts'
import { recordKind } from '#db/records.ts'
import type { Tables } from '#db/tables.ts'
import { tenantTable } from '#db/tenant-table.ts'
import type { Page } from '#kernel/paging.ts'
import { versionsOf } from '../versions.ts'
import { TEMPLATES, type TemplatesQuery, WEBHOOKS, type WebhooksQuery } from './schemas.ts'

export type TemplateRow = Selectable<Tables['consent_templates']>
export type RecordRow = Selectable<Tables['consent_form_records']>
export type WebhookRow = Selectable<Tables['consent_webhooks']>

/** A deleted template stays with its records, and has `deleted_at`. */
export const templates = tenantTable('consent_templates', ['fields', 'allowed_origins'])
export const templateRecord = recordKind('consent_templates')
export const templateVersions = versionsOf('consent_template_versions', 'template_id')
export const webhooks = tenantTable('consent_webhooks')

const MOST = 1000

export function pageTemplates(ctx: ReadCtx, query: TemplatesQuery): Promise<Page<TemplateRow>> {
  const { isActive } = query
  let found = templates.select(ctx).selectAll().where('deleted_at', 'is', null)
  if (isActive !== undefined) found = found.where('is_active', '=', isActive)
  return listPage(ctx, TEMPLATES, found, query)
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

/** True if a consent entered by hand names this uploaded file in its evidence. */
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

/** The person's last proven decision about a form. Undefined if there is none. */
export async function findProvenDecision(
  { db, tenantId }: ReadCtx,
  templateId: string,
  ref: string,
): Promise<boolean | undefined> {
  const row = await db
    .selectFrom('consent_form_records')
    .select('granted')
    .where('tenant_id', '=', tenantId)
    .where('subject_ref', '=', ref)
    .where('template_id', '=', templateId)
    .where(sql<boolean>`(source <> 'form' or proven_by in ('confirmed_email', 'subject_token'))`)
    .orderBy('occurred_at', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.granted
}

/** Counts the person's decisions about this form since then: each may send a letter to somebody else's mailbox. */
export async function countDecisions(
  { db, tenantId }: ReadCtx,
  templateId: string,
  ref: string,
  since: Date,
): Promise<number> {
  const { n } = await db
    .selectFrom('consent_form_records')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('tenant_id', '=', tenantId)
    .where('subject_ref', '=', ref)
    .where('template_id', '=', templateId)
    .where('occurred_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(n)
}

export function findRecord({ db, tenantId }: ReadCtx, id: string): Promise<RecordRow | undefined> {
  return db
    .selectFrom('consent_form_records')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Includes whether a letter asks the person about it. */
export function findRecordByReceipt({ db, tenantId }: ReadCtx, templateId: string, receipt: string) {
  return db
    .selectFrom('consent_form_records as r')
    .selectAll()
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('consent_confirmations as c')
            .select('c.id')
            .where('c.tenant_id', '=', tenantId)
            .whereRef('c.record_id', '=', 'r.id'),
        )
        .as('is_asked'),
    )
    .where('r.tenant_id', '=', tenantId)
    .where('r.template_id', '=', templateId)
    .where('r.receipt', '=', receipt)
    .executeTakeFirst()
}

/** The decision in force between the person and the form. */
export async function findStanding(
  { db, tenantId }: ReadCtx,
  templateId: string,
  ref: string,
): Promise<RecordRow | undefined> {
  return db
    .selectFrom('consent_form_records')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('subject_ref', '=', ref)
    .where('template_id', '=', templateId)
    .where('is_effective', '=', true)
    .orderBy('occurred_at', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The consent that a withdrawal ended: the last grant before it. */
export async function findGrantBefore(
  { db, tenantId }: ReadCtx,
  { template_id, subject_ref, occurred_at }: Pick<RecordRow, 'template_id' | 'subject_ref' | 'occurred_at'>,
): Promise<RecordRow | undefined> {
  return db
    .selectFrom('consent_form_records')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('subject_ref', '=', subject_ref)
    .where('template_id', '=', template_id)
    .where('is_effective', '=', true)
    .where('granted', '=', true)
    .where('occurred_at', '<=', occurred_at)
    .orderBy('occurred_at', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

// ── webhooks ──

const webhooksOf = (ctx: ReadCtx, templateId: string) =>
  webhooks.select(ctx).selectAll().where('template_id', '=', templateId)

export function pageWebhooks(
  ctx: ReadCtx,
  templateId: string,
  query: WebhooksQuery,
): Promise<Page<WebhookRow>> {
  return listPage(ctx, WEBHOOKS, webhooksOf(ctx, templateId), { ...query, templateId })
}

export function listWebhooks(ctx: ReadCtx, templateId: string): Promise<WebhookRow[]> {
  return webhooksOf(ctx, templateId).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(MOST).execute()
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
