import { audit } from '#db/audit.ts'
import type { Ctx, Reading } from '#db/context.ts'
import { json } from '#db/sql.ts'
import type { MaybePage } from '#http/schema-kit.ts'
import { iso } from '#kernel/dates.ts'
import { impossible, notFound } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { pageOrAll } from '#kernel/paging.ts'
import { BUILT_IN_TEMPLATES, REINFORCED_KEY, VARIABLES } from '../knowledge/templates.ts'
import { labelOf, placeholdersOf } from '../rules.ts'
import type { NewTemplate, Template, TemplatePatch } from '../schemas.ts'
import type { TemplateVariable } from '../tables.ts'
import * as repo from './repo.ts'

export async function listTemplates(ctx: Reading, query: MaybePage) {
  const { shown, pagination } = pageOrAll(await repo.listTemplates(ctx), query)
  return { templates: shown.map(templateView), pagination }
}

export async function getTemplate(ctx: Reading, id: string) {
  return templateView(await findOrFail(ctx, id))
}

export async function createTemplate(ctx: Ctx, body: NewTemplate) {
  const [row] = await repo.insertTemplates(ctx, [
    {
      ...base(ctx),
      name: body.name,
      type: body.type,
      content: body.content,
      variables: json(variablesOf(body.content, body.variables)),
      is_system: false,
    },
  ])
  await audit(ctx, { action: 'create', entityType: 'contract_template', entityId: row!.id, after: row! })
  return templateView(row!)
}

/** A built-in one is the organisation's own copy, and may be changed like any other. */
export async function updateTemplate(ctx: Ctx, id: string, patch: TemplatePatch) {
  const before = await findOrFail(ctx, id)
  const content = patch.content ?? before.content
  const variables = patch.variables
    ? variablesOf(content, patch.variables)
    : patch.content === undefined
      ? undefined
      : variablesOf(content)
  const row = await repo.updateTemplate(ctx, id, {
    name: patch.name,
    type: patch.type,
    content: patch.content,
    ...(variables && { variables: json(variables) }),
    updated_at: ctx.now,
  })
  await audit(ctx, { action: 'update', entityType: 'contract_template', entityId: id, before, after: row })
  return templateView(row)
}

/** What every new organisation starts with. */
export async function createBuiltIns(ctx: Ctx): Promise<void> {
  await repo.insertTemplates(
    ctx,
    BUILT_IN_TEMPLATES.map(({ name, type, content }) => ({
      ...base(ctx),
      name,
      type,
      content,
      variables: json(variablesOf(content)),
      is_system: true,
    })),
  )
}

/** As sent; else one per placeholder of the text, with our own words where the key is known. */
function variablesOf(content: string, sent?: readonly SentVariable[] | null): TemplateVariable[] {
  if (sent) {
    const repeated = sent.find(({ key }, index) => sent.findIndex((other) => other.key === key) !== index)
    if (repeated) throw impossible('variables', `La variable «${repeated.key}» está repetida.`)
    return sent.map(({ key, label, description }) => ({ key, label, ...(description && { description }) }))
  }
  return placeholdersOf(content)
    .filter((key) => key !== REINFORCED_KEY)
    .map((key) => VARIABLES.find((known) => known.key === key) ?? { key, label: labelOf(key) })
}

type SentVariable = { key: string; label: string; description?: string | null | undefined }

export function templateView(row: repo.TemplateRow): Template {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    content: row.content,
    variables: row.variables,
    isSystem: row.is_system,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  }
}

async function findOrFail(ctx: Reading, id: string): Promise<repo.TemplateRow> {
  const row = await repo.findTemplate(ctx, id)
  if (!row) throw notFound('la plantilla de contrato')
  return row
}

function base(ctx: Ctx) {
  return { tenant_id: ctx.tenantId, id: newId(), created_at: ctx.now, updated_at: ctx.now }
}
