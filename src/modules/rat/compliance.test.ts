import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { DATA_CATEGORY_KEYS, includesSensitive } from '#kernel/data-categories.ts'
import { checkCompliance, findingsOf } from './compliance.ts'
import { CHECKS, type Facts } from './knowledge/checks.ts'
import { LEGAL_BASES, RETENTION_PERIODS, RISK_LEVELS } from './rules.ts'

const SOUND: Facts = {
  name: 'Boletín',
  legalBasis: 'consent',
  legalBasisArticle: null,
  balancing: null,
  isPublicBody: false,
  legalNorm: null,
  legitimateInterest: null,
  purpose: 'Enviar ofertas por correo',
  dataCategories: ['name', 'email'],
  hasSensitiveData: false,
  subjectCategories: ['subscribers'],
  dataSource: 'El propio titular',
  transfer: { exists: false, country: null, mechanism: null, isAdequate: false },
  foreignCountries: [],
  retentionPeriod: 'until_unsubscribe',
  securityMeasures: ['ACCESS_CONTROL'],
  automatedDecisions: false,
  automatedLogic: null,
  consentWithdrawal: 'Enlace de baja',
  minorsSafeguard: null,
  systemCount: 1,
  processors: [],
  riskLevel: 'low',
  dpiaRequired: false,
  dpiaDone: false,
}

const WEIGHED = {
  purpose: 'Vender más',
  necessity: 'No hay otro medio',
  balance: 'Las personas lo esperan',
  safeguards: 'Baja en cada correo',
  outcome: 'favourable',
} as const

const SENSITIVE: Partial<Facts> = {
  dataCategories: ['name', 'health'],
  hasSensitiveData: true,
  securityMeasures: ['ENCRYPTION'],
}

const failed = (facts: Partial<Facts>) =>
  checkCompliance({ ...SOUND, ...facts })
    .checks.filter(({ passed }) => !passed)
    .map(({ key }) => key)

test('a sound activity passes every check', () => {
  const { compliant, score } = checkCompliance(SOUND)
  assert.deepEqual([compliant, score], [true, 100])
})

