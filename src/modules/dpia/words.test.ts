import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LAW } from '#kernel/law/law.ts'
import type { ActivityFacts, ActivityRecord } from '#modules/rat/public.ts'
import { activityFacts, changesSince, hasChanged, scopeOf, undeclaredAdequacy } from './words.ts'

const ACTIVITY = {
  id: 'a',
  name: 'Ficha clínica',
  purpose: 'Atender a los pacientes.',
  legalBasis: 'public_interest',
  legalBasisArticle: null,
  hasSensitiveData: true,
  dataCategories: ['name', 'health'],
  socioeconomic: false,
  subjectCategories: ['patients', 'Acompañantes'],
  dataSource: null,
  recipients: ['Seguro, S.A.', 'Laboratorio'],
  processors: [{ name: 'Nube Andina' }],
  internationalTransfer: { exists: false, country: null, mechanism: null },
  retentionPeriod: 'legal_minimum',
  retentionNote: null,
  automatedDecisions: false,
  automatedLogic: null,
  securityMeasures: ['ENCRYPTION', 'Guardia nocturna'],
  responsibleArea: 'Dirección médica',
} as unknown as ActivityFacts

type Changes = Partial<ActivityFacts> & Partial<ActivityRecord>
const fact = (label: string, changes: Changes = {}) =>
  new Map(activityFacts({ ...ACTIVITY, ...changes })).get(label)

test("the record's values in words: catalogue terms by their label, others as written", () => {
  assert.match(fact('Datos tratados')!, /^Nombre; Salud\b/)
  assert.match(fact('Datos tratados', { socioeconomic: true })!, /; Situación socioeconómica$/)
  assert.match(fact('Titulares')!, /; Acompañantes$/)
  assert.equal(fact('Destinatarios'), 'Seguro, S.A.; Laboratorio')
  assert.match(fact('Medidas de seguridad')!, /^Cifrado.*; Guardia nocturna$/)
  assert.equal(fact('Destinatarios', { recipients: [] }), null)
  assert.equal(fact('Base de licitud', { legalBasis: null }), null)
})

test('a retention period comes with its note, which alone may give the starting point', () => {
  assert.equal(
    fact('Conservación', { retentionPeriod: '5_years', retentionNote: 'Desde el término del contrato.' }),
    '5 años. Desde el término del contrato.',
  )
  assert.equal(fact('Conservación', { retentionNote: '15 años' }), '15 años')
  assert.ok(fact('Conservación'))
  assert.equal(fact('Conservación', { retentionPeriod: null }), null)
})

test('automated decisions come with their logic, or the fact that there are some, or none (art. 8 bis)', () => {
  assert.equal(fact('Decisiones automatizadas'), 'No')
  assert.equal(fact('Decisiones automatizadas', { automatedDecisions: true }), 'Sí')
  const automatedLogic = 'Puntaje de riesgo'
  assert.equal(
    fact('Decisiones automatizadas', { automatedDecisions: true, automatedLogic }),
    'Puntaje de riesgo',
  )
})

test('arts. 27 and 28: a transfer gives country and guarantee, and is not denied if a system is abroad', () => {
  const LABEL = 'Transferencia internacional'
  const transfer = (exists: boolean, country: string | null, mechanism: string | null) => ({
    internationalTransfer: { exists, country, mechanism } as ActivityFacts['internationalTransfer'],
  })
  assert.equal(fact(LABEL), 'No')
  assert.equal(fact(LABEL, transfer(true, null, null)), 'País no indicado (sin mecanismo indicado)')
  assert.match(
    fact(LABEL, transfer(true, 'US', 'contractual_clauses'))!,
    /^Estados Unidos \(.*cláusulas.*\)$/i,
  )
  const placesAbroad = [
    { holder: 'CRM', country: 'Estados Unidos' },
    { holder: 'CRM', country: 'Estados Unidos' },
    { holder: 'Correo', country: 'Irlanda' },
  ]
  const held = 'Los datos están también en: Estados Unidos (CRM); Irlanda (Correo)'
  assert.equal(fact(LABEL, { placesAbroad }), `Sin declarar. ${held}`)
  assert.equal(
    fact(LABEL, { ...transfer(true, 'Perú', null), placesAbroad }),
    `Perú (sin mecanismo indicado). ${held}`,
  )
})

