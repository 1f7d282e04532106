import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TObject } from 'typebox'
import { faultsBy } from '#http/validation.ts'
import { BulkImport } from '../drafts/schemas.ts'
import { ActivityPatch, ActivitySummary, MoveActivity, NewActivity, RiskQuestion } from './schemas.ts'

const ID = '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f'
const LEAST = {
  name: 'Boletín',
  purpose: 'Enviar ofertas',
  legalBasis: 'consent',
  dataCategories: ['name'],
  subjectCategories: ['subscribers'],
  retentionPeriod: '1_year',
  systemId: ID,
}
const pathsOf = (schema: TObject, body: object) => faultsBy(schema, body).map(({ path }) => path)
const faulty = (change: object) => pathsOf(NewActivity, { ...LEAST, ...change })

test('contract 4.3: seven fields are required, and each missing one is named', () => {
  assert.deepEqual(faulty({}), [])
  for (const field of Object.keys(LEAST)) assert.deepEqual(faulty({ [field]: undefined }), [field])
  assert.deepEqual(pathsOf(NewActivity, {}).sort(), Object.keys(LEAST).sort())
})

/** Copied from contract 2.3. */
const CLOSED: [field: string, values: string][] = [
  ['legalBasis', 'consent contract legal_obligation vital_interest public_interest legitimate_interest'],
  [
    'retentionPeriod',
    '1_year 2_years 3_years 5_years 10_years until_purpose_fulfilled until_unsubscribe legal_minimum indefinite',
  ],
  [
    'dataCategories',
    'name email phone rut address financial health biometric ethnic_origin political religious sexual_orientation criminal minor_data location browsing employment',
  ],
]
for (const [field, values] of CLOSED)
  test(`contract 2.3: ${field} accepts exactly its values`, () => {
    const sent = (value: unknown) => (field === 'dataCategories' ? [value] : value)
    for (const value of values.split(' ')) assert.deepEqual(faulty({ [field]: sent(value) }), [], value)
    for (const value of ['', 'Consent', '6_years', 'race', ' name', 1, true, {}])
      assert.equal(faulty({ [field]: sent(value) }).length, 1, JSON.stringify(value))
  })

test('contract 3.2 has exactly three states', () => {
  for (const status of ['draft', 'published', 'archived'])
    assert.deepEqual(faultsBy(MoveActivity, { status }), [])
  for (const status of ['DRAFT', 'deleted', '', null, undefined])
    assert.deepEqual(pathsOf(MoveActivity, { status }), ['status'], String(status))
})

const BOUNDS: [what: string, change: object, faults: string[]][] = [
  ['a name of 200 signs', { name: 'ñ'.repeat(200) }, []],
  ['a name of 201', { name: 'ñ'.repeat(201) }, ['name']],
  ['a blank name', { name: '   ' }, ['name']],
  ['a purpose of 10,000', { purpose: 'x'.repeat(10_000) }, []],
  ['a purpose of 10,001', { purpose: 'x'.repeat(10_001) }, ['purpose']],
  ['a blank purpose', { purpose: ' \n' }, ['purpose']],
  ['no category', { dataCategories: [] }, ['dataCategories']],
  ['nobody', { subjectCategories: [] }, ['subjectCategories']],
  ['200 kinds of people', { subjectCategories: Array(200).fill('a') }, []],
  ['201 kinds of people', { subjectCategories: Array(201).fill('a') }, ['subjectCategories']],
  ['blank people', { subjectCategories: [' '] }, ['subjectCategories[0]']],
  ['people as one text', { subjectCategories: 'clientes' }, ['subjectCategories']],
  [
    'a transfer without its flag',
    { internationalTransfer: { country: 'US' } },
    ['internationalTransfer.exists'],
  ],
  ['a flag as a text', { internationalTransfer: { exists: 'true' } }, ['internationalTransfer.exists']],
  [
    'a country of 201 signs',
    { internationalTransfer: { exists: true, country: 'x'.repeat(201) } },
    ['internationalTransfer.country'],
  ],
  ['a transfer that is cleared', { internationalTransfer: null }, []],
  ['sensitive by a text', { socioeconomic: 'sí' }, ['socioeconomic']],
  ['an article of the list', { legalBasisArticle: '16 bis e' }, []],
  ['an article as a text cites it', { legalBasisArticle: 'art. 16' }, ['legalBasisArticle']],
  ['the other role', { controllerRole: 'encargado' }, []],
  ['a role that is none', { controllerRole: 'controller' }, ['controllerRole']],
  ['an outcome that is none', { balancing: { outcome: 'maybe' } }, ['balancing.outcome']],
  ['a day that is no instant', { balancing: { assessedAt: '2026-03-02' } }, ['balancing.assessedAt']],
  [
    'what the contract does not list is left out',
    { hasSensitiveData: 'x', tenantId: 1, status: 'published' },
    [],
  ],
]
for (const [what, change, faults] of BOUNDS)
  test(`a new activity with ${what} is ${faults.length ? 'refused' : 'accepted'}`, () =>
    assert.deepEqual(faulty(change), faults))