const CASES: [title: string, facts: Partial<Facts>, failing: string[]][] = [
  ['no basis', { legalBasis: null }, ['legal_basis_defined']],
  ['sensitive data with express consent', SENSITIVE, []],
  [
    'sensitive data by legitimate interest',
    {
      ...SENSITIVE,
      legalBasis: 'legitimate_interest',
      legitimateInterest: 'Ventas',
      balancing: WEIGHED,
      dpiaRequired: true,
      dpiaDone: true,
    },
    ['legal_basis_fits_sensitive_data'],
  ],
  [
    'sensitive data by contract',
    { ...SENSITIVE, legalBasis: 'contract', dpiaRequired: true, dpiaDone: true },
    ['legal_basis_fits_sensitive_data'],
  ],
  [
    'sensitive data by law, without an assessment',
    { ...SENSITIVE, legalBasis: 'legal_obligation', legalNorm: 'Ley 20.584' },
    ['dpia_recognised'],
  ],
  [
    'sensitive data by law, assessment required and missing',
    { ...SENSITIVE, legalBasis: 'legal_obligation', legalNorm: 'Ley 20.584', dpiaRequired: true },
    ['dpia_done'],
  ],
  [
    'sensitive data by law, assessed',
    {
      ...SENSITIVE,
      legalBasis: 'legal_obligation',
      legalNorm: 'Ley 20.584',
      dpiaRequired: true,
      dpiaDone: true,
    },
    [],
  ],
  [
    'sensitive data in the clear',
    { ...SENSITIVE, securityMeasures: ['ACCESS_CONTROL'] },
    ['security_reinforced'],
  ],
  ['sensitive data encrypted, in own words', { ...SENSITIVE, securityMeasures: ['Disco cifrado'] }, []],
  [
    'biometrics by a law without its name',
    {
      ...SENSITIVE,
      dataCategories: ['biometric'],
      legalBasis: 'legal_obligation',
      dpiaRequired: true,
      dpiaDone: true,
    },
    ['biometric_basis', 'legal_norm_named'],
  ],
  [
    'art. 16 bis c): biometrics in a study of public interest, without a norm',
    {
      ...SENSITIVE,
      dataCategories: ['biometric'],
      legalBasis: 'public_interest',
      legalBasisArticle: '16 bis c',
      dpiaRequired: true,
      dpiaDone: true,
    },
    [],
  ],
  [
    'art. 16 bis f): biometrics by a law that nobody names',
    {
      ...SENSITIVE,
      dataCategories: ['biometric'],
      legalBasis: 'legal_obligation',
      legalBasisArticle: '16 bis f',
      dpiaRequired: true,
      dpiaDone: true,
    },
    ['legal_norm_named'],
  ],
  [
    'art. 16 ter: biometrics by the labour exception of 16 e), which it leaves out, without a norm',
    {
      ...SENSITIVE,
      dataCategories: ['biometric'],
      legalBasis: 'legal_obligation',
      legalBasisArticle: '16 e',
      dpiaRequired: true,
      dpiaDone: true,
    },
    ['biometric_basis', 'legal_norm_named'],
  ],
  ['a legal duty without its norm', { legalBasis: 'legal_obligation' }, ['legal_norm_named']],
  [
    'a legitimate interest that is not stated',
    { legalBasis: 'legitimate_interest', balancing: WEIGHED },
    ['legitimate_interest_stated'],
  ],
  [
    'art. 13 d): an interest that nobody weighed',
    { legalBasis: 'legitimate_interest', legitimateInterest: 'Ventas' },
    ['interest_weighed'],
  ],
  [
    'art. 13 d): an interest weighed by half',
    {
      legalBasis: 'legitimate_interest',
      legitimateInterest: 'Ventas',
      balancing: { ...WEIGHED, safeguards: ' ' },
    },
    ['interest_weighed'],
  ],
  [
    'art. 13 d): an interest that does not prevail',
    {
      legalBasis: 'legitimate_interest',
      legitimateInterest: 'Ventas',
      balancing: { ...WEIGHED, outcome: 'unfavourable' },
    },
    ['interest_prevails'],
  ],
  [
    'art. 13 e): a claim in court has no interest to weigh',
    { legalBasis: 'legitimate_interest', legalBasisArticle: '13 e', legitimateInterest: 'Cobrar' },
    [],
  ],
  [
    'art. 16 b): the members of a church',
    {
      ...SENSITIVE,
      dataCategories: ['religious'],
      legalBasis: 'legitimate_interest',
      legalBasisArticle: '16 b',
      legitimateInterest: 'Vida de la comunidad',
      balancing: WEIGHED,
      dpiaRequired: true,
      dpiaDone: true,
    },
    [],
  ],
  [
    'art. 16: sensitive data on the consent of art. 12',
    { ...SENSITIVE, legalBasisArticle: '12' },
    ['legal_basis_fits_sensitive_data'],
  ],
  [
    'art. 16 bis: health data of workers, with their consent',
    { ...SENSITIVE, subjectCategories: ['employees'] },
    ['health_use_not_prohibited'],
  ],
  [
    'art. 16 bis: health data of workers, by a law',
    {
      ...SENSITIVE,
      subjectCategories: ['employees'],
      legalBasis: 'legal_obligation',
      legalBasisArticle: '16 e',
      legalNorm: 'Ley 16.744',
      dpiaRequired: true,
      dpiaDone: true,
    },
    [],
  ],
  [
    'art. 20: a public body on legitimate interest',
    {
      isPublicBody: true,
      legalBasis: 'legitimate_interest',
      legitimateInterest: 'Seguridad',
      balancing: WEIGHED,
    },
    ['public_body_basis'],
  ],
  [
    'art. 20: a public body in its functions',
    {
      isPublicBody: true,
      legalBasis: 'public_interest',
      legalBasisArticle: '20',
      legalNorm: 'Ley 18.695',
    },
    [],
  ],
  [
    'art. 20: a company on the article of public bodies',
    { legalBasis: 'legal_obligation', legalBasisArticle: '20', legalNorm: 'Ley 18.695' },
    ['public_article_of_public_body'],
  ],
  [
    'art. 15 ter: a public body without an assessment',
    { isPublicBody: true, dpiaRequired: true },
    ['dpia_done_by_public_body'],
  ],
  ['art. 13 a): debts need no other norm', { legalBasis: 'legal_obligation', legalBasisArticle: '13 a' }, []],
  [
    'a vital interest without its case',
    { legalBasis: 'vital_interest', legalBasisArticle: null },
    ['vital_interest_limits'],
  ],
  [
    'a public interest of a company, with a norm and no article',
    { legalBasis: 'public_interest', legalNorm: 'Ley 20.120' },
    ['public_interest_limits'],
  ],
  [
    'a public interest of a public body, without a norm',
    { isPublicBody: true, legalBasis: 'public_interest', legalBasisArticle: '20' },
    ['public_interest_limits'],
  ],
  ['consent that cannot be withdrawn', { consentWithdrawal: null }, ['consent_can_be_withdrawn']],
  ['a purpose of one word', { purpose: 'Ventas' }, ['purpose_specific']],
  ['no categories', { dataCategories: [] }, ['data_categories_declared']],
  ['no subjects', { subjectCategories: [] }, ['subjects_declared']],
  ['minors without safeguard', { dataCategories: ['minor_data'] }, ['minors_protected']],
  [
    'criminal data by consent',
    { dataCategories: ['criminal'], securityMeasures: ['ENCRYPTION'] },
    ['criminal_data_authorised'],
  ],
  [
    'criminal data by a law',
    {
      dataCategories: ['criminal'],
      legalBasis: 'legal_obligation',
      legalNorm: 'Ley 20.594',
      securityMeasures: ['ENCRYPTION'],
    },
    [],
  ],
  ['no source', { dataSource: null }, ['information_duty']],
  ['no retention', { retentionPeriod: null }, ['retention_defined']],
  ['kept for ever', { retentionPeriod: 'indefinite' }, ['retention_limited']],
  [
    'kept for ever for research',
    { retentionPeriod: 'indefinite', legalBasis: 'public_interest', legalBasisArticle: '16 quinquies' },
    [],
  ],
  ['no measures', { securityMeasures: [] }, ['security_measures']],
  ['no system', { systemCount: 0 }, ['system_identified']],
  ['hosted abroad, not declared', { foreignCountries: ['US'] }, ['transfer_declared']],
  [
    'a transfer without mechanism',
    { transfer: { exists: true, country: 'US', mechanism: '', isAdequate: false } },
    ['transfer_mechanism'],
  ],
  [
    'a transfer without country',
    { transfer: { exists: true, country: null, mechanism: 'bcr', isAdequate: false } },
    ['transfer_mechanism'],
  ],
  [
    'a transfer to an adequate country needs no other mechanism',
    { transfer: { exists: true, country: 'AR', mechanism: null, isAdequate: true } },
    [],
  ],
  ...[
    'adequate_country',
    'País con nivel adecuado de protección',
    'País con un nivel de protección adecuado',
    'pais adecuado',
  ].map((mechanism): [string, Partial<Facts>, string[]] => [
    `art. 27 a): «${mechanism}», which the Agency has not declared`,
    { transfer: { exists: true, country: 'US', mechanism, isAdequate: false } },
    ['transfer_mechanism'],
  ]),
  [
    'art. 27 a): an adequate country that the Agency has declared',
    { transfer: { exists: true, country: 'AR', mechanism: 'adequate_country', isAdequate: true } },
    [],
  ],
  ...[
    'contractual_clauses',
    'certification',
    'agency_authorization',
    'Garantías adecuadas (art. 27 b)',
    'Cláusulas contractuales, pues no es un país adecuado',
  ].map((mechanism): [string, Partial<Facts>, string[]] => [
    `art. 27: «${mechanism}» to any country`,
    { transfer: { exists: true, country: 'US', mechanism, isAdequate: false } },
    [],
  ]),
  ...['specific_consent', 'subject_contract', 'Consentimiento expreso para esa transferencia'].flatMap(
    (mechanism): [string, Partial<Facts>, string[]][] => {
      const transfer = { exists: true, country: 'US', mechanism, isAdequate: false }
      return [
        [
          `art. 27: «${mechanism}», for a system that is abroad all the time`,
          { transfer, foreignCountries: ['US'] },
          ['transfer_habitual'],
        ],
        [`art. 27: «${mechanism}», where nothing is kept abroad`, { transfer }, []],
        [
          `art. 27: «${mechanism}», to a country that the Agency declared adequate`,
          { transfer: { ...transfer, isAdequate: true }, foreignCountries: ['US'] },
          [],
        ],
      ]
    },
  ),
  [
    'a transfer in order',
    {
      transfer: { exists: true, country: 'US', mechanism: 'bcr', isAdequate: false },
      foreignCountries: ['US'],
    },
    [],
  ],
  [
    'one processor without contract',
    {
      processors: [
        { name: 'A', dpaStatus: 'SIGNED' },
        { name: 'B', dpaStatus: 'EXPIRED' },
      ],
    },
    ['processor_contracts'],
  ],
  ['automated decisions unexplained', { automatedDecisions: true }, ['automated_decisions_explained']],
  ['risk never calculated', { riskLevel: null }, ['risk_assessed']],
]

