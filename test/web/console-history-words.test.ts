import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { TOLD_TYPES } from '#modules/activity/rules.ts'
import { DPA_STATES } from '#modules/processors/rules.ts'
import { LEGAL_BASES, RETENTION_PERIODS } from '#modules/rat/rules.ts'
import { FIELDS, valueWords } from '../../web/console/ui/change-words.ts'

/** A history shows old and new values in words that the Agency can read. */

const root = join(import.meta.dirname, '../..')
const ID = '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f'

test('nothing, yes and no', () => {
  for (const nothing of [null, undefined, '', [], {}, { a: '' }])
    assert.equal(valueWords('x', nothing), 'nada')
  assert.equal(valueWords('socioeconomic', true), 'sí')
  assert.equal(valueWords('socioeconomic', false), 'no')
})

test('a number is written as in Chile', () => {
  assert.equal(valueWords('riskScore', 0), '0')
  assert.equal(valueWords('estimatedRecords', 12500), '12.500')
})

test('an id is shown only as «otro registro»', () => {
  assert.equal(valueWords('systemId', ID), 'otro registro')
  assert.equal(valueWords('systemId', ID.toUpperCase()), 'otro registro')
})

test('dates and instants are shown as days in Chile', () => {
  assert.equal(valueWords('reviewAt', '2027-01-15'), '15-01-2027')
  assert.equal(valueWords('signedAt', '2027-01-01T02:30:00.000Z'), '31-12-2026')
})

test('a RUT has its dots, and a foreign identification stays as it is', () => {
  assert.equal(valueWords('signerRut', '34273352-2'), '34.273.352-2')
  assert.equal(valueWords('taxId', '76.543.210-3'), '76.543.210-3')
  assert.equal(valueWords('taxId', 'US 84112339'), 'US 84112339')
  assert.equal(valueWords('name', '34273352-2'), '34273352-2')
})

test('a text that begins with a date stays that text', () => {
  for (const text of [
    '2026-03-15 Registro de visitas',
    '2026-03-15: nuevo plazo',
    '2026-13-45',
    '2026-03-15T',
  ])
    assert.equal(valueWords('name', text), text)
})

test('a code has its word only in its own field', () => {
  for (const [field, value, words] of [
    ['status', 'published', 'Publicada'],
    ['status', 'SENT', 'Enviado a firmar'],
    ['riskLevel', 'critical', 'Crítico'],
    ['legalBasis', 'legal_obligation', 'Obligación legal'],
    ['retentionPeriod', '10_years', '10 años'],
    ['controllerRole', 'encargado', 'Encargada'],
    ['dpaStatus', 'NONE', 'Sin contrato'],
    ['hostingType', 'ON_PREMISE', 'Instalaciones propias'],
    ['type', 'CLINICAL', 'Ficha clínica'],
    ['name', 'draft', 'draft'],
    ['purpose', 'contract', 'contract'],
    ['status', 'toString', 'toString'],
    ['recipients', 'consent', 'consent'],
  ] as const)
    assert.equal(valueWords(field, value), words, `${field}: ${value}`)
})

test('lists are shown in words, and typed entries stay', () => {
  assert.equal(valueWords('dataCategories', ['rut', 'health']), 'RUT, Salud y perfil biológico')
  assert.equal(
    valueWords('subjectCategories', ['customers', 'Vecinas del sector']),
    'Clientes, Vecinas del sector',
  )
  assert.equal(valueWords('securityMeasures', ['ENCRYPTION', 'Cámaras']), 'Cifrado, Cámaras')
})

test('a balancing test is shown with its texts and outcome, without its author and without field names', () => {
  const balancing = {
    purpose: 'Prevenir fraudes',
    necessity: null,
    outcome: 'favourable',
    assessedAt: '2026-11-18T13:00:00.000Z',
    assessedBy: ID,
  }
  assert.equal(valueWords('balancing', balancing), 'Prevenir fraudes · El interés prevalece · 18-11-2026')
})

// ── completeness ──

