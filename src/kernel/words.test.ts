import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasWords, wordsIn } from './words.ts'

test('words are folded, without dots and dashes, and fillers count only when alone', () => {
  assert.deepEqual(wordsIn('Gestión de  CLIENTES'), ['gestion', 'clientes'])
  assert.deepEqual(wordsIn('12.345.678-5'), ['123456785'])
  assert.deepEqual(wordsIn('ana@tiendasur.cl\tana@tiendasur.cl'), ['anatiendasurcl'])
  assert.deepEqual(wordsIn('de la'), ['de', 'la'])
  assert.deepEqual(wordsIn(' %_\\ «» '), [])
})

test('only the first six words count, and the first forty letters of a long one', () => {
  assert.equal(wordsIn('uno dos tres cuatro cinco seis siete ocho').length, 6)
  assert.deepEqual(wordsIn('x'.repeat(200)), ['x'.repeat(40)])
})

test('a text matches words by their beginnings, whole or in parts', () => {
  assert.ok(hasWords('Respaldo e-mail (ARCO-2026-00012)', ['resp', 'mail', '00012', 'arco2026']))
  assert.ok(!hasWords('Respaldo', ['aldo']))
  assert.ok(!hasWords('Respaldo', ['respaldo', 'otro']))
})

test('one meaningful word is enough to drop the fillers', () => {
  assert.deepEqual(wordsIn('el registro de la'), ['registro'])
  assert.deepEqual(wordsIn('Ñuñoa NIÑO'), ['nunoa', 'nino'])
})

test('a repeated word counts once, which leaves room for another', () => {
  assert.deepEqual(wordsIn('uno UNO úno dos tres cuatro cinco seis siete'), [
    'uno',
    'dos',
    'tres',
    'cuatro',
    'cinco',
    'seis',
  ])
})
