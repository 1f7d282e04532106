import { viewOf } from '#http/view.ts'
import { iso } from '#kernel/dates.ts'
import { slaState, type Term } from '../sla.ts'
import type { CompletionRow, EventRow, InstanceRow } from './repo.ts'
import { Instance, InstanceDetail, ListedInstance } from './schemas.ts'

export const instanceView = viewOf<InstanceRow>()(Instance)

export const listedView = viewOf<InstanceRow, [title: string | null]>()(ListedInstance, {
  dueAt: (row) => iso(termOfRow(row).dueAt),
  entityTitle: (_, title) => title,
  definitionName: ({ snapshot }) => snapshot.name,
  stageName: ({ snapshot, current_stage_id }) =>
    snapshot.stages.find(({ id }) => id === current_stage_id)?.name ?? null,
})

const { subStageCompletions, events } = InstanceDetail.properties
const completionView = viewOf<CompletionRow>()(subStageCompletions.items)
const eventView = viewOf<EventRow>()(events.items)

interface Around {
  completions: readonly CompletionRow[]
  events: readonly EventRow[]
  title: string | null
  now: Date
}

export const instanceDetail = viewOf<InstanceRow, [Around]>()(InstanceDetail, {
  entityTitle: (_, { title }) => title,
  definitionSnapshot: ({ snapshot }) => snapshot,
  sla: (row, { now }) => {
    const term = termOfRow(row)
    return { dueAt: iso(term.dueAt), warningAt: iso(term.warningAt), state: slaState(term, now) }
  },
  subStageCompletions: (_, { completions }) => completions.map((completion) => completionView(completion)),
  events: (_, { events }) => events.map((event) => eventView(event)),
})

/** An ended instance has no term. */
export function termOfRow(row: Pick<InstanceRow, 'status' | 'due_at' | 'warning_at'>): Term {
  if (row.status !== 'ACTIVE') return { dueAt: null, warningAt: null }
  return { dueAt: row.due_at, warningAt: row.warning_at }
}
