import { audit } from '#db/audit.ts'
import type { Ctx, Reading } from '#db/context.ts'
import { json } from '#db/sql.ts'
import { notFound } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { type PageQuery, pagination } from '#kernel/paging.ts'
import { newToken } from '#kernel/secrets.ts'
import { noneIfBlank } from '#kernel/text.ts'
import { statsOf } from '../counts.ts'
import { versionView } from '../notices/views.ts'
import { hashOf } from '../proof.ts'
import { type RecordsQuery, recordsFilter, type StatsQuery } from '../schemas.ts'
import * as repo from './repo.ts'
import { completeFields, type TemplateContent } from './rules.ts'
import type { NewTemplate, TemplatePatch, TemplatesQuery } from './schemas.ts'
import { contentOf, recordView, templateView } from './views.ts'

export async function listTemplates(ctx: Reading, query: TemplatesQuery) {
  const { rows, total } = await repo.pageTemplates(ctx, query)
  return { items: rows.map(templateView), pagination: pagination(query, total) }
}

export async function showTemplate(ctx: Reading, id: string) {
  return templateView(await getTemplate(ctx, id))
}

export async function createTemplate(ctx: Ctx, body: NewTemplate) {
  const content: TemplateContent = {
    purposeText: body.purposeText,
    fields: completeFields(body.fields ?? []),
    requireAge: body.requireAge ?? false,
    sensitive: body.sensitive ?? false,
  }
  const row = await repo.insertTemplate(ctx, {
    tenant_id: ctx.tenantId,
    id: newId(),
    name: body.name,
    description: noneIfBlank(body.description) ?? null,
    ...columnsOf(content),
    form_key: newToken(),
    is_active: body.isActive ?? true,
    version: 1,
    created_at: ctx.now,
    updated_at: ctx.now,
  })
  await keepVersion(ctx, row)
  await audit(ctx, { action: 'create', entityType: 'consent_template', entityId: row.id, after: row })
  return templateView(row)
}

/** Another text or other fields are another version: those who agreed before agreed to the old one. */
export async function updateTemplate(ctx: Ctx, id: string, patch: TemplatePatch) {
  const before = await lockTemplate(ctx, id)
  const content: TemplateContent = {
    purposeText: patch.purposeText ?? before.purpose_text,
    fields: patch.fields === undefined ? before.fields : completeFields(patch.fields ?? []),
    requireAge: patch.requireAge === undefined ? before.require_age : (patch.requireAge ?? false),
    sensitive: patch.sensitive === undefined ? before.sensitive : (patch.sensitive ?? false),
  }
  const columns = columnsOf(content)
  const changed = columns.content_hash !== before.content_hash
  const row = await repo.updateTemplate(ctx, id, {
    name: patch.name ?? before.name,
    description: patch.description === undefined ? before.description : noneIfBlank(patch.description),
    ...columns,
    is_active: patch.isActive ?? before.is_active,
    version: changed ? before.version + 1 : before.version,
    updated_at: ctx.now,
  })
  if (changed) await keepVersion(ctx, row)
  await audit(ctx, { action: 'update', entityType: 'consent_template', entityId: id, before, after: row })
  return templateView(row)
}

/** Hides the form; what was consented with it stays, and can still be withdrawn. */
export async function deleteTemplate(ctx: Ctx, id: string): Promise<void> {
  const before = await lockTemplate(ctx, id)
  const row = await repo.updateTemplate(ctx, id, {
    is_active: false,
    deleted_at: ctx.now,
    updated_at: ctx.now,
  })
  await audit(ctx, { action: 'delete', entityType: 'consent_template', entityId: id, before, after: row })
}

export async function listVersions(ctx: Reading, id: string, query: PageQuery) {
  const [, { rows, total }] = await Promise.all([getEvenDeleted(ctx, id), repo.pageVersions(ctx, id, query)])
  return { items: rows.map(versionView), pagination: pagination(query, total) }
}

export async function listRecords(ctx: Reading, id: string, query: RecordsQuery) {
  const [, { rows, total }] = await Promise.all([
    getEvenDeleted(ctx, id),
    repo.pageRecords(ctx, id, recordsFilter(query)),
  ])
  return { items: rows.map(recordView), pagination: pagination(query, total) }
}

export async function showStats(ctx: Reading, id: string, query: StatsQuery) {
  const [, stats] = await Promise.all([getEvenDeleted(ctx, id), statsOf(ctx, id, query)])
  return stats
}

export async function getTemplate(ctx: Reading, id: string): Promise<repo.TemplateRow> {
  const row = await getEvenDeleted(ctx, id)
  if (row.deleted_at !== null) throw templateNotFound()
  return row
}

export async function lockTemplate(ctx: Ctx, id: string): Promise<repo.TemplateRow> {
  const row = await repo.lockTemplate(ctx, id)
  if (!row) throw templateNotFound()
  return row
}

async function getEvenDeleted(ctx: Reading, id: string): Promise<repo.TemplateRow> {
  const row = await repo.findTemplate(ctx, id)
  if (!row) throw templateNotFound()
  return row
}

function templateNotFound() {
  return notFound('el formulario de consentimiento')
}

function columnsOf(content: TemplateContent) {
  return {
    purpose_text: content.purposeText,
    fields: json(content.fields),
    require_age: content.requireAge,
    sensitive: content.sensitive,
    content_hash: hashOf(content),
  }
}

function keepVersion(ctx: Ctx, row: repo.TemplateRow): Promise<void> {
  return repo.insertVersion(ctx, {
    tenant_id: ctx.tenantId,
    template_id: row.id,
    version: row.version,
    content: json(contentOf(row)),
    content_hash: row.content_hash,
    published_by: ctx.actor.id ?? null,
    published_at: ctx.now,
  })
}
