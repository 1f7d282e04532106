import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAbroad, readCountry, showCountry } from '#kernel/countries.ts'
import { DATA_CATEGORY_KEYS, isSensitive } from '#kernel/data-categories.ts'
import { fold } from '#kernel/text.ts'
import { VOCABULARY } from '#modules/data-map/public.ts'
import { draftOf } from '../assistant/draft.ts'
import type { RetentionPeriod } from '../rules.ts'
import { screen } from '../screening.ts'
import { allowsSensitive, articlesOf } from './bases.ts'
import { DATA_CLUES, OTHER_SUBJECT_CLUES, SUBJECT_CLUES } from './clues.ts'
import { DATA_CATALOG } from './data-catalog.ts'
import { FAMILIES } from './families.ts'
import { TEMPLATES } from './templates.ts'
import { TRAIT_CLUES } from './traits.ts'

test('there are at least sixty templates, with unique ids and names', () => {
  assert.ok(TEMPLATES.length >= 60)
  assert.equal(new Set(TEMPLATES.map(({ id }) => id)).size, TEMPLATES.length)
  assert.equal(new Set(TEMPLATES.map(({ name }) => name)).size, TEMPLATES.length)
  for (const { id } of TEMPLATES) assert.match(id, /^[a-z]+(-[a-z]+)*$/)
})

/** Law sheet part 15, copied by hand: basis, categories, retention and need of an impact assessment. */
const LAW_SHEET: [id: string, basis: string, categories: string, retention: string, dpia: boolean][] = [
  [
    'remuneraciones',
    'legal_obligation',
    'name rut address email financial employment health',
    '5_years',
    true,
  ],
  ['carpeta-trabajador', 'contract', 'name rut address phone email employment financial', '5_years', false],
  ['reclutamiento', 'contract', 'name email phone rut address employment', 'until_purpose_fulfilled', false],
  ['control-asistencia', 'legal_obligation', 'name rut employment', '5_years', false],
  ['control-biometrico', 'consent', 'name rut biometric employment', 'until_purpose_fulfilled', true],
  ['videovigilancia', 'legitimate_interest', 'location', 'until_purpose_fulfilled', true],
  ['facturacion', 'legal_obligation', 'name rut address email financial', 'legal_minimum', false],
  ['venta-en-linea', 'contract', 'name email phone rut address financial', '5_years', false],
  ['newsletter', 'consent', 'name email', 'until_unsubscribe', false],
  ['fidelizacion', 'consent', 'name email phone rut browsing location', 'until_unsubscribe', true],
  ['analitica-web', 'consent', 'browsing location', '1_year', false],
  ['atencion-clientes', 'contract', 'name email phone rut', '2_years', false],
  ['ficha-clinica', 'legal_obligation', 'name rut phone address health minor_data', 'legal_minimum', true],
  ['salud-ocupacional', 'legal_obligation', 'name rut employment health', 'legal_minimum', true],
  [
    'matricula-escolar',
    'legal_obligation',
    'name rut address phone email minor_data health',
    'legal_minimum',
    true,
  ],
  ['proveedores', 'contract', 'name rut email phone address financial', 'legal_minimum', false],
  ['evaluacion-crediticia', 'legal_obligation', 'name rut address financial', '5_years', true],
  ['conocimiento-cliente', 'legal_obligation', 'name rut address employment financial', '5_years', false],
  ['registro-visitas', 'legitimate_interest', 'name rut', 'until_purpose_fulfilled', false],
  ['denuncias-internas', 'legal_obligation', 'name email employment health', '5_years', true],
  ['gps-flota', 'legitimate_interest', 'name location employment', '1_year', true],
  ['inhabilidades-menores', 'legal_obligation', 'name rut criminal', 'until_purpose_fulfilled', false],
]

for (const [id, basis, categories, retention, dpia] of LAW_SHEET) {
  test(`the template ${id} follows the law sheet`, () => {
    const template = TEMPLATES.find((candidate) => candidate.id === id)!
    assert.deepEqual(
      [
        template.legalBasis,
        template.dataCategories.join(' '),
        template.retentionPeriod,
        template.dpiaRequired,
      ],
      [basis, categories, retention, dpia],
    )
  })
}

test('measures of templates are from the data map’s vocabulary, and each one names an article', () => {
  const measures = VOCABULARY.securityMeasures.map(({ value }) => value)
  for (const { id, securityMeasures, legalBasis, legalBasisArticle, note } of TEMPLATES) {
    assert.ok(
      securityMeasures.every((measure) => measures.includes(measure)),
      id,
    )
    assert.ok(articlesOf(legalBasis).includes(legalBasisArticle), id)
    assert.ok(note.length > 20, id)
  }
})

