import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judge } from '#kernel/legal-checks.ts'
import { requestRow } from '#test/kit/dsar-rows.ts'
import { whose } from './asking.ts'
import { CLOSING_CHECKS, type ClosingFacts } from './legal-checks.ts'
import { DELIVERY_CHECKS, type DeliveryFacts } from './package/legal-checks.ts'
import { granted, grounds, noneHeld, proposalsFor } from './proposals.ts'
import { ANSWERED_BY_NOTHING, OPPOSITION_CAUSES, RIGHT_TYPES, TOLD_TO_RECIPIENTS } from './rules.ts'

const PRIVATE = { isPublicBody: false }
const SELF = whose(requestRow())
const [GRANTED, GROUNDS, NONE_HELD] = [granted(SELF), grounds(SELF), noneHeld(SELF)]

/** What the law requires of an answer and of a delivery, case by case. */

const ANSWERED: ClosingFacts = {
  rightType: 'ACCESS',
  opposesMarketing: false,
  outcome: 'COMPLETED',
  responseType: 'FULFILLED',
  ground: null,
  notes: 'Le enviamos una copia.',
  hasFile: false,
  unfinished: [],
  isLate: false,
  agencyInformed: false,
  thirdsUninformed: false,
}
const REFUSED = {
  outcome: 'REJECTED',
  responseType: 'REJECTED_LEGAL',
  ground: 'Una ley',
  notes: null,
} as const
const NOTHING_SAID = { notes: null, hasFile: false, ground: null } as const

const closing = (facts: Partial<ClosingFacts>) =>
  judge(CLOSING_CHECKS, { ...ANSWERED, ...facts }).map(({ key }) => key)

test('an answer that is in time and complete lacks nothing, for every right', () => {
  for (const rightType of RIGHT_TYPES) {
    assert.deepEqual(closing({ rightType }), [], rightType)
    assert.deepEqual(closing({ rightType, ...REFUSED, agencyInformed: true }), [], `${rightType} refused`)
  }
})

for (const [what, facts, keys] of [
  ['a refusal without its ground', { ...REFUSED, ground: null }, ['dsar.ground']],
  [
    'a refusal for lack of identity without its ground',
    { ...REFUSED, responseType: 'REJECTED_IDENTITY', ground: null },
    ['dsar.ground'],
  ],
  ['a refusal by status alone', { ...REFUSED, responseType: null }, []],
  ['a part that was granted, with what the notes say', { responseType: 'PARTIALLY_FULFILLED' }, []],
  [
    'a part that was granted, with a ground alone',
    { responseType: 'PARTIALLY_FULFILLED', notes: null, hasFile: true, ground: 'Una ley' },
    [],
  ],
  [
    'a part that was granted, without a word',
    { responseType: 'PARTIALLY_FULFILLED', notes: null, hasFile: true },
    ['dsar.ground'],
  ],
  ['access without words and with a file', { notes: null, hasFile: true }, []],
  ['access without words nor file', NOTHING_SAID, ['dsar.access_content']],
  ['a copy without words and with a file', { rightType: 'PORTABILITY', notes: null, hasFile: true }, []],
  ['a copy without words nor file', { rightType: 'PORTABILITY', ...NOTHING_SAID }, ['dsar.portability_copy']],
  ['a rectification without words', { rightType: 'RECTIFICATION', ...NOTHING_SAID }, []],
  ['a deletion without words', { rightType: 'DELETION', ...NOTHING_SAID }, []],
  [
    'an automated decision with a file and no word',
    { rightType: 'AUTO_DECISION', notes: null, hasFile: true },
    ['dsar.automated_explanation'],
  ],
  ['a refused automated decision with its ground', { rightType: 'AUTO_DECISION', ...REFUSED }, []],
  [
    'a refused automated decision without one',
    { rightType: 'AUTO_DECISION', ...REFUSED, ground: null },
    ['dsar.ground', 'dsar.automated_explanation'],
  ],
  [
    'a refused block of which the Agency knows nothing',
    { rightType: 'BLOCKING', ...REFUSED },
    ['dsar.blocking_agency'],
  ],
  [
    'a refused block of which the Agency knows',
    { rightType: 'BLOCKING', ...REFUSED, agencyInformed: true },
    [],
  ],
  ['a granted block', { rightType: 'BLOCKING' }, []],
  [
    'a block that was granted in part, of which the Agency knows nothing',
    { rightType: 'BLOCKING', responseType: 'PARTIALLY_FULFILLED', ground: 'x' },
    ['dsar.blocking_agency'],
  ],
  ['a completion by status alone', { responseType: null }, ['dsar.outcome']],
  ['an answer that is late', { isLate: true }, ['dsar.late']],
  [
    'a late refusal without a ground',
    { ...REFUSED, ground: null, isLate: true },
    ['dsar.ground', 'dsar.late'],
  ],
] as const satisfies readonly (readonly [string, Partial<ClosingFacts>, readonly string[]])[]) {
  test(`closing: ${what} ${keys.length > 0 ? `lacks ${keys.join(' and ')}` : 'lacks nothing'}`, () => {
    assert.deepEqual(closing(facts), keys)
  })
}

