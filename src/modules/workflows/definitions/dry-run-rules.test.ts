import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SentStage } from '../model.ts'
import { type Answer, dryRun } from './dry-run.ts'
import { completeStages } from './rules.ts'

/** A dry run of stages with made-up answers, without a service. */
const run = (sent: SentStage[], answers: Partial<Answer>[], entity: Record<string, unknown> = {}) =>
  dryRun(
    completeStages(sent),
    entity,
    answers.map((answer) => ({ stageId: 'a', actionType: 'APPROVE', ...answer }) as Answer),
  )
const roadOf = ({ road }: ReturnType<typeof run>) =>
  road.map(({ stageId, outcome }) => `${stageId} ${outcome}`)

const A: SentStage = { id: 'a', name: 'A', fields: [{ name: 'monto' }] }
const AUTO: SentStage = { id: 'auto', name: 'Sola', autoAdvance: true }
const ONLY_IF: SentStage = {
  id: 'only',
  name: 'Si es mucho',
  conditions: [{ field: 'monto', operator: 'gt', value: 100 }],
}
const LAST: SentStage = { id: 'z', name: 'Z' }

test('each stage on the way is shown with its outcome', () => {
  assert.deepEqual(roadOf(run([A, LAST], [])), ['a waiting'])
  assert.deepEqual(roadOf(run([A, LAST], [{}])), ['a approved', 'z waiting'])
  assert.deepEqual(roadOf(run([A, LAST], [{ actionType: 'REJECT' }])), ['a rejected'])
  assert.deepEqual(roadOf(run([A, LAST], [{}, { stageId: 'z' }])), ['a approved', 'z approved'])
  assert.deepEqual(roadOf(run([A, LAST], [{ actionType: 'REQUEST_INFO' }])), ['a waiting'])
  assert.deepEqual(
    roadOf(
      run(
        [AUTO, A, AUTO].map((one, n) => ({ ...one, id: `${one.id}${n}` })),
        [],
      ),
    ),
    ['auto0 auto_advanced', 'a1 waiting'],
  )
})

test('a stage with failing conditions is skipped, based on earlier answers', () => {
  const stages = [A, ONLY_IF, AUTO, LAST]
  const skipped = run(stages, [{ fieldValues: { monto: 100 } }])
  assert.deepEqual(roadOf(skipped), ['a approved', 'only skipped', 'auto auto_advanced', 'z waiting'])
  const judged = { field: 'monto', operator: 'gt', value: 100 }
  assert.deepEqual(skipped.road[1]!.conditions, [{ ...judged, actual: 100, holds: false }])
  const come = run(stages, [{ fieldValues: { monto: 101 } }])
  assert.deepEqual(roadOf(come), ['a approved', 'only waiting'])
  assert.deepEqual(come.road[1]!.conditions, [{ ...judged, actual: 101, holds: true }])
  const nothing = run([ONLY_IF, LAST], [])
  assert.deepEqual(nothing.road[0]!.conditions, [{ ...judged, actual: null, holds: false }])
  assert.deepEqual(roadOf(run([ONLY_IF, LAST], [], { monto: 500 })), ['only waiting'])
})

test('waiting sub-stages are named until each is done', () => {
  const stages: SentStage[] = [
    {
      ...A,
      autoAdvance: true,
      parallelStages: [
        { id: 'legal', name: 'Legal' },
        { id: 'ti', name: 'TI', requiredRole: 'DPO' },
      ],
    },
    LAST,
  ]
  const pending = (answers: Partial<Answer>[]) => run(stages, answers).pending.map(({ id }) => id)
  assert.deepEqual(pending([]), ['legal', 'ti'])
  assert.deepEqual(pending([{ subStageId: 'ti' }]), ['legal'])
  const done = run(stages, [{ subStageId: 'ti' }, { subStageId: 'legal' }])
  assert.deepEqual([roadOf(done), done.pending], [['a approved', 'z waiting'], []])
  assert.deepEqual(run(stages, [{ actionType: 'REJECT' }]).pending, [])
})

test('a refusal gives the number of its answer and the path in it', () => {
  const refusal = (answers: Partial<Answer>[], stages: SentStage[] = [A, LAST]) => {
    try {
      run(stages, answers)
    } catch (error) {
      const { status, details } = error as { status: number; details: { path: string }[] }
      return [status, ...details.map(({ path }) => path)]
    }
    return 'taken'
  }
  assert.deepEqual(refusal([{}, {}]), [400, 'answers[1]'], 'the stage is another by then')
  assert.deepEqual(refusal([{ role: 'VIEWER' }]), [403, 'answers[0]'])
  assert.equal(refusal([{ role: 'ANALYST' }]), 'taken')
  assert.deepEqual(refusal([{ actionType: 'REASSIGN' }]), [400, 'answers[0].reassignTo'])
  const dated = [
    {
      ...A,
      fields: [
        { name: 'dia', type: 'DATE', required: true },
        { name: 'x', required: true },
      ],
    },
  ]
  assert.deepEqual(refusal([{ fieldValues: { dia: '2026-02-29' } }], dated), [
    400,
    'answers[0].fieldValues.dia',
    'answers[0].fieldValues.x',
  ])
  assert.equal(refusal([{ fieldValues: { dia: '2028-02-29', x: 0 } }], dated), 'taken')
})
