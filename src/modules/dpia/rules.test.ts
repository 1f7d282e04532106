import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { DATA_CATEGORY_KEYS } from '#kernel/data-categories.ts'
import { assertMove } from '#kernel/moves.ts'
import { proposeRisks, TYPICAL_RISKS } from './knowledge.ts'
import {
  assertEditable,
  assertMayOpine,
  countLevels,
  countMatrix,
  highest,
  LEVELS,
  type Level,
  MOVES,
  RISK_STATES,
  residualLevel,
  riskLevel,
  riskStatus,
  STATE_WORDS,
  STATES,
} from './rules.ts'

/** Likelihood down, impact across, as decided: 1-2 low, 3-4 medium, 6-9 high, 12-16 critical. */
const BY_HAND: Record<Level, Record<Level, Level>> = {
  low: { low: 'low', medium: 'low', high: 'medium', critical: 'medium' },
  medium: { low: 'low', medium: 'medium', high: 'high', critical: 'high' },
  high: { low: 'medium', medium: 'high', high: 'high', critical: 'critical' },
  critical: { low: 'medium', medium: 'high', high: 'critical', critical: 'critical' },
}
for (const likelihood of LEVELS)
  for (const impact of LEVELS)
    test(`likelihood ${likelihood} and impact ${impact} make a ${BY_HAND[likelihood][impact]} risk`, () => {
      assert.equal(riskLevel(likelihood, impact), BY_HAND[likelihood][impact])
    })

test('a higher likelihood or impact never lowers the risk', () => {
  const level = fc.constantFrom(...LEVELS)
  const rank = (one: Level) => LEVELS.indexOf(one)
  fc.assert(
    fc.property(level, level, level, (a, b, impact) => {
      const [less, more] = rank(a) < rank(b) ? [a, b] : [b, a]
      assert.ok(rank(riskLevel(less, impact)) <= rank(riskLevel(more, impact)))
      assert.equal(riskLevel(a, impact), riskLevel(impact, a))
    }),
  )
})

test('the state of a risk follows its mitigation unless it is sent', () => {
  const table = [
    // current, mitigation, sent, then
    ['identified', undefined, undefined, 'identified'],
    ['identified', 'Cifrado', undefined, 'mitigated'],
    ['identified', 'Cifrado', 'identified', 'identified'],
    ['identified', 'Cifrado', 'accepted', 'accepted'],
    ['identified', null, undefined, 'identified'],
    ['mitigated', undefined, undefined, 'mitigated'],
    ['mitigated', 'Otra', undefined, 'mitigated'],
    ['mitigated', null, undefined, 'identified'],
    ['mitigated', null, 'accepted', 'accepted'],
    ['accepted', undefined, undefined, 'accepted'],
    ['accepted', 'Cifrado', undefined, 'accepted'],
    ['accepted', null, undefined, 'accepted'],
    ['accepted', null, null, 'accepted'],
    ['accepted', undefined, 'identified', 'identified'],
  ] as const
  for (const [current, mitigation, sent, then] of table)
    assert.equal(riskStatus(current, mitigation, sent), then, `${current}, ${mitigation}, ${sent}`)
})

test('a sent state always wins', () => {
  const state = fc.constantFrom(...RISK_STATES)
  const mitigation = fc.constantFrom(undefined, null, 'Cifrado')
  fc.assert(
    fc.property(state, mitigation, state, (current, text, sent) => {
      assert.equal(riskStatus(current, text, sent), sent)
    }),
  )
})

test('the moves of an assessment, in full', () => {
  const open = STATES.flatMap((from) => MOVES[from].map((to) => `${from} → ${to}`))
  assert.deepEqual(open, [
    'draft → in_review',
    'draft → approved',
    'draft → rejected',
    'in_review → draft',
    'in_review → approved',
    'in_review → rejected',
    'rejected → draft',
  ])
  assert.throws(() => assertMove(MOVES, STATE_WORDS, 'approved', 'draft'), { code: 'CONFLICT' })
})

test('only drafts and rejected ones can be edited; refusals say what to do instead', () => {
  for (const state of ['draft', 'rejected'] as const) assert.doesNotThrow(() => assertEditable(state))
  assert.throws(() => assertEditable('in_review'), {
    code: 'CONFLICT',
    message: /«en revisión».*Pedir información/,
  })
  assert.throws(() => assertEditable('approved'), { code: 'CONFLICT', message: /evaluación nueva/ })
})

test('the highest of some levels', () => {
  assert.equal(highest([]), null)
  assert.equal(highest(['low', 'high', 'medium']), 'high')
  assert.equal(highest(['critical']), 'critical')
})

