import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sumStates, totalOf } from './public.ts'
import { reviewTasks } from './reviews.ts'
import { isOverdue, soonestFirst } from './rules.ts'

const at = (instant: string | null, entityId = 'a') => ({
  dueAt: instant === null ? null : new Date(instant),
  entityId,
})

test('tasks are sorted by date, then by id, and those without a date come last', () => {
  const tasks = [
    at(null, 'a'),
    at('2026-12-31T00:00:00Z', 'c'),
    at(null, 'b'),
    at('2026-12-31T00:00:00Z', 'b'),
    at('1969-12-31T00:00:00Z', 'z'),
    at('2026-12-30T23:59:59.999Z', 'y'),
    at('9999-12-31T23:59:59.999Z', 'x'),
  ]
  const order = (list: typeof tasks) => list.toSorted(soonestFirst).map(({ entityId }) => entityId)
  assert.deepEqual(order(tasks), ['z', 'y', 'b', 'c', 'x', 'a', 'b'])
  assert.deepEqual(order(tasks.toReversed()), order(tasks), 'whatever the order they came in')
})

test('a task is overdue from the instant after its date, and never without one', () => {
  const now = new Date('2026-12-31T12:00:00.000Z')
  assert.equal(isOverdue(at('2026-12-31T12:00:00.000Z'), now), false)
  assert.equal(isOverdue(at('2026-12-31T11:59:59.999Z'), now), true)
  assert.equal(isOverdue(at('2026-12-31T12:00:00.001Z'), now), false)
  assert.equal(isOverdue(at(null), now), false)
})

test('counts with more dimensions are added up by state, in order of appearance', () => {
  assert.deepEqual(
    sumStates([
      { status: 'OPEN', count: 2 },
      { status: 'DONE', count: 1 },
      { status: 'OPEN', count: 3 },
    ]),
    [
      { state: 'OPEN', count: 5 },
      { state: 'DONE', count: 1 },
    ],
  )
  assert.deepEqual(sumStates([]), [])
})

test('the total is in each row, and zero without rows', () => {
  assert.equal(totalOf([{ total: 612 }, { total: 612 }]), 612)
  assert.equal(totalOf([]), 0)
})

test('a review is due at the end of its day in Chile, in winter and summer', () => {
  const row = { id: 'a', title: 'Nube', state: 'NONE', total: 2 }
  const { tasks, total } = reviewTasks('processor', [
    { ...row, review_at: '2026-07-01' },
    { ...row, review_at: '2026-12-31' },
    { ...row, review_at: null },
  ])
  assert.deepEqual(
    tasks.map(({ dueAt }) => dueAt?.toISOString()),
    ['2026-07-02T03:59:59.999Z', '2027-01-01T02:59:59.999Z', undefined],
  )
  assert.deepEqual([total, reviewTasks('processor', []).total], [2, 0])
})
