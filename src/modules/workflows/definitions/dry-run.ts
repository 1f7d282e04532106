import { Failure } from '#kernel/failure.ts'
import type { Role } from '#kernel/roles.ts'
import { actualOf, type Facts, factsOf, holds } from '../conditions.ts'
import { type Action, act, begin, pendingSubStages, type State, type Step } from '../engine.ts'
import type { Condition, Stage, SubStage } from '../model.ts'

/** Goes through stages with made-up answers, with the engine's own functions. Nothing is written. */
export interface DryRun {
  state: State
  road: Passage[]
  /** Of the current stage. */
  pending: SubStage[]
}

export type Answer = Action & { role?: Role | null }

export const OUTCOMES = ['waiting', 'approved', 'rejected', 'skipped', 'auto_advanced'] as const

/** A stage on the way, with the results of its conditions and its outcome. */
interface Passage {
  stageId: string
  outcome: (typeof OUTCOMES)[number]
  conditions: Judged[]
}

interface Judged extends Condition {
  actual: unknown
  holds: boolean
}

/** `stages` must be sorted. An answer without a role has all rights. */
export function dryRun(stages: readonly Stage[], entity: Facts, answers: readonly Answer[]): DryRun {
  const factsWith = (values: Facts) => factsOf(entity, values)
  const first = begin(stages, factsWith({}))
  const road = passagesOf(stages, first, factsWith({}))
  let { state } = first
  answers.forEach((answer, index) => {
    const before = state
    const step = at(index, () => act(stages, before, answer.role ?? 'OWNER', answer, factsWith))
    state = step.state
    const isPast = state.status !== 'ACTIVE' || state.stageId !== before.stageId
    if (!isPast) return
    road.at(-1)!.outcome = state.status === 'REJECTED' ? 'rejected' : 'approved'
    road.push(...passagesOf(stages, step, factsWith(state.values), before.stageId))
  })
  const standing = state.status === 'ACTIVE' && stages.find(({ id }) => id === state.stageId)
  return { state, road, pending: standing ? pendingSubStages(standing, state) : [] }
}

const PASSED = { 'stage.skipped': 'skipped', 'stage.auto_advanced': 'auto_advanced' } as const

function passagesOf(
  stages: readonly Stage[],
  { state, happenings }: Step,
  facts: Facts,
  from: string | null = null,
): Passage[] {
  const passage = (stageId: string, outcome: Passage['outcome']): Passage => ({
    stageId,
    outcome,
    conditions: (stages.find(({ id }) => id === stageId)?.conditions ?? []).map((condition) => ({
      ...condition,
      actual: actualOf(condition, facts) ?? null,
      holds: holds(condition, facts),
    })),
  })
  const passed = happenings.flatMap(({ type, stageId }) =>
    type in PASSED ? [passage(stageId!, PASSED[type as keyof typeof PASSED])] : [],
  )
  const stands = state.status === 'ACTIVE' && state.stageId !== from
  return stands ? [...passed, passage(state.stageId!, 'waiting')] : passed
}

/** Adds the number of the answer to a refusal. */
function at<T>(index: number, run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const details = (error.details ?? [{ path: '', message: error.message }]).map((detail) => ({
      ...detail,
      path: `answers[${index}]${detail.path && `.${detail.path}`}`,
    }))
    throw new Failure(error.kind, error.message, { details })
  }
}