test('a change may omit every field and clear those a draft may lack, but not name or purpose', () => {
  assert.deepEqual(pathsOf(ActivityPatch, {}), [])
  const cleared = {
    legalBasis: null,
    dataCategories: [],
    subjectCategories: [],
    retentionPeriod: null,
    systemId: null,
  }
  assert.deepEqual(pathsOf(ActivityPatch, cleared), [])
  for (const field of ['name', 'purpose']) {
    assert.deepEqual(pathsOf(ActivityPatch, { [field]: null }), [field])
    assert.deepEqual(pathsOf(ActivityPatch, { [field]: '' }), [field])
  }
})

test('risk factors may be wrapped or bare, and are not coerced', () => {
  const whole = {
    dataVolume: 'high',
    sensitiveData: true,
    internationalTransfer: false,
    automatedDecision: false,
  }
  assert.deepEqual(pathsOf(RiskQuestion, { riskFactors: whole }), [])
  assert.deepEqual(pathsOf(RiskQuestion, whole), [])
  assert.deepEqual(pathsOf(RiskQuestion, { riskFactors: { sensitiveData: 'true' } }), [
    'riskFactors.sensitiveData',
  ])
  assert.deepEqual(pathsOf(RiskQuestion, { dataVolume: 3 }), ['dataVolume'])
})

test('contract 4.3: an item of the list has all of its fields', () => {
  const fields = Object.keys(ActivitySummary.properties)
  for (const field of [
    'id',
    'name',
    'purpose',
    'legalBasis',
    'dataCategories',
    'subjectCategories',
    'retentionPeriod',
    'status',
    'systemId',
    'createdAt',
    'updatedAt',
  ])
    assert.ok(fields.includes(field), field)
})

// ── bulk import ──

const ENTRY = { name: 'Proveedores', legalBasis: 'contract', purposes: 'Comprar' }
const imported = (...activities: object[]) => pathsOf(BulkImport, { activities })

test('contract 8: 200 activities are accepted at once, 201 are not', () => {
  assert.deepEqual(imported(...Array(200).fill(ENTRY)), [])
  assert.deepEqual(imported(...Array(201).fill(ENTRY)), ['activities'])
  assert.deepEqual(imported(), ['activities'])
})

test('an entry needs a name, a basis and one or more purposes; each fault names its row', () => {
  for (const field of Object.keys(ENTRY))
    assert.deepEqual(imported(ENTRY, { ...ENTRY, [field]: undefined }), [`activities[1].${field}`])
  assert.deepEqual(imported({ ...ENTRY, purposes: ['Comprar', 'Pagar'] }), [])
  assert.ok(imported({ ...ENTRY, purposes: [] }).length > 0)
  assert.ok(imported({ ...ENTRY, purposes: ' ' }).length > 0)
  assert.ok(imported({ ...ENTRY, purposes: Array(21).fill('x') }).length > 0)
  assert.deepEqual(imported({ ...ENTRY, dataSubjects: 'proveedores' }), [])
  assert.deepEqual(imported({ ...ENTRY, dataSubjects: ['proveedores', ''] }), [])
})
