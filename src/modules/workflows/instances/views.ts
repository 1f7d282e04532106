import { iso } from '#kernel/dates.ts'
import { slaState, type Term } from '../sla.ts'
import type { CompletionRow, EventRow, InstanceRow } from './repo.ts'
import type { Instance, InstanceDetail } from './schemas.ts'

export function instanceView(row: InstanceRow): Instance {
  return {
    id: row.id,
    definitionId: row.definition_id,
    definitionVersion: row.definition_version,
    entityType: row.entity_type,
    entityId: row.entity_id,
    currentStageId: row.current_stage_id,
    status: row.status,
    assignedTo: row.assigned_to,
    startedBy: row.started_by,
    startedAt: iso(row.started_at),
    completedAt: iso(row.completed_at),
  }
}

export function instanceDetail(
  row: InstanceRow,
  completions: readonly CompletionRow[],
  events: readonly EventRow[],
  now: Date,
): InstanceDetail {
  const term = termOfRow(row)
  return {
    ...instanceView(row),
    fieldValues: row.field_values,
    entityRefusal: row.entity_refusal,
    definitionSnapshot: row.snapshot,
    sla: { dueAt: iso(term.dueAt), warningAt: iso(term.warningAt), state: slaState(term, now) },
    subStageCompletions: completions.map((completion) => ({
      stageId: completion.stage_id,
      subStageId: completion.sub_stage_id,
      completedBy: completion.completed_by,
      completedByName: completion.completed_by_name,
      notes: completion.notes,
      completedAt: iso(completion.completed_at),
    })),
    events: events.map((event) => ({
      id: event.id,
      type: event.type,
      stageId: event.stage_id,
      subStageId: event.sub_stage_id,
      actionType: event.action_type,
      newStageId: event.new_stage_id,
      status: event.status,
      notes: event.notes,
      fieldValues: event.field_values,
      assignedTo: event.assigned_to,
      actorId: event.actor_id,
      actorName: event.actor_name,
      actorRole: event.actor_role,
      createdAt: iso(event.created_at),
    })),
  }
}

/** Nothing is due of what has ended. */
export function termOfRow(row: Pick<InstanceRow, 'status' | 'due_at' | 'warning_at'>): Term {
  if (row.status !== 'ACTIVE') return { dueAt: null, warningAt: null }
  return { dueAt: row.due_at, warningAt: row.warning_at }
}
