import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { DATA_CATEGORY_KEYS, includesSensitive } from '#kernel/data-categories.ts'
import { allowsSensitive, articleFits } from '../knowledge/bases.ts'
import { DATA_CLUES } from '../knowledge/clues.ts'
import { TEMPLATES } from '../knowledge/templates.ts'
import { searchTemplates } from './catalogue.ts'
import { draftFromText } from './draft.ts'
import { CLOSED_VALUES, SUGGESTED_FIELDS, suggestValues } from './suggest.ts'
import { stem } from './words.ts'

/** Descriptions as people write them, with the template, data and basis that a privacy officer expects. */
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
    'name email phone rut browsing',
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
  ['transporte escolar de niños', 'transporte-escolar', 'name address phone minor_data', 'consent'],
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
  ['cookies de Google Analytics en el sitio', 'analitica-web', 'browsing', 'consent'],
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

test('every template is found by its name', () => {
  for (const { id, name } of TEMPLATES) assert.equal(searchTemplates(name)[0]?.template.id, id)
})

test('art. 16 b): a church may process data of its members, and the draft cites the law on sensitive data', () => {
  const { draft, match, hasSensitiveData, dpiaRequired } = draftFromText(
    'Registro de feligreses de la parroquia',
  )
  assert.equal(match?.template.id, 'iglesia')
  assert.deepEqual([draft.legalBasis, draft.legalBasisArticle], ['legitimate_interest', '16 b'])
  assert.deepEqual([hasSensitiveData, dpiaRequired], [true, true])
})

test('a description without a template is drafted from its own words', () => {
  const { draft, match, confidence, rationale } = draftFromText(
    'Peluquería: nombre y whatsapp de las clientas para recordarles la hora',
  )
  assert.equal(match, undefined)
  assert.ok(confidence >= 0.5)
  assert.deepEqual([...draft.dataCategories].sort(), ['name', 'phone'])
  assert.deepEqual([draft.legalBasis, draft.legalBasisArticle], ['contract', '13 c'])
  assert.match(rationale, /No hay una plantilla parecida/)
})

for (const words of ['hacemos cosas', 'asdf qwer', '', 'queremos cumplir la ley', 'planilla']) {
  test(`«${words}» is unknown: the words are kept, nothing is invented, and templates are offered`, () => {
    const result = draftFromText(words)
    const { draft, confidence, alternatives, hasSensitiveData, dpiaRequired, rationale } = result
    assert.ok(confidence < 0.5)
    assert.ok(draft.purpose.toLowerCase().startsWith(words))
    assert.deepEqual(
      [
        draft.legalBasis,
        draft.legalBasisArticle,
        draft.retentionPeriod,
        draft.retentionNote,
        draft.legalNorm,
      ],
      [null, null, null, null, null],
    )
    assert.deepEqual(
      [draft.dataCategories, draft.subjectCategories, draft.recipients, draft.securityMeasures],
      [[], [], [], []],
    )
    assert.deepEqual([hasSensitiveData, dpiaRequired], [false, false])
    assert.ok(alternatives.length <= 3)
    assert.match(rationale, /no se sabe/)
  })
}

test('every proposal comes with the three nearest templates, best first', () => {
  const { alternatives, match, confidence } = draftFromText('cámaras de seguridad en la entrada de la tienda')
  assert.equal(alternatives.length, 3)
  assert.deepEqual(
    [alternatives[0]!.templateId, alternatives[0]!.confidence],
    [match!.template.id, confidence],
  )
})

// ── the law in a sentence ──

test('the person’s words are kept in name and purpose', () => {
  const words = 'la app que decide sola si te presta plata'
  const { draft } = draftFromText(words)
  assert.match(draft.name, /decide sola si te presta plata/)
  assert.ok(draft.purpose.startsWith('La app que decide sola si te presta plata.'))
})

test('art. 8 bis: no safeguard is invented for an automated decision', () => {
  const { draft, dpiaRequired } = draftFromText('la app que decide sola si te presta plata')
  assert.equal(draft.automatedDecisions, true)
  assert.doesNotMatch(
    `${draft.automatedLogic} ${draft.purpose}`,
    /persona revisa|revisión humana|una persona/,
  )
  assert.equal(dpiaRequired, true)
})

test('art. 13 a): a shop that checks debts has no scoring unless it says so', () => {
  const { draft } = draftFromText('vemos en Dicom a quién damos crédito')
  assert.deepEqual(
    [draft.legalBasisArticle, draft.automatedDecisions, draft.automatedLogic],
    ['13 a', false, null],
  )
})

