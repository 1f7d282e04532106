import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { besideRecord, calculateRisk, missingToPublish, type Publishable, type RiskFactors } from './rules.ts'

// ── risk, written by hand from the decisions ──

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

test('the score is the sum of its factors and determines the level', () => {
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

test('adding a factor never lowers the risk nor removes the need of an assessment', () => {
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

test('a high risk always requires an impact assessment', () => {
  fc.assert(
    fc.property(factors, (given) => {
      const { riskLevel, dpiaRequired } = calculateRisk(given)
      assert.ok(riskLevel !== 'high' || dpiaRequired)
    }),
  )
})

test('every factor explains what it adds', () => {
  const pointsOf = (given: RiskFactors) =>
    Object.fromEntries(calculateRisk(given).factors.map(({ factor, points }) => [factor, points]))
  const none = { dataVolume: 0, sensitiveData: 0, automatedDecision: 0, internationalTransfer: 0 }
  assert.deepEqual(pointsOf({}), none)
  for (const [given, points] of [
    [{ dataVolume: 'masivo' }, { dataVolume: 3 }],
    [{ sensitiveData: true }, { sensitiveData: 3 }],
    [{ automatedDecision: true }, { automatedDecision: 2 }],
    [{ internationalTransfer: true }, { internationalTransfer: 1 }],
  ] as const)
    assert.deepEqual(pointsOf(given), { ...none, ...points })
  const volume = (dataVolume: string | null) => calculateRisk({ dataVolume }).factors[0]!
  assert.deepEqual([volume(' Alto ').value, volume('  ').value, volume(null).value], ['Alto', null, null])
  assert.match(volume('  ').reason, /No se indicó/)
  const reasons = ['bajo', 'medio', 'alto', 'masivo'].map((word) => volume(word).reason)
  assert.equal(new Set(reasons).size, 4)
  assert.match(reasons[3]!, /art\. 15 ter letra b/)
})

test('the advice follows from the need of an assessment first, then from the level', () => {
  const advice = (given: RiskFactors) => calculateRisk(given).recommendation
  assert.match(advice({ automatedDecision: true }), /^Realice una evaluación de impacto.*art\. 15 ter/)
  assert.match(advice({ sensitiveData: true }), /por qué no hace falta una evaluación de impacto/)
  assert.match(advice({}), /^Mantenga las medidas actuales/)
})

// ── combined with the record ──

const RECORDED = { sensitiveData: false, automatedDecision: false, internationalTransfer: false }
const FLAGS = ['sensitiveData', 'automatedDecision', 'internationalTransfer'] as const

test('a calculation that agrees with the record is unchanged', () => {
  const risk = calculateRisk({ dataVolume: 'alto', sensitiveData: true })
  assert.deepEqual(besideRecord(risk, { ...RECORDED, sensitiveData: true }, []), risk)
})

for (const flag of FLAGS) {
  test(`if record and form differ in ${flag}, both are named, and the score follows the form`, () => {
    const unsent = besideRecord(calculateRisk({}), { ...RECORDED, [flag]: true }, [])
    const sent = besideRecord(calculateRisk({ [flag]: true }), RECORDED, [])
    const of = ({ factors }: typeof sent) => factors.find(({ factor }) => factor === flag)!
    assert.deepEqual([unsent.riskScore, of(unsent).points, of(unsent).value], [0, 0, false])
    assert.match(of(unsent).reason, /^Se calculó sin .*pero la actividad/)
    assert.ok(of(sent).points > 0)
    assert.match(of(sent).reason, /revise sus categorías|regístre/)
    const others = FLAGS.filter((other) => other !== flag)
    for (const other of others) {
      const plain = calculateRisk({}).factors.find(({ factor }) => factor === other)!
      assert.deepEqual(
        unsent.factors.find(({ factor }) => factor === other),
        plain,
      )
    }
  })
}

test('a reason in the record requires the assessment whatever was sent, and the first one is cited', () => {
  const risk = calculateRisk({})
  const reasons = [
    { reason: 'Trata datos sensibles de salud.', legalReference: 'art. 15 ter letra d)' },
    { reason: 'Otra.', legalReference: 'art. 8 bis' },
  ]
  const beside = besideRecord(risk, RECORDED, reasons)
  assert.deepEqual([beside.dpiaRequired, beside.riskScore, beside.riskLevel], [true, 0, 'low'])
  assert.match(beside.recommendation, /Trata datos sensibles de salud \(art\. 15 ter letra d\)\)\.$/)
  assert.doesNotMatch(beside.recommendation, /Otra|\.\./)
})

// ── publishing ──

test('missing fields are listed in the order of the form', () => {
  const nothing: Publishable = {
    systemId: null,
    retentionPeriod: null,
    subjectCategories: [],
    dataCategories: [],
    legalBasis: null,
    purpose: ' ',
    name: '',
  }
  assert.deepEqual(
    missingToPublish(nothing).map(({ field }) => field),
    ['name', 'purpose', 'legalBasis', 'dataCategories', 'subjectCategories', 'retentionPeriod', 'systemId'],
  )
})

const COMPLETE: Publishable = {
  name: 'Boletín',
  purpose: 'Enviar ofertas',
  legalBasis: 'consent',
  dataCategories: ['email'],
  subjectCategories: ['subscribers'],
  retentionPeriod: 'until_unsubscribe',
  systemId: 'x',
}

test('a complete activity has no missing fields', () => {
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