test('art. 8 b: an opposition to marketing is granted whole, unless the asker is unidentified', () => {
  const marketing = (facts: Partial<ClosingFacts>) =>
    judge(CLOSING_CHECKS, { ...ANSWERED, rightType: 'OPPOSITION', opposesMarketing: true, ...facts })
  assert.deepEqual(marketing({}), [])
  assert.deepEqual(marketing({ ...REFUSED, responseType: 'REJECTED_IDENTITY' }), [])
  for (const facts of [
    REFUSED,
    { ...REFUSED, responseType: null },
    { responseType: 'PARTIALLY_FULFILLED' },
  ] as const) {
    const [finding, ...others] = marketing(facts)
    assert.deepEqual([finding?.key, finding?.severity, others], ['dsar.marketing', 'high', []])
    assert.match(finding!.article, /8 letra b/)
  }
  assert.deepEqual(closing({ rightType: 'OPPOSITION', ...REFUSED }), [], 'another opposition may be refused')
})

test('art. 11: recipients of the data learn of what was granted, for the three rights that change data', () => {
  for (const rightType of RIGHT_TYPES) {
    const keys = closing({ rightType, thirdsUninformed: true })
    assert.deepEqual(keys, TOLD_TO_RECIPIENTS.includes(rightType) ? ['dsar.thirds'] : [], rightType)
    const refused = closing({ rightType, ...REFUSED, agencyInformed: true, thirdsUninformed: true })
    assert.deepEqual(refused, [], `${rightType} refused`)
  }
})

const PROVEN: DeliveryFacts = {
  rightType: 'ACCESS',
  isClaimed: false,
  isRepresentationClaimed: false,
  waiting: 0,
  unsent: [],
  activities: 1,
  asksForEachRecipient: false,
  hasMessage: false,
}

for (const [what, facts, keys] of [
  ['to somebody who proved who they are', {}, []],
  ['to a claimed address', { isClaimed: true }, ['dsar.delivery_identity']],
  ['to somebody who says to represent', { isRepresentationClaimed: true }, ['dsar.delivery_representation']],
  ['of an access without activities', { activities: 0 }, ['dsar.delivery_purposes']],
  [
    'to who asked for each recipient, without a word of them',
    { asksForEachRecipient: true },
    ['dsar.delivery_recipients'],
  ],
  ['to who asked for each recipient, with a message', { asksForEachRecipient: true, hasMessage: true }, []],
  ['of a copy without activities', { rightType: 'PORTABILITY', activities: 0 }, []],
  ['of an access without what a system has', { unsent: ['CRM'] }, ['dsar.delivery_data']],
  ['of a deletion without what a system had', { rightType: 'DELETION', unsent: ['CRM'] }, []],
  ['while a system has not answered', { waiting: 1 }, ['dsar.delivery_systems']],
] as const satisfies readonly (readonly [string, Partial<DeliveryFacts>, readonly string[]])[]) {
  test(`delivering ${what} ${keys.length > 0 ? `lacks ${keys.join(' and ')}` : 'lacks nothing'}`, () => {
    assert.deepEqual(
      judge(DELIVERY_CHECKS, { ...PROVEN, ...facts }).map(({ key }) => key),
      keys,
    )
  })
}