test('art. 20: a public body acts within its functions, not on legitimate interest', () => {
  const { draft } = draftFromText('cámaras de la municipalidad en la plaza')
  assert.deepEqual(
    [draft.legalBasis, draft.legalBasisArticle, draft.legitimateInterest],
    ['public_interest', '20', null],
  )
})

for (const words of [
  'seguros de vida: declaración de salud de los asegurados',
  'gimnasio que anota las lesiones de los socios',
  'fichas de alergias de los trabajadores de la empresa',
  'escuela de fútbol de niños con sus alergias',
]) {
  test(`art. 16 bis: «${words}» brings the prohibition`, () => {
    const { rationale, draft } = draftFromText(words)
    assert.match(rationale, /art\. 16 bis prohíbe/)
    assert.ok(!['contract', 'legitimate_interest'].includes(draft.legalBasis!))
  })
}

test('art. 16: a norm does not cover sensitive data added to it', () => {
  const { draft } = draftFromText('facturación a clientes con su orientación sexual')
  assert.deepEqual([draft.legalBasis, draft.legalBasisArticle, draft.legalNorm], ['consent', '16', null])
  assert.notEqual(draft.retentionPeriod, 'legal_minimum')
})

test('art. 16 quáter: parents consent for a child', () => {
  const { draft } = draftFromText('hago clases particulares a niños')
  assert.deepEqual([draft.legalBasis, draft.legalBasisArticle], ['consent', '16 quáter'])
  assert.ok(draft.minorsSafeguard !== null && draft.subjectCategories.includes('guardians'))
})

test('art. 25: a company reads that it may not process convictions', () => {
  assert.match(draftFromText('pedimos papel de antecedentes a los clientes').rationale, /art\. 25/)
})

test('the health of an animal is not personal data', () => {
  const { draft, hasSensitiveData } = draftFromText('veterinaria: vacunas y enfermedades de los perros')
  assert.ok(!draft.dataCategories.includes('health'))
  assert.equal(hasSensitiveData, false)
})

test('data implied by the words are added, and a basis that does not cover them is changed', () => {
  const { draft, rationale } = draftFromText('whatsapp a clientes con sus alergias')
  assert.ok(draft.dataCategories.includes('health'))
  assert.ok(draft.subjectCategories.includes('customers'))
  assert.equal(draft.legalBasis, 'consent')
  assert.match(rationale, /alergi/)
})

test('a country in the words, or that of the system, is a transfer', () => {
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
  const { draft } = draftFromText('boletín', { system })
  assert.deepEqual(draft.internationalTransfer, transfer('Brasil'))
  assert.ok(draft.dataCategories.includes('phone'))
  assert.ok(draft.securityMeasures.includes('BACKUP'))
})

test('for any words the draft is complete and its basis never conflicts with its sensitive data', () => {
  const words = fc.oneof(
    fc.string(),
    fc
      .array(
        fc.constantFrom(
          ...TEMPLATES.flatMap(({ keywords }) => keywords),
          ...Object.values(DATA_CLUES).flat(),
          'municipalidad',
          'sin',
        ),
        {
          maxLength: 12,
        },
      )
      .map((parts) => parts.join(' ')),
  )
  fc.assert(
    fc.property(words, (text) => {
      const { draft } = draftFromText(text)
      assert.ok(draft.name.length > 0 && draft.purpose.length <= 10_000)
      if (draft.legalBasis === null) return assert.deepEqual(draft.dataCategories, [])
      assert.ok(draft.dataCategories.length > 0 && draft.subjectCategories.length > 0)
      assert.ok(articleFits(draft.legalBasis, draft.legalBasisArticle))
      assert.ok(draft.dataCategories.every((category) => DATA_CATEGORY_KEYS.includes(category)))
      assert.equal(new Set(draft.dataCategories).size, draft.dataCategories.length)
      assert.ok(draft.name.length <= 200)
      if (includesSensitive(draft.dataCategories)) {
        assert.ok(allowsSensitive(draft), JSON.stringify(draft))
      }
    }),
  )
})

test('words match across gender and number', () => {
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

test('suggestions are sorted, without values that the activity already has', () => {
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
  test(`${field} is suggested with reasons, sorted, and only with permitted values`, () => {
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

test('a name taken from a description never ends in half a character', () => {
  const { draft } = draftFromText(`x${'😀'.repeat(100)}`)
  assert.ok(draft.name.isWellFormed())
})
