import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextNotice, slaState, termOf } from './sla.ts'

const entered = new Date('2026-11-01T12:00:00Z')
const at = (text: string) => new Date(text)

test('the warning is counted back from the due date', () => {
  assert.deepEqual(termOf({ slaDays: 5, slaWarningDays: 2 }, entered), {
    dueAt: at('2026-11-06T12:00:00Z'),
    warningAt: at('2026-11-04T12:00:00Z'),
  })
  assert.deepEqual(termOf({ slaDays: 0.5, slaWarningDays: null }, entered), {
    dueAt: at('2026-11-02T00:00:00Z'),
    warningAt: null,
  })
  assert.equal(+termOf({ slaDays: 1, slaWarningDays: 9 }, entered).warningAt!, +entered)
})

test('without slaDays there is no term, with or without a warning', () => {
  const none = { dueAt: null, warningAt: null }
  assert.deepEqual(termOf({ slaDays: null, slaWarningDays: 2 }, entered), none)
  assert.deepEqual(termOf(undefined, entered), none)
  assert.equal(slaState(none, at('2099-01-01T00:00:00Z')), 'on_time')
})

for (const [instant, state] of [
  ['2026-11-04T11:59:59.999Z', 'on_time'],
  ['2026-11-04T12:00:00Z', 'warning'],
  ['2026-11-06T11:59:59.999Z', 'warning'],
  ['2026-11-06T12:00:00Z', 'overdue'],
] as const) {
  test(`five days with two of warning are ${state} at ${instant}`, () => {
    assert.equal(slaState(termOf({ slaDays: 5, slaWarningDays: 2 }, entered), at(instant)), state)
  })
}

test('the notices are the warning, then the due date, then none', () => {
  const term = termOf({ slaDays: 5, slaWarningDays: 2 }, entered)
  assert.equal(nextNotice(term, 'on_time'), term.warningAt)
  assert.equal(nextNotice(term, 'warning'), term.dueAt)
  assert.equal(nextNotice(term, 'overdue'), null)
  const bare = termOf({ slaDays: 5, slaWarningDays: null }, entered)
  assert.equal(nextNotice(bare, 'on_time'), bare.dueAt)
  assert.equal(nextNotice({ dueAt: null, warningAt: null }, 'on_time'), null)
})
