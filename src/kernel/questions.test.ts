import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerWords, asked, given, progressOf, type Section } from './questions.ts'

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

test('what is asked follows from what was answered before', () => {
  assert.deepEqual(keys({}), ['has'])
  assert.deepEqual(keys({ has: 'no' }), ['has', 'other'])
  assert.deepEqual(keys({ has: 'yes' }), ['has', 'where'])
  assert.deepEqual(keys({ has: 'yes', where: ['office'] }), ['has', 'where', 'why', 'days'])
  assert.deepEqual(keys({ has: 'yes', where: ['entrance'] }), ['has', 'where', 'days'])
})

test('an answer to what is no longer asked decides nothing', () => {
  assert.deepEqual(keys({ has: 'no', where: ['office'], why: 'Robos' }), ['has', 'other'])
})

test('blank is no answer', () => {
  assert.deepEqual([given('  '), given(undefined), given(['', 'a']), given('b')], [[], [], ['a'], ['b']])
  assert.deepEqual(keys({ has: 'yes', where: [''] }), ['has', 'where'])
})

test('how far somebody is counts what they are asked now', () => {
  assert.deepEqual(progressOf(SECTIONS, {}), { asked: 1, answered: 0, missing: ['has'] })
  assert.deepEqual(progressOf(SECTIONS, { has: 'yes', where: ['entrance'] }), {
    asked: 3,
    answered: 2,
    missing: ['days'],
  })
  assert.deepEqual(progressOf(SECTIONS, { has: 'no' }).missing, [])
})

test('an answer in words', () => {
  const [{ questions }] = SECTIONS as [Section]
  assert.deepEqual(answerWords(questions[0]!, 'yes'), ['Sí'])
  assert.deepEqual(answerWords(questions[1]!, ['office', 'entrance']), ['Oficinas', 'Entrada'])
  assert.deepEqual(answerWords(questions[2]!, 'Hubo robos'), ['Hubo robos'])
})