for (const [title, facts, failing] of CASES) {
  test(`${title}: ${failing.join(', ') || 'nothing fails'}`, () => assert.deepEqual(failed(facts), failing))
}

test('every check fails in some case above', () => {
  const seen = new Set(CASES.flatMap(([, , failing]) => failing))
  assert.deepEqual(
    CHECKS.map(({ key }) => key).filter((key) => !seen.has(key)),
    [],
  )
})

test('only grave faults make an activity non-compliant, and graver ones cost more', () => {
  const judged = (facts: Partial<Facts>) => checkCompliance({ ...SOUND, ...facts })
  assert.equal(judged({ dataSource: null }).compliant, true)
  assert.equal(judged({ securityMeasures: [] }).compliant, false)
  assert.equal(judged({ legalBasis: null }).compliant, false)
  assert.ok(judged({ legalBasis: null }).score < judged({ securityMeasures: [] }).score)
  assert.ok(judged({ securityMeasures: [] }).score < judged({ dataSource: null }).score)
  assert.ok(judged({ dataSource: null }).score < 100)
})

/** Weights are 8, 4, 2 and 1. Eleven checks apply to a sound activity and weigh 26; withdrawal needs a basis. */
const SCORES: [what: string, facts: Partial<Facts>, score: number][] = [
  ['one of good practice', { systemCount: 0 }, 96],
  ['a light one', { dataSource: null }, 92],
  ['a grave one', { securityMeasures: [] }, 85],
  ['no basis at all', { legalBasis: null }, 83],
  ['a light and a grave one', { dataSource: null, securityMeasures: [] }, 77],
]
for (const [what, facts, score] of SCORES)
  test(`the score without ${what} is ${score}`, () =>
    assert.equal(checkCompliance({ ...SOUND, ...facts }).score, score))

