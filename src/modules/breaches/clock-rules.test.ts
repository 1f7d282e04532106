import assert from 'node:assert/strict'
import { test } from 'node:test'
import { after, DAY_MS, HOUR_MS, iso, MINUTE_MS } from '#kernel/dates.ts'
import { LAW } from '#kernel/law/law.ts'
import {
  type Clock,
  type ClockKey,
  clocksOf,
  dueReminder,
  isClockKey,
  isOverdue,
  isOwed,
  type Timed,
} from './clock-rules.ts'

const DETECTED = new Date('2026-12-10T15:00:00Z')
const TOLD = new Date('2026-12-10T18:30:00Z')

function clocks(timed: Partial<Timed> = {}, law = LAW): Map<ClockKey, Clock> {
  const all = clocksOf(
    {
      detectedAt: DETECTED,
      actsAs: 'controller',
      essentialService: false,
      notifiedApdpAt: null,
      controllerNotifiedAt: null,
      marked: {},
      ...timed,
    },
    law,
  )
  return new Map(all.map((clock) => [clock.key, clock]))
}

const CSIRT = ['csirt_alert', 'csirt_report', 'csirt_final']

test('the role and the service decide which clocks run, in a fixed order', () => {
  for (const [actsAs, essentialService, keys] of [
    ['controller', false, ['apdp', 'internal_72h']],
    ['controller', true, ['apdp', 'internal_72h', ...CSIRT]],
    ['processor', false, ['internal_72h']],
    ['processor', true, ['internal_72h', ...CSIRT]],
  ] as const)
    assert.deepEqual([...clocks({ actsAs, essentialService }).keys()], keys, `${actsAs} ${essentialService}`)
})

test('a clock of the CSIRT that was met stays, even if the entity is no longer an essential service', () => {
  const marked = { csirt_alert: '2026-12-10T17:00:00.000Z' }
  for (const actsAs of ['controller', 'processor'] as const) {
    const kept = clocks({ actsAs, marked }).get('csirt_alert')
    assert.equal(iso(kept!.doneAt), marked.csirt_alert, actsAs)
    assert.equal(clocks({ actsAs, marked }).get('csirt_report'), undefined, 'what was not met runs no more')
  }
})

test('each clock ends a fixed time after the detection, except that of the Agency, which has no end', () => {
  const ends = [...clocks({ essentialService: true }).values()].map(({ dueAt }) => iso(dueAt))
  assert.deepEqual(ends, [
    null,
    '2026-12-13T15:00:00.000Z',
    '2026-12-10T18:00:00.000Z',
    '2026-12-13T15:00:00.000Z',
    '2026-12-25T15:00:00.000Z',
  ])
})

test('the terms of the CSIRT come from the law file, both the end and the words', () => {
  const law = {
    ...LAW,
    terms: { ...LAW.terms, csirtAlertHours: 5, csirtReportHours: 48, csirtFinalDays: 20 },
  }
  const changed = clocks({ essentialService: true }, law)
  assert.deepEqual(
    CSIRT.map((key) => iso(changed.get(key as ClockKey)!.dueAt)),
    ['2026-12-10T20:00:00.000Z', '2026-12-12T15:00:00.000Z', '2026-12-30T15:00:00.000Z'],
  )
  assert.match(changed.get('csirt_alert')!.basis, /^5 horas/)
  assert.match(changed.get('csirt_report')!.basis, /^48 horas/)
  assert.match(changed.get('csirt_final')!.basis, /^20 días corridos/)
  assert.equal(iso(changed.get('internal_72h')!.dueAt), '2026-12-13T15:00:00.000Z')
})

test("the role's own notice meets its target, and the other role's notice does not", () => {
  const later = new Date('2026-12-11T10:00:00Z')
  const both = { notifiedApdpAt: TOLD, controllerNotifiedAt: later }
  const asController = clocks(both)
  assert.deepEqual(asController.get('apdp')!.doneAt, TOLD)
  assert.deepEqual(asController.get('internal_72h')!.doneAt, TOLD)
  assert.deepEqual(clocks({ ...both, actsAs: 'processor' }).get('internal_72h')!.doneAt, later)
  assert.equal(clocks({ controllerNotifiedAt: later }).get('internal_72h')!.doneAt, null)
  assert.equal(clocks({ notifiedApdpAt: TOLD, actsAs: 'processor' }).get('internal_72h')!.doneAt, null)
})

