import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultsBy } from '#http/validation.ts'
import { OPERATORS as KNOWN_OPERATORS, QUESTION_TYPES } from '#kernel/questions.ts'
import { contentFaults } from '#modules/questionnaires/rules.ts'
import { NewQuestionnaire, Sending } from '#modules/questionnaires/schemas.ts'
import {
  type Draft,
  draftOf,
  NEW_QUESTION,
  newSection,
  sectionsOf,
} from '../../web/console/areas/questionnaires/draft.ts'
import { moved } from '../../web/console/areas/questionnaires/moved.ts'
import {
  conditionWords,
  keyFor,
  OPERATORS,
  optionsIn,
  peopleIn,
  type Question,
  STATE_CHOICES,
  STATES,
  TYPES,
} from '../../web/console/areas/questionnaires/words.ts'

// ── recipients ──

test('recipients are read as typed or pasted', () => {
  for (const [text, people] of [
    ['Ana Rojas <ana@sur.cl>', [['ana@sur.cl', 'Ana Rojas']]],
    ['ana@sur.cl, Ana Rojas', [['ana@sur.cl', 'Ana Rojas']]],
    ['ana.rojas@sur.cl', [['ana.rojas@sur.cl', 'ana rojas']]],
    ['  \n\n', []],
    ['"Ana María  Rojas" <ana@sur.cl>', [['ana@sur.cl', 'Ana María Rojas']]],
    ['<ana@sur.cl>', [['ana@sur.cl', 'ana']]],
    ["Eva O'Neil <eva.o'neil@sur.cl>", [["eva.o'neil@sur.cl", "Eva O'Neil"]]],
  ] as const)
    assert.deepEqual(
      peopleIn(text).map(({ email, name }) => [email, name]),
      people,
      text,
    )
})

test('all recipients of a line are kept, in any mail program’s format', () => {
  const emails = (text: string) => peopleIn(text).map(({ email }) => email)
  const both = ['ana@sur.cl', 'pedro@sur.cl']
  assert.deepEqual(emails('ana@sur.cl, pedro@sur.cl'), both)
  assert.deepEqual(emails('ana@sur.cl,pedro@sur.cl'), both)
  assert.deepEqual(emails('ana@sur.cl pedro@sur.cl'), both)
  assert.deepEqual(emails('ana@sur.cl; pedro@sur.cl'), both)
  assert.deepEqual(emails('ana@sur.cl\r\npedro@sur.cl'), both)
  assert.deepEqual(emails('ana@sur.cl, Ana Rojas, pedro@sur.cl, Pedro Díaz'), both)
  assert.deepEqual(peopleIn('Ana Rojas <ana@sur.cl>, Pedro Díaz <pedro@sur.cl>'), [
    { email: 'ana@sur.cl', name: 'Ana Rojas' },
    { email: 'pedro@sur.cl', name: 'Pedro Díaz' },
  ])
})

test('nobody gets two mails, and the first name given counts', () => {
  assert.deepEqual(peopleIn('Ana Rojas <ana@sur.cl>\nANA@sur.cl\nana@sur.cl, Otra'), [
    { email: 'ana@sur.cl', name: 'Ana Rojas' },
  ])
})

test('a line without an address is sent as it is, so that the refusal names it', () => {
  assert.deepEqual(peopleIn('Ana Rojas'), [{ email: 'Ana Rojas', name: 'Ana Rojas' }])
  const sent = { recipients: peopleIn('Ana Rojas\npedro@sur.cl'), dueOn: '2026-12-01' }
  assert.deepEqual(
    faultsBy(Sending, sent).map(({ path }) => path),
    ['recipients[0].email'],
  )
  assert.deepEqual(faultsBy(Sending, { recipients: peopleIn('Eva <eva@sur.cl>'), dueOn: '2026-12-01' }), [])
})

// ── keys and options ──

test('a key is made from the words of its question and is unique', () => {
  for (const [label, taken, key] of [
    ['¿Qué datos usa su área?', [], 'que_datos_usa_su_area'],
    ['Año', [], 'ano'],
    ['2. ¿Para qué?', [], 'para_que'],
    ['¿?', [], 'pregunta'],
    ['', ['pregunta'], 'pregunta_2'],
    ['Sí', ['si', 'si_2'], 'si_3'],
    ['x'.repeat(60), [], 'x'.repeat(40)],
  ] as const)
    assert.equal(keyFor(label, taken), key, label)
})

test('a saved option keeps its value, and no new one takes it', () => {
  const before = [
    { value: 'a', label: 'Alfa' },
    { value: 'si', label: 'Sí, siempre' },
  ]
  assert.deepEqual(optionsIn('Beta\n Alfa \n\n', before), [
    { value: 'beta', label: 'Beta' },
    { value: 'a', label: 'Alfa' },
  ])
  assert.deepEqual(optionsIn('Si\nSí, siempre', before), [
    { value: 'si_2', label: 'Si' },
    { value: 'si', label: 'Sí, siempre' },
  ])
  assert.deepEqual(
    optionsIn('Otro\nOtro', []).map(({ value }) => value),
    ['otro', 'otro_2'],
  )
  assert.deepEqual(optionsIn('', before), [])
})

test('an entry moves by one place, but not beyond the ends', () => {
  assert.deepEqual(moved(['a', 'b', 'c'], 0, 1), ['b', 'a', 'c'])
  assert.deepEqual(moved(['a', 'b', 'c'], 2, -1), ['a', 'c', 'b'])
  assert.deepEqual(moved(['a', 'b'], 0, -1), ['a', 'b'])
  assert.deepEqual(moved(['a', 'b'], 1, 1), ['a', 'b'])
})

