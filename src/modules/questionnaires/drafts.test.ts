import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answers } from '#kernel/questions.ts'
import { bodyOf, draftsOf, shortened, targetsOf } from './drafts.ts'
import type { MappedQuestion, MappedSection, Mapping, Target } from './rules.ts'

/** One section whose questions fill these fields, in order. */
const asking = (...questions: Partial<MappedQuestion>[]): MappedSection[] => [
  {
    title: 'S',
    questions: questions.map((question, index) => ({
      key: `q${index}`,
      type: 'long_text',
      label: `Pregunta ${index}`,
      ...question,
    })),
  },
]
const fills = (target: Target, field: string, nth?: number): { fills: Mapping } => ({
  fills: { target, field, ...(nth && { nth }) },
})
const choices = (...values: string[]) => values.map((value) => ({ value, label: `La de ${value}` }))
const NAMED: Readonly<Record<Target, string>> = {
  activity: 'name',
  processor: 'name',
  system: 'name',
  risk: 'description',
}

/** The draft of an answer to one question, plus the question with the name of the record. */
function one(target: Target, field: string, question: Partial<MappedQuestion>, answer: string | string[]) {
  const sections = asking(fills(target, NAMED[target]), { ...fills(target, field), ...question })
  const [draft] = draftsOf(target, sections, { q0: 'Registro', q1: answer })
  return { draft: draft!, value: draft!.fields.find((each) => each.field === field)?.value }
}

const TAKEN: [Target, string, Partial<MappedQuestion>, string | string[], unknown][] = [
  ['activity', 'socioeconomic', { type: 'yes_no' }, 'yes', true],
  ['activity', 'socioeconomic', { type: 'yes_no' }, 'no', false],
  ['activity', 'legalBasis', { type: 'choice', options: choices('consent', 'x') }, 'consent', 'consent'],
  ['activity', 'purpose', {}, 'Entregar lo que se compró', 'Entregar lo que se compró'],
  [
    'activity',
    'dataSource',
    { type: 'choices', options: choices('web', 'tienda') },
    ['web', 'tienda'],
    'La de web; La de tienda',
  ],
  ['activity', 'recipients', {}, 'Correos;  Banco \n\n; Ñandú Ltda.', ['Correos', 'Banco', 'Ñandú Ltda.']],
  ['activity', 'recipients', { type: 'choices', options: choices('a;b', 'c') }, ['a;b', 'c'], ['a;b', 'c']],
  [
    'activity',
    'dataCategories',
    { type: 'choices', options: choices('name', 'otra', 'rut') },
    ['rut', 'otra', 'name'],
    ['rut', 'name'],
  ],
  ['processor', 'diligence.security', { type: 'yes_no' }, 'no', 'NO'],
  ['system', 'type', { type: 'choice', options: choices('CRM', 'ERP') }, 'CRM', 'CRM'],
  ['system', 'hostingType', { type: 'choice', options: choices('cloud', 'own') }, 'own', 'own'],
  ['system', 'owner', { type: 'choice', options: choices('ti', 'rrhh') }, 'ti', 'La de ti'],
  ['system', 'type', { type: 'text' }, 'Planilla', 'Planilla'],
  ['risk', 'likelihood', { type: 'choice', options: choices('low', 'x') }, 'low', 'low'],
]
for (const [target, field, question, answer, value] of TAKEN)
  test(`${JSON.stringify(answer)} as ${target}.${field} is ${JSON.stringify(value)}`, () => {
    const { value: read, draft } = one(target, field, question, answer)
    assert.deepEqual([read, draft.left], [value, []])
  })

