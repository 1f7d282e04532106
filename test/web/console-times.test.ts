import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Contract, expiryOf } from '../../web/console/areas/contracts/words.ts'
import { reviewHorizons } from '../../web/console/areas/rat/words.ts'
import { groupsOf } from '../../web/console/areas/today/when.ts'
import {
  ago,
  day,
  dayOf,
  endOfDay,
  fromLocal,
  isLate,
  moment,
  monthName,
  startOfDay,
  toLocal,
  untilDue,
} from '../../web/console/times.ts'

/** Times for people in Chile, whatever their computer's time zone: three hours behind UTC in summer, four in winter. */

test('a day is a day in Chile: its last midnight is not tomorrow', () => {
  for (const [instant, shown] of [
    ['2026-12-01', '01-12-2026'],
    ['2026-12-01T02:59:59.999Z', '30-11-2026'],
    ['2026-12-01T03:00:00.000Z', '01-12-2026'],
    ['2026-07-01T03:59:59.000Z', '30-06-2026'],
    ['2026-07-01T04:00:00.000Z', '01-07-2026'],
    ['2027-01-01T02:30:00Z', '31-12-2026'],
  ] as const)
    assert.equal(day(instant), shown, instant)
})

test('an instant has Chilean time, and a calendar date has none', () => {
  assert.equal(moment('2026-11-15'), '15-11-2026')
  assert.equal(moment('2026-11-15T17:05:00.000Z'), '15-11-2026, 14:05')
  assert.equal(moment('2026-07-15T17:05:59.999Z'), '15-07-2026, 13:05')
  assert.equal(moment('2026-11-15T03:00:00Z'), '15-11-2026, 00:00', 'midnight is no 24:00')
})

test('how long ago, as people say it: «ayer» is the day before in Chile', () => {
  const now = Date.parse('2026-11-18T13:00:00Z') // Wednesday, 10:00 in Chile
  for (const [instant, words] of [
    ['2026-11-18T12:59:01Z', 'recién'],
    ['2026-11-18T13:00:30Z', 'recién'], // a clock that runs fast
    ['2026-11-18T12:59:00Z', 'hace 1 min'],
    ['2026-11-18T12:00:01Z', 'hace 59 min'],
    ['2026-11-18T12:00:00Z', 'hace 1 h'],
    ['2026-11-18T03:00:00Z', 'hace 10 h'], // midnight of today
    ['2026-11-17T13:00:01Z', 'hace 23 h'],
    ['2026-11-17T13:00:00Z', 'ayer'],
    ['2026-11-17T03:00:00Z', 'ayer'], // the first minute of Tuesday
    ['2026-11-17T02:59:00Z', 'hace 2 días'], // Monday, though less than 48 hours ago
    ['2026-11-16T13:00:00Z', 'hace 2 días'],
    ['2026-11-12T03:00:00Z', 'hace 6 días'],
    ['2026-11-12T02:59:00Z', 'el 11-11-2026'],
    ['2025-11-18T13:00:00Z', 'el 18-11-2025'],
  ] as const)
    assert.equal(ago(instant, now), words, instant)
})

test('a term in days reads the same as a date and as its last instant', () => {
  for (const now of ['2026-11-18T02:00:00Z', '2026-11-18T13:00:00Z', '2026-11-19T02:59:00Z'])
    for (const day of ['2026-11-07', '2026-11-17', '2026-11-18', '2026-11-19', '2026-12-04', '2026-07-01'])
      assert.deepEqual(
        untilDue(endOfDay(day), new Date(now)),
        untilDue(day, new Date(now)),
        `${day} at ${now}`,
      )
})

test('a due instant counts minutes, then hours, then days, and is urgent from the last day on', () => {
  const now = new Date('2026-11-18T13:00:00Z')
  const left = (ms: number) => untilDue(new Date(now.getTime() + ms).toISOString(), now)
  const [minute, hour, dayLong] = [60_000, 3_600_000, 86_400_000]
  for (const [ms, words, tone] of [
    [0, 'Queda 1 min', 'danger'],
    [30_000, 'Queda 1 min', 'danger'],
    [minute, 'Queda 1 min', 'danger'],
    [2 * minute, 'Quedan 2 min', 'danger'],
    [hour - 1000, 'Quedan 59 min', 'danger'],
    [hour, 'Queda 1 h', 'danger'],
    [hour + 20 * minute, 'Quedan 1 h 20 min', 'danger'],
    [5 * hour, 'Quedan 5 h', 'danger'],
    [10 * hour + 59 * minute, 'Quedan 10 h', 'danger'],
    [dayLong - 1, 'Quedan 23 h', 'danger'],
    [dayLong, 'Quedan 24 h', 'warn'],
    [72 * hour, 'Quedan 72 h', 'warn'],
    [4 * dayLong - 1, 'Quedan 95 h', 'warn'],
    [4 * dayLong, 'Quedan 4 días', 'warn'],
    [5 * dayLong, 'Quedan 5 días', 'warn'],
    [5 * dayLong + 1, 'Quedan 5 días', 'plain'],
    [30 * dayLong, 'Quedan 30 días', 'plain'],
    [-1, 'Venció hace 1 min', 'danger'],
    [-3 * hour, 'Venció hace 3 h', 'danger'],
    [-12 * dayLong, 'Venció hace 12 días', 'danger'],
  ] as const)
    assert.deepEqual(left(ms), { words, tone }, `${ms} ms`)
})

