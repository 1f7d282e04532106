import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bodyOf, draftsOf, FIELDS, isField, targetsOf } from './drafts.ts'
import { BUILT_INS } from './knowledge/built-ins.ts'
import {
  askedOn,
  contentFaults,
  expiryOf,
  isReminderDue,
  keptAnswers,
  type MappedSection,
  onlyAsked,
  submitFaults,
} from './rules.ts'

const SECTIONS: readonly MappedSection[] = [
  {
    title: 'Cámaras',
    questions: [
      { key: 'has', type: 'yes_no', label: '¿Hay?', required: true },
      {
        key: 'mail',
        type: 'email',
        label: 'Correo',
        required: true,
        showIf: [{ question: 'has', operator: 'is', value: 'yes' }],
      },
      {
        key: 'where',
        type: 'choices',
        label: '¿Dónde?',
        options: [
          { value: 'entrance', label: 'Entrada' },
          { value: 'hall', label: 'Pasillo' },
        ],
      },
      { key: 'paper', type: 'file', label: 'Letrero' },
    ],
  },
]
const [SECTION] = SECTIONS as [MappedSection]
const withQuestion = (question: object) => [
  { ...SECTION, questions: [...SECTION.questions, question as never] },
]
const paths = (sections: readonly MappedSection[]) => contentFaults(sections).map(({ path }) => path)

test('keys are unique, a choice has options, and a condition refers to an earlier question that can meet it', () => {
  assert.deepEqual(paths(SECTIONS), [])
  assert.deepEqual(paths(withQuestion({ key: 'has', type: 'text', label: 'Otra' })), [
    'sections[0].questions[4].key',
  ])
  const one = { value: 'a', label: 'A' }
  for (const options of [undefined, [one], [one, one]])
    assert.deepEqual(paths(withQuestion({ key: 'x', type: 'choice', label: 'X', options })), [
      'sections[0].questions[4].options',
    ])
  const asking = (showIf: object) => withQuestion({ key: 'x', type: 'text', label: 'X', showIf: [showIf] })
  const at = 'sections[0].questions[4].showIf[0]'
  assert.deepEqual(paths(asking({ question: 'x', operator: 'answered' })), [`${at}.question`])
  assert.deepEqual(paths(asking({ question: 'mail', operator: 'is', value: 'a' })), [`${at}.operator`])
  assert.deepEqual(paths(asking({ question: 'where', operator: 'includes', value: 'roof' })), [`${at}.value`])
  assert.deepEqual(paths(asking({ question: 'where', operator: 'includes', value: 'hall' })), [])
})

test('a questionnaire fits into a form sent without a script', () => {
  const many = Array.from({ length: 101 }, (_, n) => ({ key: `q${n}`, type: 'text' as const, label: 'Q' }))
  assert.deepEqual(paths([{ title: 'S', questions: many }]), ['sections'])
  const files = many.slice(0, 5).map((one) => ({ ...one, type: 'file' as const }))
  assert.deepEqual(paths([{ title: 'S', questions: files }]), ['sections'])
})

test('only answers to known questions are kept, without blanks; invalid ones are refused', () => {
  assert.deepEqual(
    keptAnswers(SECTIONS, { has: ' yes ', mail: 'half@', where: ['entrance', 'entrance'], other: 'x' }),
    {
      answers: { has: 'yes', mail: 'half@', where: ['entrance'] },
      faults: [],
    },
  )
  assert.deepEqual(keptAnswers(SECTIONS, { has: '', where: [], paper: ['id'], mail: null }).answers, {})
  for (const wrong of [
    { has: 'maybe' },
    { has: ['yes', 'no'] },
    { where: ['roof'] },
    { mail: 5 },
    { has: {} },
  ])
    assert.equal(keptAnswers(SECTIONS, wrong).faults.length, 1, JSON.stringify(wrong))
  assert.equal(keptAnswers(SECTIONS, { mail: 'a'.repeat(255) }).faults.length, 1)
})