test('one system is counted in the singular, several in the plural', () => {
  const [one] = judge(DELIVERY_CHECKS, { ...PROVEN, waiting: 1 })
  const [two] = judge(DELIVERY_CHECKS, { ...PROVEN, waiting: 2 })
  assert.match(one!.message, /^Un sistema no ha respondido/)
  assert.match(two!.message, /^2 sistemas no han respondido/)
})

// ── words to begin with ──

test('granting, granting in part and refusing have their own words for every right; an extension is no answer', () => {
  for (const right_type of RIGHT_TYPES) {
    const { answers, grounds: offered } = proposalsFor(requestRow({ right_type }), PRIVATE)
    assert.deepEqual(
      answers.map(({ responseType }) => responseType),
      ['FULFILLED', 'PARTIALLY_FULFILLED', 'REJECTED_IDENTITY', 'REJECTED_LEGAL'],
    )
    const [whole, part, unknown, refused] = answers
    assert.deepEqual([whole!.responseNotes, whole!.denialReason], [GRANTED[right_type], null])
    assert.ok(part!.responseNotes!.startsWith(GRANTED[right_type]) && part!.denialReason, right_type)
    assert.deepEqual([unknown!.responseNotes, refused!.responseNotes], [null, null])
    assert.equal(refused!.denialReason, GROUNDS[right_type][0])
    assert.deepEqual(
      offered.map(({ text }) => text),
      [...GROUNDS[right_type], unknown!.denialReason],
    )
    assert.match(offered.at(-1)!.article, /^art\. 11,/)
  }
})

test('art. 23: only a public body may refuse for its duties or for secrecy by law', () => {
  const articles = (isPublicBody: boolean) =>
    proposalsFor(requestRow({ right_type: 'DELETION' }), { isPublicBody }).grounds.map(
      ({ article }) => article.split(',')[0],
    )
  assert.deepEqual(articles(true).slice(-3), ['art. 23', 'art. 23', 'art. 11'])
  assert.ok(!articles(false).includes('art. 23'))
})

test('art. 4: an heir may be refused if the deceased, or a law, forbade it', () => {
  const { grounds: offered } = proposalsFor(requestRow({ heir_name: 'Juan Pérez' }), PRIVATE)
  assert.match(offered.at(-2)!.text, /^La persona fallecida prohibió expresamente/)
  assert.match(offered.at(-2)!.article, /^art\. 4,/)
})

test('«nothing held» is proposed only for the rights that it answers', () => {
  for (const right_type of RIGHT_TYPES) {
    const { alternatives } = proposalsFor(requestRow({ right_type }), PRIVATE)
    assert.deepEqual(
      alternatives.map(({ responseType, responseNotes, nothingHeld }) => [
        responseType,
        responseNotes,
        nothingHeld,
      ]),
      ANSWERED_BY_NOTHING.includes(right_type) ? [['FULFILLED', NONE_HELD[right_type], true]] : [],
      right_type,
    )
  }
})

test('art. 8 b: against direct marketing no ground is proposed, and the words speak of marketing', () => {
  const marketing = proposalsFor(
    requestRow({ right_type: 'OPPOSITION', subtype: OPPOSITION_CAUSES.marketing }),
    PRIVATE,
  )
  assert.deepEqual(
    marketing.answers.map(({ responseType }) => responseType),
    ['FULFILLED', 'REJECTED_IDENTITY'],
  )
  assert.match(marketing.answers[0]!.responseNotes!, /mercadotecnia directa/)
  assert.equal(marketing.grounds.length, 1)
  const other = proposalsFor(
    requestRow({ right_type: 'DELETION', subtype: OPPOSITION_CAUSES.marketing }),
    PRIVATE,
  )
  assert.equal(other.answers.length, 4, 'the cause of an opposition says nothing of a deletion')
})
