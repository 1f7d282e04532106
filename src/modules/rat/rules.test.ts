import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { calculateRisk, missingToPublish, type Publishable, type RiskFactors } from './rules.ts'

// ── risk, written out by hand from the decisions ──

const TABLE: [RiskFactors, score: number, level: string, dpia: boolean][] = [
  [{}, 0, 'low', false],
  [{ dataVolume: 'low' }, 0, 'low', false],
  [{ dataVolume: 'bajo', internationalTransfer: true }, 1, 'low', false],
  [{ dataVolume: 'medium' }, 1, 'low', false],
  [{ dataVolume: 'medio', internationalTransfer: true }, 2, 'medium', false],
  [{ dataVolume: 'high' }, 2, 'medium', false],
  [{ dataVolume: 'ALTO', internationalTransfer: true }, 3, 'medium', false],
  [{ dataVolume: 'massive' }, 3, 'medium', false],
  [{ dataVolume: ' masivo ', internationalTransfer: true }, 4, 'high', true],
  [{ dataVolume: 'diez mil personas' }, 1, 'low', false],
  [{ dataVolume: 'constructor' }, 1, 'low', false],
  [{ sensitiveData: true }, 3, 'medium', false],
  [{ sensitiveData: true, dataVolume: 'low' }, 3, 'medium', false],
  [{ sensitiveData: true, dataVolume: 'medium' }, 4, 'high', true],
  [{ sensitiveData: true, dataVolume: 'high' }, 5, 'high', true],
  [{ sensitiveData: true, internationalTransfer: true }, 4, 'high', true],
  [{ automatedDecision: true }, 2, 'medium', true],
  [{ automatedDecision: true, internationalTransfer: true }, 3, 'medium', true],
  [{ automatedDecision: true, dataVolume: 'high' }, 4, 'high', true],
  [
    { sensitiveData: null, automatedDecision: null, dataVolume: null, internationalTransfer: null },
    0,
    'low',
    false,
  ],
  [
    { dataVolume: 'massive', sensitiveData: true, automatedDecision: true, internationalTransfer: true },
    9,
    'high',
    true,
  ],
]

for (const [factors, score, level, dpia] of TABLE) {
  test(`${JSON.stringify(factors)} is ${score} points: ${level}${dpia ? ', with an impact assessment' : ''}`, () => {
    const risk = calculateRisk(factors)
    assert.deepEqual([risk.riskScore, risk.riskLevel, risk.dpiaRequired], [score, level, dpia])
  })
}

const factors = fc.record(
  {
    dataVolume: fc.oneof(
      fc.constantFrom('low', 'bajo', 'medium', 'medio', 'high', 'alto', 'massive', 'masivo'),
      fc.string(),
    ),
    sensitiveData: fc.boolean(),
    internationalTransfer: fc.boolean(),
    automatedDecision: fc.boolean(),
  },
  { requiredKeys: [] },
)
const LEVELS = ['low', 'medium', 'high']

test('the score is the sum of its factors, and the level follows from it alone', () => {
  fc.assert(
    fc.property(factors, (given) => {
      const { riskScore, riskLevel, factors: points, recommendation } = calculateRisk(given)
      assert.equal(
        points.reduce((sum, point) => sum + point.points, 0),
        riskScore,
      )
      assert.equal(riskLevel, riskScore >= 4 ? 'high' : riskScore >= 2 ? 'medium' : 'low')
      assert.ok(riskScore >= 0 && riskScore <= 9)
      assert.ok(points.every(({ reason }) => reason.length > 0) && recommendation.length > 0)
    }),
  )
})

test('adding a factor never lowers the risk nor lifts the duty to assess', () => {
  const flags = ['sensitiveData', 'internationalTransfer', 'automatedDecision'] as const
  fc.assert(
    fc.property(factors, fc.constantFrom(...flags), (given, flag) => {
      const less = calculateRisk({ ...given, [flag]: false })
      const more = calculateRisk({ ...given, [flag]: true })
      assert.ok(more.riskScore > less.riskScore)
      assert.ok(LEVELS.indexOf(more.riskLevel) >= LEVELS.indexOf(less.riskLevel))
      assert.ok(more.dpiaRequired || !less.dpiaRequired)
    }),
  )
})

test('a high risk always asks for an impact assessment', () => {
  fc.assert(
    fc.property(factors, (given) => {
      const { riskLevel, dpiaRequired } = calculateRisk(given)
      assert.ok(riskLevel !== 'high' || dpiaRequired)
    }),
  )
})

// ── publishing ──

const COMPLETE: Publishable = {
  name: 'Boletín',
  purpose: 'Enviar ofertas',
  legalBasis: 'consent',
  dataCategories: ['email'],
  subjectCategories: ['subscribers'],
  retentionPeriod: 'until_unsubscribe',
  systemId: 'x',
}

test('a complete activity lacks nothing', () => {
  assert.deepEqual(missingToPublish(COMPLETE), [])
})

for (const [field, empty] of [
  ['name', ' '],
  ['purpose', ''],
  ['legalBasis', null],
  ['dataCategories', []],
  ['subjectCategories', []],
  ['retentionPeriod', null],
  ['systemId', null],
] as const) {
  test(`without ${field} it cannot be published`, () => {
    assert.deepEqual(
      missingToPublish({ ...COMPLETE, [field]: empty }).map((missing) => missing.field),
      [field],
    )
  })
}
