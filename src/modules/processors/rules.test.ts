import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DILIGENCE } from './knowledge.ts'
import { type RiskFacts, riskOf } from './rules.ts'

const QUIET: RiskFacts = {
  dpaStatus: 'SIGNED',
  country: 'Chile',
  activities: 0,
  sensitive: 0,
  questions: 10,
  answered: 10,
  keyNos: 0,
  otherNos: 0,
  stale: 0,
  unauthorised: 0,
}

const CASES: [what: string, facts: Partial<RiskFacts>, points: number, level: string][] = [
  ['nothing stands out', {}, 0, 'low'],
  ['data of any kind', { activities: 2 }, 1, 'low'],
  ['sensitive data count once, not with the others', { activities: 2, sensitive: 1 }, 3, 'medium'],
  ['no contract', { dpaStatus: 'NONE' }, 3, 'medium'],
  ['a contract that ended', { dpaStatus: 'EXPIRED' }, 3, 'medium'],
  ['a contract under way', { dpaStatus: 'PENDING' }, 2, 'low'],
  ['abroad', { country: 'Estados Unidos' }, 2, 'low'],
  ['at home under another name', { country: ' CL ' }, 0, 'low'],
  ['nobody says where', { country: null }, 0, 'low'],
  ['no diligence', { answered: 0 }, 2, 'low'],
  ['half a diligence', { answered: 5 }, 1, 'low'],
  ['an old diligence', { stale: 3 }, 1, 'low'],
  ['a no where the law asks', { keyNos: 1 }, 2, 'low'],
  ['many a no', { keyNos: 4, otherNos: 2 }, 4, 'medium'],
  ['delegates on its own', { unauthorised: 1 }, 2, 'low'],
  ['no contract, sensitive data', { dpaStatus: 'NONE', sensitive: 1, activities: 1 }, 6, 'high'],
]

for (const [what, facts, points, level] of CASES) {
  test(`risk of a processor: ${what}`, () => {
    const risk = riskOf({ ...QUIET, ...facts })
    assert.deepEqual([risk.points, risk.level], [points, level])
    assert.equal(
      risk.reasons.reduce((sum, reason) => sum + reason.points, 0),
      points,
    )
  })
}

test('one and many read differently', () => {
  const reasons = (facts: Partial<RiskFacts>) =>
    riskOf({ ...QUIET, ...facts }).reasons.map(({ reason }) => reason)
  assert.deepEqual(reasons({ activities: 1 }), ['Trata datos en 1 actividad.'])
  assert.deepEqual(reasons({ unauthorised: 2 }), ['Delega en 2 subencargados sin autorización escrita.'])
})

test('every question has a key of its own and names its article', () => {
  assert.equal(new Set(DILIGENCE.map(({ key }) => key)).size, DILIGENCE.length)
  for (const { question, article } of DILIGENCE) assert.ok(/^¿.+\?$/.test(question) && article)
})
