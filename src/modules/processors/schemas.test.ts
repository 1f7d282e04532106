import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TObject } from 'typebox'
import { faultsBy } from '#http/validation.ts'
import { readCell } from '#modules/imports/cells.ts'
import { headingKey, proposeMapping } from '#modules/imports/rules.ts'
import { DILIGENCE } from './knowledge.ts'
import type { ProcessorRow } from './repo.ts'
import { Finding, NewProcessor, NewSubProcessor, ProcessorPatch, SubProcessorPatch } from './schemas.ts'
import { processorSheet } from './sheet.ts'
import { processorView } from './views.ts'

const pathsOf = (schema: TObject, body: object) => faultsBy(schema, body).map(({ path }) => path)

// ── input ──

const TAKEN: [what: string, body: object][] = [
  ['a name alone', { name: 'Nube' }],
  ['a name of 200 signs', { name: 'ñ'.repeat(200) }],
  ...['NONE', 'PENDING', 'SIGNED', 'EXPIRED'].map((dpaStatus): [string, object] => [
    `a contract that is ${dpaStatus}`,
    { name: 'Nube', dpaStatus },
  ]),
  [
    'fields that are cleared',
    { name: 'Nube', taxId: null, country: null, contactName: null, services: null },
  ],
  ['what follows from elsewhere, which is left out', { name: 'Nube', source: 'x', risk: 5 }],
]
for (const [what, body] of TAKEN)
  test(`a processor with ${what} is accepted`, () => assert.deepEqual(pathsOf(NewProcessor, body), []))

const REFUSED: [what: string, body: object, path: string][] = [
  ['no name', {}, 'name'],
  ['a blank name', { name: '  ' }, 'name'],
  ['a name of 201 signs', { name: 'x'.repeat(201) }, 'name'],
  ['a contract in Spanish', { name: 'Nube', dpaStatus: 'FIRMADO' }, 'dpaStatus'],
  ['a contract in small letters', { name: 'Nube', dpaStatus: 'signed' }, 'dpaStatus'],
  ['an address that is none', { name: 'Nube', contactEmail: 'no es un correo' }, 'contactEmail'],
  ['a country as a number', { name: 'Nube', country: 56 }, 'country'],
]
for (const [what, body, path] of REFUSED)
  test(`a processor with ${what} is refused`, () => assert.deepEqual(pathsOf(NewProcessor, body), [path]))

test('a change may omit every field, but the name cannot be blank', () => {
  assert.deepEqual(pathsOf(ProcessorPatch, {}), [])
  assert.deepEqual(pathsOf(ProcessorPatch, { name: '' }), ['name'])
  assert.deepEqual(pathsOf(ProcessorPatch, { name: null }), ['name'])
})

test('an answer of the diligence is yes, no or not applicable', () => {
  for (const outcome of ['YES', 'NO', 'NOT_APPLICABLE']) assert.deepEqual(pathsOf(Finding, { outcome }), [])
  for (const outcome of ['yes', 'MAYBE', '', null, undefined, true])
    assert.deepEqual(pathsOf(Finding, { outcome }), ['outcome'], String(outcome))
  assert.deepEqual(pathsOf(Finding, { outcome: 'YES', checkedOn: '2026-02-30' }), ['checkedOn'])
  assert.deepEqual(pathsOf(Finding, { outcome: 'YES', checkedOn: '2028-02-29' }), [])
})

test('art. 15 bis: an authorisation is pending, given or refused', () => {
  for (const authorisation of ['PENDING', 'AUTHORISED', 'REFUSED'])
    assert.deepEqual(pathsOf(NewSubProcessor, { name: 'Otro', authorisation }), [])
  assert.deepEqual(pathsOf(NewSubProcessor, { name: 'Otro', authorisation: 'GENERAL' }), ['authorisation'])
  assert.deepEqual(pathsOf(NewSubProcessor, {}), ['name'])
  assert.deepEqual(pathsOf(SubProcessorPatch, { authorisedOn: '31-12-2026' }), ['authorisedOn'])
})

// ── the questions ──

test('art. 15 bis: legal duties of a processor weigh double, and good practice does not', () => {
  const key = DILIGENCE.filter(({ isKey }) => isKey).map((one) => one.key)
  assert.deepEqual(key, ['security', 'secrecy', 'breaches', 'delegation', 'return'])
  for (const { isKey, article } of DILIGENCE) {
    if (isKey) assert.match(article, /art.*15 bis/)
    if (article === 'buena práctica') assert.equal(isKey, false)
  }
})

test('every question names evidence for its answer', () => {
  for (const { evidence, article } of DILIGENCE) {
    assert.ok(evidence.length > 10)
    assert.match(article, /^(arts?\. \d|buena práctica$)/)
  }
})

// ── output ──

const AT = new Date('2026-11-18T15:00:00Z')
const ROW = {
  tenant_id: 't',
  id: '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f',
  name: 'Nube',
  name_folded: 'nube',
  tax_id: null,
  country: null,
  contact_name: null,
  contact_email: null,
  services: null,
  dpa_status: 'SIGNED',
  dpa_valid_until: new Date(AT.getTime() + 1),
  source: 'manual',
  review_at: null,
  review_announced: null,
  created_at: AT,
  updated_at: AT,
} as ProcessorRow

test('a contract is shown as expired from the exact instant of its end', () => {
  const at = (ms: number) => processorView(ROW, new Date(AT.getTime() + ms)).dpaStatus
  assert.deepEqual([at(0), at(1), at(1000)], ['SIGNED', 'EXPIRED', 'EXPIRED'])
})

test('the folded name is internal and not shown', () => {
  assert.doesNotMatch(JSON.stringify(processorView(ROW, AT)), /folded|announced|tenant/)
})

// ── as a sheet ──

const { columns } = processorSheet
const said = (field: string, text: string) => readCell(columns.find((one) => one.field === field)!, text)

test('no heading of the sheet matches two fields', () => {
  const owner = new Map<string, string>()
  for (const { field, heading, english, also = [] } of columns)
    for (const word of [heading, english, field, ...also]) {
      const key = headingKey(word)
      assert.equal(owner.get(key) ?? field, field, word)
      owner.set(key, field)
    }
})

const HEADINGS: [heading: string, field: string][] = [
  ['Razón social', 'name'],
  ['RUT proveedor', 'taxId'],
  ['E-mail', 'contactEmail'],
  ['Contacto', 'contactName'],
  ['Contrato', 'dpaStatus'],
  ['Servicio prestado', 'services'],
]
for (const [heading, field] of HEADINGS)
  test(`a column called «${heading}» is ${field}`, () =>
    assert.equal(proposeMapping([heading], columns)[0]!.field, field))

const CONTRACTS: [text: string, status: string][] = [
  ['Sí', 'SIGNED'],
  ['vigente', 'SIGNED'],
  ['No', 'NONE'],
  ['No tiene', 'NONE'],
  ['En trámite', 'PENDING'],
  ['Terminado', 'EXPIRED'],
  ['SIGNED', 'SIGNED'],
]
for (const [text, status] of CONTRACTS)
  test(`a contract that the sheet calls «${text}» is ${status}`, () =>
    assert.deepEqual(said('dpaStatus', text), { value: status }))

test('an unknown contract state is refused instead of read as none', () => {
  for (const text of ['quizás', 'ver correo', 'Firmado?']) assert.ok('fault' in said('dpaStatus', text), text)
})