test('a due date counts to its end, in Chile', () => {
  // Half an hour before midnight in Chile, when UTC is already a day ahead.
  const now = new Date('2026-11-19T02:30:00Z')
  for (const [due, words, tone] of [
    ['2026-11-18', 'Vence hoy', 'danger'],
    ['2026-11-19', 'Vence mañana', 'danger'],
    ['2026-11-20', 'Quedan 2 días', 'warn'],
    ['2026-11-23', 'Quedan 5 días', 'warn'],
    ['2026-11-24', 'Quedan 6 días', 'plain'],
    ['2026-11-17', 'Venció ayer', 'danger'],
    ['2026-11-16', 'Venció hace 2 días', 'danger'],
    ['2026-12-18', 'Quedan 30 días', 'plain'],
  ] as const)
    assert.deepEqual(untilDue(due, now), { words, tone }, due)
  // Across a change of the clocks (first Sunday of April and of September) a day still counts as one day.
  assert.equal(untilDue('2026-04-06', new Date('2026-04-03T15:00:00Z')).words, 'Quedan 3 días')
  assert.equal(untilDue('2026-09-08', new Date('2026-09-05T15:00:00Z')).words, 'Quedan 3 días')
})

test('work done on the last day is in time, and an instant late is late', () => {
  assert.equal(isLate('2026-12-01T02:59:59Z', '2026-11-30'), false, 'before midnight in Chile')
  assert.equal(isLate('2026-12-01T03:00:00Z', '2026-11-30'), true)
  assert.equal(isLate('2026-11-18T13:00:00.000Z', '2026-11-18T13:00:00.000Z'), false)
  assert.equal(isLate('2026-11-18T13:00:00.001Z', '2026-11-18T13:00:00.000Z'), true)
  assert.equal(isLate('2026-11-18T12:00:00Z', '2026-11-18T12:00:00.000Z'), false, 'however it is written')
})

test('a typed Chilean time is shown again as the same time', () => {
  for (const [typed, instant] of [
    ['2026-11-18T10:00', '2026-11-18T13:00:00.000Z'],
    ['2026-07-18T10:00', '2026-07-18T14:00:00.000Z'],
    ['2026-12-31T23:59', '2027-01-01T02:59:00.000Z'],
    ['2026-11-18T00:00', '2026-11-18T03:00:00.000Z'],
  ] as const) {
    assert.equal(fromLocal(typed), instant)
    assert.equal(toLocal(instant), typed)
  }
  assert.equal(fromLocal('2026-11-18T10:00:45'), '2026-11-18T13:00:00.000Z', 'some browsers add seconds')
})

test('of an hour that occurs twice the first one counts, and a skipped hour is still an instant', () => {
  // Winter begins on Saturday 4 April 2026 at midnight: the clocks go back to 23:00.
  assert.equal(fromLocal('2026-04-04T23:30'), '2026-04-05T02:30:00.000Z')
  assert.equal(toLocal('2026-04-05T03:30:00.000Z'), '2026-04-04T23:30')
  // Summer begins on Saturday 5 September 2026 at midnight: 00:00 to 00:59 of Sunday do not exist.
  assert.match(fromLocal('2026-09-06T00:30') ?? '', /^2026-09-06T0[34]:30:00\.000Z$/)
})

test('a day in Chile begins when the one before ends, in summer, in winter and when the clocks change', () => {
  for (const [on, instant] of [
    ['2026-12-01', '2026-12-01T03:00:00.000Z'],
    ['2026-07-31', '2026-07-31T04:00:00.000Z'],
    ['2026-04-05', '2026-04-05T04:00:00.000Z'],
    ['2026-09-06', '2026-09-06T04:00:00.000Z'],
  ] as const)
    assert.equal(startOfDay(on), instant)
  assert.equal(startOfDay('2026-12-31', 1), '2027-01-01T03:00:00.000Z')
  for (const none of ['x', '2026-13-01', '2026-02-30']) assert.equal(startOfDay(none), none)
})

