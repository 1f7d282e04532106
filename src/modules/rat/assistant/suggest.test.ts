import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VOCABULARY } from '#modules/data-map/public.ts'
import { allowsSensitive, articlesOf } from '../knowledge/bases.ts'
import { LEGAL_BASES } from '../rules.ts'
import { lawful } from './service.ts'
import {
  CLOSED_VALUES,
  type Context,
  SUGGESTED_FIELDS,
  type SuggestedField,
  suggestValues,
} from './suggest.ts'

const valuesOf = (field: SuggestedField, activity: Context = {}) =>
  suggestValues(field, activity).map(({ value }) => value)

const NEWSLETTER = { name: 'Boletín', purpose: 'Enviar ofertas por correo a suscriptores' }
const PAYROLL = { name: 'Remuneraciones', purpose: 'Pagar sueldos, cotizaciones y licencias médicas' }
const CONTEXTS: Context[] = [
  {},
  NEWSLETTER,
  PAYROLL,
  { ...PAYROLL, dataCategories: ['health'], legalBasis: 'legal_obligation' },
  { name: 'Cámaras de la tienda', legalBasis: 'legitimate_interest' },
  { dataCategories: ['criminal'] },
  { dataCategories: 'health', legalBasis: 5, purpose: ['x', null], socioeconomic: 'sí' },
]

test('each suggestion has a reason and a confidence, without repetition, the surest first', () => {
  for (const field of SUGGESTED_FIELDS)
    for (const activity of CONTEXTS) {
      const suggestions = suggestValues(field, activity)
      assert.ok(suggestions.length <= 8, field)
      assert.equal(new Set(suggestions.map(({ value }) => value)).size, suggestions.length, field)
      for (const [at, { value, reason, confidence }] of suggestions.entries()) {
        assert.ok(
          value.trim() !== '' && reason.length > 10 && !reason.includes('undefined'),
          `${field}: ${reason}`,
        )
        assert.ok(confidence > 0 && confidence <= 1, field)
        assert.ok(at === 0 || confidence <= suggestions[at - 1]!.confidence, field)
      }
    }
})

test('values outside a closed list are never suggested, as they could not be saved', () => {
  for (const [field, closed] of Object.entries(CLOSED_VALUES))
    for (const activity of CONTEXTS)
      for (const value of valuesOf(field as SuggestedField, activity))
        assert.ok(closed.includes(value), value)
})

test('values already in the field are not suggested', () => {
  const [first = ''] = valuesOf('legalBasis', NEWSLETTER)
  assert.ok(!valuesOf('legalBasis', { ...NEWSLETTER, legalBasis: first }).includes(first))
  const categories = valuesOf('dataCategories', NEWSLETTER)
  const held = categories.slice(0, 1)
  assert.ok(!valuesOf('dataCategories', { ...NEWSLETTER, dataCategories: held }).includes(held[0]!))
})

const BARE = ['contract', 'legitimate_interest']

