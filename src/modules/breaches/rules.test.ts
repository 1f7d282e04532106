import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { assertMove } from '#kernel/moves.ts'
import { notificationTarget, TARGET_NOTE } from './clock-rules.ts'
import { decide, type Facts, GROUNDS, RISK_WORDS, RISKS, type Risk, type Urgency } from './decision-rules.ts'
import { CATEGORIES, categoryOf } from './knowledge/categories.ts'
import { BLANKS, NOTICES, STATE_NAMES } from './knowledge/notices.ts'
import { alertInstant, MOVES, STATES, severityOf } from './rules.ts'

for (const from of STATES)
  for (const to of STATES) {
    const open = MOVES[from].includes(to)
    test(`${from} → ${to} is ${open ? 'allowed' : 'refused'}`, () => {
      const attempt = () => assertMove(MOVES, STATE_NAMES, from, to)
      if (open) assert.doesNotThrow(attempt)
      else assert.throws(attempt, { code: 'CONFLICT', status: 409 })
    })
  }

test('the moves are the four of the contract', () => {
  const moves = STATES.flatMap((from) => MOVES[from].map((to) => `${from} → ${to}`))
  assert.deepEqual(moves, [
    'detected → investigating',
    'investigating → contained',
    'contained → resolved',
    'contained → notified',
  ])
})

/** Risk, sensitive, minors, financial → authority, subjects, urgency: the whole tree, written out. */
const TREE: [Risk, boolean, boolean, boolean, boolean, boolean, Urgency][] = [
  ['none', false, false, false, false, false, 'low'],
  ['low', false, false, false, false, false, 'low'],
  ['medium', false, false, false, true, false, 'medium'],
  ['high', false, false, false, true, false, 'high'],
  ['critical', false, false, false, true, false, 'high'],
  ['none', true, false, false, true, true, 'critical'],
  ['none', false, true, false, true, true, 'critical'],
  ['none', false, false, true, true, true, 'critical'],
  ['low', true, true, false, true, true, 'critical'],
  ['medium', false, true, true, true, true, 'critical'],
  ['high', true, false, true, true, true, 'critical'],
  ['critical', true, true, true, true, true, 'critical'],
]

for (const [
  riskToSubjects,
  hasSensitiveData,
  hasMinorData,
  hasFinancialData,
  authority,
  subjects,
  urgency,
] of TREE) {
  const flags = { hasSensitiveData, hasMinorData, hasFinancialData }
  const named = Object.entries(flags)
    .filter(([, on]) => on)
    .map(([name]) => name)
  test(`risk ${riskToSubjects} with ${named.join(', ') || 'no flag'}: ${urgency}`, () => {
    const decision = decide({ riskToSubjects, ...flags })
    assert.equal(decision.requiresNotification, authority)
    assert.equal(decision.requiresSubjectNotification, subjects)
    assert.equal(decision.urgency, urgency)
  })
}

const facts: fc.Arbitrary<Facts> = fc.record({
  riskToSubjects: fc.constantFrom(...RISKS),
  hasSensitiveData: fc.boolean(),
  hasMinorData: fc.boolean(),
  hasFinancialData: fc.boolean(),
})

test('people are notified only if the authority is, and every decision has its reasons', () => {
  fc.assert(
    fc.property(facts, (given) => {
      const { requiresNotification, requiresSubjectNotification, reasons } = decide(given)
      assert.ok(requiresNotification || !requiresSubjectNotification)
      assert.ok(reasons.length > 0)
      for (const { text, legalReference } of reasons) {
        assert.ok(text.length > 20)
        assert.match(legalReference, /14 sexies/)
      }
    }),
  )
})

test('one ground is one reason, and without grounds a reason says why no notice is due', () => {
  const all = decide({
    riskToSubjects: 'high',
    hasSensitiveData: true,
    hasMinorData: true,
    hasFinancialData: true,
  })
  assert.deepEqual(
    all.reasons.map(({ key }) => key),
    ['reasonable_risk', 'sensitive_data', 'minor_data', 'financial_data'],
  )
  assert.equal(GROUNDS.length, 4)
  const none = decide({
    riskToSubjects: 'low',
    hasSensitiveData: false,
    hasMinorData: false,
    hasFinancialData: false,
  })
  assert.deepEqual(
    none.reasons.map(({ key }) => key),
    ['no_reasonable_risk'],
  )
})

test('risk is accepted in English or Spanish', () => {
  assert.deepEqual(RISK_WORDS, {
    none: 'none',
    low: 'low',
    medium: 'medium',
    high: 'high',
    critical: 'critical',
    nulo: 'none',
    bajo: 'low',
    medio: 'medium',
    alto: 'high',
    critico: 'critical',
    crítico: 'critical',
  })
})