test('«vence» on a day includes that whole day, in summer and in winter, and shows it again', () => {
  for (const [on, instant] of [
    ['2026-12-31', '2027-01-01T02:59:59.999Z'],
    ['2026-07-31', '2026-08-01T03:59:59.999Z'],
    ['2026-04-04', '2026-04-05T03:59:59.999Z'], // 25 hours long
  ] as const) {
    assert.equal(endOfDay(on), instant)
    assert.equal(dayOf(endOfDay(on)), on, 'saved again without a change it is the same day')
    assert.equal(day(instant), on.split('-').reverse().join('-'), 'and the list shows it')
  }
  const contract = { expiresAt: '2027-12-31T20:00:00.000Z' } as Contract
  assert.equal(expiryOf(contract, '2027-12-31'), contract.expiresAt, 'the same day is the same instant')
  assert.equal(expiryOf(contract, '2028-01-31'), '2028-01-31')
  assert.equal(expiryOf(contract, ''), null)
  assert.equal(dayOf('2027-12-31T23:59:59.999Z'), '2027-12-31', 'a contract until the end of a day in UTC')
  assert.equal(dayOf('2026-12-01T01:00:00Z'), '2026-11-30')
  assert.deepEqual([dayOf(null), dayOf(undefined), dayOf('')], ['', '', ''])
})

test('blank input is no instant, and no instant is shown blank', () => {
  assert.equal(fromLocal(''), null)
  assert.deepEqual([toLocal(''), toLocal(null), toLocal(undefined)], ['', '', ''])
})

// ── what is due, on Hoy ──

test('tasks are grouped by due date in Chile, late ones first', () => {
  const now = new Date('2026-11-18T13:00:00Z') // 10:00 of a Wednesday
  const task = (id: string, dueAt: string | null, overdue = false) => ({ id, dueAt, overdue })
  const groups = groupsOf(
    [
      task('last minute of tomorrow', '2026-11-20T02:59:59.999Z'),
      task('first minute of Friday, within 48 hours', '2026-11-20T03:00:00.000Z'),
      task('late', '2026-11-18T12:00:00Z', true),
      task('no date', null),
      task('this evening', '2026-11-19T02:00:00Z'),
      task('in six days', '2026-11-24T22:00:00Z'),
      task('in seven days', '2026-11-25T03:00:00Z'),
      task('late for a month', '2026-10-18T12:00:00Z', true),
    ],
    now,
  )
  assert.deepEqual(
    groups.map(({ name, tasks }) => [name, tasks.map(({ id }) => id)]),
    [
      ['Vencido', ['late', 'late for a month']],
      ['Hoy y mañana', ['last minute of tomorrow', 'this evening']],
      ['Esta semana', ['first minute of Friday, within 48 hours', 'in six days']],
      ['Más adelante', ['no date', 'in seven days']],
    ],
  )
  assert.deepEqual(groupsOf([], now), [])
  assert.deepEqual(
    groupsOf([task('a', null)], now).map(({ name }) => name),
    ['Más adelante'],
    'a group without tasks is left out',
  )
})

test('reviews are filtered by the ends of months and years, each once and in order', () => {
  const of = (now: string) => reviewHorizons(new Date(now))
  assert.deepEqual(of('2026-02-10T12:00:00Z'), [
    ['2026-02-28', 'Fin de este mes'],
    ['2026-03-31', 'Fin del próximo mes'],
    ['2026-05-31', 'Dentro de tres meses'],
    ['2026-12-31', 'Fin de 2026'],
    ['2027-12-31', 'Fin de 2027'],
  ])
  for (let month = 1; month <= 12; month += 1) {
    const days = of(`2026-${String(month).padStart(2, '0')}-15T12:00:00Z`).map(([day]) => day)
    assert.deepEqual(days, [...new Set(days)].toSorted(), `month ${month}`)
    assert.ok(days.includes('2026-12-31'), `month ${month}: the end of the year is one of them`)
    assert.ok(days.includes('2027-12-31'), `month ${month}`)
  }
  // Midnight of the first of March in UTC is still February in Chile.
  assert.equal(of('2026-03-01T01:00:00Z')[0]![0], '2026-02-28')
  assert.equal(of('2028-02-10T12:00:00Z')[0]![0], '2028-02-29')
})

test('a month is written in words', () => {
  assert.equal(monthName('2026-09'), 'septiembre de 2026')
  assert.equal(monthName('2027-01'), 'enero de 2027')
})
