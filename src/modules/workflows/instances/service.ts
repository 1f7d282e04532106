import { audit } from '#db/audit.ts'
import type { Ctx, Reading } from '#db/context.ts'
import { constraintMeans } from '#db/faults.ts'
import { WORKFLOW_ENTITY_TYPES, type WorkflowEntityType } from '#http/module.ts'
import { Failure, impossible } from '#kernel/failure.ts'
import { canonicalId, isId } from '#kernel/ids.ts'
import { pagination } from '#kernel/paging.ts'
import { noneIfBlank } from '#kernel/text.ts'
import { findMember } from '#modules/org/public.ts'
import { factsOf } from '../conditions.ts'
import * as definitions from '../definitions/repo.ts'
import { act, cancel } from '../engine.ts'
import { definitionNotFound, instanceNotFound } from '../faults.ts'
import { entityFacts } from '../subjects.ts'
import * as repo from './repo.ts'
import type { InstanceAction, InstancesQuery, NewInstance } from './schemas.ts'
import { instanceDetail, instanceView } from './views.ts'
import { carryOut, openInstance, stateOf, tellEntity } from './writing.ts'

constraintMeans('workflow_instances_assignee_fkey', () =>
  impossible('reassignTo', 'La persona indicada ya no es de su organización.'),
)

// ── starting ──

export async function startInstance(ctx: Ctx, definitionId: string, { entityType, entityId }: NewInstance) {
  const definition = await definitions.findDefinitionForStart(ctx, definitionId)
  if (!definition) throw definitionNotFound()
  if (!definition.is_active) {
    throw new Failure('workflow', `El flujo «${definition.name}» está inactivo. Actívelo o elija otro.`)
  }
  if (definition.entity_type !== entityType) {
    throw impossible('entityType', `El flujo «${definition.name}» es para ${definition.entity_type}.`)
  }
  const active = await repo.findActiveForUpdate(ctx, entityType, entityId)
  const row = active ? undefined : await openInstance(ctx, definition, entityId)
  if (!row) throw new Failure('conflict', `«${entityId}» ya tiene una aprobación en curso.`)
  return instanceView(row)
}

interface StartedWorkflow {
  instanceId: string
  /** COMPLETED when no stage asked for a person: the subject's `onCompleted` was called already. */
  status: repo.InstanceRow['status']
  /** False when an instance was active already: this is that one. */
  started: boolean
}

/**
 * Starts the approval of an entity when the tenant has an active definition for its type; undefined when it has none.
 * Call it once the entity's own row is written.
 */
export async function startWorkflow(
  ctx: Ctx,
  entityType: WorkflowEntityType,
  entityId: string,
): Promise<StartedWorkflow | undefined> {
  const definition = await definitionFor(ctx, entityType)
  if (!definition) return undefined
  const active = await repo.findActiveForUpdate(ctx, entityType, entityId)
  const opened = active ? undefined : await openInstance(ctx, definition, entityId)
  const row = active ?? opened ?? (await repo.findActiveForUpdate(ctx, entityType, entityId))
  return row && { instanceId: row.id, status: row.status, started: opened !== undefined }
}

/**
 * The tenant's newest active one, else the built-in one, which only DPIA and PRIVACY_POLICY have. A privacy policy
 * on STARTER always goes the simple way (contract 4.9).
 */
async function definitionFor(ctx: Ctx, entityType: WorkflowEntityType) {
  const simple = ctx.plan === 'STARTER' && entityType === 'PRIVACY_POLICY'
  for (;;) {
    const own = simple ? undefined : await definitions.findActiveDefinition(ctx, entityType, false)
    const chosen = own ?? (await definitions.findActiveDefinition(ctx, entityType, true))
    if (!chosen) return undefined
    const definition = await definitions.findDefinitionForStart(ctx, chosen.id)
    // Whoever deactivated it while this one waited has left the choice to the others.
    if (definition?.is_active && definition.entity_type === entityType) return definition
  }
}

/** Whether an active definition of the tenant's own covers this type. */
export async function hasOwnDefinition(ctx: Reading, entityType: WorkflowEntityType): Promise<boolean> {
  return (await definitions.findActiveDefinition(ctx, entityType, false)) !== undefined
}

// ── acting ──