test('a check that does not apply is not counted, and says so', () => {
  const { checks } = checkCompliance(SOUND)
  const transfer = checks.find(({ key }) => key === 'transfer_mechanism')!
  assert.deepEqual(
    [transfer.applies, transfer.passed, transfer.recommendation],
    [false, true, 'No aplica a esta actividad.'],
  )
  const basis = checks.find(({ key }) => key === 'legal_basis_defined')!
  assert.deepEqual([basis.applies, basis.passed, basis.recommendation], [true, true, 'Nada pendiente.'])
  assert.equal(checks.filter(({ applies }) => applies).length, 11)
})

test('the legal gate gets exactly the failed checks, with article and advice', () => {
  assert.deepEqual(findingsOf(SOUND), [])
  const [first, ...rest] = findingsOf({ ...SOUND, retentionPeriod: 'indefinite' })
  assert.deepEqual(rest, [])
  assert.equal(first!.key, 'activity.retention_limited')
  assert.equal(first!.severity, 'high')
  assert.match(first!.article, /^arts\. 3 letra c\) y 16 quinquies, Ley 19\.628 \(mod\. Ley 21\.719\)$/)
  assert.match(first!.message, /^Suprima o anonimice/)
})

test('only a missing assessment is critical, being gravísima by itself (art. 34 quáter letra k)', () => {
  const critical = CHECKS.filter(({ severity }) => severity === 'critical')
  assert.deepEqual(
    critical.map(({ key }) => key),
    ['dpia_recognised', 'dpia_done'],
  )
  for (const { legalReference } of critical) assert.match(legalReference, /34 quáter letra k\)/)
})

test('art. 15 ter d): for private bodies every basis but consent needs an assessment of sensitive data', () => {
  const misses = (legalBasis: Facts['legalBasis'], isPublicBody = false) =>
    failed({ ...SENSITIVE, legalBasis, isPublicBody, legalNorm: 'Ley X' }).includes('dpia_recognised')
  assert.deepEqual(
    [null, ...LEGAL_BASES].filter((basis) => misses(basis)),
    ['contract', 'legal_obligation', 'vital_interest', 'public_interest', 'legitimate_interest'],
  )
  assert.deepEqual(
    LEGAL_BASES.filter((basis) => misses(basis, true)),
    [],
    'art. 21 does not extend it to public bodies',
  )
})

const FOREVER: [basis: Facts['legalBasis'], article: string | null, allowed: boolean][] = [
  ['public_interest', '16 quinquies', true],
  ['legitimate_interest', '16 quinquies', true],
  ['public_interest', '16 bis c', true],
  ['public_interest', null, true],
  ['public_interest', '20', false],
  ['consent', null, false],
  ['legal_obligation', '13 b', false],
]
for (const [legalBasis, legalBasisArticle, allowed] of FOREVER)
  test(`data on ${legalBasis} by ${legalBasisArticle ?? 'no article'} ${allowed ? 'may' : 'may not'} be kept for ever`, () =>
    assert.equal(
      !failed({ legalBasis, legalBasisArticle, retentionPeriod: 'indefinite' }).includes('retention_limited'),
      allowed,
    ))

