import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Question, Section } from '#kernel/questions.ts'
import type { PublicQuestionnaire } from './answering-schemas.ts'
import { progressWords, questionnairePage, type Shown, sentPage } from './form.ts'

const ORGANISATION = { name: 'Sur & <b>Norte</b>', slug: 'sur', branding: {} }

const WHOLE: PublicQuestionnaire = {
  organizationName: ORGANISATION.name,
  name: 'Cámaras <i>',
  description: 'Primera línea.\nSegunda & última.',
  recipientName: 'Luis "Lucho" Pérez',
  status: 'sent',
  note: null,
  dueOn: '2027-03-20',
  expiresAt: '2027-04-20T03:00:00.000Z',
  submittedAt: null,
  sections: [],
  answers: {},
  files: [],
}

function page(
  questions: Question[],
  more: Partial<PublicQuestionnaire> = {},
  shown: Partial<Shown> = {},
): string {
  const sections = [{ title: 'Parte <1>', questions }] as Section[] as PublicQuestionnaire['sections']
  const questionnaire = { ...WHOLE, sections, ...more }
  const { content } = questionnairePage({
    questionnaire,
    organisation: ORGANISATION as Shown['organisation'],
    here: '../cuestionarios/k',
    ...shown,
  })
  return content.markup
}

/** The markup of one question. */
function partOf(markup: string, key: string): string {
  const [, rest = ''] = markup.split(`<div data-question="${key}">`)
  return rest.split(/<div data-question=|<\/section>/)[0]!
}

const one = (question: Question, more: Partial<PublicQuestionnaire> = {}, shown: Partial<Shown> = {}) =>
  partOf(page([question], more, shown), question.key)

