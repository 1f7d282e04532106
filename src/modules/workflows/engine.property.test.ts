import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Failure } from '#kernel/failure.ts'
import { ROLES } from '#kernel/roles.ts'
import { factsOf } from './conditions.ts'
import { completeStages } from './definitions/rules.ts'
import { type Action, act, begin, pendingSubStages, type State, type Step } from './engine.ts'
import { ACTION_TYPES, OPERATORS, type SentStage, type Stage } from './model.ts'

/** Few names and values, so that random actions often match random definitions. */
const name = fc.constantFrom('a', 'b', 'c', 'd')
const value = fc.oneof(
  name,
  fc.integer({ min: 0, max: 3 }),
  fc.constant(null),
  fc.array(name, { maxLength: 2 }),
)
const some = <T>(item: fc.Arbitrary<T>) => fc.array(item, { maxLength: 3 })

const stage = fc.record(
  {
    name,
    order: fc.integer({ min: -2, max: 4 }),
    requiredRole: fc.constantFrom(...ROLES),
    actions: some(fc.record({ type: fc.constantFrom(...ACTION_TYPES) })),
    autoAdvance: fc.boolean(),
    fields: fc.uniqueArray(
      fc.record({
        name,
        type: fc.constantFrom('TEXT', 'DATE', 'SELECT'),
        required: fc.boolean(),
        options: some(name),
      }),
      { selector: (field) => field.name, maxLength: 3 },
    ),
    conditions: some(fc.record({ field: name, operator: fc.constantFrom(...OPERATORS), value })),
    parallelStages: fc.uniqueArray(
      fc.record({ id: name, name, requiredRole: fc.option(fc.constantFrom(...ROLES)) }),
      { selector: (part) => part.id, maxLength: 3 },
    ),
  },
  { requiredKeys: ['name'] },
)

const definition: fc.Arbitrary<SentStage[]> = fc.array(stage, { minLength: 1, maxLength: 5 })
const facts = fc.dictionary(name, value)

/** Mostly at the current stage, sometimes at another. */
const move = fc.record({
  role: fc.constantFrom(...ROLES),
  elsewhere: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  subStageId: fc.option(name, { freq: 2, nil: null }),
  actionType: fc.oneof(
    { weight: 6, arbitrary: fc.constant('APPROVE' as const) },
    { weight: 1, arbitrary: fc.constantFrom(...ACTION_TYPES) },
  ),
  reassignTo: fc.option(name, { nil: null }),
  fieldValues: fc.dictionary(name, fc.oneof(value, fc.constant('2026-11-15'))),
})

function assertPossible(stages: readonly Stage[], state: State, step: Step): void {
  const at = stages.find(({ id }) => id === state.stageId)
  if (state.status === 'ACTIVE') {
    assert.ok(at, 'an active instance stands at a stage of its own definition')
    const passes = at.autoAdvance && pendingSubStages(at, state).length === 0
    assert.ok(!passes, 'nobody waits at a stage that advances by itself')
  } else assert.equal(state.assignedTo === null || state.status !== 'COMPLETED', true)
  const keys = state.completions.map(({ stageId, subStageId }) => `${stageId} ${subStageId}`)
  assert.equal(new Set(keys).size, keys.length, 'a sub-stage completes once')
  for (const { stageId, subStageId } of state.completions) {
    const owner = stages.find(({ id }) => id === stageId)
    assert.ok(owner?.parallelStages.some(({ id }) => id === subStageId))
  }
  const ends = step.happenings.filter(({ type }) => type === 'workflow.completed')
  assert.equal(ends.length, state.status === 'COMPLETED' ? 1 : 0)
  if (ends.length > 0) assert.equal(step.happenings.at(-1)?.type, 'workflow.completed')
}

test('random definitions and actions never reach an impossible state', () => {
  fc.assert(
    fc.property(definition, facts, fc.array(move, { maxLength: 25 }), (sent, entity, moves) => {
      const stages = completeStages(sent)
      let step = begin(stages, factsOf(entity, {}))
      let { state } = step
      assertPossible(stages, state, step)
      let ended: State | undefined
      for (const { role, elsewhere, ...rest } of moves) {
        const stageId = elsewhere ? 'elsewhere' : (state.stageId ?? 'none')
        const action: Action = { stageId, ...rest }
        const before = structuredClone(state)
        try {
          step = act(stages, state, role, action, (values) => factsOf(entity, values))
        } catch (error) {
          assert.ok(error instanceof Failure, String(error))
          assert.deepEqual(state, before, 'a refusal changes nothing')
          continue
        }
        assert.equal(ended, undefined, 'an instance that has ended never moves')
        assert.deepEqual(state, before, 'the state before is left as it was')
        const places = [state, step.state].map(({ stageId }) => stages.findIndex(({ id }) => id === stageId))
        assert.ok(places[1]! >= places[0]!, 'an instance never goes back')
        if (step.state.stageId !== state.stageId) assert.equal(action.actionType, 'APPROVE')
        state = step.state
        assertPossible(stages, state, step)
        if (state.status !== 'ACTIVE') ended = state
      }
    }),
    { numRuns: 3000 },
  )
})

test('an owner who approves at every stage reaches the end', () => {
  fc.assert(
    fc.property(definition, facts, (sent, entity) => {
      const open = sent.map((one) => ({ ...one, actions: [], fields: [] }))
      const stages = completeStages(open)
      let { state } = begin(stages, factsOf(entity, {}))
      for (let steps = 0; state.status === 'ACTIVE'; steps += 1) {
        assert.ok(steps < 50)
        const at = stages.find(({ id }) => id === state.stageId)!
        const subStageId = pendingSubStages(at, state)[0]?.id ?? null
        const action: Action = { stageId: at.id, actionType: 'APPROVE', subStageId }
        state = act(stages, state, 'OWNER', action, (values) => factsOf(entity, values)).state
      }
      assert.equal(state.status, 'COMPLETED')
    }),
    { numRuns: 1000 },
  )
})