// ── drawn and sent questions ──

const questions: Question[] = [
  {
    key: 'has',
    type: 'yes_no',
    label: '¿Hay cámaras?',
    hint: null,
    required: true,
    options: [],
    showIf: [],
    fills: null,
  },
  {
    key: 'where',
    type: 'choices',
    label: '¿Dónde están?',
    hint: 'Todas las que haya',
    required: false,
    options: [
      { value: 'in', label: 'Adentro' },
      { value: 'out', label: 'Afuera' },
    ],
    showIf: [
      { question: 'has', operator: 'is', value: 'yes' },
      { question: 'has', operator: 'answered', value: null },
    ],
    fills: { target: 'activity', field: 'purpose', nth: 2 },
  },
]
const model = {
  name: 'Cámaras',
  description: null,
  sections: [
    { title: 'Uso', description: null, showIf: [], questions },
    {
      title: 'Detalle',
      description: 'Solo si hay',
      showIf: [{ question: 'where', operator: 'includes' as const, value: 'in' }],
      questions: [{ ...questions[0]!, key: 'note', type: 'text' as const, label: 'Nota' }],
    },
  ],
}

test('a questionnaire saved without changes stays the same', () => {
  assert.deepEqual(sectionsOf(draftOf(model)), model.sections)
  assert.deepEqual(contentFaults(sectionsOf(draftOf(model))), [])
  assert.deepEqual(faultsBy(NewQuestionnaire, { name: model.name, sections: sectionsOf(draftOf(model)) }), [])
})

test('a new one begins with one question, and is refused only for missing fields', () => {
  const draft = draftOf()
  assert.deepEqual([draft.name, draft.description, draft.sections.length], ['', '', 1])
  assert.equal(draft.sections[0]!.questions.length, 1)
  const faults = faultsBy(NewQuestionnaire, { name: draft.name, sections: sectionsOf(draft) })
  assert.deepEqual(faults.map(({ path }) => path).toSorted(), [
    'name',
    'sections[0].questions[0].label',
    'sections[0].title',
  ])
})

test('two new questions with one text, even in two sections, get different keys', () => {
  const question = { ...NEW_QUESTION, label: 'Nota' }
  const draft: Draft = {
    name: 'X',
    description: '',
    sections: [
      { ...newSection(), title: 'A', questions: [question, { ...question, key: 'nota_3' }] },
      { ...newSection(), title: 'B', questions: [question, question] },
    ],
  }
  const keys = sectionsOf(draft).flatMap(({ questions }) => questions.map(({ key }) => key))
  assert.deepEqual(keys, ['nota', 'nota_3', 'nota_2', 'nota_4'])
})

test('options, conditions and filled fields are sent only where they apply', () => {
  const one = (change: Partial<Draft['sections'][number]['questions'][number]>) =>
    sectionsOf({
      name: 'X',
      description: '',
      sections: [{ ...newSection(), questions: [{ ...NEW_QUESTION, label: 'Q', ...change }] }],
    })[0]!.questions[0]!
  assert.deepEqual(one({ type: 'text', options: 'Uno\nDos' }).options, [], 'a text has no options')
  assert.deepEqual(
    one({ type: 'choice', options: 'Uno\nDos' }).options.map(({ value }) => value),
    ['uno', 'dos'],
  )
  assert.deepEqual(one({ ifQuestion: '', ifValue: 'yes' }).showIf, [])
  assert.deepEqual(one({ ifQuestion: 'has', ifOperator: 'is', ifValue: 'yes' }).showIf, [
    { question: 'has', operator: 'is', value: 'yes' },
  ])
  assert.deepEqual(one({ ifQuestion: 'has', ifOperator: 'answered', ifValue: 'yes' }).showIf, [
    { question: 'has', operator: 'answered', value: null },
  ])
  assert.deepEqual(one({ fills: 'activity.purpose', nth: 3 }).fills, {
    target: 'activity',
    field: 'purpose',
    nth: 3,
  })
  assert.equal(one({ fills: '' }).fills, null)
  assert.equal(one({ hint: '' }).hint, null)
})

// ── in words ──

test('a condition is shown with the words of its question and option', () => {
  const words = (...conditions: Question['showIf']) => conditionWords(conditions, questions)
  assert.equal(words(), undefined)
  assert.equal(words({ question: 'has', operator: 'is', value: 'yes' }), 'Si «¿Hay cámaras?» es «Sí»')
  assert.equal(words({ question: 'has', operator: 'is_not', value: 'no' }), 'Si «¿Hay cámaras?» no es «No»')
  assert.equal(
    words(
      { question: 'where', operator: 'includes', value: 'out' },
      { question: 'has', operator: 'answered', value: null },
    ),
    'Si «¿Dónde están?» incluye «Afuera» y «¿Hay cámaras?» tiene respuesta',
  )
  assert.equal(
    words({ question: 'gone', operator: 'is', value: 'x' }),
    'Si «gone» es «x»',
    'of a question that is no longer there, what is known of it',
  )
})

test('every kind of question, condition and state has a word', () => {
  assert.deepEqual(Object.keys(TYPES).toSorted(), [...QUESTION_TYPES].toSorted())
  assert.deepEqual(Object.keys(OPERATORS).toSorted(), [...KNOWN_OPERATORS].toSorted())
  // The date tells whether an answer is late, so there is no filter for it.
  assert.deepEqual(
    STATE_CHOICES.map(([key]) => key as string).toSorted(),
    Object.keys(STATES)
      .filter((key) => key !== 'expired')
      .toSorted(),
  )
})
