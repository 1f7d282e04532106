import type { InsertObject, Selectable, UpdateObject } from 'kysely'
import type { Reading } from '#db/context.ts'
import { page } from '#db/sql.ts'
import type { Tables } from '#db/tables.ts'
import type { WorkflowEntityType } from '#http/module.ts'
import type { PageQuery } from '#kernel/paging.ts'
import '../tables.ts'

export type DefinitionRow = Selectable<Tables['workflow_definitions']>

export function listDefinitions(
  { db, tenantId }: Reading,
  { entityType, isActive, ...paging }: PageQuery & { entityType?: WorkflowEntityType; isActive?: boolean },
) {
  let query = db.selectFrom('workflow_definitions').selectAll().where('tenant_id', '=', tenantId)
  if (entityType !== undefined) query = query.where('entity_type', '=', entityType)
  if (isActive !== undefined) query = query.where('is_active', '=', isActive)
  return page(db, query.orderBy('created_at', 'desc').orderBy('id', 'desc'), paging)
}

export function findDefinition(ctx: Reading, id: string): Promise<DefinitionRow | undefined> {
  return byId(ctx, id).executeTakeFirst()
}

export function findDefinitionForUpdate(ctx: Reading, id: string): Promise<DefinitionRow | undefined> {
  return byId(ctx, id).forUpdate().executeTakeFirst()
}

/** Shared with other starts, but not with someone who edits or deletes it this moment. */
export function findDefinitionForStart(ctx: Reading, id: string): Promise<DefinitionRow | undefined> {
  return byId(ctx, id).forShare().executeTakeFirst()
}

/** The newest active one, of the tenant's own or built in. */
export function findActiveDefinition(
  { db, tenantId }: Reading,
  entityType: WorkflowEntityType,
  isSystem: boolean,
): Promise<DefinitionRow | undefined> {
  return db
    .selectFrom('workflow_definitions')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('entity_type', '=', entityType)
    .where('is_active', '=', true)
    .where('is_system', '=', isSystem)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Active ones of the tenant's own: what the plan limits. */
export async function countOwnDefinitions({ db, tenantId }: Reading): Promise<number> {
  const { count } = await db
    .selectFrom('workflow_definitions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('is_active', '=', true)
    .where('is_system', '=', false)
    .executeTakeFirstOrThrow()
  return count
}

/** One at a time, so that two who come at once cannot both take the last place of the plan. */
export async function lockTenant({ db, tenantId }: Reading): Promise<void> {
  await db.selectFrom('tenants').select('id').where('id', '=', tenantId).forUpdate().execute()
}

export function insertDefinition(
  { db }: Reading,
  row: InsertObject<Tables, 'workflow_definitions'>,
): Promise<DefinitionRow> {
  return db.insertInto('workflow_definitions').values(row).returningAll().executeTakeFirstOrThrow()
}

export function updateDefinition(
  { db, tenantId }: Reading,
  id: string,
  fields: UpdateObject<Tables, 'workflow_definitions'>,
): Promise<DefinitionRow> {
  return db
    .updateTable('workflow_definitions')
    .set(fields)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function hasActiveInstances({ db, tenantId }: Reading, definitionId: string): Promise<boolean> {
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

function byId({ db, tenantId }: Reading, id: string) {
  return db
    .selectFrom('workflow_definitions')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
}