const LEFT: [Target, string, Partial<MappedQuestion>, string | string[], string][] = [
  [
    'activity',
    'legalBasis',
    { type: 'choice', options: choices('unknown', 'x') },
    'unknown',
    'La de unknown',
  ],
  ['activity', 'retentionPeriod', { type: 'text' }, 'un rato', 'un rato'],
  [
    'activity',
    'dataCategories',
    { type: 'choices', options: choices('otra', 'más') },
    ['otra'],
    'La de otra',
  ],
  ['activity', 'socioeconomic', { type: 'text' }, 'a veces', 'a veces'],
  ['processor', 'taxId', {}, 'x'.repeat(51), 'x'.repeat(51)],
  ['activity', 'recipients', {}, 'x'.repeat(201), 'x'.repeat(201)],
  ['activity', 'recipients', {}, ' ; \n;', ' ; \n;'],
  ['activity', 'recipients', {}, 'a;'.repeat(101), 'a;'.repeat(101)],
  ['processor', 'diligence.audit', { type: 'text' }, 'tal vez', 'tal vez'],
  ['risk', 'impact', { type: 'text' }, 'enorme', 'enorme'],
]
for (const [target, field, question, answer, words] of LEFT)
  test(`${JSON.stringify(answer).slice(0, 30)} does not fit ${target}.${field} and is left to the reviewer`, () => {
    const { value, draft } = one(target, field, question, answer)
    assert.equal(value, undefined)
    assert.deepEqual(draft.left, [{ question: 'Pregunta 1', answer: words }])
  })

test('the longest fitting text is accepted', () => {
  assert.equal(one('processor', 'taxId', {}, 'x'.repeat(50)).value, 'x'.repeat(50))
  assert.deepEqual(one('activity', 'recipients', {}, 'x'.repeat(200)).value, ['x'.repeat(200)])
  assert.equal((one('activity', 'recipients', {}, 'a;'.repeat(100)).value as string[]).length, 100)
})

test('answers of two questions to one field are joined, in the order of the questions', () => {
  const two = (field: string, answers: Answers, more: Partial<MappedQuestion> = {}) => {
    const sections = asking(
      fills('activity', 'name'),
      { ...fills('activity', field), ...more },
      { ...fills('activity', field), ...more },
    )
    const [draft] = draftsOf('activity', sections, { q0: 'Registro', ...answers })
    return draft!.fields.find((each) => each.field === field)!
  }
  assert.equal(two('purpose', { q1: 'Vender', q2: 'Cobrar' }).value, 'Vender\nCobrar')
  assert.equal(two('balancing.necessity', { q1: 'Uno', q2: 'Dos' }).value, 'Uno\nDos')
  assert.equal(two('dataSource', { q1: 'La primera', q2: 'La otra' }).value, 'La primera')
  const yesNo = { type: 'yes_no' } as const
  assert.equal(two('automatedDecisions', { q1: 'no', q2: 'yes' }, yesNo).value, false)
  const list = two('recipients', { q1: 'Banco;Correos', q2: 'Correos;Notaría' })
  assert.deepEqual(list.value, ['Banco', 'Correos', 'Notaría'])
  assert.deepEqual(list.words, ['Banco', 'Correos', 'Notaría'])
  assert.equal(list.question, 'Pregunta 1')
})

test('if two texts fit alone and not together, the second is left to the reviewer', () => {
  const sections = asking(
    fills('activity', 'name'),
    fills('activity', 'purpose'),
    fills('activity', 'purpose'),
  )
  const answers = { q0: 'Registro', q1: 'a'.repeat(6000), q2: 'b'.repeat(6000) }
  const [draft] = draftsOf('activity', sections, answers)
  assert.match(String(bodyOf(draft!.fields)['purpose']), /^a{6000}$/)
  assert.deepEqual(
    draft!.left.map(({ question, answer }) => [question, answer.length]),
    [['Pregunta 2', 6000]],
  )
  const [whole] = draftsOf('activity', sections, { ...answers, q2: 'b'.repeat(3999) })
  assert.equal(String(bodyOf(whole!.fields)['purpose']).length, 10_000)
})

