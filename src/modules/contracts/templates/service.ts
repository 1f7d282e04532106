import { audit } from '#db/audit.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { listWhole } from '#db/list-whole.ts'
import { together } from '#db/sql.ts'
import { labelOf, placeholdersOf } from '#documents/templates.ts'
import { iso } from '#kernel/dates.ts'
import { Failure, impossible, notFound } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { BUILT_IN_TEMPLATES, VARIABLES } from '../knowledge/templates.ts'
import {
  type NewTemplate,
  TEMPLATES,
  type Template,
  type TemplatePatch,
  type TemplatesQuery,
} from '../schemas.ts'
import type { TemplateVariable } from '../tables.ts'
import * as repo from './repo.ts'

export async function listTemplates(ctx: ReadCtx, query: TemplatesQuery) {
  const { rows, ...page } = listWhole(ctx, TEMPLATES, await repo.listTemplates(ctx), query)
  return { templates: rows.map(templateView), ...page }
}

export async function getTemplate(ctx: ReadCtx, id: string) {
  return templateView(await findOrFail(ctx, id))
}

export async function createTemplate(ctx: WriteCtx, body: NewTemplate) {
  const row = await repo.templates.insert(ctx, {
    ...base(ctx),
    name: body.name,
    type: body.type,
    content: body.content,
    variables: variablesOf(body.content, body.variables),
    is_system: false,
  })
  await audit(ctx, { action: 'create', entityType: 'contract_template', entityId: row.id, after: row })
  return templateView(row)
}

/** A built-in template is the organisation's own copy, and may be changed like any other. */
export async function updateTemplate(ctx: WriteCtx, id: string, patch: TemplatePatch) {
  const before = await findOrFail(ctx, id)
  const content = patch.content ?? before.content
  const variables = patch.variables
    ? variablesOf(content, patch.variables)
    : patch.content === undefined
      ? undefined
      : variablesOf(content)
  const row = await repo.templates.update(ctx, id, {
    name: patch.name,
    type: patch.type,
    content: patch.content,
    ...(variables && { variables: variables }),
    updated_at: ctx.now,
  })
  await audit(ctx, { action: 'update', entityType: 'contract_template', entityId: id, before, after: row })
  return templateView(row)
}

/** A template with contracts stays: they refer to it. The lock keeps new ones out meanwhile. */
export async function deleteTemplate(ctx: WriteCtx, id: string): Promise<void> {
  const before = await repo.templates.lock(ctx, id)
  if (!before) throw notFound('la plantilla de contrato')
  if (await repo.isUsed(ctx, id)) {
    throw new Failure(
      'conflict',
      `Hay contratos hechos con la plantilla «${before.name}» y no se puede eliminar. Cámbiele el nombre si ya no se debe usar.`,
    )
  }
  await together(
    repo.templates.remove(ctx, id),
    audit(ctx, { action: 'delete', entityType: 'contract_template', entityId: id, before }),
  )
}

/**
 * The templates of a new organisation. Lists are newest first, so they are inserted in reverse: the contract of art. 15 bis
 * comes first.
 */
export async function createBuiltIns(ctx: WriteCtx): Promise<void> {
  await repo.templates.insertAll(
    ctx,
    BUILT_IN_TEMPLATES.toReversed().map(({ name, type, content }) => ({
      ...base(ctx),
      name,
      type,
      content,
      variables: variablesOf(content),
      is_system: true,
    })),
  )
}

/**
 * One for each placeholder of the text. Those that were sent come first, unchanged; our own descriptions explain the known
 * keys.
 */
function variablesOf(content: string, sent: readonly SentVariable[] | null = null): TemplateVariable[] {
  const own = (sent ?? []).map(({ key, label, description }) => ({
    key,
    label,
    ...(description && { description }),
  }))
  const named = new Set(own.map(({ key }) => key))
  if (named.size < own.length) {
    const repeated = own.find(({ key }, index) => own.findIndex((other) => other.key === key) !== index)
    throw impossible('variables', `La variable «${repeated?.key}» está repetida.`)
  }
  const others = placeholdersOf(content)
    .filter((key) => !named.has(key))
    .map((key) => VARIABLES.find((known) => known.key === key) ?? { key, label: labelOf(key) })
  return [...own, ...others]
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

async function findOrFail(ctx: ReadCtx, id: string): Promise<repo.TemplateRow> {
  const row = await repo.templates.find(ctx, id)
  if (!row) throw notFound('la plantilla de contrato')
  return row
}

function base(ctx: WriteCtx) {
  return { id: newId(), created_at: ctx.now, updated_at: ctx.now }
}
