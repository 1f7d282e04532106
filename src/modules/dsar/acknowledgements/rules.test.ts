import assert from 'node:assert/strict'
import { test } from 'node:test'
import { after, DAY_MS } from '#kernel/dates.ts'
import { assertRemindable, expiryOf, remindersAt, stateOf } from './rules.ts'

const AT = new Date('2026-12-01T15:00:00Z')
const later = (days: number) => after(AT, days * DAY_MS)
const TOLD = {
  email: 'privacidad@palomar.cl',
  notified_at: null,
  mailed_at: null,
  letter_id: 'x',
  reminded_at: null,
  acknowledged_at: null,
  acknowledged_done: null,
}

test('a letter that has not left counts as no notice; an answer says whether it was done', () => {
  assert.equal(stateOf(TOLD), 'pending')
  assert.equal(stateOf({ ...TOLD, mailed_at: AT }), 'notified')
  assert.equal(stateOf({ ...TOLD, letter_id: null, notified_at: AT }), 'notified')
  const answered = { ...TOLD, mailed_at: AT, acknowledged_at: AT }
  assert.equal(stateOf({ ...answered, acknowledged_done: true }), 'acknowledged')
  assert.equal(stateOf({ ...answered, acknowledged_done: false }), 'declined')
})

test('reminders are due after 7 and 14 days, and the key ends 90 days after a letter', () => {
  assert.deepEqual(
    [0, 6.9, 7, 13.9, 14, 60].map((days) => remindersAt(AT, later(days))),
    [0, 0, 1, 1, 2, 2],
  )
  assert.deepEqual(expiryOf(AT), later(90))
})

test('reminders by hand: once a day, only after a letter and before the answer', () => {
  assert.doesNotThrow(() => assertRemindable(TOLD, AT))
  assert.doesNotThrow(() => assertRemindable({ ...TOLD, reminded_at: AT }, later(1)))
  for (const [row, why] of [
    [{ ...TOLD, acknowledged_at: AT }, /ya respondió/],
    [{ ...TOLD, letter_id: null }, /no se le ha escrito/],
    [{ ...TOLD, email: null }, /no se le ha escrito/],
    [{ ...TOLD, reminded_at: after(AT, -3_600_000) }, /Hoy ya se le escribió/],
  ] as const)
    assert.throws(() => assertRemindable(row, AT), why)
})
