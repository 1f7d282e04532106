import assert from 'node:assert/strict'
import { test } from 'node:test'
import { after, chileanDay, MINUTE_MS } from '#kernel/dates.ts'
import { quarterOf, receivedAtOf } from './rules.ts'

const NOW = new Date('2026-12-10T14:00:00Z')

test('a day counts as its midday, today as now, nothing as now; an instant as it is', () => {
  assert.deepEqual(receivedAtOf(undefined, NOW), NOW)
  assert.deepEqual(receivedAtOf('2026-12-10', NOW), NOW)
  assert.equal(chileanDay(receivedAtOf('2026-12-01', NOW)), '2026-12-01')
  assert.deepEqual(receivedAtOf('2026-12-01T09:30:00-03:00', NOW), new Date('2026-12-01T12:30:00Z'))
  assert.deepEqual(receivedAtOf(after(NOW, 5 * MINUTE_MS).toISOString(), NOW), NOW)
})

test('the future, what is older than 60 days, and what is no date are refused', () => {
  assert.throws(() => receivedAtOf('2026-12-11', NOW), /futuro/)
  assert.throws(() => receivedAtOf('2026-12-10T15:00:00Z', NOW), /futuro/)
  assert.equal(chileanDay(receivedAtOf('2026-10-11', NOW)), '2026-10-11')
  assert.throws(() => receivedAtOf('2026-10-10', NOW), /60 días/)
  assert.throws(() => receivedAtOf('ayer', NOW), /es una fecha/)
})

test('access and portability count by the quarter of the calendar in Chile; other rights have none', () => {
  assert.equal(quarterOf('ACCESS', new Date('2026-11-30T12:00:00Z')), '2026-10-01')
  assert.equal(quarterOf('PORTABILITY', new Date('2027-01-01T02:00:00Z')), '2026-10-01')
  assert.equal(quarterOf('ACCESS', new Date('2027-01-01T04:00:00Z')), '2027-01-01')
  assert.equal(quarterOf('DELETION', NOW), null)
})
