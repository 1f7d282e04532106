import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Trait } from '../knowledge/traits.ts'
import { type Covered, type Founded, settleBasis } from './lawful.ts'
import type { Signals } from './signals.ts'

const DRAFT: Founded = {
  legalBasis: 'contract',
  legalBasisArticle: '13 c',
  legalNorm: null,
  legitimateInterest: null,
  dataCategories: ['name', 'email'],
  socioeconomic: false,
  subjectCategories: ['customers'],
  retentionPeriod: '5_years',
  retentionNote: 'Cinco años desde la venta',
  securityMeasures: ['ACCESS_CONTROL'],
  consentWithdrawal: null,
  minorsSafeguard: null,
}
const COVERS_NOTHING: Covered = { dataCategories: [], socioeconomic: false }

/** A draft after the legal corrections: `traits` and `people` come from the words. */
function settled(
  change: Partial<Founded>,
  { traits = [], people = [] }: { traits?: readonly Trait[]; people?: string[] } = {},
  covered: Partial<Covered> = {},
) {
  const draft: Founded = {
    ...DRAFT,
    dataCategories: [...DRAFT.dataCategories],
    securityMeasures: [...DRAFT.securityMeasures],
    ...change,
  }
  const signals: Signals = {
    data: [],
    people,
    traits: new Set(traits),
    automatedBy: undefined,
    isProcessor: false,
    onlyTold: false,
    told: 1,
  }
  const reasons: string[] = []
  settleBasis(draft, signals, { ...COVERS_NOTHING, ...covered }, reasons)
  return { ...draft, basis: [draft.legalBasis, draft.legalBasisArticle], said: reasons.join(' ') }
}

test('ordinary data keep the proposed basis', () => {
  const { basis, retentionPeriod, consentWithdrawal, said } = settled({})
  assert.deepEqual(
    [basis, retentionPeriod, consentWithdrawal, said],
    [['contract', '13 c'], '5_years', null, ''],
  )
})

test('art. 16: sensitive data outside the basis need express consent', () => {
  const { basis, retentionPeriod, consentWithdrawal, securityMeasures, said } = settled({
    dataCategories: ['name', 'religious'],
  })
  assert.deepEqual(basis, ['consent', '16'])
  assert.equal(retentionPeriod, 'until_purpose_fulfilled', 'the term of the contract does not hold')
  assert.ok(consentWithdrawal, 'it can be withdrawn')
  assert.ok(securityMeasures.includes('ENCRYPTION'))
  assert.match(said, /Agrega datos sensibles .*consentimiento expreso \(art\. 16\)/)
})

test('data that the basis was written for keep it', () => {
  const byLaw = {
    legalBasis: 'legal_obligation',
    legalBasisArticle: '16 bis e',
    legalNorm: 'Ley 20.584',
  } as const
  const { basis, legalNorm } = settled(
    { ...byLaw, dataCategories: ['health'] },
    {},
    { dataCategories: ['health'] },
  )
  assert.deepEqual([basis, legalNorm], [['legal_obligation', '16 bis e'], 'Ley 20.584'])
})

test('neither a contract nor a bare interest covers sensitive data, even if claimed', () => {
  for (const [legalBasis, legalBasisArticle] of [
    ['contract', '13 c'],
    ['contract', '16 sexies'],
    ['legitimate_interest', '13 d'],
    ['legitimate_interest', null],
    ['legitimate_interest', '16 quinquies'],
  ] as const) {
    const { basis } = settled(
      { legalBasis, legalBasisArticle, dataCategories: ['political'] },
      {},
      { dataCategories: ['political'] },
    )
    assert.deepEqual(basis, ['consent', '16'], `${legalBasis} ${legalBasisArticle}`)
  }
  const members = { legalBasis: 'legitimate_interest', legalBasisArticle: '16 b' } as const
  const { basis } = settled(
    { ...members, dataCategories: ['political'] },
    {},
    { dataCategories: ['political'] },
  )
  assert.deepEqual(basis, ['legitimate_interest', '16 b'])
})

test('art. 16 ter: biometrics need express consent, with its own article', () => {
  const { basis, said } = settled({ dataCategories: ['name', 'biometric'] })
  assert.deepEqual(basis, ['consent', '16 ter'])
  assert.match(said, /alternativa sin biometría/)
})

test('ordinary consent becomes express for sensitive data, and keeps its term', () => {
  for (const legalBasisArticle of [null, '12'] as const) {
    const { basis, retentionPeriod } = settled({
      legalBasis: 'consent',
      legalBasisArticle,
      retentionPeriod: '1_year',
      dataCategories: ['health'],
    })
    assert.deepEqual([basis, retentionPeriod], [['consent', '16'], '1_year'])
  }
})

test('health care processes health data under art. 16 bis e); a gym or an insurer does not', () => {
  const cared = settled({ dataCategories: ['name', 'health'] }, { traits: ['healthProvider'] })
  assert.deepEqual([cared.basis, cared.legalNorm], [['legal_obligation', '16 bis e'], 'Ley 20.584'])
  const insured = settled({ dataCategories: ['health'] }, { traits: ['healthProvider', 'insurer'] })
  assert.deepEqual(insured.basis, ['consent', '16'])
  const employed = settled(
    { dataCategories: ['health'] },
    { traits: ['healthProvider'], people: ['employees'] },
  )
  assert.deepEqual(employed.basis, ['consent', '16'], 'its workers are not its patients')
})