for (const [what, sensitive] of [
  ['health', { dataCategories: ['name', 'health'] }],
  ['biometrics', { dataCategories: ['biometric'] }],
  ['the socioeconomic situation', { dataCategories: ['name'], socioeconomic: true }],
] as const) {
  test(`art. 16: with ${what} neither a contract nor legitimate interest is suggested, and consent comes first`, () => {
    const bases = suggestValues('legalBasis', { ...sensitive, purpose: 'Vender y entregar productos' })
    assert.equal(bases[0]!.value, 'consent')
    assert.match(bases[0]!.reason, /expreso \(art\. 16/)
    assert.deepEqual(
      bases.filter(({ value }) => BARE.includes(value)),
      [],
    )
    assert.equal(valuesOf('securityMeasures', sensitive)[0], 'ENCRYPTION')
  })

  test(`art. 16: with ${what} only articles that cover it are suggested`, () => {
    for (const legalBasis of LEGAL_BASES) {
      const articles = valuesOf('legalBasisArticle', { ...sensitive, legalBasis })
      for (const article of articles)
        assert.ok(allowsSensitive({ legalBasis, legalBasisArticle: article }), `${legalBasis} ${article}`)
    }
    assert.ok(valuesOf('legalBasisArticle', { ...sensitive, legalBasis: 'consent' }).includes('16'))
    assert.deepEqual(valuesOf('legalBasisArticle', { ...sensitive, legalBasis: 'contract' }), [])
  })
}

test('the same law limits the suggestions of a model', () => {
  const answer = (...values: string[]) => ({
    answer: { suggestions: values.map((value) => ({ value, reason: 'porque sí', confidence: 1 })) },
  })
  const delicate = { dataCategories: ['health'] }
  const left = lawful('legalBasis', delicate, answer('contract', 'consent', 'legitimate_interest'))
  assert.deepEqual('answer' in left && left.answer.suggestions.map(({ value }) => value), ['consent'])
  const none = lawful('legalBasis', delicate, answer('contract'))
  assert.match('faults' in none ? none.faults.join() : '', /art\. 16/)
  const articles = lawful('legalBasisArticle', { legalBasis: 'consent' }, answer('13 c'))
  assert.ok('faults' in articles)
  const whole = answer('contract')
  assert.equal(lawful('legalBasis', {}, whole), whole)
  const faults = { faults: ['x'] }
  assert.equal(lawful('legalBasis', delicate, faults), faults)
  assert.deepEqual(lawful('name', delicate, answer('contract')), answer('contract'), 'other fields are free')
})

test('art. 27 a): adequacy of the country comes last, with the Agency as its source', () => {
  const suggestions = suggestValues('internationalTransfer', {})
  assert.equal(suggestions.at(-1)!.value, 'adequate_country')
  assert.match(suggestions.at(-1)!.reason, /solo si la Agencia lo declaró \(arts\. 27 letra a y 28\)/)
})

test('without sensitive data a contract is suggested normally', () => {
  for (const activity of [{}, { dataCategories: ['name'] }, { socioeconomic: false }])
    assert.ok(valuesOf('legalBasis', activity).includes('contract'))
})

test('art. 25: convictions rest on a law first of all', () => {
  const [first] = suggestValues('legalBasis', { dataCategories: ['criminal'] })
  assert.equal(first!.value, 'legal_obligation')
  assert.match(first!.reason, /art\. 25/)
})

test('an article is suggested only under its own basis', () => {
  for (const legalBasis of LEGAL_BASES) {
    const articles = valuesOf('legalBasisArticle', { legalBasis })
    assert.ok(articles.length > 0, legalBasis)
    assert.ok(
      articles.every((article) => articlesOf(legalBasis).some((one) => one === article)),
      `${legalBasis}: ${articles.join()}`,
    )
  }
  assert.deepEqual(valuesOf('legalBasisArticle', { legalBasis: 'contract' }).sort(), ['13 c', '16 sexies'])
})

test('a field that no description mentions gets generally valid suggestions', () => {
  for (const field of [
    'legalBasis',
    'legalBasisArticle',
    'dataCategories',
    'subjectCategories',
    'dataSource',
    'recipients',
    'internationalTransfer',
    'retentionPeriod',
    'retentionNote',
    'securityMeasures',
    'automatedLogic',
    'consentWithdrawal',
    'minorsSafeguard',
    'legitimateInterest',
  ] as const)
    assert.ok(valuesOf(field).length > 0, field)
})

test('a transfer is suggested by its mechanism, in the vocabulary of the data map', () => {
  const known = VOCABULARY.transferMechanisms.map(({ value }) => value)
  const mechanisms = valuesOf('internationalTransfer', NEWSLETTER)
  assert.deepEqual(
    mechanisms.filter((value) => !known.includes(value)),
    [],
  )
  assert.equal(mechanisms[0], 'contractual_clauses')
})

test('words of the activity imply data and people, and are quoted', () => {
  const data = suggestValues('dataCategories', { purpose: 'Anotar la religión de quien llega' })
  assert.ok(data.some(({ value }) => value === 'religious'))
  const [email] = suggestValues('dataCategories', { purpose: 'Zzz qqq con el correo de alguien' })
  assert.deepEqual(
    [email!.value, email!.reason],
    ['email', 'Correo electrónico: la actividad menciona «correo».'],
  )
  const people = suggestValues('subjectCategories', { purpose: 'Atender a los pacientes de la clínica' })
  assert.ok(people.some(({ value }) => value === 'patients'))
})

test('an activity with a clear template gets its fields, with the article', () => {
  const [basis] = suggestValues('legalBasis', PAYROLL)
  assert.equal(basis!.value, 'legal_obligation')
  assert.match(basis!.reason, /lo usual en «.*», art\. /)
  assert.equal(valuesOf('retentionPeriod', PAYROLL)[0], '5_years')
})