test('texts by people are shown as text, never as markup', () => {
  const markup = page([{ key: 'a', type: 'text', label: '¿<script>?', hint: '1 < 2', required: true }], {
    answers: { a: '"><script>x</script>' },
    note: 'Falta <el> plazo',
  })
  assert.doesNotMatch(markup.replace(/data-sections="[^"]*"/, ''), /<script|<b>|<i>|<el>|<1>/)
  for (const words of [
    'Cámaras &lt;i&gt;',
    'Sur &amp; &lt;b&gt;Norte&lt;/b&gt; le pide completar algo',
    'Parte &lt;1&gt;',
    '&lt;script&gt;',
    'Primera línea.<br>Segunda &amp; última.',
  ])
    assert.ok(markup.includes(words), words)
})

test('the form names the organisation, the person, the due date and the progress', () => {
  const questions: Question[] = [
    { key: 'a', type: 'text', label: 'Uno', required: true },
    { key: 'b', type: 'yes_no', label: 'Dos', required: true },
  ]
  const markup = page(questions, { answers: { a: 'x' } })
  assert.match(markup, /20 de marzo de 2027/)
  assert.ok(markup.includes('Luis &quot;Lucho&quot; Pérez'))
  assert.match(markup, /Respondió 1 de 2 preguntas\./)
  assert.equal(progressWords({ asked: 1, answered: 0 }), 'Respondió 0 de 1 pregunta.')
})

test('only optional questions are marked', () => {
  for (const type of [
    'text',
    'long_text',
    'yes_no',
    'choice',
    'choices',
    'number',
    'date',
    'email',
    'file',
  ] as const) {
    const options = [
      { value: 'a', label: 'A' },
      { value: 'b', label: 'B' },
    ]
    const question: Question = { key: 'q', type, label: 'Algo', options }
    assert.match(one(question), /opcional/, type)
    assert.doesNotMatch(one({ ...question, required: true }), /opcional/, type)
  }
})

test('each type of answer has its own control, with the limits of the service', () => {
  const of = (type: Question['type']) => one({ key: 'q', type, label: 'Algo', required: true })
  assert.match(of('text'), /name="q_q"[^>]*maxlength="500"|maxlength="500"[^>]*name="q_q"/)
  assert.match(of('long_text'), /<textarea[^>]*maxlength="10000"/)
  assert.match(of('email'), /type="email"/)
  assert.match(of('number'), /inputmode="decimal"/)
  assert.match(of('date'), /type="date" max="2200-12-31"/)
  assert.match(of('file'), /type="file" accept="\.pdf,\.png,[^"]*\.docx"/)
  assert.match(of('yes_no'), /value="yes">\n<span>Sí<\/span>[\s\S]*value="no">\n<span>No<\/span>/)
})

test('former answers are filled in', () => {
  const options = [
    { value: 'a', label: 'Ana' },
    { value: 'b', label: 'Beto' },
    { value: 'c', label: 'Caro' },
  ]
  const checked = (markup: string) => [...markup.matchAll(/value="(\w+)" checked/g)].map(([, value]) => value)
  assert.deepEqual(checked(one({ key: 'q', type: 'choice', label: 'X', options }, { answers: { q: 'b' } })), [
    'b',
  ])
  assert.deepEqual(checked(one({ key: 'q', type: 'choice', label: 'X', options })), [])
  assert.deepEqual(
    checked(one({ key: 'q', type: 'choices', label: 'X', options }, { answers: { q: ['a', 'c'] } })),
    ['a', 'c'],
  )
  assert.match(
    one({ key: 'q', type: 'long_text', label: 'X' }, { answers: { q: 'dos\nlíneas' } }),
    /dos\nlíneas<\/textarea>/,
  )
})

test('without a script, a question says for whom it is', () => {
  const questions: Question[] = [
    { key: 'has', type: 'yes_no', label: '¿Hay cámaras?', required: true },
    {
      key: 'who',
      type: 'choices',
      label: 'Quiénes',
      options: [
        { value: 'x', label: 'Guardias' },
        { value: 'y', label: 'Vecinos' },
      ],
    },
    { key: 'mail', type: 'email', label: 'Correo' },
    { key: 'plain', type: 'text', label: 'Para todos' },
  ]
  const ask = (...showIf: NonNullable<Question['showIf']>[number][]) =>
    partOf(page([...questions, { key: 'q', type: 'text', label: 'X', showIf }]), 'q')
  for (const [condition, words] of [
    [{ question: 'has', operator: 'is', value: 'yes' }, 'Solo si respondió «Sí» a «¿Hay cámaras?».'],
    [{ question: 'has', operator: 'is_not', value: 'no' }, 'Solo si no respondió «No» a «¿Hay cámaras?».'],
    [{ question: 'who', operator: 'includes', value: 'x' }, 'Solo si marcó «Guardias» en «Quiénes».'],
    [{ question: 'mail', operator: 'answered' }, 'Solo si respondió «Correo».'],
  ] as const)
    assert.ok(ask(condition).includes(words), words)
  assert.match(
    ask({ question: 'has', operator: 'is', value: 'yes' }, { question: 'mail', operator: 'answered' }),
    /Solo si respondió «Sí» a «¿Hay cámaras\?» y respondió «Correo»\./,
  )
  assert.doesNotMatch(partOf(page(questions), 'plain'), /Solo si/)
})

test('a fault is shown at its question and in the list above, linked to it', () => {
  const shown = {
    message: 'Faltan 2 respuestas por completar o corregir.',
    faults: [
      { path: 'answers.a', message: 'Falta responder «Uno».' },
      { path: 'answers.b', message: 'Falta responder «Dos».' },
    ],
  }
  const questions: Question[] = [
    { key: 'a', type: 'text', label: 'Uno', required: true },
    { key: 'b', type: 'yes_no', label: 'Dos', required: true },
  ]
  const markup = page(questions, {}, shown)
  assert.ok(markup.includes('href="#q_a"') && markup.includes('href="#q_b"'))
  assert.match(partOf(markup, 'a'), /Falta responder «Uno»\./)
  assert.match(
    partOf(markup, 'b'),
    /aria-describedby="q_b-fault"[\s\S]*id="q_b-fault">Falta responder «Dos»\./,
  )
  assert.doesNotMatch(partOf(markup, 'a'), /«Dos»/)
})

test('«saved» is confirmed, but not together with a refusal', () => {
  const questions: Question[] = [{ key: 'a', type: 'text', label: 'Uno' }]
  assert.match(page(questions, {}, { isSaved: true }), /Guardamos lo que escribió/)
  assert.doesNotMatch(page(questions, {}, { isSaved: true, message: 'No.' }), /Guardamos lo que escribió/)
  assert.doesNotMatch(page(questions), /Guardamos lo que escribió/)
})

test('attached files can be removed, each at its own question', () => {
  const files = [
    { key: 'f1', question: 'photo', name: 'letrero <1>.jpg', size: 1 },
    { key: 'f2', question: 'plan', name: 'plano.pdf', size: 1 },
  ]
  const markup = page(
    [
      { key: 'photo', type: 'file', label: 'Foto' },
      { key: 'plan', type: 'file', label: 'Plano' },
      { key: 'other', type: 'file', label: 'Otro' },
    ],
    { files },
  )
  assert.match(markup, /enctype="multipart\/form-data"/)
  assert.match(partOf(markup, 'photo'), /name="k_photo" value="f1" checked>\n<span>letrero &lt;1&gt;\.jpg/)
  assert.doesNotMatch(partOf(markup, 'photo'), /plano\.pdf/)
  assert.match(partOf(markup, 'plan'), /value="f2" checked/)
  assert.match(partOf(markup, 'other'), /data-files="other" hidden>/)
  assert.doesNotMatch(page([{ key: 'a', type: 'text', label: 'Uno' }]), /multipart/)
})

test('after sending, the page gives the time and the organisation, and no answers', () => {
  const questionnaire = { ...WHOLE, status: 'submitted', submittedAt: '2027-03-11T02:30:00.000Z' } as const
  const { content, title } = sentPage({ questionnaire, organisation: ORGANISATION as Shown['organisation'] })
  assert.match(content.markup, /el 10 de marzo de 2027/)
  assert.match(
    content.markup,
    /Sur &amp; &lt;b&gt;Norte&lt;\/b&gt; recibió su respuesta a «Cámaras &lt;i&gt;»/,
  )
  assert.equal(title, 'Cámaras <i> · Sur & <b>Norte</b>')
  assert.doesNotMatch(content.markup, /<form|<input/)
})
