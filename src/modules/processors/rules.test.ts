import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAbroad } from '#kernel/countries.ts'
import { DILIGENCE } from './knowledge.ts'
import { type DpaStatus, dpaStatusAt, type RiskFacts, riskOf } from './rules.ts'

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
  ['the Republic by its name', { country: 'República  de CHILE' }, 0, 'low'],
  ['the code of three letters, with dots', { country: 'C.H.L.' }, 0, 'low'],
  ['a blank says nowhere', { country: '  ' }, 0, 'low'],
  ['a country that only begins like ours', { country: 'Chiloé del Norte' }, 2, 'low'],
  ['one question left', { answered: 9 }, 1, 'low'],
  ['an old diligence with questions left counts once', { answered: 9, stale: 9 }, 1, 'low'],
  ['a no where good practice asks', { otherNos: 1 }, 1, 'low'],
  ['a no of each kind', { keyNos: 1, otherNos: 1 }, 3, 'medium'],
  ['two where the law asks are the most', { keyNos: 2, otherNos: 1 }, 4, 'medium'],
  ['many delegations count once', { unauthorised: 7 }, 2, 'low'],
  ['one point short of high', { dpaStatus: 'PENDING', sensitive: 1, activities: 1 }, 5, 'medium'],
  [
    'everything at once',
    {
      dpaStatus: 'NONE',
      sensitive: 2,
      activities: 3,
      country: 'US',
      answered: 0,
      keyNos: 3,
      unauthorised: 1,
    },
    16,
    'high',
  ],
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

test('singular and plural are right', () => {
  const reasons = (facts: Partial<RiskFacts>) =>
    riskOf({ ...QUIET, ...facts }).reasons.map(({ reason }) => reason)
  assert.deepEqual(reasons({ activities: 1 }), ['Trata datos en 1 actividad.'])
  assert.deepEqual(reasons({ unauthorised: 2 }), ['Delega en 2 subencargados sin autorización escrita.'])
})

test('a processor is abroad under the same rule as in the register of activities', () => {
  for (const country of [
    'Chile',
    'cl',
    'CHL',
    'República de Chile',
    'US',
    'EE.UU.',
    'Perú',
    'Marte',
    'Chilee',
  ]) {
    const { points } = riskOf({ ...QUIET, country })
    assert.equal(points > 0, isAbroad(country), country)
  }
})

test('each reason names its article, and good practice names none', () => {
  const articles = (facts: Partial<RiskFacts>) =>
    riskOf({ ...QUIET, ...facts }).reasons.map(({ reason, article }) => [reason, article])
  assert.deepEqual(articles({ dpaStatus: 'EXPIRED' }), [['El contrato venció.', 'art. 15 bis']])
  assert.deepEqual(articles({ dpaStatus: 'NONE' }), [['No tiene contrato.', 'art. 15 bis']])
  assert.deepEqual(articles({ dpaStatus: 'PENDING' }), [['El contrato está sin firmar.', 'art. 15 bis']])
  assert.deepEqual(articles({ sensitive: 1, activities: 4 }), [
    ['Trata datos sensibles en 1 actividad.', 'art. 16'],
  ])
  for (const [country, name] of [
    [' Perú ', 'Perú'],
    ['US', 'Estados Unidos'],
    ['Marte', 'Marte'],
  ] as const)
    assert.deepEqual(articles({ country }), [[`Está en ${name}: los datos salen de Chile.`, 'arts. 27 y 28']])
  assert.deepEqual(articles({ answered: 0 }), [['No se ha hecho la diligencia.', null]])
  assert.deepEqual(articles({ answered: 9 }), [['Queda 1 pregunta de la diligencia.', null]])
  assert.deepEqual(articles({ answered: 8 }), [['Quedan 2 preguntas de la diligencia.', null]])
  assert.deepEqual(articles({ stale: 1 }), [['La diligencia tiene más de un año.', null]])
  assert.deepEqual(articles({ otherNos: 1 }), [['La diligencia encontró 1 respuesta negativa.', null]])
  assert.deepEqual(articles({ keyNos: 1, otherNos: 1 }), [
    ['La diligencia encontró 2 respuestas negativas.', 'art. 15 bis'],
  ])
})

test('a signed contract ends at its exact instant; other states have no end', () => {
  const end = new Date('2026-12-31T03:00:00Z')
  const at = (dpa_status: DpaStatus, ms: number, until: Date | null = end) =>
    dpaStatusAt({ dpa_status, dpa_valid_until: until }, new Date(end.getTime() + ms))
  assert.deepEqual([at('SIGNED', -1), at('SIGNED', 0), at('SIGNED', 1)], ['SIGNED', 'EXPIRED', 'EXPIRED'])
  assert.equal(at('SIGNED', 1, null), 'SIGNED')
  for (const state of ['NONE', 'PENDING', 'EXPIRED'] as const) assert.equal(at(state, 1), state)
})

test('every question has a unique key and names its article', () => {
  assert.equal(new Set(DILIGENCE.map(({ key }) => key)).size, DILIGENCE.length)
  for (const { question, article } of DILIGENCE) assert.ok(/^¿.+\?$/.test(question) && article)
})