test('art. 16 b): members of a non-profit body, but not their health', () => {
  const members = settled({ dataCategories: ['religious'] }, { traits: ['nonprofit'] })
  assert.deepEqual(members.basis, ['legitimate_interest', '16 b'])
  assert.match(members.legitimateInterest!, /sin comunicar los datos a terceros/)
  const health = settled({ dataCategories: ['religious', 'health'] }, { traits: ['nonprofit'] })
  assert.deepEqual(health.basis, ['consent', '16'])
})

test('art. 16 e): an employer’s duties cover health and unions of its workers', () => {
  const labour = {
    legalBasis: 'legal_obligation',
    legalBasisArticle: '16 e',
    legalNorm: 'Ley 16.744',
  } as const
  const of = (dataCategories: Founded['dataCategories'], people: string[]) =>
    settled({ ...labour, dataCategories }, { people }).basis
  assert.deepEqual(of(['health', 'political'], ['employees']), ['legal_obligation', '16 e'])
  assert.deepEqual(of(['health'], ['customers']), ['consent', '16'], 'customers are not workers')
  assert.deepEqual(of(['religious'], ['employees']), ['consent', '16'], 'faith is no duty of work')
})

test('arts. 20 and 54: a public body acts within its functions and names their norm', () => {
  const served = settled({ dataCategories: ['name', 'health'] }, { traits: ['publicBody'] })
  assert.deepEqual(served.basis, ['public_interest', '20'])
  assert.ok(served.legalNorm)
  const autonomous = settled({}, { traits: ['publicBody', 'autonomous'] })
  assert.deepEqual(autonomous.basis, ['public_interest', '54'])
  const interest = { legalBasis: 'legitimate_interest', legitimateInterest: 'Seguridad' } as const
  assert.equal(settled(interest, { traits: ['publicBody'] }).legitimateInterest, null)
})

test('a public body keeps a proposed consent, and follows the rules of health and work', () => {
  for (const [legalBasis, legalBasisArticle] of [
    ['consent', '12'],
    ['legal_obligation', '16 e'],
    ['legal_obligation', '16 bis e'],
    ['public_interest', '16 quinquies'],
  ] as const)
    assert.deepEqual(settled({ legalBasis, legalBasisArticle }, { traits: ['publicBody'] }).basis, [
      legalBasis,
      legalBasisArticle,
    ])
  const faces = settled({ dataCategories: ['biometric'] }, { traits: ['publicBody'] })
  assert.deepEqual(faces.basis, ['consent', '16 ter'])
})

test('art. 16 quáter: children need their parents’ consent, unless a law or a study says otherwise', () => {
  const club = settled({ dataCategories: ['name', 'minor_data'] })
  assert.deepEqual(club.basis, ['consent', '16 quáter'])
  assert.ok(club.minorsSafeguard)
  const school = settled({
    legalBasis: 'legal_obligation',
    legalBasisArticle: '13 b',
    dataCategories: ['name', 'minor_data'],
  })
  assert.deepEqual(school.basis, ['legal_obligation', '13 b'])
  assert.ok(school.minorsSafeguard, 'and their interest is cared for all the same')
  const faces = settled({ dataCategories: ['biometric', 'minor_data'] })
  assert.deepEqual(faces.basis, ['consent', '16 ter'])
  assert.equal(settled({}).minorsSafeguard, null)
})

test('a socioeconomic situation is sensitive without its own category', () => {
  const grant = settled({ socioeconomic: true })
  assert.deepEqual(grant.basis, ['consent', '16'])
  assert.match(grant.said, /dato sensible \(art\. 2 letra g\)/)
  assert.ok(grant.securityMeasures.includes('ENCRYPTION'))
  const covered = settled(
    { socioeconomic: true, legalBasis: 'legal_obligation', legalBasisArticle: '16 f' },
    {},
    { socioeconomic: true },
  )
  assert.deepEqual(covered.basis, ['legal_obligation', '16 f'])
  assert.deepEqual(settled({ socioeconomic: true }, { traits: ['nonprofit'] }).basis, [
    'legitimate_interest',
    '16 b',
  ])
})

test('art. 25: a private body reads that convictions need a law; a public one does not', () => {
  assert.match(settled({ dataCategories: ['criminal'] }).said, /sin una ley que lo autorice \(art\. 25\)/)
  assert.doesNotMatch(settled({ dataCategories: ['criminal'] }, { traits: ['publicBody'] }).said, /art\. 25/)
  assert.equal(settled({ dataCategories: ['criminal'] }, {}, { dataCategories: ['criminal'] }).said, '')
})

for (const trait of ['insurer', 'school', 'sport', 'employer'] as const)
  test(`art. 16 bis: a ${trait} with health data gets the prohibition`, () => {
    assert.match(settled({ dataCategories: ['health'] }, { traits: [trait] }).said, /art\. 16 bis prohíbe/)
    assert.doesNotMatch(settled({ dataCategories: ['name'] }, { traits: [trait] }).said, /prohíbe/)
  })

test('existing ways of withdrawal and encryption are kept', () => {
  const { consentWithdrawal, securityMeasures } = settled({
    dataCategories: ['health'],
    consentWithdrawal: 'En caja',
    securityMeasures: ['ENCRYPTION'],
  })
  assert.deepEqual([consentWithdrawal, securityMeasures], ['En caja', ['ENCRYPTION']])
})