test('a sent answer is complete and well formed for the questions asked', () => {
  const keys = (answers: Record<string, string>) => submitFaults(SECTIONS, answers).map(({ path }) => path)
  assert.deepEqual(keys({}), ['answers.has'])
  assert.deepEqual(keys({ has: 'no' }), [])
  assert.deepEqual(keys({ has: 'yes' }), ['answers.mail'])
  assert.deepEqual(keys({ has: 'yes', mail: 'half@' }), ['answers.mail'])
  assert.deepEqual(keys({ has: 'yes', mail: 'ana@sur.cl' }), [])
  assert.deepEqual(onlyAsked(SECTIONS, { has: 'no', mail: 'ana@sur.cl' }), { has: 'no' })
})

test('a key expires thirty days after its date, at midnight in Chile', () => {
  assert.equal(expiryOf('2026-12-01').toISOString(), '2027-01-01T03:00:00.000Z')
})

test('people without an answer get reminders three days and one day before', () => {
  const due = (today: string, remindedOn: string | null = null, sentOn = '2026-12-01') =>
    isReminderDue({ dueOn: '2026-12-20', sentOn, remindedOn }, today)
  assert.deepEqual(
    ['2026-12-16', '2026-12-17', '2026-12-18', '2026-12-19', '2026-12-20', '2026-12-21'].map((day) =>
      due(day),
    ),
    [false, true, true, true, true, false],
  )
  assert.deepEqual(
    [due('2026-12-18', '2026-12-17'), due('2026-12-19', '2026-12-17'), due('2026-12-20', '2026-12-19')],
    [false, true, false],
  )
  assert.deepEqual(
    [due('2026-12-17', null, '2026-12-17'), due('2026-12-19', null, '2026-12-18')],
    [false, true],
  )
})

test('a returned answer counts as asked on that day, with no reminder the day after', () => {
  const sent = { created_at: new Date('2026-11-02T12:00:00Z'), read_at: null }
  const returned = { ...sent, status: 'returned', read_at: new Date('2026-12-18T01:00:00Z') } as const
  assert.equal(askedOn({ ...sent, status: 'sent' }), '2026-11-02')
  // Already the evening in Chile.
  assert.equal(askedOn(returned), '2026-12-17')
  const due = (today: string) =>
    isReminderDue({ dueOn: '2026-12-20', sentOn: askedOn(returned), remindedOn: null }, today)
  assert.deepEqual(['2026-12-17', '2026-12-18', '2026-12-19'].map(due), [false, false, true])
})

// ── built-in questionnaires ──

for (const { key, sections, name } of BUILT_INS) {
  test(`«${name}» can be sent unchanged and fills existing fields`, () => {
    assert.deepEqual(contentFaults(sections), [])
    assert.ok(targetsOf(sections).length > 0, key)
    for (const { fills, key: question } of sections.flatMap(({ questions }) => questions))
      assert.ok(!fills || isField(fills.target, fills.field), `${question}: ${fills?.field}`)
  })
}

test('an answer about the register becomes one draft for each activity', () => {
  const { sections } = BUILT_INS[0]!
  const drafts = draftsOf('activity', sections, {
    area: 'Bodega',
    name_1: 'Control de despacho',
    purpose_1: 'Entregar a quien compró',
    data_1: ['name', 'address'],
    people_1: ['customers'],
    why_1: 'unknown',
    recipients_1: 'Correos de Chile\nTransportes Sur; ',
    abroad_1: 'no',
    country_1: 'Perú',
    more_1: 'yes',
    name_2: 'Turnos',
    purpose_2: 'Asignar turnos',
    more_2: 'no',
    name_3: 'No se pregunta',
  })
  assert.deepEqual(
    drafts.map(({ nth, title }) => [nth, title]),
    [
      [1, 'Control de despacho'],
      [2, 'Turnos'],
    ],
  )
  assert.deepEqual(bodyOf(drafts[0]!.fields), {
    responsibleArea: 'Bodega',
    name: 'Control de despacho',
    purpose: 'Entregar a quien compró',
    dataCategories: ['name', 'address'],
    subjectCategories: ['customers'],
    recipients: ['Correos de Chile', 'Transportes Sur'],
    internationalTransfer: { exists: false },
  })
  assert.deepEqual(drafts[0]!.left, [{ question: '¿Por qué pueden usarlos?', answer: 'No lo sé' }])
  assert.deepEqual(bodyOf(drafts[1]!.fields)['responsibleArea'], 'Bodega')
  assert.deepEqual(draftsOf('processor', sections, { area: 'Bodega' }), [])
})

