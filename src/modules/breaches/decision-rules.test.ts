import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judge, type LegalFinding } from '#kernel/legal-checks.ts'
import {
  type ActsAs,
  decide,
  evidenceFor,
  FLAGS,
  type Flag,
  noteOn,
  overridesOf,
  type Recorded,
  reconsider,
  weigh,
} from './decision-rules.ts'
import { categoryOf, labelOf } from './knowledge/categories.ts'
import { type ClosingFacts, DUTY_CHECKS, LOG_CHECKS, REGISTER_CHECKS } from './knowledge/legal-checks.ts'

const NO = { hasSensitiveData: false, hasMinorData: false, hasFinancialData: false }
const record = (categories: string[] = [], sensitive = false): Recorded => ({ categories, sensitive })
const answerTo = (field: Flag, ...weighed: Parameters<typeof weigh>) =>
  weigh(...weighed).find((answer) => answer.field === field)!

// ── facts of the record ──

test('each question is answered by its own categories only', () => {
  for (const [word, field] of [
    ['health', 'hasSensitiveData'],
    ['biometric', 'hasSensitiveData'],
    ['Situación socioeconómica', 'hasSensitiveData'],
    ['minor_data', 'hasMinorData'],
    ['Datos de niñas', 'hasMinorData'],
    ['financial', 'hasFinancialData'],
    ['Créditos', 'hasFinancialData'],
  ] as const)
    assert.deepEqual(
      FLAGS.filter((flag) => evidenceFor(flag, record(['email', word])).length > 0),
      [field],
      word,
    )
  for (const word of ['criminal', 'rut', 'location', 'Correo'])
    assert.deepEqual(
      FLAGS.flatMap((flag) => evidenceFor(flag, record([word]))),
      [],
      word,
    )
})

test('a mark as sensitive counts alone, and the words that say so come before it', () => {
  assert.deepEqual(evidenceFor('hasSensitiveData', record(['email'], true)), ['marcados como sensibles'])
  assert.deepEqual(evidenceFor('hasSensitiveData', record(['email', 'Salud'], true)), ['Salud'])
  assert.deepEqual(evidenceFor('hasMinorData', record([], true)), [])
})

test('words of the record are read in capitals, with accents or with underscores alike', () => {
  for (const [word, category] of [
    ['SALUD', 'health'],
    ['Datos médicos', 'health'],
    ['ficha_clinica', 'health'],
    ['Discapacidades', 'health'],
    ['Reconocimiento facial', 'biometric'],
    ['Etnia', 'ethnic_origin'],
    ['Afiliación sindical', 'political'],
    ['Religión', 'religious'],
    ['Identidad de género', 'sexual_orientation'],
    ['Cuentas bancarias', 'financial'],
    ['Datos de carácter económico', 'financial'],
    ['Adolescentes', 'minor_data'],
    ['Menores de 14 años', 'minor_data'],
    ['Ficha de un menor de edad', 'minor_data'],
    ['Menor de 14 años', 'minor_data'],
    ['NNA', 'minor_data'],
  ] as const)
    assert.equal(categoryOf(word), category, word)
  for (const word of [
    'Saludo',
    'Metodología',
    'constructor',
    'Huella de carbono',
    'Ninguno',
    'Venta al por menor',
  ])
    assert.equal(categoryOf(word), word)
  assert.deepEqual(['rut', 'Ficha', 'constructor'].map(labelOf), ['RUT', 'Ficha', 'constructor'])
})

// ── answers against it ──

test('the answer and the record decide what counts, with and without a reason', () => {
  const health = record(['health'])
  const yes = { ...NO, hasSensitiveData: true }
  for (const [sent, recorded, reason, counted, kept] of [
    [NO, record(), undefined, false, null],
    [NO, record(), 'Porque sí', false, null],
    [yes, record(), undefined, true, null],
    [yes, health, 'Porque sí', true, null],
    [NO, health, undefined, true, null],
    [NO, health, null, true, null],
    [NO, health, ' \n', true, null],
    [NO, health, 'Son datos de prueba.', false, 'Son datos de prueba.'],
  ] as const) {
    const answer = answerTo('hasSensitiveData', sent, recorded, { hasSensitiveData: reason })
    assert.deepEqual(
      [answer.counted, answer.reason],
      [counted, kept],
      JSON.stringify([sent, recorded, reason]),
    )
    assert.equal(answer.recorded, recorded === health)
  }
})

