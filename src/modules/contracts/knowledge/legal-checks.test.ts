import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demanded, judge } from '#kernel/legal-checks.ts'
import { CONTRACT_CHECKS, type ContractFacts } from './legal-checks.ts'
import { BUILT_IN_TEMPLATES } from './templates.ts'

const DPA = BUILT_IN_TEMPLATES.find(({ type }) => type === 'DPA')!.content
const CCT = BUILT_IN_TEMPLATES.find(({ type }) => type === 'CCT')!.content

const SOUND: ContractFacts = {
  type: 'DPA',
  content: DPA,
  variables: [],
  placeholders: [],
  notIndicated: 0,
  brackets: [],
  entity: { name: 'Tienda Sur SpA', hasWrongRut: false },
  foreignActivities: [],
  destinations: [],
  hasMechanism: false,
  adequate: [],
}

const findings = (facts: Partial<ContractFacts>) => judge(CONTRACT_CHECKS, { ...SOUND, ...facts })
const keys = (facts: Partial<ContractFacts>) => findings(facts).map(({ key }) => key)
const message = (key: string, facts: Partial<ContractFacts>) => {
  const finding = findings(facts).find((one) => one.key === key)
  assert.ok(finding, `${key} among ${keys(facts)}`)
  return finding.message
}

test("the built-in documents lack nothing of the law's list", () => {
  assert.deepEqual(keys({}), [])
  assert.deepEqual(keys({ type: 'CCT', content: CCT, destinations: ['Perú'], hasMechanism: true }), [])
})

test('art. 15 bis: the six items of the article are required, the duties behind them advised', () => {
  const all = findings({ content: '<p>Nada.</p>' })
  assert.deepEqual(
    demanded(all).map(({ key }) => key),
    [
      'contract.object',
      'contract.duration',
      'contract.purpose',
      'contract.dataTypes',
      'contract.subjects',
      'contract.obligations',
    ],
  )
  assert.equal(all.length, 12)
  for (const { key, message: text, article } of all) {
    const isRequired = demanded(all).some((one) => one.key === key)
    assert.match(text, isRequired ? /que la ley exige\.$/ : /Conviene incluirla/, key)
    assert.match(article, /15 bis, Ley 19\.628 \(mod\. Ley 21\.719\)$/)
  }
})

test('clauses for a transfer describe it and give guarantees; an addendum needs no clause of its own', () => {
  assert.deepEqual(
    keys({ type: 'CCT', content: '<p>Nada.</p>', destinations: ['Perú'], hasMechanism: true }).toSorted(),
    ['dataTypes', 'duration', 'instructions', 'purpose', 'return', 'security', 'subjects'].map(
      (key) => `contract.${key}`,
    ),
  )
  assert.deepEqual(keys({ type: 'ADDENDUM', content: '<p>Nada.</p>' }), [])
  // A transfer need not use the words of a contract with a processor.
  assert.match(
    message('contract.duration', { type: 'CCT', content: '', destinations: ['Perú'], hasMechanism: true }),
    /Conviene incluirla/,
  )
})

test('a clause with a heading but without content names its gap', () => {
  const facts = {
    content: DPA.replace('{{duracion}}', '[Duración del contrato]'),
    variables: [{ key: 'duracion', label: 'Duración del contrato' }],
  }
  assert.equal(
    message('contract.duration', facts),
    'La cláusula «Duración» está sin completar: falta «Duración del contrato».',
  )
  assert.deepEqual(keys(facts), ['contract.duration'])
})

test('the parties of any document must be named; each gap appears once', () => {
  const variables = [
    { key: 'responsableNombre', label: 'Nombre del responsable' },
    { key: 'encargadoNombre', label: 'Nombre del encargado' },
    { key: 'encargadoContacto', label: 'Contacto del encargado' },
  ]
  const placeholders = variables.map(({ label }) => `[${label}]`)
  for (const type of ['DPA', 'CCT', 'ADDENDUM'] as const)
    assert.match(
      message('contract.parties', { type, variables, placeholders }),
      /falta «Nombre del responsable», «Nombre del encargado»\. /,
    )
  assert.ok(!keys({ variables, placeholders: ['[Contacto del encargado]'] }).includes('contract.parties'))
})

