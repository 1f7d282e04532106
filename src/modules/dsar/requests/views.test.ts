import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RIGHT_TYPES, STATES } from '../rules.ts'
import type { RequestCounts } from './repo.ts'
import { statsView } from './views.ts'

const NONE: RequestCounts = { byKind: [], overdue: 0, dueSoon: 0, onTime: 0, responseDays: 0 }

test('every state and every right is counted over the others, also those that nobody asked for', () => {
  const stats = statsView({
    ...NONE,
    byKind: [
      { status: 'RECEIVED', right_type: 'ACCESS', count: 3 },
      { status: 'RECEIVED', right_type: 'DELETION', count: 2 },
      { status: 'EXTENDED', right_type: 'ACCESS', count: 1 },
      { status: 'COMPLETED', right_type: 'ACCESS', count: 4 },
      { status: 'REJECTED', right_type: 'BLOCKING', count: 1 },
    ],
    overdue: 2,
    dueSoon: 1,
    onTime: 3,
    responseDays: 61,
  })
  assert.deepEqual([stats.total, stats.open, stats.overdue, stats.dueSoon], [11, 6, 2, 1])
  assert.deepEqual(
    stats.byStatus.map(({ status, count }) => `${status} ${count}`),
    ['RECEIVED 5', 'VERIFYING 0', 'IN_PROGRESS 0', 'EXTENDED 1', 'COMPLETED 4', 'REJECTED 1'],
  )
  assert.deepEqual(
    stats.byRightType.filter(({ count }) => count > 0).map(({ rightType, count }) => `${rightType} ${count}`),
    ['ACCESS 8', 'DELETION 2', 'BLOCKING 1'],
  )
  assert.deepEqual([stats.byStatus.length, stats.byRightType.length], [STATES.length, RIGHT_TYPES.length])
  assert.deepEqual([stats.averageResponseDays, stats.onTimeRate], [12.2, 60])
})

test('averages are of the closed alone, with one decimal, and none while nothing is closed', () => {
  const open = { status: 'IN_PROGRESS', right_type: 'ACCESS', count: 9 } as const
  const closed = (count: number) => ({ status: 'COMPLETED', right_type: 'ACCESS', count }) as const
  const waiting = statsView({ ...NONE, byKind: [open] })
  assert.deepEqual([waiting.open, waiting.averageResponseDays, waiting.onTimeRate], [9, null, null])
  const thirds = statsView({ ...NONE, byKind: [open, closed(3)], onTime: 2, responseDays: 1 })
  assert.deepEqual([thirds.averageResponseDays, thirds.onTimeRate], [0.3, 66.7])
  const never = statsView({ ...NONE, byKind: [closed(2)], onTime: 0, responseDays: 90 })
  assert.deepEqual([never.averageResponseDays, never.onTimeRate], [45, 0])
})
