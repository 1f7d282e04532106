import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  answerWords,
  asked,
  given,
  isMany,
  optionsOf,
  progressOf,
  QUESTION_TYPES,
  type Section,
} from './questions.ts'

const SECTIONS: readonly Section[] = [
  {
    title: 'Cámaras',
    questions: [
      { key: 'has', type: 'yes_no', label: '¿Hay cámaras?', required: true },
      {
        key: 'where',
        type: 'choices',
        label: '¿Dónde?',
        required: true,
        options: [
          { value: 'entrance', label: 'Entrada' },
          { value: 'office', label: 'Oficinas' },
        ],
        showIf: [{ question: 'has', operator: 'is', value: 'yes' }],
      },
      {
        key: 'why',
        type: 'long_text',
        label: '¿Por qué en oficinas?',
        showIf: [{ question: 'where', operator: 'includes', value: 'office' }],
      },
    ],
  },
  {
    title: 'Grabaciones',
    showIf: [{ question: 'where', operator: 'answered' }],
    questions: [{ key: 'days', type: 'number', label: '¿Cuántos días?', required: true }],
  },
  {
    title: 'Otra cosa',
    questions: [
      {
        key: 'other',
        type: 'text',
        label: '¿Qué otra?',
        showIf: [{ question: 'has', operator: 'is_not', value: 'yes' }],
      },
    ],
  },
]

const keys = (answers: Record<string, string | string[]>) => asked(SECTIONS, answers).map(({ key }) => key)

test('earlier answers decide which questions are asked', () => {
  assert.deepEqual(keys({}), ['has'])
  assert.deepEqual(keys({ has: 'no' }), ['has', 'other'])
  assert.deepEqual(keys({ has: 'yes' }), ['has', 'where'])
  assert.deepEqual(keys({ has: 'yes', where: ['office'] }), ['has', 'where', 'why', 'days'])
  assert.deepEqual(keys({ has: 'yes', where: ['entrance'] }), ['has', 'where', 'days'])
})

test('an answer to a question no longer asked has no effect', () => {
  assert.deepEqual(keys({ has: 'no', where: ['office'], why: 'Robos' }), ['has', 'other'])
})

test('a blank is no answer', () => {
  assert.deepEqual([given('  '), given(undefined), given(['', 'a']), given('b')], [[], [], ['a'], ['b']])
  assert.deepEqual(keys({ has: 'yes', where: [''] }), ['has', 'where'])
})

test('progress counts the questions asked now', () => {
  assert.deepEqual(progressOf(SECTIONS, {}), { asked: 1, answered: 0, missing: ['has'] })
  assert.deepEqual(progressOf(SECTIONS, { has: 'yes', where: ['entrance'] }), {
    asked: 3,
    answered: 2,
    missing: ['days'],
  })
  assert.deepEqual(progressOf(SECTIONS, { has: 'no' }).missing, [])
})

test('answers are shown in words', () => {
  const [{ questions }] = SECTIONS as [Section]
  assert.deepEqual(answerWords(questions[0]!, 'yes'), ['Sí'])
  assert.deepEqual(answerWords(questions[1]!, ['office', 'entrance']), ['Oficinas', 'Entrada'])
  assert.deepEqual(answerWords(questions[2]!, 'Hubo robos'), ['Hubo robos'])
})

test('a choice has its options, yes or no has two, and a free answer has none', () => {
  const options = [{ value: 'a', label: 'A' }]
  const of = (type: (typeof QUESTION_TYPES)[number], own: typeof options | null = options) =>
    optionsOf({ key: 'k', type, label: '¿?', options: own })?.map(({ value }) => value)
  assert.deepEqual(of('choice'), ['a'])
  assert.deepEqual(of('choices'), ['a'])
  assert.deepEqual([of('choice', null), of('choices', null)], [[], []])
  assert.deepEqual(of('yes_no'), ['yes', 'no'])
  for (const type of ['text', 'long_text', 'number', 'date', 'email', 'file'] as const)
    assert.equal(of(type), undefined, type)
})

test('only choices and files take several answers', () => {
  assert.deepEqual(
    QUESTION_TYPES.filter((type) => isMany({ type })),
    ['choices', 'file'],
  )
})

test('several answers equal none of them alone, and no answer equals none', () => {
  const asks = (operator: 'is' | 'is_not' | 'includes', answers: Record<string, string | string[]>) =>
    asked(
      [
        {
          title: 'T',
          questions: [
            { key: 'a', type: 'choices', label: 'A' },
            { key: 'b', type: 'text', label: 'B', showIf: [{ question: 'a', operator, value: 'x' }] },
          ],
        },
      ],
      answers,
    ).length === 2
  assert.deepEqual(
    [['x'], ['x', 'y'], ['y'], []].map((a) => [
      asks('is', { a }),
      asks('is_not', { a }),
      asks('includes', { a }),
    ]),
    [
      [true, false, true],
      [false, false, true],
      [false, true, false],
      [false, false, false],
    ],
  )
})

test('a condition on a later or missing question never holds', () => {
  const sections: Section[] = [
    {
      title: 'T',
      questions: [
        { key: 'a', type: 'text', label: 'A', showIf: [{ question: 'b', operator: 'answered' }] },
        { key: 'b', type: 'text', label: 'B' },
        { key: 'c', type: 'text', label: 'C', showIf: [{ question: 'z', operator: 'is_not', value: '1' }] },
      ],
    },
  ]
  assert.deepEqual(
    asked(sections, { a: '1', b: '1', z: '2' }).map(({ key }) => key),
    ['b'],
  )
})