test('records are numbered and sorted; they share one area', () => {
  const sections = asking(
    fills('activity', 'name', 3),
    fills('activity', 'name', 2),
    fills('activity', 'responsibleArea', 2),
    fills('activity', 'name'),
    fills('activity', 'responsibleArea'),
    fills('activity', 'dataSource'),
  )
  const answers = { q0: 'Tres', q1: 'Dos', q2: 'Bodega', q3: 'Uno', q4: 'Ventas', q5: 'La web' }
  const bodies = draftsOf('activity', sections, answers).map(({ nth, fields }) => [nth, bodyOf(fields)])
  assert.deepEqual(bodies, [
    [1, { name: 'Uno', responsibleArea: 'Ventas', dataSource: 'La web' }],
    [2, { name: 'Dos', responsibleArea: 'Bodega' }],
    [3, { name: 'Tres', responsibleArea: 'Ventas' }],
  ])
})

test('a record needs a name; for an activity the purpose will do, and for a risk the opinion', () => {
  const titles = (target: Target, field: string, answer: string) =>
    draftsOf(target, asking(fills(target, field)), { q0: answer }).map(({ title }) => title)
  assert.deepEqual(titles('activity', 'purpose', 'Vender'), ['Vender'])
  assert.deepEqual(titles('risk', 'opinion', 'Me preocupa'), ['Me preocupa'])
  assert.deepEqual(titles('activity', 'dataSource', 'La web'), [])
  assert.deepEqual(titles('processor', 'services', 'Respaldos'), [])
  assert.deepEqual(titles('system', 'description', 'Una planilla'), [])
})

test('a title is one line of at most 120 characters', () => {
  assert.equal(shortened('  Ventas \n por la web'), 'Ventas')
  assert.equal(shortened('x'.repeat(120)), 'x'.repeat(120))
  assert.equal(shortened('x'.repeat(121)), `${'x'.repeat(119)}…`)
  assert.equal(shortened(`${'x'.repeat(118)} ${'y'.repeat(50)}`), `${'x'.repeat(118)}…`)
})

test('questions not asked, not answered, of another record or with files fill nothing', () => {
  const sections = asking(
    { ...fills('activity', 'name') },
    { type: 'yes_no' },
    { ...fills('activity', 'purpose'), showIf: [{ question: 'q1', operator: 'is', value: 'yes' }] },
    { ...fills('processor', 'name') },
    { ...fills('activity', 'dataSource'), type: 'file' },
    { ...fills('activity', 'retentionNote') },
  )
  const answers = { q0: 'Ventas', q1: 'no', q2: 'Oculto', q3: 'Nube', q4: ['id'], q5: '  ' }
  assert.deepEqual(
    draftsOf('activity', sections, answers).map(({ fields }) => bodyOf(fields)),
    [{ name: 'Ventas' }],
  )
  assert.deepEqual(targetsOf(sections), ['activity', 'processor'])
  assert.deepEqual(targetsOf(asking(fills('risk', 'opinion'), fills('system', 'name'))), ['system', 'risk'])
  assert.deepEqual(targetsOf(asking({})), [])
})

test('art. 16 quáter: data of adolescents count as data of minors; those of adults do not', () => {
  const sections = asking(fills('activity', 'name'), {
    ...fills('activity', 'subjectCategories'),
    type: 'choices',
    options: choices('customers', 'adolescents', 'children'),
  })
  const data = (people: string[]) =>
    bodyOf(draftsOf('activity', sections, { q0: 'Taller', q1: people })[0]!.fields)['dataCategories']
  assert.deepEqual(data(['adolescents']), ['minor_data'])
  assert.deepEqual(data(['customers', 'children']), ['minor_data'])
  assert.equal(data(['customers']), undefined)
})

test('art. 13 d): a named basis stays, even if an interest is weighed', () => {
  const sections = asking(
    fills('activity', 'name'),
    { ...fills('activity', 'legalBasis'), type: 'choice', options: choices('consent', 'contract') },
    fills('activity', 'balancing.purpose'),
  )
  const [draft] = draftsOf('activity', sections, { q0: 'Ventas', q1: 'consent', q2: 'Vender más' })
  assert.deepEqual(bodyOf(draft!.fields), {
    name: 'Ventas',
    legalBasis: 'consent',
    balancing: { purpose: 'Vender más' },
  })
})