export async function actOnInstance(ctx: Ctx, id: string, sent: InstanceAction) {
  const action = {
    ...sent,
    subStageId: noneIfBlank(sent.subStageId) ?? null,
    notes: noneIfBlank(sent.notes) ?? null,
    reassignTo: typeof sent.reassignTo === 'string' ? canonicalId(sent.reassignTo) : null,
  }
  const before = await repo.findInstanceForUpdate(ctx, id)
  if (!before) throw instanceNotFound()
  const [completions, entity] = await Promise.all([
    repo.listCompletions(ctx, id),
    entityFacts(ctx, before.entity_type, before.entity_id),
  ])
  const role = ctx.actor.role ?? 'VIEWER'
  const step = act(before.snapshot.stages, stateOf(before, completions), role, action, (values) =>
    factsOf(entity ?? {}, values),
  )
  if (action.actionType === 'REASSIGN') await assertMember(ctx, action.reassignTo ?? '')
  const row = await carryOut(ctx, before, step)
  if (action.actionType === 'APPROVE' && action.subStageId) {
    await repo.insertCompletion(ctx, {
      tenant_id: ctx.tenantId,
      instance_id: id,
      stage_id: action.stageId,
      sub_stage_id: action.subStageId,
      completed_by: ctx.actor.id ?? null,
      completed_by_name: ctx.actor.name ?? null,
      notes: action.notes ?? null,
      completed_at: ctx.now,
    })
  }
  await audit(ctx, {
    action: action.actionType.toLowerCase(),
    entityType: 'workflow_instance',
    entityId: id,
    before: instanceView(before),
    after: instanceView(row),
  })
  return instanceView(await tellEntity(ctx, row, entity !== undefined, action))
}

/** Ends the active instance of an entity that needs no approval any more; silent when there is none. */
export async function cancelWorkflow(
  ctx: Ctx,
  entityType: WorkflowEntityType,
  entityId: string,
  reason: string,
): Promise<void> {
  const before = await repo.findActiveForUpdate(ctx, entityType, entityId)
  if (!before) return
  const row = await carryOut(ctx, before, cancel(stateOf(before, []), reason))
  await audit(ctx, {
    action: 'cancel',
    entityType: 'workflow_instance',
    entityId: row.id,
    before: instanceView(before),
    after: instanceView(row),
  })
}

// ── reading ──

export async function listInstances(ctx: Reading, query: InstancesQuery) {
  const { definitionId } = query
  const impossibleFilter = definitionId && !isId(definitionId)
  const { rows, total } = impossibleFilter ? { rows: [], total: 0 } : await repo.listInstances(ctx, query)
  return { items: rows.map(instanceView), pagination: pagination(query, total) }
}

export async function readInstance(ctx: Reading, id: string) {
  const [row, completions, events] = await Promise.all([
    repo.findInstance(ctx, id),
    repo.listCompletions(ctx, id),
    repo.listEvents(ctx, id),
  ])
  if (!row) throw instanceNotFound()
  return instanceDetail(row, completions, events, ctx.now)
}

export async function readLatestOfEntity(ctx: Reading, entityType: string, entityId: string) {
  const latest = await findLatestInstance(ctx, knownType(entityType), entityId)
  return latest ? readInstance(ctx, latest.id) : null
}

interface LatestInstance {
  id: string
  definitionId: string
  status: repo.InstanceRow['status']
  currentStageId: string | null
  startedAt: Date
  completedAt: Date | null
}

export async function findLatestInstance(
  ctx: Reading,
  entityType: WorkflowEntityType,
  entityId: string,
): Promise<LatestInstance | undefined> {
  const [row] = await repo.listOfEntity(ctx, entityType, entityId, 1)
  return (
    row && {
      id: row.id,
      definitionId: row.definition_id,
      status: row.status,
      currentStageId: row.current_stage_id,
      startedAt: row.started_at,
      completedAt: row.completed_at,
    }
  )
}

export interface TrailEntry {
  instanceId: string
  type: string
  stageId: string | null
  stageName: string | null
  actionType: string | null
  notes: string | null
  actorName: string | null
  actorRole: string | null
  createdAt: Date
}

/** Everything that happened in all instances of an entity, oldest first: for reports. */
export async function listInstanceEvents(
  ctx: Reading,
  entityType: WorkflowEntityType,
  entityId: string,
): Promise<TrailEntry[]> {
  const [instances, events] = await Promise.all([
    repo.listOfEntity(ctx, entityType, entityId),
    repo.listEventsOfEntity(ctx, entityType, entityId),
  ])
  const nameOf = (instanceId: string, stageId: string | null) =>
    instances.find(({ id }) => id === instanceId)?.snapshot.stages.find(({ id }) => id === stageId)?.name ??
    null
  return events.map((event) => ({
    instanceId: event.instance_id,
    type: event.type,
    stageId: event.stage_id,
    stageName: nameOf(event.instance_id, event.stage_id),
    actionType: event.action_type,
    notes: event.notes,
    actorName: event.actor_name,
    actorRole: event.actor_role,
    createdAt: event.created_at,
  }))
}

// ── shared ──

async function assertMember(ctx: Reading, userId: string): Promise<void> {
  const member = isId(userId) ? await findMember(ctx, userId) : undefined
  if (!member) throw impossible('reassignTo', `«${userId}» no es una persona de su organización.`)
}

function knownType(entityType: string): WorkflowEntityType {
  const known = WORKFLOW_ENTITY_TYPES.find((type) => type === entityType)
  if (known) return known
  const message = `«entityType» debe ser uno de: ${WORKFLOW_ENTITY_TYPES.join(', ')}.`
  throw new Failure('malformed', message, { details: [{ path: 'entityType', message }] })
}
