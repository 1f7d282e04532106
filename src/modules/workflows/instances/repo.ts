import { type Expression, type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { listPage } from '#db/list.ts'
import { recordKind, recordPart } from '#db/records.ts'
import { json } from '#db/sql.ts'
import type { Tables } from '#db/tables.ts'
import { tenantTable } from '#db/tenant-table.ts'
import { canonicalId } from '#kernel/ids.ts'
import type { Role } from '#kernel/roles.ts'
import { type Reader, reachesIn, readerOf, waitsFor } from '#modules/tasks/public.ts'
import type { WorkflowEntityType } from '../model.ts'
import { INSTANCES, type InstancesQuery } from './schemas.ts'

export type InstanceRow = Selectable<Tables['workflow_instances']>
export const instances = tenantTable('workflow_instances', ['snapshot', 'field_values'])
export const instanceRecord = recordKind(
  'workflow_instances',
  recordPart('workflow_events', 'instance_id'),
  recordPart('workflow_substage_completions', 'instance_id'),
)

export type EventRow = Selectable<Tables['workflow_events']>
export const events = tenantTable('workflow_events', ['field_values'])

export type CompletionRow = Selectable<Tables['workflow_substage_completions']>

/** An instance has a handful of stages. The limit only protects the server. */
const MOST = 10_000

export function listInstances(ctx: ReadCtx, query: InstancesQuery, caller: string | undefined) {
  const { status, ended, entityType, definitionId, assignedTo, waitingFor } = query
  let rows = instances.select(ctx).selectAll()
  if (status !== undefined) rows = rows.where('status', '=', status)
  if (ended !== undefined) rows = rows.where('status', ended ? '!=' : '=', 'ACTIVE')
  if (entityType !== undefined) rows = rows.where('entity_type', '=', entityType)
  if (waitingFor && caller) {
    const reader = readerOf(ctx, { userId: caller })
    rows = rows.where('status', '=', 'ACTIVE').where(waitsForReader(reader, 'workflow_instances'))
  }
  if (definitionId) rows = rows.where('definition_id', '=', definitionId)
  if (assignedTo) rows = rows.where('assigned_to', '=', assignedTo)
  return listPage(ctx, INSTANCES, rows, query)
}

/** Of two concurrent requests on an entity the second one sees the first one's result. */
export function lockActive(
  ctx: WriteCtx,
  entityType: WorkflowEntityType,
  entityId: string,
): Promise<InstanceRow | undefined> {
  return ofEntity(ctx, entityType, entityId).where('status', '=', 'ACTIVE').forUpdate().executeTakeFirst()
}

export function listOfEntity(
  ctx: ReadCtx,
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

/** Undefined if the entity has an active instance by now (workflow_instances_one_active). */
export function insertInstance(
  { db, tenantId }: WriteCtx,
  { snapshot, field_values, ...row }: Omit<Insertable<Tables['workflow_instances']>, 'tenant_id'>,
): Promise<InstanceRow | undefined> {
  return db
    .insertInto('workflow_instances')
    .values({ tenant_id: tenantId, snapshot: json(snapshot), field_values: json(field_values), ...row })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

export function listEvents(ctx: ReadCtx, instanceId: string): Promise<EventRow[]> {
  return events
    .select(ctx)
    .selectAll()
    .where('instance_id', '=', instanceId)
    .orderBy('position')
    .limit(MOST)
    .execute()
}

export function listEventsOfEntity(
  { db, tenantId }: ReadCtx,
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
  { db, tenantId }: WriteCtx,
  row: Omit<Insertable<Tables['workflow_substage_completions']>, 'tenant_id'>,
): Promise<void> {
  await db
    .insertInto('workflow_substage_completions')
    .values({ tenant_id: tenantId, ...row })
    .execute()
}

export function listCompletions({ db, tenantId }: ReadCtx, instanceId: string): Promise<CompletionRow[]> {
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

/** The recipients of a notice about a term: the assigned person, otherwise the DPOs, otherwise the owners. */
export async function listToNotify({ db, tenantId }: ReadCtx, assignedTo: string | null): Promise<string[]> {
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

function ofEntity(ctx: ReadCtx, entityType: WorkflowEntityType, entityId: string) {
  return instances
    .select(ctx)
    .selectAll()
    .where('entity_type', '=', entityType)
    .where('entity_id', '=', canonicalId(entityId))
}

/** A subquery for a statement over all tenants. */
export function countRunning(tenantId: Expression<string>) {
  return sql<number>`(select count(*)::int from workflow_instances i where i.tenant_id = ${tenantId} and i.status = 'ACTIVE')`
}

/** True for the reader's own instances, and unassigned ones with a stage or sub-stage for their role. `as`: its table. */
export function waitsForReader(reader: Reader, as: 'i' | 'workflow_instances'): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${as}.${name}`)
  return sql<boolean>`(${column('assigned_to')} = ${reader.userId}::uuid or (
    ${column('assigned_to')} is null and ${waitsFor(reader)} and exists (
      select from jsonb_array_elements(${column('snapshot')} -> 'stages') s, lateral (
        select s ->> 'requiredRole' as role union all
        select p ->> 'requiredRole' from jsonb_array_elements(s -> 'parallelStages') p
      ) asked
      where s ->> 'id' = ${column('current_stage_id')} and ${reachesIn(reader.role, sql<Role>`asked.role`)})))`
}