test("art. 27 a): a country's adequacy is attributed to the record, and denied unless the Agency declared it", () => {
  const agency = LAW.agency
  const transfer = (country: string | null, mechanism: string | null, exists = true) =>
    ({ exists, country, mechanism }) as ActivityFacts['internationalTransfer']
  const missing = (...args: Parameters<typeof transfer>) =>
    undeclaredAdequacy(transfer(...args), { agency, adequateCountries: ['DE'] })
  for (const mechanism of ['adequate_country', 'País con nivel adecuado de protección']) {
    const told = fact('Transferencia internacional', { internationalTransfer: transfer('US', mechanism) })
    assert.equal(told, 'Estados Unidos (país adecuado, según el registro)')
    assert.match(
      missing('US', mechanism)!,
      /no ha declarado que Estados Unidos tenga un nivel adecuado .* necesita otro mecanismo \(arts\. 27 y 28/,
    )
    assert.match(missing(null, mechanism)!, /no ha declarado que ese país/)
    assert.equal(missing('DE', mechanism), undefined)
    assert.equal(missing('US', mechanism, false), undefined)
  }
  assert.equal(missing('US', 'contractual_clauses'), undefined)
  assert.equal(missing('US', null), undefined)
})

test('art. 20: for a public body the public interest has its own article', () => {
  assert.match(fact('Base de licitud', { isPublicBody: true })!, /art\. 20/)
  assert.match(fact('Base de licitud')!, /16 quinquies/)
})

test('a change gives its label and both values; a blank one is empty', () => {
  const today = { ...ACTIVITY, purpose: 'Atender y cobrar.', responsibleArea: '' }
  assert.deepEqual(changesSince(ACTIVITY, today), [
    { label: 'Finalidad', before: 'Atender a los pacientes.', after: 'Atender y cobrar.' },
    { label: 'Área responsable', before: 'Dirección médica', after: null },
  ])
  assert.deepEqual(changesSince({ ...ACTIVITY, dataSource: '' }, ACTIVITY), [])
})

test('only changes of the activity itself outdate an approved assessment, not of its entity or systems', () => {
  const approved = { ...ACTIVITY, isPublicBody: true, placesAbroad: [{ holder: 'CRM', country: 'Irlanda' }] }
  assert.equal(hasChanged(approved, ACTIVITY), false)
  assert.equal(hasChanged(approved, { ...ACTIVITY, dataCategories: ['name'] }), true)
  assert.equal(hasChanged(approved, { ...ACTIVITY, legalBasis: 'consent' }), true)
})

test('the first text of a scope has a sentence for each item that the law lists, with the known facts', () => {
  const lines = scopeOf(ACTIVITY).split('\n')
  assert.equal(lines[0], 'Actividad de tratamiento «Ficha clínica».')
  assert.deepEqual(
    lines.slice(1).map((line) => line.split(':', 1)[0]),
    ['Finalidad', 'Datos tratados', 'Titulares', 'Destinatarios', 'Encargados', 'Conservación'],
  )
  assert.equal(lines[1], 'Finalidad: Atender a los pacientes.', 'one full stop')
  const bare = scopeOf({ ...ACTIVITY, recipients: [], processors: [], retentionPeriod: null })
  assert.doesNotMatch(bare, /Destinatarios|Encargados|Conservación|null/)
  assert.equal(scopeOf({ ...ACTIVITY, purpose: 'x'.repeat(20_000) }).length, 10_000)
})
