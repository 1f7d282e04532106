import { audit } from '#db/audit.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { together } from '#db/sql.ts'
import { columnsOf } from '#http/columns.ts'
import { found } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { judge } from '#kernel/legal-checks.ts'
import { newToken } from '#kernel/secrets.ts'
import { noneIfBlank } from '#kernel/text.ts'
import { statsOf } from '../counts.ts'
import { hashOf } from '../proof.ts'
import { pageRecords } from '../records.ts'
import type { RecordsQuery, StatsQuery, VersionsQuery } from '../schemas.ts'
import { A_PAGE, type Reader, subjectSecretOf, withSubjectSecret } from '../subject-token.ts'
import { type Shown, versionList } from '../versions.ts'
import { FORM_CHECKS, factsOf } from './legal-checks.ts'
import { pageTemplates, type TemplateRow, templates, templateVersions } from './repo.ts'
import { completeFields, type TemplateContent } from './rules.ts'
import { NewTemplate, type TemplatePatch, type TemplatesQuery } from './schemas.ts'
import { contentOf, recordView, templateView } from './views.ts'

const TEMPLATE = 'el formulario de consentimiento'

export async function listTemplates(ctx: ReadCtx, query: TemplatesQuery) {
  const { rows, ...page } = await pageTemplates(ctx, query)
  return { items: rows.map((row) => templateView(row, ctx.tools)), ...page }
}

export async function showTemplate(ctx: ReadCtx, id: string, by: Reader) {
  return detailOf(ctx, await getTemplate(ctx, id), by)
}

export async function createTemplate(ctx: WriteCtx, body: NewTemplate, by: Reader = A_PAGE) {
  const content: TemplateContent = {
    purposeText: body.purposeText,
    fields: completeFields(body.fields ?? []),
    requireAge: body.requireAge ?? false,
    sensitive: body.sensitive ?? false,
  }
  const template = {
    id: newId(),
    name: body.name,
    description: noneIfBlank(body.description) ?? null,
    ...contentColumns(content),
    form_key: newToken(),
    is_active: body.isActive ?? true,
    confirm_email: body.confirmEmail ?? false,
    allowed_origins: body.allowedOrigins ?? [],
    version: 1,
    created_at: ctx.now,
    updated_at: ctx.now,
  }
  const [row] = await together(
    templates.insert(ctx, template),
    templateVersions.keep(ctx, template.id, shownIn(template)),
    audit(ctx, { action: 'create', entityType: 'consent_template', entityId: template.id, after: template }),
  )
  return detailOf(ctx, row, by)
}

export async function showSubjectSecret(ctx: ReadCtx, id: string) {
  return secretView(ctx, await getTemplate(ctx, id))
}

/** Makes a new secret and invalidates the old one. */
export async function renewSubjectSecret(ctx: WriteCtx, id: string) {
  const before = await lockTemplate(ctx, id)
  const number = before.subject_secret_number + 1
  return secretView(ctx, await save(ctx, 'renew_secret', before, { subject_secret_number: number }))
}

function secretView({ tools, tenantId }: ReadCtx, row: TemplateRow) {
  return { subjectSecret: subjectSecretOf(tools, tenantId, row), audience: row.form_key }
}

/** A new text or new fields make a new version: earlier consents refer to the old one. */
export async function updateTemplate(ctx: WriteCtx, id: string, patch: TemplatePatch, by: Reader) {
  const before = await lockTemplate(ctx, id)
  const columns = contentColumns({
    purposeText: patch.purposeText ?? before.purpose_text,
    fields: patch.fields === undefined ? before.fields : completeFields(patch.fields ?? []),
    requireAge: patch.requireAge === undefined ? before.require_age : (patch.requireAge ?? false),
    sensitive: patch.sensitive === undefined ? before.sensitive : (patch.sensitive ?? false),
  })
  const changed = columns.content_hash !== before.content_hash
  const template = {
    name: patch.name ?? before.name,
    description: patch.description === undefined ? before.description : noneIfBlank(patch.description),
    ...columns,
    is_active: patch.isActive ?? before.is_active,
    confirm_email: patch.confirmEmail === undefined ? before.confirm_email : (patch.confirmEmail ?? false),
    allowed_origins:
      patch.allowedOrigins === undefined ? before.allowed_origins : (patch.allowedOrigins ?? []),
    version: changed ? before.version + 1 : before.version,
  }
  const [row] = await together(
    save(ctx, 'update', before, template),
    ...(changed ? [templateVersions.keep(ctx, id, shownIn(template))] : []),
  )
  return detailOf(ctx, row, by)
}

function detailOf(ctx: ReadCtx, row: TemplateRow, by: Reader) {
  const warnings = judge(FORM_CHECKS, factsOf(row))
  return withSubjectSecret(ctx, row, { ...templateView(row, ctx.tools), warnings }, by)
}

/** Hides the form. Consents given with it stay, and can still be withdrawn. */
export async function deleteTemplate(ctx: WriteCtx, id: string): Promise<void> {
  const before = await lockTemplate(ctx, id)
  await save(ctx, 'delete', before, { is_active: false, deleted_at: ctx.now })
}

async function save(
  ctx: WriteCtx,
  action: 'update' | 'delete' | 'renew_secret',
  before: TemplateRow,
  fields: Partial<TemplateRow>,
): Promise<TemplateRow> {
  const { id } = before
  const after = { ...before, ...fields }
  const [row] = await together(
    templates.update(ctx, id, { ...fields, updated_at: ctx.now }),
    audit(ctx, { action, entityType: 'consent_template', entityId: id, before, after }),
  )
  return row
}

export async function listVersions(ctx: ReadCtx, id: string, query: VersionsQuery) {
  const [, page] = await Promise.all([findEvenDeleted(ctx, id), templateVersions.page(ctx, id, query)])
  return versionList(page)
}

export async function listRecords(ctx: ReadCtx, id: string, query: RecordsQuery) {
  const [, { rows, ...page }] = await Promise.all([
    findEvenDeleted(ctx, id),
    pageRecords(ctx, 'consent_form_records', 'template_id', id, query),
  ])
  return { items: rows.map(recordView), ...page }
}

export async function showStats(ctx: ReadCtx, id: string, query: StatsQuery) {
  const [, stats] = await Promise.all([findEvenDeleted(ctx, id), statsOf(ctx, id, query)])
  return stats
}

export async function getTemplate(ctx: ReadCtx, id: string): Promise<TemplateRow> {
  return unlessDeleted(await templates.find(ctx, id))
}

export async function lockTemplate(ctx: WriteCtx, id: string): Promise<TemplateRow> {
  return unlessDeleted(await templates.lockFields(ctx, id))
}

async function findEvenDeleted(ctx: ReadCtx, id: string): Promise<TemplateRow> {
  return found(await templates.find(ctx, id), TEMPLATE)
}

function unlessDeleted(row: TemplateRow | undefined): TemplateRow {
  return found(row?.deleted_at ? undefined : row, TEMPLATE)
}

/** The current version of the form. */
export function shownIn(
  template: Parameters<typeof contentOf>[0] & Pick<TemplateRow, 'version' | 'content_hash'>,
): Shown<TemplateContent> {
  return { version: template.version, contentHash: template.content_hash, content: contentOf(template) }
}

function contentColumns(content: TemplateContent) {
  return { ...columnsOf(NewTemplate, content), content_hash: hashOf(content) }
}
