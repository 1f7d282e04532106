import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultsBy } from '#http/validation.ts'
import { DATA_CATEGORY_KEYS } from '#kernel/data-categories.ts'
import { fold } from '#kernel/text.ts'
import { readCell } from '#modules/imports/cells.ts'
import { headingKey, proposeMapping } from '#modules/imports/rules.ts'
import { VOCABULARY } from './knowledge/vocabulary.ts'
import { FlowPatch, NewFlow, NewSystem, SystemPatch } from './schemas.ts'
import { systemSheet } from './sheet.ts'

const { columns } = systemSheet
const said = (field: string, text: string) => readCell(columns.find((one) => one.field === field)!, text)

// ── suggested words ──

test('contract 2.7: the eight predefined measures', () => {
  assert.deepEqual(
    VOCABULARY.securityMeasures.slice(0, 8).map(({ value }) => value),
    [
      'ENCRYPTION',
      'ANONYMIZATION',
      'PSEUDONYMIZATION',
      'ACCESS_CONTROL',
      'LOGGING',
      'BACKUP',
      'NETWORK_SECURITY',
      'VULNERABILITY_MANAGEMENT',
    ],
  )
})

test('contract 2.3: the seventeen categories of data, in order', () => {
  assert.deepEqual(
    VOCABULARY.dataCategories.map(({ value }) => value),
    [...DATA_CATEGORY_KEYS],
  )
})

test('arts. 27 and 28: the five mechanisms for transfers abroad, each with its article', () => {
  const ways = new Map(VOCABULARY.transferMechanisms.map((one) => [one.value, one.description ?? '']))
  for (const [value, article] of [
    ['adequate_country', /27 letra a/],
    ['contractual_clauses', /27 letra b/],
    ['bcr', /27 letra b/],
    ['certification', /27 letra c/],
    ['agency_authorization', /art.*28/],
  ] as const)
    assert.match(ways.get(value) ?? '', article, value)
})

test('no list suggests the same value or the same word twice', () => {
  for (const [name, terms] of Object.entries(VOCABULARY))
    for (const words of [terms.map(({ value }) => value), terms.map(({ label }) => fold(label))])
      assert.equal(new Set(words).size, words.length, name)
})

// ── a sheet of systems ──

test('no heading of the sheet is shared by two fields', () => {
  const owner = new Map<string, string>()
  for (const { field, heading, english, also = [] } of columns)
    for (const word of [heading, english, field, ...also]) {
      const key = headingKey(word)
      assert.equal(owner.get(key) ?? field, field, word)
      owner.set(key, field)
    }
})

const HEADINGS: [heading: string, field: string | null][] = [
  ['Base de datos', 'name'],
  ['Hosting', 'hostingType'],
  ['Ubicación', 'hostingCountry'],
  ['Encargado', 'vendor'],
  ['DPA', 'hasDpaClause'],
  ['Vence', 'contractExpiry'],
  ['Contrato', 'contractStatus'],
  ['Comentarios', null],
]
for (const [heading, field] of HEADINGS)
  test(`a column called «${heading}» is ${field ?? 'nothing'}`, () =>
    assert.equal(proposeMapping([heading], columns)[0]!.field, field))

test("open lists accept an organisation's own words beside the known ones", () => {
  assert.deepEqual(said('type', 'Hecho en casa'), { value: 'Hecho en casa' })
  assert.deepEqual(said('type', 'Gestión de clientes (CRM)'), { value: 'CRM' })
  assert.deepEqual(said('dataCategories', 'RUT; Historial de compras'), {
    value: ['rut', 'Historial de compras'],
  })
  assert.deepEqual(said('securityMeasures', 'encryption; Doble factor'), {
    value: ['ENCRYPTION', 'Doble factor'],
  })
})

test('a blank cell keeps only values that are derived from others', () => {
  assert.deepEqual(
    columns.filter(({ keptIfBlank }) => keptIfBlank).map(({ field }) => field),
    ['hasSensitiveData'],
  )
})

// ── input ──

const faulty = (body: object) => faultsBy(NewSystem, body).map(({ path }) => path)

test('contract 4.6: a system needs its name and its type, and the rest is optional', () => {
  assert.deepEqual(faulty({ name: 'CRM', type: 'CRM' }), [])
  assert.deepEqual(faulty({}).sort(), ['name', 'type'])
  assert.deepEqual(faulty({ name: 'CRM', type: ' ' }), ['type'])
  assert.deepEqual(faultsBy(SystemPatch, {}), [])
})

const WRONG: [change: object, path: string][] = [
  [{ contractExpiry: '2026-02-30' }, 'contractExpiry'],
  [{ contractExpiry: '31-12-2026' }, 'contractExpiry'],
  [{ hasDpaClause: 'sí' }, 'hasDpaClause'],
  [{ hasSensitiveData: 1 }, 'hasSensitiveData'],
  [{ ownerEmail: 'gerencia' }, 'ownerEmail'],
  [{ dataCategories: 'name' }, 'dataCategories'],
  [{ vendor: 'x'.repeat(201) }, 'vendor'],
]
for (const [change, path] of WRONG)
  test(`a system with ${JSON.stringify(change).slice(0, 50)} is refused`, () =>
    assert.deepEqual(faulty({ name: 'CRM', type: 'CRM', ...change }), [path]))

test('a date, an address and any other field may be cleared', () => {
  const cleared = {
    contractExpiry: null,
    ownerEmail: null,
    vendor: null,
    dataCategories: null,
    hasDpaClause: null,
  }
  assert.deepEqual(faultsBy(SystemPatch, cleared), [])
  assert.deepEqual(faultsBy(SystemPatch, { contractExpiry: '', ownerEmail: '' }), [])
})

test('contract 4.6: a flow needs two ends; a patch may name neither', () => {
  const id = '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f'
  assert.deepEqual(
    faultsBy(NewFlow, {})
      .map(({ path }) => path)
      .sort(),
    ['sourceSystemId', 'targetSystemId'],
  )
  const flow = { sourceSystemId: id, targetSystemId: id, isInternational: true }
  assert.deepEqual(faultsBy(NewFlow, flow), [], 'safeguards are a recommendation')
  assert.deepEqual(faultsBy(FlowPatch, {}), [])
  assert.equal(faultsBy(NewFlow, { ...flow, isInternational: 'true' }).length, 1)
})