for (const retentionPeriod of RETENTION_PERIODS)
  test(`a term of ${retentionPeriod} is ${retentionPeriod === 'indefinite' ? 'no end' : 'an end'}`, () =>
    assert.deepEqual(
      failed({ retentionPeriod }),
      retentionPeriod === 'indefinite' ? ['retention_limited'] : [],
    ))

const HIDDEN: [measure: string, isHidden: boolean][] = [
  ['ENCRYPTION', true],
  ['PSEUDONYMIZATION', true],
  ['ANONYMIZATION', true],
  ['Discos cifrados', true],
  ['Base encriptada', true],
  ['Seudónimos', true],
  ['Anónimo desde el origen', true],
  ['ACCESS_CONTROL', false],
  ['BACKUP', false],
  ['Candado', false],
]
for (const [measure, isHidden] of HIDDEN)
  test(`«${measure}» ${isHidden ? 'hides' : 'does not hide'} sensitive data`, () =>
    assert.equal(
      !failed({ ...SENSITIVE, securityMeasures: [measure] }).includes('security_reinforced'),
      isHidden,
    ))

const PLACES: [subjects: string[], purpose: string, isProhibited: boolean][] = [
  [['employees'], 'Tratar la salud de las personas', true],
  [['students'], 'Tratar la salud de las personas', true],
  [['patients'], 'Atender a quienes consultan', false],
]
for (const [subjectCategories, purpose, isProhibited] of PLACES)
  test(`art. 16 bis: health of ${subjectCategories} is ${isProhibited ? '' : 'not '}under the prohibition`, () =>
    assert.equal(
      failed({ ...SENSITIVE, subjectCategories, purpose }).includes('health_use_not_prohibited'),
      isProhibited,
    ))

const said = fc.constantFrom(null, '', 'algo')
const anything: fc.Arbitrary<Facts> = fc
  .record({
    name: fc.string(),
    balancing: fc.constantFrom(null, WEIGHED),
    isPublicBody: fc.boolean(),
    legalBasis: fc.constantFrom(null, ...LEGAL_BASES),
    legalBasisArticle: fc.constantFrom(null, '12', '13 b', '13 d', '16', '16 b', '20'),
    legalNorm: said,
    legitimateInterest: said,
    purpose: fc.string(),
    dataCategories: fc.subarray(DATA_CATEGORY_KEYS),
    subjectCategories: fc.array(fc.string()),
    dataSource: said,
    transfer: fc.record({
      exists: fc.boolean(),
      country: said,
      mechanism: said,
      isAdequate: fc.boolean(),
    }),
    foreignCountries: fc.array(fc.string()),
    retentionPeriod: fc.constantFrom(null, ...RETENTION_PERIODS),
    securityMeasures: fc.array(fc.string()),
    automatedDecisions: fc.boolean(),
    automatedLogic: said,
    consentWithdrawal: said,
    minorsSafeguard: said,
    systemCount: fc.nat(3),
    processors: fc.array(fc.record({ name: fc.string(), dpaStatus: fc.constantFrom('NONE', 'SIGNED') })),
    riskLevel: fc.constantFrom(null, ...RISK_LEVELS),
    dpiaRequired: fc.boolean(),
    dpiaDone: fc.boolean(),
  })
  .map((facts) => ({ ...facts, hasSensitiveData: includesSensitive(facts.dataCategories) }))

test('the score is a whole number from 0 to 100, and 100 only if nothing fails', () => {
  fc.assert(
    fc.property(anything, (facts) => {
      const { score, checks, compliant } = checkCompliance(facts)
      assert.ok(Number.isInteger(score) && score >= 0 && score <= 100)
      assert.equal(checks.length, CHECKS.length)
      const clean = checks.every(({ passed }) => passed)
      assert.ok(!clean || (score === 100 && compliant))
      assert.ok(checks.every(({ applies, passed }) => applies || passed))
    }),
  )
})

test('art. 16: legitimate interest never passes with sensitive data', () => {
  fc.assert(
    fc.property(anything, fc.constantFrom(null, '13 d', '16 sexies'), (facts, legalBasisArticle) => {
      fc.pre(facts.hasSensitiveData)
      const byInterest = { ...facts, legalBasis: 'legitimate_interest' as const, legalBasisArticle }
      assert.equal(checkCompliance(byInterest).compliant, false)
    }),
  )
})

test('each check has its own words, reference and key', () => {
  assert.equal(new Set(CHECKS.map(({ key }) => key)).size, CHECKS.length)
  for (const { key, label, legalReference, recommendation } of CHECKS) {
    assert.match(legalReference, /art/, key)
    assert.ok(label.length > 10 && recommendation.length > 15, key)
  }
})
