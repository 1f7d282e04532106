import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  ANSWER_STATES,
  type AnswerStatus,
  assertDueOn,
  contentFaults,
  expiryOf,
  isReminderDue,
  keptAnswers,
  type MappedSection,
  shownStatus,
  submitFaults,
} from './rules.ts'

const paths = (sections: readonly MappedSection[]) => contentFaults(sections).map(({ path }) => path)
const SECTIONS: readonly MappedSection[] = [
  { title: 'Cámaras', questions: [{ key: 'has', type: 'yes_no', label: '¿Hay?' }] },
]

const texts = (count: number, type: 'text' | 'file' = 'text') =>
  Array.from({ length: count }, (_, n) => ({ key: `q${n}`, type, label: 'Q' }))

test('a hundred questions, four of them with files, and 180 fields of a form still fit', () => {
  assert.deepEqual(paths([{ title: 'S', questions: texts(100) }]), [])
  assert.deepEqual(paths([{ title: 'S', questions: texts(4, 'file') }]), [])
  const options = (count: number) => Array.from({ length: count }, (_, n) => ({ value: `v${n}`, label: 'V' }))
  const boxes = (last: number) => [
    ...[36, 36, 36, 36, last].map((count, n) => ({
      key: `m${n}`,
      type: 'choices' as const,
      label: 'M',
      options: options(count),
    })),
    // A form sends one field for each of these, whatever the number of options.
    { key: 'c', type: 'choice' as const, label: 'C', options: options(40) },
  ]
  assert.deepEqual(paths([{ title: 'S', questions: boxes(35) }]), [])
  assert.deepEqual(paths([{ title: 'S', questions: boxes(36) }]), ['sections'])
})

test('the limit counts questions of all sections, and a condition refers to earlier sections', () => {
  const more = texts(1).map((one) => ({ ...one, key: 'one_more' }))
  assert.deepEqual(
    paths([
      { title: 'S', questions: texts(100) },
      { title: 'T', questions: more },
    ]),
    ['sections'],
  )
  const showIf = [
    { question: 'has', operator: 'is', value: 'no' },
    { question: 'one_more', operator: 'answered' },
  ] as const
  assert.deepEqual(paths([...SECTIONS, { title: 'T', showIf, questions: more }]), [
    'sections[1].showIf[1].question',
  ])
})

/** The operators that fit each type of question, written by hand. */
const MEET: Readonly<Record<string, readonly string[]>> = {
  yes_no: ['is', 'is_not', 'answered'],
  choice: ['is', 'is_not', 'answered'],
  choices: ['is_not', 'includes', 'answered'],
  text: ['answered'],
  long_text: ['answered'],
  number: ['answered'],
  date: ['answered'],
  email: ['answered'],
  file: ['answered'],
}
for (const [type, fitting] of Object.entries(MEET))
  test(`operators for a question of type ${type}: ${fitting.join(', ')}`, () => {
    const options = [
      { value: 'yes', label: 'Sí' },
      { value: 'b', label: 'B' },
    ]
    const fits = ['is', 'is_not', 'includes', 'answered'].filter((operator) => {
      const first = { key: 'a', type: type as never, label: 'A', options }
      const showIf = [{ question: 'a', operator: operator as never, value: 'yes' }]
      const faults = paths([
        { title: 'S', questions: [first, { key: 'b', type: 'text', label: 'B', showIf }] },
      ])
      if (faults.length > 0) assert.deepEqual(faults, ['sections[0].questions[1].showIf[0].operator'])
      return faults.length === 0
    })
    assert.deepEqual(fits, fitting)
  })

test('an answer of any type is kept up to its length, counted in characters', () => {
  const longest = { text: 500, long_text: 10_000, number: 30, date: 10, email: 254 } as const
  for (const [type, most] of Object.entries(longest)) {
    const sections = [{ title: 'S', questions: [{ key: 'x', type: type as never, label: 'Dato' }] }]
    assert.equal(keptAnswers(sections, { x: ` ${'ñ'.repeat(most)} ` }).answers['x']?.length, most, type)
    const { answers, faults } = keptAnswers(sections, { x: 'ñ'.repeat(most + 1) })
    assert.deepEqual([answers, faults.map(({ path }) => path)], [{}, ['answers.x']], type)
  }
  const [fault] = keptAnswers([{ title: 'S', questions: [{ key: 'x', type: 'long_text', label: 'Dato' }] }], {
    x: 'a'.repeat(10_001),
  }).faults
  assert.equal(fault?.message, '«Dato» admite hasta 10.000 caracteres.')
})