test('72 hours are an internal reference target, never a legal one', () => {
  assert.equal(notificationTarget(new Date('2026-03-02T10:00:00Z')).toISOString(), '2026-03-05T10:00:00.000Z')
  // Over a change of clocks in Chile the target is still 72 hours away.
  assert.equal(
    notificationTarget(new Date('2026-04-03T12:00:00-03:00')).toISOString(),
    '2026-04-06T15:00:00.000Z',
  )
  assert.match(TARGET_NOTE, /meta interna de referencia/i)
  for (const text of [TARGET_NOTE, ...Object.values(NOTICES)]) assert.doesNotMatch(text, /plazo legal/i)
})

for (const [level, severity] of [
  [0, 'low'],
  [7, 'low'],
  [8, 'medium'],
  [10, 'medium'],
  [11, 'high'],
  [13, 'high'],
  [14, 'critical'],
  [16, 'critical'],
  [100, 'critical'],
] as const) {
  test(`a rule of level ${level} is of ${severity} severity`, () => assert.equal(severityOf(level), severity))
}

test('a timestamp is read in RFC 3339 and in the form of Wazuh', () => {
  const instant = '2026-12-01T10:00:00.000Z'
  for (const text of [
    '2026-12-01T10:00:00.000+0000',
    '2026-12-01T10:00:00Z',
    '2026-12-01T07:00:00.000-0300',
    '2026-12-01T07:00:00-03:00',
  ]) {
    assert.equal(alertInstant(text)?.toISOString(), instant, text)
  }
  for (const text of ['2026-12-01', '2026-12-01T10:00:00', '2026-02-30T10:00:00Z', 'ayer', '1780000000']) {
    assert.equal(alertInstant(text), undefined, text)
  }
})

test('every blank of a notice has a label, and no text has a mark of its own', () => {
  const texts = Object.values(NOTICES).join('\n')
  const blanks = [...texts.matchAll(/\{\{(\w+)\}\}/g)].map(([, blank]) => blank)
  assert.ok(blanks.length > 30)
  for (const blank of blanks) assert.ok(Object.hasOwn(BLANKS, blank!), blank)
  for (const label of Object.keys(BLANKS)) assert.ok(blanks.includes(label), label)
  assert.doesNotMatch(`${texts}${Object.values(BLANKS).join('')}`, /[[\]]|COMPLETAR/)
})

test('the seventeen categories of the contract are known', () => {
  assert.deepEqual(Object.keys(CATEGORIES).sort(), [
    'address',
    'biometric',
    'browsing',
    'criminal',
    'email',
    'employment',
    'ethnic_origin',
    'financial',
    'health',
    'location',
    'minor_data',
    'name',
    'phone',
    'political',
    'religious',
    'rut',
    'sexual_orientation',
  ])
})

test("arts. 2 g) and 14 sexies: the law's words are mapped to their categories", () => {
  const words: [string, string][] = [
    ['Perfil biológico', 'health'],
    ['ADN', 'health'],
    ['Enfermedades', 'health'],
    ['Huella dactilar', 'biometric'],
    ['Huellas', 'biometric'],
    ['Imagen del rostro', 'biometric'],
    ['Raza', 'ethnic_origin'],
    ['Afiliación a gremios', 'political'],
    ['Convicciones ideológicas o filosóficas', 'religious'],
    ['Obligaciones económicas', 'financial'],
    ['Información comercial', 'financial'],
    ['Morosidad', 'financial'],
    ['Información crediticia', 'financial'],
    ['VIH', 'health'],
    ['Embarazo', 'health'],
    ['Recetas', 'health'],
    ['Exámenes de laboratorio', 'health'],
    ['Pueblos originarios', 'ethnic_origin'],
    ['Militancia', 'political'],
    ['Credo', 'religious'],
    ['Número de cuenta corriente', 'financial'],
    ['Tarjetas', 'financial'],
    ['Cheques protestados', 'financial'],
    ['Préstamos', 'financial'],
    ['Párvulos', 'minor_data'],
    ['Hijos de los trabajadores', 'minor_data'],
    ['Historial escolar', 'minor_data'],
  ]
  for (const [word, category] of words) assert.equal(categoryOf(word), category, word)
  for (const word of [
    'huella de zapato',
    'dirección comercial',
    'nombre',
    'tarjetas de acceso',
    'cuenta de correo',
  ])
    assert.equal(categoryOf(word), word)
})
