import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { DATA_CATEGORY_KEYS, includesSensitive } from '#kernel/data-categories.ts'
import { TEMPLATES } from '../knowledge/templates.ts'
import { searchTemplates, stem } from './catalogue.ts'
import { draftFromText } from './draft.ts'
import { CLOSED_VALUES, SUGGESTED_FIELDS, suggestValues } from './suggest.ts'

/** Plain words as people write them, with the template, the data and the basis a privacy officer would expect. */
const EXAMPLES: [words: string, template: string, categories: string, basis: string][] = [
  [
    'control de asistencia con huella en la bodega',
    'control-biometrico',
    'name rut biometric employment',
    'consent',
  ],
  ['boletín de ofertas a clientes', 'newsletter', 'name email', 'consent'],
  [
    'pagamos los sueldos a fin de mes',
    'remuneraciones',
    'name rut address email financial employment health',
    'legal_obligation',
  ],
  ['cámaras de seguridad en la entrada de la tienda', 'videovigilancia', 'location', 'legitimate_interest'],
  [
    'recibimos currículums para contratar vendedores',
    'reclutamiento',
    'name email phone rut address employment',
    'contract',
  ],
  [
    'fichas de los pacientes de la consulta dental',
    'ficha-clinica',
    'name rut phone address health minor_data',
    'legal_obligation',
  ],
  [
    'despachamos los pedidos de la tienda online',
    'venta-en-linea',
    'name email phone rut address financial',
    'contract',
  ],
  ['GPS en los camiones de reparto', 'gps-flota', 'name location employment', 'legitimate_interest'],
  [
    'programa de puntos con ofertas según las compras',
    'fidelizacion',
    'name email phone rut browsing location',
    'consent',
  ],
  [
    'matrícula de los alumnos del colegio',
    'matricula-escolar',
    'name rut address phone email minor_data health',
    'legal_obligation',
  ],
  [
    'canal de denuncias por acoso laboral',
    'denuncias-internas',
    'name email employment health',
    'legal_obligation',
  ],
  [
    'vemos en Dicom a quién damos crédito',
    'evaluacion-crediticia',
    'name rut address financial',
    'legal_obligation',
  ],
  ['formulario de contacto de la web', 'atencion-clientes', 'name email phone rut', 'contract'],
  [
    'transporte escolar de niños',
    'matricula-escolar',
    'name rut address phone email minor_data health',
    'legal_obligation',
  ],
  ['emisión de boletas electrónicas', 'facturacion', 'name rut address email financial', 'legal_obligation'],
  [
    'telemedicina por videollamada',
    'ficha-clinica',
    'name rut phone address health minor_data',
    'legal_obligation',
  ],
  [
    'base de morosos para cobranza',
    'evaluacion-crediticia',
    'name rut address financial',
    'legal_obligation',
  ],
  ['libro de visitas de la portería', 'registro-visitas', 'name rut', 'legitimate_interest'],
  ['cookies de Google Analytics en el sitio', 'analitica-web', 'browsing location', 'consent'],
  ['asistencia con tarjeta, sin huella', 'control-asistencia', 'name rut employment', 'legal_obligation'],
  [
    'certificado de antecedentes para trabajar con niños',
    'inhabilidades-menores',
    'name rut criminal',
    'legal_obligation',
  ],
]

for (const [words, template, categories, basis] of EXAMPLES) {
  test(`«${words}» gives a draft from ${template}`, () => {
    const { draft, match, rationale } = draftFromText(words)
    assert.equal(match?.template.id, template)
    assert.deepEqual([...draft.dataCategories].sort(), categories.split(' ').sort())
    assert.equal(draft.legalBasis, basis)
    assert.ok(draft.subjectCategories.length > 0)
    assert.match(rationale, /Base de licitud/)
  })
}

test('every template is found by its own name', () => {
  for (const { id, name } of TEMPLATES) assert.equal(searchTemplates(name)[0]?.template.id, id)
})

test('words outside the catalogue give a cautious draft of their own', () => {
  const { draft, match, rationale } = draftFromText('Registro de feligreses de la parroquia')
  assert.equal(match, undefined)
  assert.deepEqual(draft.dataCategories, ['name', 'religious'])
  assert.deepEqual([draft.legalBasis, draft.retentionPeriod], ['consent', 'until_purpose_fulfilled'])
  assert.match(draft.legalBasisArticle!, /16/)
  assert.match(rationale, /No hay una plantilla parecida/)
})

