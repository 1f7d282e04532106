import { type InsertObject, type Selectable, sql, type UpdateObject } from 'kysely'
import type { Reading } from '#db/context.ts'
import { page } from '#db/sql.ts'
import type { Tables } from '#db/tables.ts'
import type { WorkflowEntityType } from '#http/module.ts'
import { canonicalId } from '#kernel/ids.ts'
import type { PageQuery } from '#kernel/paging.ts'
import type { InstanceStatus } from '../model.ts'
import '../tables.ts'

export type InstanceRow = Selectable<Tables['workflow_instances']>
export type EventRow = Selectable<Tables['workflow_events']>
export type CompletionRow = Selectable<Tables['workflow_substage_completions']>

/** An instance lives through a handful of stages; the bound only guards the server. */
const MOST = 10_000

export function listInstances(
  { db, tenantId }: Reading,
  { status, definitionId, ...paging }: PageQuery & { status?: InstanceStatus; definitionId?: string },
) {
  let query = db.selectFrom('workflow_instances').selectAll().where('tenant_id', '=', tenantId)
  if (status !== undefined) query = query.where('status', '=', status)
  if (definitionId) query = query.where('definition_id', '=', definitionId)
  return page(db, query.orderBy('started_at', 'desc').orderBy('id', 'desc'), paging)
}

export function findInstance(ctx: Reading, id: string): Promise<InstanceRow | undefined> {
  return instances(ctx).where('id', '=', id).executeTakeFirst()
}

/** Those who act at once take turns: whoever comes second sees what the first one did. */
export function findInstanceForUpdate(ctx: Reading, id: string): Promise<InstanceRow | undefined> {
  return instances(ctx).where('id', '=', id).forUpdate().executeTakeFirst()
}

export function findActiveForUpdate(
  ctx: Reading,
  entityType: WorkflowEntityType,
  entityId: string,
): Promise<InstanceRow | undefined> {
  return ofEntity(ctx, entityType, entityId).where('status', '=', 'ACTIVE').forUpdate().executeTakeFirst()
}

export function listOfEntity(
  ctx: Reading,
  entityType: WorkflowEntityType,
  entityId: string,
  most = 100,
): Promise<InstanceRow[]> {
  return ofEntity(ctx, entityType, entityId)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}

/** Nothing when the entity has got an active instance meanwhile (workflow_instances_one_active). */
export function insertInstance(
  { db }: Reading,
  row: InsertObject<Tables, 'workflow_instances'>,
): Promise<InstanceRow | undefined> {
  return db
    .insertInto('workflow_instances')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Makes room for as many entries of its history as are `added`. */
export function updateInstance(
  { db, tenantId }: Reading,
  id: string,
  fields: UpdateObject<Tables, 'workflow_instances'>,
  added: number,
): Promise<InstanceRow> {
  return db
    .updateTable('workflow_instances')
    .set({ ...fields, event_count: sql`event_count + ${added}` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function insertEvents(
  { db }: Reading,
  rows: readonly InsertObject<Tables, 'workflow_events'>[],
): Promise<void> {
  if (rows.length > 0) await db.insertInto('workflow_events').values(rows).execute()
}

export function listEvents({ db, tenantId }: Reading, instanceId: string): Promise<EventRow[]> {
  return db
    .selectFrom('workflow_events')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('instance_id', '=', instanceId)
    .orderBy('position')
    .limit(MOST)
    .execute()
}

export function listEventsOfEntity(
  { db, tenantId }: Reading,
  entityType: WorkflowEntityType,
  entityId: string,
): Promise<EventRow[]> {
  return db
    .selectFrom('workflow_events as e')
    .innerJoin('workflow_instances as i', (join) =>
      join.onRef('i.tenant_id', '=', 'e.tenant_id').onRef('i.id', '=', 'e.instance_id'),
    )
    .selectAll('e')
    .where('e.tenant_id', '=', tenantId)
    .where('i.entity_type', '=', entityType)
    .where('i.entity_id', '=', canonicalId(entityId))
    .orderBy('i.started_at')
    .orderBy('i.id')
    .orderBy('e.position')
    .limit(MOST)
    .execute()
}

export async function insertCompletion(
  { db }: Reading,
  row: InsertObject<Tables, 'workflow_substage_completions'>,
): Promise<void> {
  await db.insertInto('workflow_substage_completions').values(row).execute()
}

export function listCompletions({ db, tenantId }: Reading, instanceId: string): Promise<CompletionRow[]> {
  return db
    .selectFrom('workflow_substage_completions')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('instance_id', '=', instanceId)
    .orderBy('completed_at')
    .orderBy('sub_stage_id')
    .limit(MOST)
    .execute()
}

/** Who is told of a stage's term: whoever it is assigned to, else the DPOs, else the owners. */
export async function listToNotify({ db, tenantId }: Reading, assignedTo: string | null): Promise<string[]> {
  const rows = await db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.email', 'm.role', 'm.user_id'])
    .where('m.tenant_id', '=', tenantId)
    .where('m.status', '=', 'ACTIVE')
    .where((eb) =>
      eb.or([
        eb('m.role', 'in', ['DPO', 'OWNER']),
        ...(assignedTo === null ? [] : [eb('m.user_id', '=', assignedTo)]),
      ]),
    )
    .orderBy('m.created_at')
    .limit(200)
    .execute()
  const groups = [
    rows.filter((row) => row.user_id === assignedTo),
    rows.filter((row) => row.role === 'DPO'),
    rows.filter((row) => row.role === 'OWNER'),
  ]
  return (groups.find((group) => group.length > 0) ?? []).slice(0, 20).map(({ email }) => email)
}

function instances({ db, tenantId }: Reading) {
  return db.selectFrom('workflow_instances').selectAll().where('tenant_id', '=', tenantId)
}

function ofEntity(ctx: Reading, entityType: WorkflowEntityType, entityId: string) {
  return instances(ctx).where('entity_type', '=', entityType).where('entity_id', '=', canonicalId(entityId))
}
