import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays, after, chileanDay, DAY_MS } from '#kernel/dates.ts'
import { LAW } from '#kernel/law/law.ts'
import {
  assertExtendable,
  assertStatusChange,
  blockingDeadline,
  CHANNELS,
  channelOf,
  complaintUntil,
  extendedDeadline,
  extendedTerm,
  formerDueOn,
  isFinal,
  isOverdue,
  legalDueOn,
  legalTerm,
  mayComplain,
  OPPOSITION_CAUSES,
  opposesMarketing,
  outcomeOf,
  RESPONSE_TYPES,
  RIGHT_TYPES,
  reminderAt,
  responseDeadline,
  SOURCES,
  STATES,
} from './rules.ts'

const OPEN = ['RECEIVED', 'VERIFYING', 'IN_PROGRESS', 'EXTENDED']

for (const from of STATES)
  for (const to of STATES)
    for (const isExtended of [true, false]) {
      const allowed = OPEN.includes(from) && from !== to && (to !== 'EXTENDED' || isExtended)
      const how = isExtended ? 'with' : 'without'
      test(`${from} → ${to} ${how} an extension is ${allowed ? 'allowed' : 'refused'}`, () => {
        const attempt = () =>
          assertStatusChange(
            { ...entered('2026-12-01T15:00:00Z', isExtended), status: from, right_type: 'ACCESS' },
            to,
            LAW,
          )
        if (allowed) assert.doesNotThrow(attempt)
        else assert.throws(attempt, { code: 'CONFLICT' })
      })
    }

test('only COMPLETED and REJECTED are final', () => {
  assert.deepEqual(STATES.filter(isFinal), ['COMPLETED', 'REJECTED'])
})

test('a response ends the request as the contract says', () => {
  const types = ['FULFILLED', 'PARTIALLY_FULFILLED', 'REJECTED_IDENTITY', 'REJECTED_LEGAL'] as const
  assert.deepEqual(types.map(outcomeOf), ['COMPLETED', 'COMPLETED', 'REJECTED', 'REJECTED'])
})

test('the term is 30 days of 24 hours, and 30 more when extended, over any change of clocks', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
      (at) => {
        const deadline = responseDeadline(at)
        assert.equal(deadline.getTime() - at.getTime(), 30 * 24 * 3600 * 1000)
        assert.equal(extendedDeadline(deadline).getTime() - at.getTime(), 60 * 24 * 3600 * 1000)
      },
    ),
  )
  assert.equal(responseDeadline(new Date('2026-12-01T12:00:00Z')).toISOString(), '2026-12-31T12:00:00.000Z')
})

for (const [received, due, why] of [
  ['2026-12-04T15:00:00Z', '2026-12-10T02:59:59.999Z', 'Friday, with a holiday on Tuesday: Wednesday'],
  ['2026-12-05T02:59:59Z', '2026-12-10T02:59:59.999Z', 'still Friday in Chile'],
  ['2026-12-05T03:00:00Z', '2026-12-10T02:59:59.999Z', 'Saturday in Chile'],
  ['2026-07-01T12:00:00Z', '2026-07-04T03:59:59.999Z', 'Wednesday in winter: Friday'],
  ['2026-09-03T12:00:00Z', '2026-09-08T02:59:59.999Z', 'over the change of clocks: Monday'],
] as const) {
  test(`a block asked for at ${received} is due at ${due}: ${why}`, () => {
    assert.equal(blockingDeadline('BLOCKING', new Date(received), LAW)?.toISOString(), due)
  })
}

function entered(createdAt: string, extended = false, law = LAW) {
  const at = new Date(createdAt)
  const term = legalTerm('ACCESS', at, law)
  return {
    created_at: at,
    extended_deadline_at: extended ? extendedDeadline(responseDeadline(at)) : null,
    legal_due_at: extended ? extendedTerm(term, law) : term,
  }
}

for (const [received, due, extended, why] of [
  ['2026-12-01T15:00:00Z', '2026-12-31', '2027-01-30', 'the example of the law sheet'],
  [
    '2027-08-21T03:40:00Z',
    '2027-09-19',
    '2027-10-19',
    '20-08-2027 23:40 in Chile, before the clocks go forward',
  ],
  [
    '2027-03-20T03:20:00Z',
    '2027-04-19',
    '2027-05-19',
    '20-03-2027 00:20 in Chile, before the clocks go back',
  ],
  ['2026-12-02T02:59:59Z', '2026-12-31', '2027-01-30', 'one second before midnight in Chile'],
  ['2026-12-02T03:00:00Z', '2027-01-01', '2027-01-31', 'midnight in Chile'],
  ['2028-01-30T15:00:00Z', '2028-02-29', '2028-03-30', 'a year with a day more'],
  ['2027-01-30T15:00:00Z', '2027-03-01', '2027-03-31', 'a year without it'],
  ['2028-02-29T15:00:00Z', '2028-03-30', '2028-04-29', 'the day that comes every four years'],
] as const) {
  test(`art. 11: a request of ${received} is due on ${due}, extended on ${extended}: ${why}`, () => {
    assert.deepEqual([legalDueOn(entered(received)), legalDueOn(entered(received, true))], [due, extended])
    assert.equal(chileanDay(after(entered(received).legal_due_at, 1)), addDays(due, 1))
  })
}

