import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DATA_CATEGORY_KEYS } from '#kernel/data-categories.ts'
import { fold } from '#kernel/text.ts'
import { readCell } from '#modules/imports/cells.ts'
import { headingKey, proposeMapping } from '#modules/imports/rules.ts'
import { BASIS_ARTICLES, basisWords } from '../knowledge/bases.ts'
import { LEGAL_BASES, RETENTION_PERIODS } from '../rules.ts'
import { COLUMNS, SHOWN_ONLY } from './columns.ts'

const columnOf = (field: string) => COLUMNS.find((column) => column.field === field)!
const said = (field: string, text: string) => readCell(columnOf(field), text)

test('no heading, nor any of its synonyms, matches two fields', () => {
  const owner = new Map<string, string>()
  for (const { field, heading, english, also = [] } of COLUMNS)
    for (const word of [heading, english, field, ...also]) {
      const key = headingKey(word)
      assert.equal(owner.get(key) ?? field, field, `«${word}» is ${owner.get(key)} and ${field}`)
      owner.set(key, field)
    }
  for (const heading of SHOWN_ONLY)
    assert.equal(owner.get(headingKey(heading)), undefined, `«${heading}» is only shown`)
})

test('no word of a list matches two of its values', () => {
  for (const { heading, choices = [] } of COLUMNS) {
    const owner = new Map<string, string>()
    for (const { value, label, also = [] } of choices)
      for (const word of [value, label, ...also]) {
        const key = fold(word)
        assert.equal(
          owner.get(key) ?? value,
          value,
          `${heading}: «${word}» is ${owner.get(key)} and ${value}`,
        )
        owner.set(key, value)
      }
  }
})

const HEADINGS: [heading: string, field: string | null][] = [
  ['Nombre del tratamiento', 'name'],
  ['Finalidades', 'purpose'],
  ['Base jurídica', 'legalBasis'],
  ['Categorías de datos personales', 'dataCategories'],
  ['Interesados', 'subjectCategories'],
  ['Cesiones', 'recipients'],
  ['País de la transferencia', 'transferCountry'],
  ['Transferencias internacionales (sí/no)', 'transferExists'],
  ['Plazo de conservación *', 'retentionPeriod'],
  ['Responsable', 'controllerName'],
  ['Razón social', 'legalEntityId'],
  ['Estado', null],
  ['Nivel de riesgo', null],
  ['Encargados', null],
]
for (const [heading, field] of HEADINGS)
  test(`a column called «${heading}» is ${field ?? 'not brought in'}`, () => {
    const [mapped] = proposeMapping([heading], COLUMNS, { shownOnly: SHOWN_ONLY })
    assert.equal(mapped!.field, field)
  })

const ARTICLES: [text: string, article: string][] = [
  ['13 d', '13 d'],
  ['13 letra d', '13 d'],
  ['13 letra d)', '13 d'],
  ['art. 13 d)', '13 d'],
  ['Art. 13 letra d)', '13 d'],
  ['Artículo 13 d', '13 d'],
  ['art. 12', '12'],
  ['16 bis e', '16 bis e'],
  ['art. 16 bis letra e)', '16 bis e'],
  ['16 quater', '16 quáter'],
  ['arts. 16 y 16 ter', '16 ter'],
  ['arts. 13 letra c) y 16 sexies', '16 sexies'],
  ['arts. 12 y 16 sexies', '16 sexies'],
  ['art. 20', '20'],
]
for (const [text, article] of ARTICLES)
  test(`«${text}» is the article ${article}`, () =>
    assert.deepEqual(said('legalBasisArticle', text), { value: article }))

for (const text of ['art. 6', '13', '13 f', '16 bis', 'arts. 16 letra c) y 16 bis letra a)', 'GDPR 6.1.f'])
  test(`«${text}» matches no single article and is refused`, () =>
    assert.ok('fault' in said('legalBasisArticle', text)))