test('the public text of a template contains no advice and no promised safeguard (arts. 8 bis and 14 ter)', () => {
  const advice =
    /\b(conserve|guarde|pida|use|evite|agregue|elimine|documente|informe a|apague|limite|ofrezca|no más de un año|plantilla de|persona revisa)\b/i
  for (const template of TEMPLATES) {
    const { purpose, retentionNote, legitimateInterest, automatedLogic, consentWithdrawal } = template
    const printed = [purpose, retentionNote, legitimateInterest, automatedLogic, consentWithdrawal]
    assert.doesNotMatch(printed.filter(Boolean).join(' '), advice, template.id)
  }
})

test('the note of a term does not repeat its label', () => {
  const spelled: Partial<Record<RetentionPeriod, RegExp>> = {
    '1_year': /un año|1 año/i,
    '2_years': /dos años|2 años/i,
    '3_years': /tres años|3 años/i,
    '5_years': /cinco años|5 años/i,
    '10_years': /diez años|10 años/i,
    until_unsubscribe: /^hasta (la|que)/i,
    until_purpose_fulfilled: /^hasta cumplir/i,
    legal_minimum: /plazo que fija la ley/i,
    indefinite: /indefinid/i,
  }
  for (const { id, retentionPeriod, retentionNote } of TEMPLATES) {
    assert.doesNotMatch(retentionNote, spelled[retentionPeriod]!, id)
  }
})

test('a template needs an impact assessment if the screening says so (art. 15 ter)', () => {
  for (const template of TEMPLATES) {
    const unknown = { sourceIsPublic: false, riskLevel: null, riskFactors: null }
    const { requiresDpia } = screen({ ...draftOf(template), ...unknown })
    assert.equal(template.dpiaRequired, requiresDpia, template.id)
  }
})

test('the basis of a template covers its data and has its required fields (arts. 12 to 16 quáter)', () => {
  for (const template of TEMPLATES) {
    const { id, legalBasis, legalNorm, legitimateInterest, consentWithdrawal, minorsSafeguard } = template
    if (isSensitive(draftOf(template))) assert.ok(allowsSensitive(template), id)
    if (legalBasis === 'consent') assert.ok(consentWithdrawal, id)
    if (legalBasis === 'legal_obligation' || legalBasis === 'public_interest') assert.ok(legalNorm, id)
    if (legalBasis === 'legitimate_interest') assert.ok(legitimateInterest, id)
    if (template.dataCategories.includes('minor_data')) assert.ok(minorsSafeguard, id)
  }
})

test('the catalogue explains every category once, in Spanish, with its article', () => {
  assert.deepEqual(
    DATA_CATALOG.map(({ key }) => key),
    DATA_CATEGORY_KEYS,
  )
  for (const { key, description, legalReference, examples } of DATA_CATALOG) {
    assert.ok(description.length > 30 && examples.length > 0, key)
    assert.match(legalReference, /^arts?\. .*Ley 19\.628 \(mod\. Ley 21\.719\)$/, key)
  }
})

test('clues are folded, and those of people are from the data map’s vocabulary', () => {
  const templates = TEMPLATES.flatMap(({ keywords, hints }) => [...keywords, ...hints])
  for (const clue of templates) assert.equal(clue, fold(clue))
  for (const clue of [DATA_CLUES, SUBJECT_CLUES, OTHER_SUBJECT_CLUES, TRAIT_CLUES, FAMILIES].flatMap(
    (clues) => Object.values(clues).flat(),
  )) {
    assert.equal(clue, fold(clue))
  }
  const subjects = VOCABULARY.subjectCategories.map(({ value }) => value)
  assert.deepEqual(
    Object.keys(SUBJECT_CLUES).filter((key) => !subjects.includes(key)),
    [],
  )
})

for (const [text, code, name] of [
  ['CL', 'CL', 'Chile'],
  ['chile', 'CL', 'Chile'],
  ['República de  Chile', 'CL', 'Chile'],
  ['CHL', 'CL', 'Chile'],
  ['us', 'US', 'Estados Unidos'],
  ['USA', 'US', 'Estados Unidos'],
  ['EE.UU.', 'US', 'Estados Unidos'],
  ['EE. UU.', 'US', 'Estados Unidos'],
  ['  estados   unidos ', 'US', 'Estados Unidos'],
  ['United States', 'US', 'Estados Unidos'],
  ['Brazil', 'BR', 'Brasil'],
  ['México', 'MX', 'México'],
  ['mexico', 'MX', 'México'],
  ['Perú', 'PE', 'Perú'],
  ['alemania', 'DE', 'Alemania'],
  ['Irlanda', 'IE', 'Irlanda'],
  ['UK', 'GB', 'Reino Unido'],
  ['Holanda', 'NL', 'Países Bajos'],
] as const) {
  test(`«${text}» is ${name}`, () => assert.deepEqual(readCountry(text), { code, name }))
}

test('a text without a country is kept and counts as abroad', () => {
  assert.equal(readCountry('Marte'), undefined)
  assert.deepEqual(showCountry(' Marte '), { code: 'Marte', name: 'Marte' })
  assert.deepEqual(
    [isAbroad('Marte'), isAbroad('US'), isAbroad('Chile'), isAbroad('cl')],
    [true, true, false, false],
  )
})