test('a reason for one question does not support another answer', () => {
  const answers = weigh(NO, record(['health', 'financial']), { hasSensitiveData: 'Son de prueba.' })
  assert.deepEqual(
    answers.map(({ field, counted }) => [field, counted]),
    [
      ['hasSensitiveData', false],
      ['hasMinorData', false],
      ['hasFinancialData', true],
    ],
  )
  assert.deepEqual(overridesOf(answers), [
    {
      field: 'hasSensitiveData',
      recorded: true,
      sent: false,
      reason: 'Son de prueba.',
      because: ['health'],
    },
  ])
})

test('a note is written only about an answer that the record contradicts', () => {
  const [sensitive, minors] = weigh(NO, record(['health', 'Ficha clínica']))
  assert.match(
    noteOn(sensitive!)!,
    /no hay datos sensibles, pero el registro indica: Datos de salud, Ficha clínica\. Cuenta lo registrado/,
  )
  assert.equal(noteOn(minors!), null)
  const reasoned = answerTo('hasMinorData', NO, record(['minor_data']), { hasMinorData: 'Tienen 16 años.' })
  assert.match(noteOn(reasoned)!, /aunque el registro indica: .*Razón escrita: Tienen 16 años\./)
  const agreed = answerTo('hasSensitiveData', { ...NO, hasSensitiveData: true }, record(['health']))
  assert.equal(noteOn(agreed), null)
})

// ── a record that changes ──

test('answers are weighed again over the current record, and keep the value that was sent', () => {
  const decided = {
    riskToSubjects: 'low' as const,
    ...NO,
    hasFinancialData: true,
    answers: weigh(NO, record(['financial'])),
  }
  const empty = reconsider(decided, [], record(), 'controller')
  assert.deepEqual([empty.hasFinancialData, empty.requiresNotification, empty.urgency], [false, false, 'low'])
  const health = reconsider(decided, [], record(['health']), 'controller')
  assert.deepEqual([health.hasSensitiveData, health.requiresSubjectNotification], [true, true])
})

test('for a decision without answers the flags are the values that were sent', () => {
  const old = { riskToSubjects: 'none' as const, ...NO, hasMinorData: true }
  const again = reconsider(old, [], record(), 'controller')
  assert.deepEqual([again.hasMinorData, again.urgency], [true, 'critical'])
})

test('a reason is valid while the record says no more than when it was written', () => {
  const answers = weigh(NO, record(['health', 'biometric']), { hasSensitiveData: 'Son de prueba.' })
  const decided = { riskToSubjects: 'low' as const, ...NO, answers }
  const counts = (recorded: Recorded) =>
    reconsider(decided, overridesOf(answers), recorded, 'controller').hasSensitiveData
  assert.equal(counts(record(['health', 'biometric', 'email'])), false)
  assert.equal(counts(record(['health'])), false)
  assert.equal(counts(record(['health', 'biometric', 'political'])), true)
  assert.equal(counts(record([], true)), true)
})

test('a processor notifies the controller only, at any risk, with the urgency that the controller will have', () => {
  for (const [riskToSubjects, flags, urgency, keys] of [
    ['none', NO, 'low', []],
    ['medium', NO, 'medium', ['reasonable_risk']],
    ['high', NO, 'high', ['reasonable_risk']],
    ['none', { ...NO, hasMinorData: true }, 'critical', ['minor_data']],
  ] as const) {
    const decision = decide({ riskToSubjects, ...flags }, 'processor')
    assert.deepEqual(
      [
        decision.requiresNotification,
        decision.requiresSubjectNotification,
        decision.requiresControllerNotification,
      ],
      [false, false, true],
    )
    assert.equal(decision.urgency, urgency)
    assert.deepEqual(
      decision.reasons.map(({ key }) => key),
      ['acts_as_processor', ...keys],
    )
    for (const { text } of decision.reasons.slice(1)) assert.match(text, /al informar al responsable/)
  }
  const own = decide({ riskToSubjects: 'high', ...NO })
  assert.deepEqual([own.actsAs, own.requiresControllerNotification], ['controller', false])
  assert.doesNotMatch(own.reasons[0]!.text, /al informar al responsable/)
})

// ── legal gate before closing ──

