import assert from 'node:assert/strict'
import { test } from 'node:test'
import { differencesIn, keptIn, wordDifferences } from './differences.ts'

const told = (before: string, after: string) =>
  wordDifferences(before, after).map(
    ({ kind, text }) => `${{ same: '=', added: '+', removed: '-' }[kind]}${text}`,
  )

test('added, removed and changed words are shown in reading order', () => {
  assert.deepEqual(told('a b c', 'a b c'), ['=a b c'])
  assert.deepEqual(told('dentro de 48 horas', 'dentro de 24 horas hábiles'), [
    '=dentro de',
    '-48',
    '+24',
    '=horas',
    '+hábiles',
  ])
  assert.deepEqual(told('', 'nuevo texto'), ['+nuevo texto'])
  assert.deepEqual(told('viejo', ''), ['-viejo'])
  assert.deepEqual(told('', ''), [])
})

test('a new line break is a change, repeated spaces are not', () => {
  assert.deepEqual(told('uno  dos', 'uno dos'), ['=uno dos'])
  assert.deepEqual(told('uno dos', 'uno\ndos'), ['=uno', '+\n', '=dos'])
})

test('common parts are found between a common beginning and end', () => {
  assert.deepEqual(keptIn(['a', 'x', 'b', 'c'], ['a', 'b', 'y', 'c']), [
    [0, 0],
    [2, 1],
    [3, 3],
  ])
  assert.deepEqual(keptIn(['a', 'a'], ['a']), [[0, 0]])
})

test('each text can be read back from the stretches', () => {
  const [was, is] = ['q w e r t y u i o p'.split(' '), 'q e w r y t u o i p z'.split(' ')]
  const stretches = differencesIn(was, is)
  const side = (left: 'added' | 'removed') =>
    stretches.filter(({ kind }) => kind !== left).flatMap(({ text }) => text.split(' '))
  assert.deepEqual(side('added'), was)
  assert.deepEqual(side('removed'), is)
})

test('two long texts without common parts are compared quickly', () => {
  const was = Array.from({ length: 20_000 }, (_, at) => `a${at}`)
  const is = Array.from({ length: 20_000 }, (_, at) => `b${at}`)
  assert.deepEqual(
    differencesIn(was, is).map(({ kind }) => kind),
    ['removed', 'added'],
  )
})
