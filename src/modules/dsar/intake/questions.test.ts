import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RIGHT_TYPES, type RightType } from '../rules.ts'
import { answerLabel, answerText, QUESTIONS } from './questions.ts'

/** What art. 11 d asks for, right by right (law sheet, part 3). */

const named = (right: RightType, name: string) => {
  const question = QUESTIONS[right].find((one) => one.name === name)
  assert.ok(question, `${right} asks for ${name}`)
  return question
}
const required = (right: RightType) =>
  QUESTIONS[right].filter(({ isOptional, kind, onlyWith }) => !isOptional && kind !== 'yes' && !onlyWith)

for (const [right, names] of [
  ['ACCESS', []],
  ['RECTIFICATION', ['datoEquivocado', 'datoCorrecto']],
  ['DELETION', ['subtype']],
  ['OPPOSITION', ['subtype']],
  ['PORTABILITY', ['portabilityFormat']],
  ['BLOCKING', ['subtypeDetail']],
  ['AUTO_DECISION', ['decision', 'pide']],
] as const satisfies readonly (readonly [RightType, readonly string[]])[]) {
  test(`a request of ${right} must say ${names.length > 0 ? names.join(' and ') : 'nothing but who asks'}`, () => {
    assert.deepEqual(
      required(right).map(({ name }) => name),
      names,
    )
  })
}

test('art. 7: the six causes of a deletion each name their own letter, and no other is offered', () => {
  const causes = named('DELETION', 'subtype').options!.map(({ value }) => value.slice(0, 'art. 7 a'.length))
  assert.deepEqual(
    causes,
    ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => `art. 7 ${letter}`),
  )
})

test('art. 8: an opposition names one of three letters, and only the first asks for a reason', () => {
  const { options } = named('OPPOSITION', 'subtype')
  assert.deepEqual(options!.map(({ value }) => value.slice(0, 'art. 8 a'.length)).toSorted(), [
    'art. 8 a',
    'art. 8 b',
    'art. 8 c',
  ])
  const reason = named('OPPOSITION', 'subtypeDetail')
  assert.match(reason.onlyWith!.value, /^art\. 8 a\b/)
  assert.equal(reason.onlyWith!.name, 'subtype')
  const marketing = options!.find(({ value }) => value.startsWith('art. 8 b'))
  assert.match(marketing!.hint!, /No hace falta dar razones/)
})

test('art. 8 ter: a block gives its reasons, and the folio that it accompanies is optional: it may stand alone', () => {
  assert.equal(named('BLOCKING', 'parentFolio').isOptional, true)
  assert.equal(named('BLOCKING', 'parentFolio').kind, 'folio')
  for (const right of RIGHT_TYPES)
    if (right !== 'BLOCKING')
      assert.ok(
        QUESTIONS[right].every(({ kind }) => kind !== 'folio'),
        right,
      )
})

test('art. 9: the organisation that gets the data directly is asked for only where that is wanted', () => {
  const { onlyWith } = named('PORTABILITY', 'portabilityTarget')
  assert.deepEqual(onlyWith, { name: 'portabilityDirectTransfer', value: 'true', as: 'transfer' })
  assert.equal(named('PORTABILITY', 'portabilityDirectTransfer').kind, 'yes')
})

test('art. 8 bis: explanation, a person, a review and not to be subject to it can each be asked for', () => {
  const { kind, options } = named('AUTO_DECISION', 'pide')
  assert.deepEqual(
    [kind, options!.map(({ value }) => value)],
    ['some', ['explicación', 'intervención humana', 'revisión', 'no quedar sujeto']],
  )
  assert.equal(named('AUTO_DECISION', 'puntoDeVista').isOptional, true)
})

test('what is asked only with another answer names a question of the same right and one of its answers', () => {
  for (const right of RIGHT_TYPES)
    for (const { name, onlyWith } of QUESTIONS[right]) {
      if (!onlyWith) continue
      const other = named(right, onlyWith.name)
      const answers = other.kind === 'yes' ? ['true'] : other.options!.map(({ value }) => value)
      assert.ok(answers.includes(onlyWith.value), `${right} ${name}`)
    }
})

test('each question of a right has a name of its own, and a choice has different answers', () => {
  for (const right of RIGHT_TYPES) {
    const names = QUESTIONS[right].map(({ name }) => name)
    assert.equal(new Set(names).size, names.length, right)
    for (const { name, kind, options = [] } of QUESTIONS[right]) {
      assert.equal(options.length > 1, kind === 'one' || kind === 'some', `${right} ${name}`)
      assert.equal(new Set(options.map(({ value }) => value)).size, options.length, `${right} ${name}`)
    }
  }
})

for (const [value, text] of [
  [true, 'Sí'],
  [false, 'No'],
  ['', ''],
  ['mis compras', 'mis compras'],
  [['explicación', 'revisión'], 'explicación; revisión'],
  [[], ''],
  [[true, 'a'], 'Sí; a'],
  [7, '7'],
  [{ sistema: 'CRM' }, '{"sistema":"CRM"}'],
  [null, ''],
  [['a', null], 'a; '],
] as const) {
  test(`an answer of ${JSON.stringify(value)} is shown as «${text}»`, () => {
    assert.equal(answerText(value), text)
  })
}

test('a key that programs sent is shown as they sent it, whatever objects inherit under that name', () => {
  assert.equal(answerLabel('queDatos'), 'Datos de que se trata')
  assert.equal(answerLabel('destinatarios'), 'Pide la identidad de cada destinatario')
  for (const key of ['sistema', 'constructor', 'toString', '__proto__', 'valueOf', 'hasOwnProperty', ''])
    assert.equal(answerLabel(key), key)
})