test('the shown label of a basis and the citation of its article are read back as both', () => {
  for (const article of BASIS_ARTICLES)
    for (const legalBasis of LEGAL_BASES) {
      const words = basisWords({ legalBasis, legalBasisArticle: article })!
      const read = said('legalBasisArticle', words.article)
      if ('value' in read && read.value === article) {
        const basis = said('legalBasis', words.label)
        // Claims and functions of the State are under two bases, so their labels identify neither.
        if ('value' in basis) assert.equal(basis.value, legalBasis, `${words.label} (${article})`)
      }
    }
  const both = (legalBasis: (typeof LEGAL_BASES)[number], article: string) =>
    said('legalBasis', basisWords({ legalBasis, legalBasisArticle: article })!.label)
  assert.deepEqual(both('legitimate_interest', '16 b'), { value: 'legitimate_interest' })
  assert.deepEqual(both('consent', '16 ter'), { value: 'consent' })
  assert.deepEqual(both('legal_obligation', '16 e'), { value: 'legal_obligation' })
  assert.deepEqual(both('vital_interest', '16 c'), { value: 'vital_interest' })
  assert.ok('fault' in both('legal_obligation', '16 d'), 'a claim may be a duty or an interest')
})

const WORDS: [field: string, text: string, value: unknown][] = [
  ['legalBasis', 'Consentimiento expreso', 'consent'],
  ['legalBasis', 'LEY', 'legal_obligation'],
  ['legalBasis', 'Función pública', 'public_interest'],
  ['legalBasis', 'legitimate interests', 'legitimate_interest'],
  ['retentionPeriod', '12 meses', '1_year'],
  ['retentionPeriod', 'Cinco años', '5_years'],
  ['retentionPeriod', 'permanente', 'indefinite'],
  ['retentionPeriod', 'Plazo legal', 'legal_minimum'],
  ['controllerRole', 'Mandatario', 'encargado'],
  ['controllerRole', 'Responsable de datos', 'responsable'],
  ['dataCategories', 'RUN; Huella; Afiliación sindical', ['rut', 'biometric', 'political']],
  ['dataCategories', 'nombre, correo, salud', ['name', 'email', 'health']],
  ['dataCategories', 'Antecedentes penales\nMenores', ['criminal', 'minor_data']],
  ['transferMechanism', 'Normas corporativas vinculantes', 'bcr'],
  ['transferMechanism', 'Tratado con Perú', 'Tratado con Perú'],
  ['transferExists', 'sí', true],
  ['recipients', 'Bancos; Isapres', ['Bancos', 'Isapres']],
  ['recipients', 'Bancos, isapres y otros', ['Bancos, isapres y otros']],
]
for (const [field, text, value] of WORDS)
  test(`«${text}» in «${columnOf(field).heading}» is ${JSON.stringify(value)}`, () =>
    assert.deepEqual(said(field, text), { value }))

test('other words are refused as category, basis or term: the lists are closed', () => {
  for (const [field, text] of [
    ['dataCategories', 'Nombre; Historial de compras'],
    ['legalBasis', 'Interés'],
    ['retentionPeriod', '6 años'],
    ['retentionPeriod', '30 días'],
    ['controllerRole', 'Dueño'],
  ] as const)
    assert.ok('fault' in said(field, text), text)
})

test('every value of the contract can be written by its key and by its label', () => {
  for (const [field, values] of [
    ['legalBasis', LEGAL_BASES],
    ['retentionPeriod', RETENTION_PERIODS],
    ['legalBasisArticle', BASIS_ARTICLES],
    ['dataCategories', DATA_CATEGORY_KEYS],
  ] as const) {
    const { kind, choices = [] } = columnOf(field)
    assert.deepEqual(
      choices.map(({ value }) => value),
      [...values],
    )
    for (const { value, label } of choices)
      for (const text of [value, label, label.toUpperCase()])
        assert.deepEqual(said(field, text), { value: kind === 'many' ? [value] : value }, text)
  }
})
