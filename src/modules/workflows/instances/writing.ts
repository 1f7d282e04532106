import { audit } from '#db/audit.ts'
import type { Ctx } from '#db/context.ts'
import { json } from '#db/sql.ts'
import { canonicalId, newId } from '#kernel/ids.ts'
import { factsOf } from '../conditions.ts'
import type { DefinitionRow } from '../definitions/repo.ts'
import { announce } from '../definitions/webhooks.ts'
import { type Action, begin, type Happening, happening, type State, type Step } from '../engine.ts'
import type { Stage } from '../model.ts'
import { nextNotice, termOf } from '../sla.ts'
import { entityFacts, subjectOf } from '../subjects.ts'
import * as repo from './repo.ts'
import { instanceView } from './views.ts'

/** What the engine decided, written down: the row, its history, the webhooks, and what the entity makes of it. */

export function stateOf(row: repo.InstanceRow, completions: readonly repo.CompletionRow[]): State {
  return {
    status: row.status,
    stageId: row.current_stage_id,
    assignedTo: row.assigned_to,
    values: row.field_values,
    completions: completions.map((done) => ({ stageId: done.stage_id, subStageId: done.sub_stage_id })),
  }
}

/** Undefined when the entity has got an active instance meanwhile. */
export async function openInstance(
  ctx: Ctx,
  definition: DefinitionRow,
  entityId: string,
): Promise<repo.InstanceRow | undefined> {
  const { id, name, description, version, stages, entity_type: entityType } = definition
  const entity = await entityFacts(ctx, entityType, entityId)
  const { state, happenings } = begin(stages, factsOf(entity ?? {}, {}))
  const row = await repo.insertInstance(ctx, {
    tenant_id: ctx.tenantId,
    id: newId(),
    definition_id: id,
    definition_version: version,
    snapshot: json({ id, name, description, entityType, version, stages }),
    entity_type: entityType,
    entity_id: canonicalId(entityId),
    event_count: happenings.length,
    started_by: ctx.actor.id ?? null,
    started_at: ctx.now,
    ...standing(ctx, state),
    ...entering(ctx, state, stages),
  })
  if (!row) return undefined
  await writeHistory(ctx, row, happenings)
  await audit(ctx, {
    action: 'start',
    entityType: 'workflow_instance',
    entityId: row.id,
    after: instanceView(row),
  })
  return tellEntity(ctx, row, entity !== undefined)
}

export async function carryOut(
  ctx: Ctx,
  before: repo.InstanceRow,
  { state, happenings }: Step,
): Promise<repo.InstanceRow> {
  const moved = state.stageId !== before.current_stage_id
  const fields = { ...standing(ctx, state), ...(moved && entering(ctx, state, before.snapshot.stages)) }
  const row = await repo.updateInstance(ctx, before.id, fields, happenings.length)
  await writeHistory(ctx, row, happenings)
  return row
}

function standing(ctx: Ctx, state: State) {
  return {
    status: state.status,
    current_stage_id: state.stageId,
    assigned_to: state.assignedTo,
    field_values: json(state.values),
    completed_at: state.status === 'ACTIVE' ? null : ctx.now,
    updated_at: ctx.now,
  }
}

function entering(ctx: Ctx, state: State, stages: readonly Stage[]) {
  const term = termOf(
    stages.find(({ id }) => id === state.stageId),
    ctx.now,
  )
  return {
    stage_entered_at: ctx.now,
    due_at: term.dueAt,
    warning_at: term.warningAt,
    notice_at: nextNotice(term, 'on_time'),
  }
}

/** `row` has made room for the entries already. */
export async function writeHistory(
  ctx: Ctx,
  row: repo.InstanceRow,
  happenings: readonly Happening[],
): Promise<void> {
  const first = row.event_count - happenings.length + 1
  const { id: actorId = null, name: actorName = null, role: actorRole = null } = ctx.actor
  await repo.insertEvents(
    ctx,
    happenings.map((entry, index) => ({
      tenant_id: ctx.tenantId,
      id: newId(),
      instance_id: row.id,
      position: first + index,
      type: entry.type,
      stage_id: entry.stageId,
      sub_stage_id: entry.subStageId,
      action_type: entry.actionType,
      new_stage_id: entry.newStageId,
      status: entry.status,
      notes: entry.notes,
      field_values: entry.values && json(entry.values),
      assigned_to: entry.assignedTo,
      actor_id: actorId,
      actor_name: actorName,
      actor_role: actorRole,
      created_at: ctx.now,
    })),
  )
  await announce(ctx, row, happenings)
}

const NO_SUCH_ENTITY = 'No hay en la organización un registro con ese identificador.'

/** The entity follows in the same transaction. What its own rules forbid is recorded, and the approval stands. */
export async function tellEntity(
  ctx: Ctx,
  row: repo.InstanceRow,
  known: boolean,
  action?: Pick<Action, 'actionType' | 'notes'>,
): Promise<repo.InstanceRow> {
  const subject = subjectOf(row.entity_type)
  const cause = { instanceId: row.id, notes: action?.notes ?? null }
  if (row.status === 'COMPLETED') {
    if (!subject?.onCompleted) return row
    const answer = known ? await subject.onCompleted(ctx, row.entity_id, cause) : { refusal: NO_SUCH_ENTITY }
    return recordAnswer(ctx, row, answer?.refusal ?? null)
  }
  if (!subject || !known) return row
  if (row.status === 'REJECTED') await subject.onRejected?.(ctx, row.entity_id, cause)
  else if (action?.actionType === 'APPROVE') await subject.onAdvanced?.(ctx, row.entity_id, cause)
  else if (action?.actionType === 'REQUEST_INFO') await subject.onInfoRequested?.(ctx, row.entity_id, cause)
  return row
}

async function recordAnswer(
  ctx: Ctx,
  before: repo.InstanceRow,
  refusal: string | null,
): Promise<repo.InstanceRow> {
  const row = await repo.updateInstance(ctx, before.id, { entity_refusal: refusal }, 1)
  const type = refusal === null ? 'entity.completed' : 'entity.refused'
  const entry = happening(type, row.current_stage_id, row.status)
  await writeHistory(ctx, row, [{ ...entry, notes: refusal }])
  return row
}