test('a mark counts before the notice, and the report to the Agency marks no clock of the CSIRT', () => {
  const marked = { internal_72h: '2026-12-10T16:00:00.000Z', csirt_alert: '2026-12-10T17:00:00.000Z' }
  const all = clocks({ essentialService: true, notifiedApdpAt: TOLD, marked })
  assert.deepEqual(
    [...all.values()].map(({ key, doneAt }) => [key, iso(doneAt)]),
    [
      ['apdp', iso(TOLD)],
      ['internal_72h', '2026-12-10T16:00:00.000Z'],
      ['csirt_alert', '2026-12-10T17:00:00.000Z'],
      ['csirt_report', null],
      ['csirt_final', null],
    ],
  )
})

test('a target names the duty of the role and calls itself internal', () => {
  const controller = clocks().get('internal_72h')!
  const processor = clocks({ actsAs: 'processor' }).get('internal_72h')!
  assert.match(controller.article, /^meta interna: el art\. 14 sexies/)
  assert.match(processor.article, /^meta interna: el art\. 15 bis/)
  assert.match(processor.label, /informar al responsable/)
  assert.doesNotMatch(controller.label, /responsable/)
  assert.match(processor.basis, /art\. 15 bis/)
  assert.match(controller.basis, /art\. 14 sexies/)
})

test('only the five keys name a clock', () => {
  assert.deepEqual(
    ['apdp', 'internal_72h', ...CSIRT, 'csirt', 'APDP', '', 'constructor'].filter(isClockKey),
    ['apdp', 'internal_72h', ...CSIRT],
  )
})

// ── lateness ──

test('a clock is overdue after its last millisecond, unless it is met or has no end', () => {
  const clock = clocks().get('internal_72h')!
  const due = clock.dueAt!
  assert.equal(isOverdue(clock, due), false)
  assert.equal(isOverdue(clock, after(due, 1)), true)
  assert.equal(isOverdue({ ...clock, doneAt: after(due, HOUR_MS) }, after(due, DAY_MS)), false)
  assert.equal(isOverdue(clocks().get('apdp')!, after(due, 100 * DAY_MS)), false)
})

test('the target is not owed if the decision is that nobody has to be notified', () => {
  const target = clocks().get('internal_72h')!
  const alert = clocks({ essentialService: true }).get('csirt_alert')!
  const [yes, no] = [{ requiresNotification: true }, { requiresNotification: false }]
  for (const [clock, decision, acts_as, owed] of [
    [target, null, 'controller', true],
    [target, yes, 'controller', true],
    [target, no, 'controller', false],
    // A processor informs the controller whatever the risk (art. 15 bis), and the CSIRT's terms come from another law.
    [target, no, 'processor', true],
    [alert, no, 'controller', true],
    [{ ...target, doneAt: TOLD }, yes, 'controller', false],
    [clocks().get('apdp')!, yes, 'controller', false],
  ] as const)
    assert.equal(isOwed(clock, { decision, acts_as }), owed, `${clock.key} ${acts_as}`)
})

/** Minutes after the detection, and the reminder at that time. */
const REMINDERS: [ClockKey, minutes: number, 'soon' | 'over' | 'nothing'][] = [
  ['internal_72h', 0, 'nothing'],
  ['internal_72h', 48 * 60 - 1, 'nothing'],
  ['internal_72h', 48 * 60, 'soon'],
  ['internal_72h', 72 * 60, 'soon'],
  ['internal_72h', 72 * 60 + 1, 'over'],
  ['internal_72h', 120 * 60, 'over'],
  ['internal_72h', 120 * 60 + 1, 'nothing'],
  // A term of three hours has no day before its end, so the reminder comes at half of it.
  ['csirt_alert', 89, 'nothing'],
  ['csirt_alert', 90, 'soon'],
  ['csirt_alert', 180, 'soon'],
  ['csirt_alert', 181, 'over'],
  ['csirt_alert', 51 * 60, 'over'],
  ['csirt_alert', 51 * 60 + 1, 'nothing'],
  ['csirt_final', 14 * 24 * 60 - 1, 'nothing'],
  ['csirt_final', 14 * 24 * 60, 'soon'],
  ['csirt_final', 15 * 24 * 60 + 1, 'over'],
  ['apdp', 100 * 24 * 60, 'nothing'],
]

for (const [key, minutes, what] of REMINDERS) {
  test(`${minutes} minutes after the detection, ${what} is announced of ${key}`, () => {
    const clock = clocks({ essentialService: true }).get(key)!
    const now = after(DETECTED, minutes * MINUTE_MS)
    const said = { soon: 'breach.due_soon', over: 'breach.overdue', nothing: undefined }[what]
    assert.equal(dueReminder(clock, { detected_at: DETECTED }, now), said)
    assert.equal(dueReminder({ ...clock, doneAt: TOLD }, { detected_at: DETECTED }, now), undefined)
  })
}
