import type { Selectable } from 'kysely'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { listPage } from '#db/list.ts'
import { recordKind } from '#db/records.ts'
import type { Tables } from '#db/tables.ts'
import { tenantTable } from '#db/tenant-table.ts'
import type { WorkflowEntityType } from '../model.ts'
import { DEFINITIONS, type DefinitionsQuery } from './schemas.ts'

export type DefinitionRow = Selectable<Tables['workflow_definitions']>
export const definitions = tenantTable('workflow_definitions', ['stages', 'webhooks'])
export const definitionRecord = recordKind('workflow_definitions')

export function listDefinitions(ctx: ReadCtx, query: DefinitionsQuery) {
  const { entityType, isActive } = query
  let rows = definitions.select(ctx).selectAll()
  if (entityType !== undefined) rows = rows.where('entity_type', '=', entityType)
  if (isActive !== undefined) rows = rows.where('is_active', '=', isActive)
  return listPage(ctx, DEFINITIONS, rows, query)
}

/** A lock shared with other starts, which excludes requests that edit or delete the definition. */
export function shareDefinition(ctx: WriteCtx, id: string): Promise<DefinitionRow | undefined> {
  return definitions.select(ctx).selectAll().where('id', '=', id).forShare().executeTakeFirst()
}

/**
 * The newest active definition, the tenant's own before the built-in one, with the same lock. It waits for a request that
 * edits the definition, so the returned row may be inactive by then.
 */
export function shareChosen(
  ctx: WriteCtx,
  entityType: WorkflowEntityType,
  { builtInOnly }: { builtInOnly: boolean },
): Promise<DefinitionRow | undefined> {
  const active = activeOf(ctx, entityType)
  const chosen = (builtInOnly ? active.where('d.is_system', '=', true) : active)
    .orderBy('d.is_system')
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(1)
  return definitions.select(ctx).selectAll().where('id', '=', chosen).forShare().executeTakeFirst()
}

export async function hasOwnActive(ctx: ReadCtx, entityType: WorkflowEntityType): Promise<boolean> {
  const own = await activeOf(ctx, entityType).where('d.is_system', '=', false).limit(1).executeTakeFirst()
  return own !== undefined
}

function activeOf({ db, tenantId }: ReadCtx, entityType: WorkflowEntityType) {
  return db
    .selectFrom('workflow_definitions as d')
    .select('d.id')
    .where('d.tenant_id', '=', tenantId)
    .where('d.entity_type', '=', entityType)
    .where('d.is_active', '=', true)
}

/** The number of the tenant's own active definitions, which the plan limits. */
export async function countOwnDefinitions(ctx: ReadCtx): Promise<number> {
  const { count } = await definitions
    .select(ctx)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('is_active', '=', true)
    .where('is_system', '=', false)
    .executeTakeFirstOrThrow()
  return count
}

export async function hasActiveInstances({ db, tenantId }: ReadCtx, definitionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('workflow_instances')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('definition_id', '=', definitionId)
    .where('status', '=', 'ACTIVE')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