test('art. 11: a term is extended once, while it runs; the term of a block never (art. 8 ter)', () => {
  const request = { ...entered('2027-08-21T03:40:00Z'), right_type: 'ACCESS' } as const
  const end = request.legal_due_at
  assert.doesNotThrow(() => assertExtendable(request, end, LAW))
  assert.throws(() => assertExtendable(request, after(end, 1), LAW), {
    code: 'CONFLICT',
    message:
      /venció el 19 de septiembre de 2027 y un plazo vencido no se amplía \(art\. 11, .*art\. 26, Ley 19\.880, por analogía\)/,
  })
  const again = { ...request, ...entered('2027-08-21T03:40:00Z', true) }
  assert.throws(() => assertExtendable(again, after(end, 1), LAW), {
    code: 'ALREADY_EXTENDED',
    message: /hasta el 19 de octubre de 2027\./,
  })
  const block = { ...request, right_type: 'BLOCKING' } as const
  assert.throws(() => assertExtendable(block, request.created_at, LAW), {
    status: 422,
    message: /no se amplía.*arts\. 8 ter y 11, Ley 19\.628/,
  })
  assert.throws(() => assertStatusChange({ ...block, status: 'RECEIVED' }, 'EXTENDED', LAW), {
    code: 'CONFLICT',
    message: /no se amplía/,
  })
})

test('terms come from the law that is passed in', () => {
  const law = {
    ...LAW,
    terms: {
      ...LAW.terms,
      requestDays: 15,
      extensionDays: 5,
      blockingBusinessDays: 1,
      complaintBusinessDays: 2,
    },
  }
  const [term, longer] = [
    entered('2026-12-01T15:00:00Z', false, law),
    entered('2026-12-01T15:00:00Z', true, law),
  ]
  assert.deepEqual([legalDueOn(term), legalDueOn(longer)], ['2026-12-16', '2026-12-21'])
  const friday = new Date('2026-12-04T15:00:00Z')
  assert.equal(chileanDay(blockingDeadline('BLOCKING', friday, law)!), '2026-12-07')
  assert.equal(complaintUntil('2026-12-04', law), '2026-12-09')
})

test('the other rights have no term of their own', () => {
  assert.equal(blockingDeadline('ACCESS', new Date(), LAW), null)
})

test('a person refused on 31 December may complain until 12 February', () => {
  assert.equal(complaintUntil('2026-12-31', LAW), '2027-02-12')
})

test('a request is overdue from the instant after its deadline until it is completed', () => {
  const dueAt = new Date('2026-12-31T12:00:00Z')
  assert.equal(isOverdue({ dueAt, completedAt: null }, dueAt), false)
  assert.equal(isOverdue({ dueAt, completedAt: null }, after(dueAt, 1)), true)
  assert.equal(isOverdue({ dueAt, completedAt: after(dueAt, 5) }, after(dueAt, 9)), false)
})

// ── reminders ──

const dueAt = new Date('2026-12-31T15:00:00Z')
const morning = (day: string) => new Date(`${day}T11:00:00Z`)

for (const [day, daysBefore, daysLeft] of [
  ['2026-12-23', undefined, undefined],
  ['2026-12-24', 7, 7],
  ['2026-12-25', 7, 6],
  ['2026-12-27', 7, 4],
  ['2026-12-28', 3, 3],
  ['2026-12-29', 3, 2],
  ['2026-12-30', 1, 1],
  ['2026-12-31', 1, 0],
  ['2027-01-01', 0, -1],
  ['2027-03-01', 0, -60],
] as const) {
  test(`on the morning of ${day} the reminder is ${daysBefore ?? 'none'}`, () => {
    const due = reminderAt({ term: 'RESPONSE', dueAt }, morning(day), LAW)
    assert.deepEqual([due?.daysBefore, due?.daysLeft], [daysBefore, daysLeft])
  })
}

