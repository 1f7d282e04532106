import type { ReadCtx, WriteCtx } from '#db/context.ts'
import type { Constraints } from '#db/errors.ts'
import { together } from '#db/sql.ts'
import { Failure, impossible } from '#kernel/failure.ts'
import { canonicalId, isId } from '#kernel/ids.ts'
import { emptyPage } from '#kernel/paging.ts'
import { noneIfBlank } from '#kernel/text.ts'
import { findMember } from '#modules/org/public.ts'
import { entityFacts, titlesOf } from '../approvables.ts'
import { factsOf } from '../conditions.ts'
import * as definitions from '../definitions/repo.ts'
import { act, cancel } from '../engine.ts'
import { definitionNotFound, instanceNotFound } from '../faults.ts'
import { WORKFLOW_ENTITY_TYPES, type WorkflowEntityType } from '../model.ts'
import * as repo from './repo.ts'
import { type InstanceRow, instances } from './repo.ts'
import type { InstanceAction, InstancesQuery, NewInstance } from './schemas.ts'
import { instanceDetail, instanceView, listedView } from './views.ts'
import { carryOut, informEntity, openInstance, stateOf } from './writing.ts'

export const CONSTRAINTS: Constraints = {
  workflow_instances_assignee_fkey: () =>
    impossible('reassignTo', 'La persona indicada ya no es de su organización.'),
}

// ── starting ──

export async function startInstance(
  ctx: WriteCtx,
  definitionId: string,
  { entityType, entityId }: NewInstance,
) {
  const [definition, active] = await together(
    definitions.shareDefinition(ctx, definitionId),
    repo.lockActive(ctx, entityType, entityId),
  )
  if (!definition) throw definitionNotFound()
  if (!definition.is_active) {
    throw new Failure('workflow', `El flujo «${definition.name}» está inactivo. Actívelo o elija otro.`)
  }
  if (definition.entity_type !== entityType) {
    throw impossible('entityType', `El flujo «${definition.name}» es para ${definition.entity_type}.`)
  }
  const row = active ? undefined : await openInstance(ctx, definition, entityId)
  if (!row) throw new Failure('conflict', `«${entityId}» ya tiene una aprobación en curso.`)
  return instanceView(row)
}

interface StartedWorkflow {
  instanceId: string
  /** COMPLETED if no stage needed a person. The approvable's `onCompleted` was called then. */
  status: InstanceRow['status']
  /** False if an instance was already active. This is that instance. */
  started: boolean
}

/**
 * Starts the approval of an entity if the tenant has an active definition for its type; otherwise returns undefined. Call it
 * after the entity's own row is written.
 */
export async function startWorkflow(
  ctx: WriteCtx,
  entityType: WorkflowEntityType,
  entityId: string,
): Promise<StartedWorkflow | undefined> {
  const [definition, active] = await together(
    definitionFor(ctx, entityType),
    repo.lockActive(ctx, entityType, entityId),
  )
  if (!definition) return undefined
  const opened = active ? undefined : await openInstance(ctx, definition, entityId)
  const row = active ?? opened ?? (await repo.lockActive(ctx, entityType, entityId))
  return row && { instanceId: row.id, status: row.status, started: opened !== undefined }
}

/**
 * The tenant's newest active definition, otherwise the built-in one, which only DPIA and PRIVACY_POLICY have. A privacy
 * policy on STARTER always uses the built-in one (contract 4.9).
 */
async function definitionFor(ctx: WriteCtx, entityType: WorkflowEntityType) {
  const builtInOnly = ctx.plan === 'STARTER' && entityType === 'PRIVACY_POLICY'
  for (;;) {
    const definition = await definitions.shareChosen(ctx, entityType, { builtInOnly })
    if (!definition) return undefined
    // If a concurrent request has deactivated it, chooses again.
    if (definition.is_active && definition.entity_type === entityType) return definition
  }
}

/** Whether the tenant has its own active definition for this type. */
export function hasOwnDefinition(ctx: ReadCtx, entityType: WorkflowEntityType): Promise<boolean> {
  return definitions.hasOwnActive(ctx, entityType)
}

// ── acting ──