const DECIDED = (actsAs: ActsAs, flags = {}) => decide({ riskToSubjects: 'high', ...NO, ...flags }, actsAs)
const FULL: ClosingFacts = {
  act: 'resolved',
  nature: ['integrity'],
  effects: 'Ninguno',
  dataCategories: ['email'],
  estimatedRecords: 0,
  containmentActions: ['Cuenta bloqueada'],
  prevention: 'Segundo factor',
  riskRationale: 'Datos públicos',
  decision: DECIDED('controller'),
  actsAs: 'controller',
  notifiedApdpAt: new Date(0),
  subjectsInformed: true,
  controllerNotifiedAt: null,
  overdue: [],
}
const keysOf = (findings: LegalFinding[]) => findings.map(({ key }) => key.replace('breach.', ''))

test('each item of the register is checked separately, and zero people is a number', () => {
  assert.deepEqual(judge(REGISTER_CHECKS, FULL), [])
  for (const [key, facts] of [
    ['nature', { nature: [] }],
    ['effects', { effects: null }],
    ['categories', { dataCategories: [] }],
    ['subjects_number', { estimatedRecords: null }],
    ['measures', { containmentActions: [] }],
    ['prevention', { prevention: null }],
  ] as const) {
    assert.deepEqual(keysOf(judge(REGISTER_CHECKS, { ...FULL, ...facts })), [key])
    assert.deepEqual(keysOf(judge(LOG_CHECKS, { ...FULL, ...facts })), [key])
    assert.deepEqual(judge(REGISTER_CHECKS, { ...FULL, ...facts, actsAs: 'processor' }), [])
  }
  assert.deepEqual(
    [REGISTER_CHECKS, LOG_CHECKS].map((checks) => [...new Set(checks.map(({ severity }) => severity))]),
    [['high'], ['low']],
  )
})

/** The difference from a breach whose duties are met, and the items missing then. */
const DUTIES: [why: string, Partial<ClosingFacts>, missing: string[]][] = [
  ['all is done', {}, []],
  ['nobody decided', { decision: null }, ['decision']],
  ['nobody decided, nor gave a ground', { decision: null, riskRationale: null }, ['decision']],
  ['the risk has no ground', { riskRationale: null }, ['risk_rationale']],
  ['a report is owed', { notifiedApdpAt: null }, ['agency']],
  ['the report is what closes it', { notifiedApdpAt: null, act: 'report' }, []],
  ['no report is owed', { notifiedApdpAt: null, decision: decide({ riskToSubjects: 'low', ...NO }) }, []],
  [
    'no report is owed, and it is called notified',
    { notifiedApdpAt: null, act: 'notified', decision: decide({ riskToSubjects: 'low', ...NO }) },
    ['agency'],
  ],
  ['the people are owed nothing', { subjectsInformed: false }, []],
  [
    'the people wait',
    { subjectsInformed: false, decision: DECIDED('controller', { hasMinorData: true }) },
    ['subjects'],
  ],
  [
    'the people wait, and the report does not wait for them',
    { act: 'report', subjectsInformed: false, decision: DECIDED('controller', { hasMinorData: true }) },
    ['subjects_pending'],
  ],
  [
    'the controller does not know',
    { actsAs: 'processor', decision: DECIDED('processor'), riskRationale: null, notifiedApdpAt: null },
    ['controller'],
  ],
  [
    'a processor informed the controller',
    { actsAs: 'processor', decision: DECIDED('processor'), controllerNotifiedAt: new Date(0) },
    [],
  ],
  [
    'a processor reports to the Agency',
    { actsAs: 'processor', act: 'report', controllerNotifiedAt: new Date(0), subjectsInformed: false },
    ['agency_not_ours'],
  ],
]

for (const [why, facts, missing] of DUTIES) {
  test(`before closing: ${why}`, () => {
    assert.deepEqual(keysOf(judge(DUTY_CHECKS, { ...FULL, ...facts })), missing)
  })
}

test('overdue clocks of the CSIRT keep a breach open, each by its name', () => {
  const overdue = (['internal_72h', 'csirt_alert', 'csirt_final'] as const).map((key) => ({
    key,
    label: `plazo ${key}`,
    dueAt: new Date(0),
    doneAt: null,
    basis: '',
    article: '',
  }))
  const findings = judge(DUTY_CHECKS, { ...FULL, overdue })
  assert.deepEqual(keysOf(findings), ['csirt_alert', 'csirt_final'])
  assert.match(findings[1]!.message, /plazo csirt_final/)
})
