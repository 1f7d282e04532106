import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clauseDifferences, clausesOf } from './clauses.ts'

const BEFORE =
  '<h1>Contrato</h1><p>Entre A y B.</p><h2>Primero. Objeto</h2><p>Guardar datos.</p><ul><li>uno</li><li>dos</li></ul><h2>Segundo. Plazo</h2><p>Un año.</p>'

test('headings part a text into clauses, with one line for each paragraph and item', () => {
  assert.deepEqual(clausesOf(`<p>Antes</p>${BEFORE}`), [
    { title: '', text: 'Antes' },
    { title: 'Contrato', text: 'Entre A y B.' },
    { title: 'Primero. Objeto', text: 'Guardar datos.\nuno\ndos' },
    { title: 'Segundo. Plazo', text: 'Un año.' },
  ])
  assert.deepEqual(clausesOf(''), [])
  assert.deepEqual(clausesOf('solo texto'), [{ title: '', text: 'solo texto' }])
})

const kinds = (after: string) =>
  clauseDifferences(BEFORE, after).map(({ title, difference }) => `${difference}: ${title}`)

test('a clause is unchanged, changed, added or removed', () => {
  assert.deepEqual(kinds(BEFORE), [
    'unchanged: Contrato',
    'unchanged: Primero. Objeto',
    'unchanged: Segundo. Plazo',
  ])
  assert.deepEqual(kinds(BEFORE.replace('Un año', 'Dos años')).at(-1), 'changed: Segundo. Plazo')
  assert.deepEqual(kinds(`${BEFORE}<h2>Tercero. Precio</h2><p>Nada.</p>`).at(-1), 'added: Tercero. Precio')
  assert.deepEqual(kinds(BEFORE.replace(/<h2>Primero.*?<\/ul>/, '')), [
    'unchanged: Contrato',
    'removed: Primero. Objeto',
    'unchanged: Segundo. Plazo',
  ])
})

test('a clause under another heading is the same clause', () => {
  const [, second] = clauseDifferences(BEFORE, BEFORE.replace('Primero. Objeto', 'Primero. Materia'))
  assert.deepEqual(second, {
    title: 'Primero. Materia',
    difference: 'changed',
    stretches: [
      { kind: 'same', text: 'Primero.' },
      { kind: 'removed', text: 'Objeto' },
      { kind: 'added', text: 'Materia' },
      { kind: 'same', text: '\n Guardar datos. \n uno \n dos' },
    ],
  })
})