test('a wrong RUT and activities of another entity block the contract, each with what to do', () => {
  const entity = { name: 'Tienda Sur SpA', hasWrongRut: true }
  assert.match(message('contract.taxId', { entity }), /^El RUT registrado de «Tienda Sur SpA» no es válido\./)
  const foreignActivities = ['Boletín', 'Nómina']
  assert.match(
    message('contract.entity', { foreignActivities }),
    /responde otra entidad legal: Boletín; Nómina\. Genere un contrato por cada entidad\.$/,
  )
  assert.equal(findings({ foreignActivities })[0]!.severity, 'high')
})

test('an addendum says which contract it changes and how', () => {
  const variables = [
    { key: 'contratoOriginal', label: 'Contrato que se modifica' },
    { key: 'modificaciones', label: 'Modificaciones acordadas' },
  ]
  const placeholders = ['[Contrato que se modifica]', '[Modificaciones acordadas]']
  assert.match(
    message('contract.original', { type: 'ADDENDUM', variables, placeholders }),
    /no dice qué modifica: falta «Contrato que se modifica», «Modificaciones acordadas»\.$/,
  )
  assert.ok(!keys({ type: 'DPA', variables, placeholders }).includes('contract.original'))
})

test('arts. 27 and 28: clauses name a country, and data abroad need a guarantee or an adequate country', () => {
  const cct = { type: 'CCT', content: CCT } as const
  assert.deepEqual(keys(cct), ['contract.destinations'])
  const gap = {
    ...cct,
    destinations: ['Perú'],
    hasMechanism: true,
    variables: [{ key: 'paisesDestino', label: 'Países de destino' }],
    placeholders: ['[Países de destino]'],
  }
  assert.ok(keys(gap).includes('contract.destinations'), 'known in the records, and not in the text')
  // Applies to any document: the data go there whatever its title.
  assert.deepEqual(keys({ destinations: ['Perú', 'Brasil'] }), ['contract.mechanism'])
  assert.match(
    message('contract.mechanism', { destinations: ['Perú', 'Brasil'], adequate: ['Brasil'] }),
    /^El encargado lleva los datos a Perú y el registro no indica la garantía/,
  )
  assert.deepEqual(keys({ destinations: ['Brasil'], adequate: ['Brasil'] }), [])
  assert.deepEqual(keys({ destinations: ['Perú'], hasMechanism: true }), [])
})

test('art. 27 a): clauses are unnecessary if every country is adequate, which is advice and blocks nothing', () => {
  const facts = { type: 'CCT', content: CCT, destinations: ['Brasil'], adequate: ['Brasil'] } as const
  assert.deepEqual(keys(facts), ['contract.adequate'])
  assert.deepEqual(demanded(findings(facts)), [])
  assert.deepEqual(keys({ ...facts, destinations: ['Brasil', 'Perú'], hasMechanism: true }), [])
})

test('«dato no indicado» and placeholders are demanded before sending, and after; other brackets are advice', () => {
  assert.equal(
    message('contract.notIndicated', { notIndicated: 1 }),
    'El texto dice «no indicado» una vez. Complete lo que falta antes de enviarlo.',
  )
  assert.match(message('contract.notIndicated', { notIndicated: 3 }), /3 veces/)
  assert.equal(demanded(findings({ notIndicated: 1 })).length, 1)
  const placeholders = ['[Contacto del encargado]', '[Servicios contratados]']
  assert.match(
    message('contract.placeholders', { placeholders }),
    /sin completar: Contacto del encargado, Servicios contratados\. /,
  )
  assert.equal(demanded(findings({ placeholders })).length, 1)
  assert.match(message('contract.brackets', { brackets: ['[ver anexo]'] }), /\[ver anexo\]/)
  assert.deepEqual(demanded(findings({ brackets: ['[ver anexo]'] })), [])
})