test('arts. 8 ter and 11: a block causes reminders the business day before and when it is overdue', () => {
  const at = (due: string, days: string[]) =>
    days.map((day) => {
      const blocked = { term: 'BLOCKING', dueAt: new Date(due) } as const
      const { daysBefore, daysLeft } = reminderAt(blocked, morning(day), LAW) ?? {}
      return [daysBefore, daysLeft]
    })
  // 8 December is a holiday: the business day before the 9th is the 7th.
  assert.deepEqual(
    at('2026-12-10T02:59:59.999Z', ['2026-12-04', '2026-12-07', '2026-12-08', '2026-12-09', '2026-12-10']),
    [
      [undefined, undefined],
      [1, 1],
      [1, 1],
      [1, 0],
      [0, -1],
    ],
  )
  // A block that ends on a Monday causes a reminder on Friday, not on Sunday.
  assert.deepEqual(at('2026-12-15T02:59:59.999Z', ['2026-12-10', '2026-12-11', '2026-12-13', '2026-12-30']), [
    [undefined, undefined],
    [1, 1],
    [1, 1],
    [0, -16],
  ])
})

test('art. 16 of the former text: two business days, for the rights it knew and until the law binds', () => {
  const on = (right: 'ACCESS' | 'BLOCKING' | 'OPPOSITION' | 'PORTABILITY', instant: string) =>
    formerDueOn(right, new Date(instant), LAW)
  assert.equal(on('ACCESS', '2026-11-20T15:00:00Z'), '2026-11-24')
  assert.equal(on('BLOCKING', '2026-11-30T15:00:00Z'), '2026-12-02')
  assert.equal(on('OPPOSITION', '2026-11-20T15:00:00Z'), null)
  assert.equal(on('PORTABILITY', '2026-11-20T15:00:00Z'), null)
  assert.equal(on('ACCESS', '2026-12-01T15:00:00Z'), null)
})

test('as time goes by the reminders only get closer to the deadline', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 50 }), (a, b) => {
      const at = (day: number) =>
        reminderAt({ term: 'RESPONSE', dueAt }, after(dueAt, (day - 40) * DAY_MS - 1), LAW)?.daysBefore ?? 99
      assert.ok(at(Math.min(a, b)) >= at(Math.max(a, b)))
    }),
  )
})

test('on the last day of a response the reminder says today, until the instant it is over', () => {
  const at = (instant: Date) => {
    const due = reminderAt({ term: 'RESPONSE', dueAt }, instant, LAW)
    return [due?.daysBefore, due?.daysLeft]
  }
  assert.deepEqual(at(dueAt), [1, 0])
  assert.deepEqual(at(after(dueAt, 1)), [0, 0])
})

// ── art. 8 b ──

for (const [subtype, isMarketing] of [
  [OPPOSITION_CAUSES.marketing, true],
  ['art. 8 b', true],
  ['Art 8b', true],
  ['ART. 8  B: publicidad', true],
  ['  art. 8 b, publicidad', true],
  ['art. 8 letra b', true],
  ['art. 8, letra b)', true],
  ['Artículo 8 letra b): mercadotecnia', true],
  ['articulo 8 b', true],
  ['art. 8° b', true],
  ['artículo 8º, letra b)', true],
  ['letra b) del artículo 8', true],
  ['Letra b, art. 8°', true],
  ['letra b del artículo 8 bis', false],
  ['letra b) del artículo 80', false],
  ['letra a) del artículo 8', false],
  ['art. 8 letra a', false],
  ['artículo 8 bis', false],
  ['art. 8 letra bis', false],
  ['artículo 8', false],
  [OPPOSITION_CAUSES.interest, false],
  [OPPOSITION_CAUSES.source, false],
  ['art. 8 bis', false],
  ['art. 18 b', false],
  ['art. 80 b', false],
  ['según el art. 8 b', false],
  ['publicidad', false],
  ['', false],
  [null, false],
] as const) {
  test(`an opposition whose cause reads ${JSON.stringify(subtype)} is ${isMarketing ? '' : 'not '}about direct marketing`, () => {
    for (const right_type of RIGHT_TYPES)
      assert.equal(
        opposesMarketing({ right_type, subtype }),
        isMarketing && right_type === 'OPPOSITION',
        right_type,
      )
  })
}

// ── art. 41 ──

test('only a person who got everything has no ground to complain, unless the answer was «nothing held»', () => {
  for (const status of STATES)
    for (const responseType of [null, ...RESPONSE_TYPES])
      for (const nothingHeld of [true, false]) {
        const isOver = ['COMPLETED', 'REJECTED'].includes(status)
        const isContent = responseType === 'FULFILLED' && !nothingHeld
        assert.equal(
          mayComplain({ status, responseType, nothingHeld }),
          isOver && !isContent,
          `${status} ${responseType} ${nothingHeld}`,
        )
      }
})

test('the channel of a request is the one that staff entered, else that of its source', () => {
  const silent = SOURCES.map((source) => [source, channelOf({ source, channel: null })])
  assert.deepEqual(Object.fromEntries(silent), {
    widget: 'form',
    portal: 'portal',
    import: null,
    staff: null,
  })
  for (const channel of CHANNELS) assert.equal(channelOf({ source: 'staff', channel }), channel)
})