test('data that the words give away are added, and a basis that does not bear them is changed', () => {
  const { draft, rationale } = draftFromText('whatsapp a clientes con sus alergias')
  assert.ok(draft.dataCategories.includes('health'))
  assert.ok(draft.subjectCategories.includes('customers'))
  assert.equal(draft.legalBasis, 'consent')
  assert.match(rationale, /alergi/)
})

test('a country in the words, or the country of the system, is a transfer', () => {
  const transfer = (country: string) => ({ exists: true, country, mechanism: 'contractual_clauses' })
  assert.deepEqual(
    draftFromText('boletín con Mailchimp en Estados Unidos').draft.internationalTransfer,
    transfer('US'),
  )
  assert.equal(draftFromText('boletín para todo Chile').draft.internationalTransfer.exists, false)
  const system = {
    name: 'Nube',
    dataCategories: ['phone', 'otra'],
    securityMeasures: ['BACKUP'],
    hostingCountry: 'Brasil',
  }
  const { draft } = draftFromText('boletín', system)
  assert.deepEqual(draft.internationalTransfer, transfer('Brasil'))
  assert.ok(draft.dataCategories.includes('phone'))
  assert.ok(draft.securityMeasures.includes('BACKUP'))
})

test('for any words the draft is complete and never rests on a basis that sensitive data forbid', () => {
  const words = fc.oneof(
    fc.string(),
    fc
      .array(fc.constantFrom(...TEMPLATES.flatMap(({ keywords }) => keywords), 'huella', 'salud', 'sin'), {
        maxLength: 12,
      })
      .map((parts) => parts.join(' ')),
  )
  fc.assert(
    fc.property(words, (text) => {
      const { draft } = draftFromText(text)
      assert.ok(draft.dataCategories.length > 0 && draft.subjectCategories.length > 0)
      assert.ok(draft.dataCategories.every((category) => DATA_CATEGORY_KEYS.includes(category)))
      assert.equal(new Set(draft.dataCategories).size, draft.dataCategories.length)
      assert.ok(draft.name.length <= 200)
      if (includesSensitive(draft.dataCategories)) {
        assert.ok(!['contract', 'legitimate_interest'].includes(draft.legalBasis))
      }
    }),
  )
})

test('words meet across gender and number', () => {
  for (const [one, other] of [
    ['trabajador', 'trabajadores'],
    ['boletin', 'boletines'],
    ['oferta', 'ofertas'],
    ['alumno', 'alumnas'],
    ['cliente', 'clientes'],
  ] as const) {
    assert.equal(stem(one), stem(other), one)
  }
})

// ── suggestions for one field ──

test('suggestions come best first, without what the activity already has', () => {
  const activity = { name: 'Fichas de pacientes', dataCategories: ['name', 'health'] }
  const basis = suggestValues('legalBasis', activity).map(({ value }) => value)
  assert.deepEqual(basis, ['legal_obligation', 'consent'])
  const categories = suggestValues('dataCategories', activity).map(({ value }) => value)
  assert.ok(categories.includes('rut'))
  assert.ok(!categories.includes('health') && !categories.includes('name'))
  assert.equal(suggestValues('securityMeasures', activity)[0]?.value, 'ENCRYPTION')
  assert.equal(suggestValues('retentionPeriod', activity)[0]?.value, 'legal_minimum')
  assert.equal(suggestValues('legalBasis', { dataCategories: ['criminal'] })[0]?.value, 'legal_obligation')
})

for (const field of SUGGESTED_FIELDS) {
  test(`${field} is suggested with reasons and in order, and only with values it may hold`, () => {
    for (const activity of [{}, { name: 'Boletín de ofertas' }, { name: 'x', purpose: 7, [field]: null }]) {
      const found = suggestValues(field, activity)
      if (field !== 'name' && field !== 'purpose' && field !== 'responsibleArea' && field !== 'legalNorm') {
        assert.ok(found.length > 0)
      }
      for (const [index, { value, reason, confidence }] of found.entries()) {
        assert.ok(value.length > 0 && reason.length > 0)
        assert.ok(confidence > 0 && confidence <= 1)
        assert.ok(index === 0 || found[index - 1]!.confidence >= confidence)
        assert.ok(CLOSED_VALUES[field]?.includes(value) ?? true)
      }
    }
  })
}

test('the name taken from a description never ends in half a character', () => {
  const { draft } = draftFromText(`x${'😀'.repeat(100)}`)
  assert.ok(draft.name.isWellFormed())
})