const WRITTEN: [type: 'email' | 'number' | 'date', right: string[], wrong: string[]][] = [
  [
    'email',
    ['ana@sur.cl', 'a.b+c@sub.dominio.cl', 'ñandú@correo.cl'],
    ['ana', 'ana@sur', '@sur.cl', 'ana@', 'ana rojas@sur.cl', 'a@b@c.cl', 'ana@.', 'ana@sur.cl otra'],
  ],
  [
    'number',
    ['0', '12', '-3', '1,5', '1.5', '007', '-0,25'],
    ['doce', '1.', ',5', '1,2,3', '--1', '1e3', '+4', '1 000', '٣'],
  ],
  [
    'date',
    ['2026-02-28', '2028-02-29', '2026-12-31'],
    ['2026-02-29', '2026-13-01', '2026-04-31', '28-02-2026', '2026-2-3', '2026-02-28T10:00', 'ayer'],
  ],
]
for (const [type, right, wrong] of WRITTEN)
  test(`a ${type} must be well formed, and may be blank unless required`, () => {
    const sections = [{ title: 'S', questions: [{ key: 'x', type, label: 'Dato' }] }]
    const faulty = (value: string) => submitFaults(sections, { x: value }).length > 0
    assert.deepEqual(right.filter(faulty), [])
    assert.deepEqual(
      wrong.filter((value) => !faulty(value)),
      [],
    )
    assert.deepEqual(submitFaults(sections, {}), [])
    assert.match(submitFaults(sections, { x: wrong[0]! })[0]!.message, /^«Dato»: escriba u/)
  })

// ── time ──

test('a due date is between today and a year from today', () => {
  const judged = (dueOn: string, today: string) => {
    try {
      assertDueOn(dueOn, today)
      return 'fits'
    } catch (error) {
      const { status, details, message } = error as { status: number; details: unknown; message: string }
      assert.deepEqual([status, details], [422, [{ path: 'dueOn', message }]])
      return /ya pasó/.test(message) ? 'past' : 'far'
    }
  }
  assert.equal(judged('2026-11-17', '2026-11-18'), 'past')
  assert.equal(judged('2026-11-18', '2026-11-18'), 'fits')
  assert.equal(judged('2027-11-18', '2026-11-18'), 'fits')
  assert.equal(judged('2027-11-19', '2026-11-18'), 'far')
  // From a day in a leap year, 365 days end a day earlier.
  assert.equal(judged('2029-01-01', '2028-01-01'), 'far')
  assert.equal(judged('2028-12-31', '2028-01-01'), 'fits')
})

test('the key expires at midnight in Chile, in summer and winter time', () => {
  assert.equal(expiryOf('2026-05-31').toISOString(), '2026-07-01T04:00:00.000Z')
  assert.equal(expiryOf('2028-01-30').toISOString(), '2028-03-01T03:00:00.000Z')
  // On 6 September 2026 there is no midnight: clocks go from 23:59 to 1:00.
  assert.equal(expiryOf('2026-08-06').toISOString(), '2026-09-06T04:00:00.000Z')
})

test('open answers expire with their key; sent and revoked ones keep their state', () => {
  const expires_at = new Date('2026-12-01T03:00:00Z')
  const shown = (status: AnswerStatus, now: string) => shownStatus({ status, expires_at }, new Date(now))
  for (const status of ANSWER_STATES) {
    const isOpen = ['sent', 'started', 'returned'].includes(status)
    assert.equal(shown(status, '2026-12-01T02:59:59.999Z'), status)
    assert.equal(shown(status, '2026-12-01T03:00:00Z'), isOpen ? 'expired' : status)
  }
})

test('nobody invited on the day before or on the day itself gets a reminder', () => {
  const due = (today: string, sentOn: string) =>
    isReminderDue({ dueOn: '2028-03-01', sentOn, remindedOn: null }, today)
  // Three days before 1 March 2028 is 27 February, as that year is a leap year.
  assert.deepEqual([due('2028-02-26', '2028-02-01'), due('2028-02-27', '2028-02-01')], [false, true])
  assert.deepEqual([due('2028-03-01', '2028-02-29'), due('2028-03-01', '2028-03-01')], [false, false])
  assert.deepEqual([due('2028-02-28', '2028-02-28'), due('2028-02-29', '2028-02-28')], [false, true])
})
