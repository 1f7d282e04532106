import { audit } from '#db/audit.ts'
import type { WriteCtx } from '#db/context.ts'
import { GateRefusal } from '#db/legal-gate.ts'
import { together } from '#db/sql.ts'
import { canonicalId, newId } from '#kernel/ids.ts'
import { approvableOf, entityFacts } from '../approvables.ts'
import { type Facts, factsOf } from '../conditions.ts'
import type { DefinitionRow } from '../definitions/repo.ts'
import { callWebhooks } from '../definitions/webhooks.ts'
import { type Action, begin, type Happening, happening, type State, type Step } from '../engine.ts'
import type { Stage } from '../model.ts'
import { nextNotice, termOf } from '../sla.ts'
import { announceInstance } from './announcing.ts'
import * as repo from './repo.ts'
import { type CompletionRow, events, type InstanceRow, instances } from './repo.ts'
import { instanceView } from './views.ts'

/** Writes the engine's result: the row, its history, the webhooks and the entity's change. */

export function stateOf(row: InstanceRow, completions: readonly CompletionRow[]): State {
  return {
    status: row.status,
    stageId: row.current_stage_id,
    assignedTo: row.assigned_to,
    values: row.field_values,
    completions: completions.map((done) => ({ stageId: done.stage_id, subStageId: done.sub_stage_id })),
  }
}

/** Undefined if the entity has an active instance by now. */
export async function openInstance(
  ctx: WriteCtx,
  definition: DefinitionRow,
  entityId: string,
): Promise<InstanceRow | undefined> {
  const { id, name, description, version, stages, entity_type: entityType } = definition
  const entity = await entityFacts(ctx, entityType, entityId)
  const { state, happenings } = begin(stages, factsOf(entity ?? {}, {}))
  const row = await repo.insertInstance(ctx, {
    id: newId(),
    definition_id: id,
    definition_version: version,
    snapshot: { id, name, description, entityType, version, stages },
    entity_type: entityType,
    entity_id: canonicalId(entityId),
    event_count: happenings.length,
    started_by: ctx.actor.id ?? null,
    started_at: ctx.now,
    ...standing(ctx, state),
    ...entering(ctx, state, stages),
  })
  if (!row) return undefined
  await together(
    writeHistory(ctx, row, happenings),
    audit(ctx, {
      action: 'start',
      entityType: 'workflow_instance',
      entityId: row.id,
      after: instanceView(row),
    }),
    ...announceInstance(ctx, undefined, row, entity),
  )
  return informEntity(ctx, row, entity !== undefined)
}

/** `action`: the action of the audit row. */
export async function carryOut(
  ctx: WriteCtx,
  before: InstanceRow,
  { state, happenings }: Step,
  action: string,
  entity?: Facts,
): Promise<InstanceRow> {
  const moved = state.stageId !== before.current_stage_id
  const fields = { ...standing(ctx, state), ...(moved && entering(ctx, state, before.snapshot.stages)) }
  const [row] = await together(
    change(ctx, before, fields, happenings),
    audit(ctx, {
      action,
      entityType: 'workflow_instance',
      entityId: before.id,
      before: instanceView(before),
      after: instanceView({ ...before, ...fields }),
    }),
    ...announceInstance(ctx, before, { ...before, ...fields }, entity),
  )
  return row
}

/** `before` must be locked, so that the merged row equals the stored one. */
export async function change(
  ctx: WriteCtx,
  before: InstanceRow,
  fields: Partial<InstanceRow>,
  happenings: readonly Happening[],
): Promise<InstanceRow> {
  const counted = { ...fields, event_count: before.event_count + happenings.length }
  const row = { ...before, ...counted }
  await together(instances.update(ctx, before.id, counted), writeHistory(ctx, row, happenings))
  return row
}

function standing(ctx: WriteCtx, state: State) {
  return {
    status: state.status,
    current_stage_id: state.stageId,
    assigned_to: state.assignedTo,
    field_values: state.values,
    completed_at: state.status === 'ACTIVE' ? null : ctx.now,
    updated_at: ctx.now,
  }
}

function entering(ctx: WriteCtx, state: State, stages: readonly Stage[]) {
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

/** `row.event_count` must include these entries. */
async function writeHistory(
  ctx: WriteCtx,
  row: InstanceRow,
  happenings: readonly Happening[],
): Promise<void> {
  const first = row.event_count - happenings.length + 1
  const { id: actorId = null, name: actorName = null, role: actorRole = null } = ctx.actor
  const entries = happenings.map((entry, index) => ({
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
    field_values: entry.values,
    assigned_to: entry.assignedTo,
    actor_id: actorId,
    actor_name: actorName,
    actor_role: actorRole,
    created_at: ctx.now,
  }))
  await together(events.insertAll(ctx, entries), callWebhooks(ctx, row, happenings))
}

const NO_SUCH_ENTITY = 'No hay en la organización un registro con ese identificador.'

/** Calls the entity in the same transaction. A refusal by its own rules is recorded, and the approval still counts. */
export async function informEntity(
  ctx: WriteCtx,
  row: InstanceRow,
  known: boolean,
  action?: Pick<Action, 'actionType' | 'notes'>,
): Promise<InstanceRow> {
  const approvable = approvableOf(ctx, row.entity_type)
  const cause = { instanceId: row.id, notes: action?.notes ?? null }
  if (row.status === 'COMPLETED') {
    if (!approvable?.onCompleted) return row
    const complete = () => approvable.onCompleted!(ctx, row.entity_id, cause)
    const answer = !known
      ? { refusal: NO_SUCH_ENTITY }
      : await (action ? complete() : complete().catch(refusedByGate))
    return recordAnswer(ctx, row, answer?.refusal ?? null)
  }
  if (!approvable || !known) return row
  if (row.status === 'REJECTED') await approvable.onRejected?.(ctx, row.entity_id, cause)
  else if (action?.actionType === 'APPROVE') await approvable.onAdvanced?.(ctx, row.entity_id, cause)
  else if (action?.actionType === 'REQUEST_INFO')
    await approvable.onInfoRequested?.(ctx, row.entity_id, cause)
  return row
}

/** If an approval completed without anybody's action, nobody can get the refusal of the legal gate. It is recorded. */
function refusedByGate(error: unknown): { refusal: string } {
  if (!(error instanceof GateRefusal)) throw error
  return { refusal: [error.message, ...(error.details ?? []).map(({ message }) => message)].join(' ') }
}

function recordAnswer(ctx: WriteCtx, before: InstanceRow, refusal: string | null): Promise<InstanceRow> {
  const type = refusal === null ? 'entity.completed' : 'entity.refused'
  const entry = happening(type, before.current_stage_id, before.status)
  return change(ctx, before, { entity_refusal: refusal }, [{ ...entry, notes: refusal }])
}