test('every code in the contract has a word', () => {
  const lists: [string, readonly string[]][] = [
    ['legalBasis', LEGAL_BASES],
    ['retentionPeriod', RETENTION_PERIODS],
    ['dpaStatus', DPA_STATES],
    ['riskLevel', ['low', 'medium', 'high', 'critical']],
    ['likelihood', ['low', 'medium', 'high', 'critical']],
    ['impact', ['low', 'medium', 'high', 'critical']],
    ['residualRisk', ['low', 'medium', 'high', 'critical']],
    ['status', ['draft', 'published', 'archived']],
    ['status', ['draft', 'in_review', 'approved', 'rejected']],
    ['status', ['identified', 'mitigated', 'accepted']],
    ['status', ['DRAFT', 'SENT', 'SIGNED', 'EXPIRED', 'TERMINATED']],
    ['controllerRole', ['responsable', 'encargado']],
    [
      'dataCategories',
      'name email phone rut address financial health biometric ethnic_origin political religious sexual_orientation criminal minor_data location browsing employment'.split(
        ' ',
      ),
    ],
    [
      'securityMeasures',
      'ENCRYPTION ANONYMIZATION PSEUDONYMIZATION ACCESS_CONTROL LOGGING BACKUP NETWORK_SECURITY VULNERABILITY_MANAGEMENT'.split(
        ' ',
      ),
    ],
  ]
  for (const [field, codes] of lists)
    for (const code of codes) assert.notEqual(valueWords(field, code), code, `${field}: ${code}`)
})

const history = readFileSync(join(root, 'web/console/ui/history.tsx'), 'utf8')
const told = [.../const TOLD = \[([^\]]*)\]/.exec(history)![1]!.matchAll(/'(\w+)'/g)].map(([, type]) => type!)

const TABLES: Readonly<Record<string, readonly [module: string, table: string]>> = {
  activity: ['rat', 'activities'],
  contract: ['contracts', 'contracts'],
  dpia_assessment: ['dpia', 'dpia_assessments'],
  processor: ['processors', 'processors'],
  system: ['data-map', 'systems'],
}

/** Technical columns, columns that follow from others, and those that the record's own screen shows with their date. */
const UNTOLD: Readonly<Record<string, readonly string[]>> = {
  '': ['id', 'tenantId', 'createdAt', 'updatedAt', 'reviewAnnounced', 'lawVersion'],
  activity: ['templateId', 'publishedAt', 'riskFactors', 'riskAssessedAt', 'dpiaReasons'],
  contract: [
    'activityIds',
    'templateId',
    'content',
    'previousContractId',
    'sentAt',
    'signature',
    'signingTokenHash',
    'signingExpiresAt',
    'gapLabels',
    'findings',
    'gateOverride',
    'organisationSignature',
    'refusal',
    'drafted',
    'remindedAt',
    'reminders',
  ],
  dpia_assessment: ['activitySnapshot', 'dpoOpinionBy', 'dpoOpinionAt'],
  processor: ['nameFolded', 'source'],
  system: [],
}

test('the console shows changes for the same records as the service', () => {
  assert.deepEqual(told.toSorted(), Object.keys(TABLES).toSorted())
  for (const type of told)
    assert.ok(
      TOLD_TYPES.some((one) => one === type),
      type,
    )
})

for (const [type, [module, table]] of Object.entries(TABLES))
  test(`every column of ${table} has a label or is listed as left out`, () => {
    const types = readFileSync(join(root, `src/modules/${module}/tables.gen.ts`), 'utf8')
    const block = new RegExp(`\\n    ${table}: \\{\\n([\\s\\S]*?)\\n    \\}`).exec(types)![1]!
    const columns = [...block.matchAll(/^\s+(\w+)\??:/gm)].map(([, name]) =>
      name!.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    )
    assert.ok(columns.length > 10, `${columns.length} columns`)
    const left = [...UNTOLD['']!, ...UNTOLD[type]!]
    assert.deepEqual(
      columns.filter((field) => !(field in FIELDS) && !left.includes(field)),
      [],
      'a change of these would be shown by nobody',
    )
    assert.deepEqual(
      left.filter((field) => field in FIELDS),
      [],
    )
  })