export async function actOnInstance(ctx: WriteCtx, id: string, sent: InstanceAction) {
  const action = {
    ...sent,
    subStageId: noneIfBlank(sent.subStageId) ?? null,
    notes: noneIfBlank(sent.notes) ?? null,
    reassignTo: typeof sent.reassignTo === 'string' ? canonicalId(sent.reassignTo) : null,
  }
  const before = await instances.lock(ctx, id)
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
  const [row] = await together(
    carryOut(ctx, before, step, action.actionType.toLowerCase(), entity),
    ...(action.actionType === 'APPROVE' && action.subStageId
      ? [
          repo.insertCompletion(ctx, {
            instance_id: id,
            stage_id: action.stageId,
            sub_stage_id: action.subStageId,
            completed_by: ctx.actor.id ?? null,
            completed_by_name: ctx.actor.name ?? null,
            notes: action.notes,
            completed_at: ctx.now,
          }),
        ]
      : []),
  )
  return instanceView(await informEntity(ctx, row, entity !== undefined, action))
}

/** Ends the active instance, if any, of an entity that no longer needs approval. */
export async function cancelWorkflow(
  ctx: WriteCtx,
  entityType: WorkflowEntityType,
  entityId: string,
  reason: string,
): Promise<void> {
  const before = await repo.lockActive(ctx, entityType, entityId)
  if (!before) return
  await carryOut(ctx, before, cancel(stateOf(before, []), reason), 'cancel')
}

// ── reading ──

/** `caller`: the asking person; undefined for an API key, which has no inbox. */
export async function listInstances(ctx: ReadCtx, query: InstancesQuery, caller: string | undefined) {
  const assignedTo = query.assignedTo === 'me' ? (caller ?? 'nobody') : query.assignedTo
  const impossibleFilter =
    [query.definitionId, assignedTo].some((id) => id && !isId(id)) || (query.waitingFor && !caller)
  const { rows, ...page } = impossibleFilter
    ? emptyPage(query)
    : await repo.listInstances(ctx, { ...query, ...(assignedTo && { assignedTo }) }, caller)
  const titleOf = await titlesOf(ctx, rows)
  return { items: rows.map((row) => listedView(row, titleOf(row) ?? null)), ...page }
}

export async function readInstance(ctx: ReadCtx, id: string) {
  const [row, completions, events] = await Promise.all([
    instances.find(ctx, id),
    repo.listCompletions(ctx, id),
    repo.listEvents(ctx, id),
  ])
  if (!row) throw instanceNotFound()
  const titleOf = await titlesOf(ctx, [row])
  return instanceDetail(row, { completions, events, title: titleOf(row) ?? null, now: ctx.now })
}

export async function readLatestOfEntity(ctx: ReadCtx, entityType: string, entityId: string) {
  const latest = await findLatestInstance(ctx, knownType(entityType), entityId)
  return latest ? readInstance(ctx, latest.id) : null
}

interface LatestInstance {
  id: string
  definitionId: string
  status: InstanceRow['status']
  currentStageId: string | null
  startedAt: Date
  completedAt: Date | null
}

export async function findLatestInstance(
  ctx: ReadCtx,
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

/** The events of all instances of an entity, oldest first, for reports. */
export async function listInstanceEvents(
  ctx: ReadCtx,
  entityType: WorkflowEntityType,
  entityId: string,
): Promise<TrailEntry[]> {
  const [all, events] = await Promise.all([
    repo.listOfEntity(ctx, entityType, entityId),
    repo.listEventsOfEntity(ctx, entityType, entityId),
  ])
  const nameOf = (instanceId: string, stageId: string | null) =>
    all.find(({ id }) => id === instanceId)?.snapshot.stages.find(({ id }) => id === stageId)?.name ?? null
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

async function assertMember(ctx: ReadCtx, userId: string): Promise<void> {
  const member = isId(userId) ? await findMember(ctx, userId) : undefined
  if (!member) throw impossible('reassignTo', `«${userId}» no es una persona de su organización.`)
}

function knownType(entityType: string): WorkflowEntityType {
  const known = WORKFLOW_ENTITY_TYPES.find((type) => type === entityType)
  if (known) return known
  const message = `«entityType» debe ser uno de: ${WORKFLOW_ENTITY_TYPES.join(', ')}.`
  throw new Failure('malformed', message, { details: [{ path: 'entityType', message }] })
}