test('a vendor’s statements become outcomes of the diligence', () => {
  const vendor = BUILT_INS.find(({ key }) => key === 'vendor')!
  const [draft] = draftsOf('processor', vendor.sections, {
    name: 'Nube Andina SpA',
    security_ok: 'yes',
    security_note: 'ISO 27001 vigente',
    audit_ok: 'not_applicable',
  })
  assert.deepEqual(bodyOf(draft!.fields), {
    name: 'Nube Andina SpA',
    diligence: { security: 'YES', audit: 'NOT_APPLICABLE' },
    diligenceNote: { security: 'ISO 27001 vigente' },
  })
  assert.ok(Object.keys(FIELDS.processor).length > 10)
})

const builtIn = (key: string) => BUILT_INS.find((one) => one.key === key)!.sections

test('legal duties of every processor are met or not', () => {
  const offered = Object.fromEntries(
    builtIn('vendor')
      .flatMap(({ questions }) => questions)
      .filter(({ key }) => key.endsWith('_ok'))
      .map(({ key, options }) => [key.replace('_ok', ''), options?.[2]?.label]),
  )
  const NOT_OURS = 'No se aplica a nuestro servicio'
  assert.deepEqual(offered, {
    security: undefined,
    secrecy: undefined,
    breaches: undefined,
    places: NOT_OURS,
    delegation: 'No delegamos en otra empresa',
    rights: NOT_OURS,
    return: undefined,
    audit: NOT_OURS,
  })
})

test('data of children and adolescents are data of minors, and all their safeguards are kept', () => {
  const [draft] = draftsOf('activity', builtIn('children'), {
    name: 'Taller de verano',
    ages: ['children', 'adolescents'],
    data: ['name'],
    interest: 'Aprenden a nadar',
    protection: 'Solo los ve su monitora',
  })
  assert.deepEqual(bodyOf(draft!.fields), {
    name: 'Taller de verano',
    subjectCategories: ['children', 'adolescents'],
    dataCategories: ['name', 'minor_data'],
    minorsSafeguard: 'Aprenden a nadar\nSolo los ve su monitora',
  })
  const words = Object.fromEntries(draft!.fields.map(({ field, words }) => [field, words]))
  assert.deepEqual(words['subjectCategories'], ['Menores de 14 años', 'De 14 a 17 años'])
  assert.deepEqual(words['minorsSafeguard'], ['Aprenden a nadar', 'Solo los ve su monitora'])
})

test('a weighed legitimate interest becomes the basis, except for sensitive data', () => {
  const [open] = draftsOf('activity', builtIn('legitimate_interest'), {
    name: 'Huella a la entrada',
    data: ['biometric'],
    interest: 'Cuidar el edificio',
  })
  assert.deepEqual(bodyOf(open!.fields), {
    name: 'Huella a la entrada',
    dataCategories: ['biometric'],
    balancing: { purpose: 'Cuidar el edificio' },
  })
  const [draft] = draftsOf('activity', builtIn('legitimate_interest'), {
    name: 'Registro de visitas',
    interest: 'Cuidar el edificio',
    weak: 'yes',
    weak_how: 'Con su apoderado',
    safeguards: 'Se borra cada mes',
  })
  assert.deepEqual(bodyOf(draft!.fields), {
    name: 'Registro de visitas',
    legalBasis: 'legitimate_interest',
    legitimateInterest: 'Cuidar el edificio',
    balancing: { purpose: 'Cuidar el edificio', safeguards: 'Con su apoderado\nSe borra cada mes' },
  })
  assert.deepEqual(draft!.fields.find(({ field }) => field === 'legalBasis')!.words, ['Interés legítimo'])
})