test('every risk is in one field of the matrix', () => {
  assert.deepEqual(countMatrix([]), [
    [0, 0, 0, 0],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
  ])
  const counts = countMatrix([
    { likelihood: 'low', impact: 'critical' },
    { likelihood: 'low', impact: 'critical' },
    { likelihood: 'critical', impact: 'low' },
  ])
  assert.equal(counts[0]![3], 2)
  assert.equal(counts[3]![0], 1)
  const level = fc.constantFrom(...LEVELS)
  fc.assert(
    fc.property(fc.array(fc.record({ likelihood: level, impact: level })), (risks) => {
      assert.equal(
        countMatrix(risks)
          .flat()
          .reduce((a, b) => a + b),
        risks.length,
      )
    }),
  )
})

test('the counts of levels leave out missing ones', () => {
  assert.deepEqual(countLevels(['low', null, 'low', 'critical']), { low: 2, medium: 0, high: 0, critical: 1 })
})

// ── typical risks ──

const NOTHING = {
  dataCategories: [],
  automatedDecisions: false,
  internationalTransfer: { exists: false },
  retentionPeriod: '1_year',
  processors: [],
}
const keysOf = (activity: Partial<typeof NOTHING> | object, taken: string[] = []) =>
  proposeRisks({ ...NOTHING, ...activity }, taken).map(({ key }) => key)

test('every category of data has a typical risk of its own', () => {
  for (const category of DATA_CATEGORY_KEYS)
    assert.ok(
      TYPICAL_RISKS.some(({ categories }) => categories?.includes(category)),
      category,
    )
  assert.equal(new Set(TYPICAL_RISKS.map(({ key }) => key)).size, TYPICAL_RISKS.length)
  for (const { legalReference } of TYPICAL_RISKS)
    assert.match(legalReference, /Ley 19\.628 \(mod\. Ley 21\.719\)$/)
})

test('the proposed risks depend on what the activity does', () => {
  const always = ['unauthorised_access', 'excess_and_other_purposes', 'data_loss', 'rights_not_served']
  assert.deepEqual(keysOf({}), always)
  assert.deepEqual(keysOf({ dataCategories: ['health', 'minor_data'] }), [
    ...always,
    'health_disclosure',
    'children_exposure',
  ])
  assert.ok(keysOf({ automatedDecisions: true }).includes('automated_errors'))
  assert.ok(keysOf({ internationalTransfer: { exists: true } }).includes('transfer_without_guarantees'))
  assert.ok(keysOf({ processors: [{}] }).includes('processor_misuse'))
  assert.ok(keysOf({ retentionPeriod: 'indefinite' }).includes('kept_too_long'))
})

test('a risk that was taken is not proposed again', () => {
  const { description } = TYPICAL_RISKS[0]!
  assert.ok(!keysOf({}, [description]).includes('unauthorised_access'))
})

test('the residual level follows from both of its parts, and otherwise from the overall estimate', () => {
  assert.equal(residualLevel('low', 'critical', 'critical'), 'medium')
  assert.equal(residualLevel('low', null, 'high'), 'high')
  assert.equal(residualLevel(null, undefined, undefined), null)
})

test('during an approval only opinions can be written', () => {
  assert.doesNotThrow(() => assertEditable('in_review', ['dpoOpinion', 'subjectsOpinion']))
  assert.throws(() => assertEditable('in_review', ['dpoOpinion', 'necessity']))
  assert.throws(() => assertEditable('in_review', []))
  assert.throws(() => assertEditable('approved', ['dpoOpinion']))
})

test('a single opinion may be written during an approval', () => {
  for (const field of ['dpoOpinion', 'subjectsConsultation', 'subjectsOpinion'])
    assert.doesNotThrow(() => assertEditable('in_review', [field]), field)
  for (const field of ['title', 'reviewAt', 'DpoOpinion'])
    assert.throws(() => assertEditable('in_review', [field]), { code: 'CONFLICT' }, field)
})

test('only persons with the role DPO or above give an opinion; other roles and programs cannot', () => {
  for (const role of ['OWNER', 'ADMIN', 'DPO'] as const)
    assert.doesNotThrow(() => assertMayOpine({ type: 'user', role }), role)
  for (const role of ['APPROVER', 'ANALYST', 'VIEWER', undefined] as const)
    assert.throws(() => assertMayOpine({ type: 'user', role }), { status: 403, code: 'FORBIDDEN' }, role)
  for (const type of ['api_key', 'system'] as const)
    assert.throws(() => assertMayOpine({ type, role: 'OWNER' }), { status: 403 }, type)
})

test('the residual level is computed only if both parts are known, whatever the overall estimate', () => {
  for (const [likelihood, impact, whole, left] of [
    ['critical', 'critical', 'low', 'critical'],
    ['low', 'low', null, 'low'],
    [null, 'critical', 'low', 'low'],
    ['critical', undefined, null, null],
  ] as const)
    assert.equal(residualLevel(likelihood, impact, whole), left, `${likelihood} ${impact} ${whole}`)
})
