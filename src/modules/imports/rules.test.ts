import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Choices, Column, Mapped } from './rules.ts'
import { findHeadings, headingKey, proposeMapping } from './rules.ts'
import { confirmedHeadings } from './service.ts'

const COLUMNS: Column[] = [
  { field: 'name', heading: 'Actividad', english: 'Activity', also: ['Tratamiento', 'Nombre'], kind: 'text' },
  { field: 'purpose', heading: 'Finalidad', english: 'Purpose', also: ['Para qué se usan'], kind: 'text' },
  { field: 'retention', heading: 'Plazo de conservación', english: 'Retention period', kind: 'text' },
]

const told = (headings: string[], more: Parameters<typeof proposeMapping>[2] = {}) =>
  proposeMapping(headings, COLUMNS, more).map(({ field, by }) => [field, by])

test('headings are equal if they differ only in brackets, punctuation, case or accents', () => {
  for (const heading of [
    'Plazo de conservación',
    ' PLAZO DE CONSERVACION * ',
    'Plazo de conservación (años)',
    'plazo_de-conservación:',
  ])
    assert.equal(headingKey(heading), 'plazo de conservacion', heading)
  assert.equal(headingKey(' (años) * '), '')
  assert.notEqual(headingKey('Año'), headingKey('Años'))
})

const MEANT: [heading: string, field: string | null, by: string, confidence: number][] = [
  ['Actividad', 'name', 'exact', 1],
  ['activity', 'name', 'exact', 1],
  ['name', 'name', 'exact', 1],
  ['ID', 'id', 'exact', 1],
  ['Tratamiento', 'name', 'synonym', 0.9],
  ['para que se usan (obligatorio)', 'purpose', 'synonym', 0.9],
  ['Plazos de la conservación', 'retention', 'similar', 0.8],
  ['Plazo de conservación legal', 'retention', 'similar', 0.64],
  ['Nombres', 'name', 'similar', 0.8],
  ['Conservación y otras cosas más', null, 'nobody', 0],
  ['de la', null, 'nobody', 0],
  ['*', null, 'nobody', 0],
  ['', null, 'nobody', 0],
]

for (const [heading, field, by, confidence] of MEANT) {
  test(`«${heading}» is ${field ?? 'no field'} (${by})`, () => {
    assert.deepEqual(proposeMapping([heading], COLUMNS), [{ column: 0, heading, field, confidence, by }])
  })
}

test('a field goes to one column: the most certain one, or the first of equals', () => {
  assert.deepEqual(told(['Nombre', 'Actividad']), [
    [null, 'nobody'],
    ['name', 'exact'],
  ])
  assert.deepEqual(told(['Nombre', 'Tratamiento']), [
    ['name', 'synonym'],
    [null, 'nobody'],
  ])
})

test('the choice of a person comes before a remembered one, and that before the heading', () => {
  const remembered = { observaciones: 'purpose', actividad: null }
  assert.deepEqual(told(['Observaciones', 'Actividad', 'Finalidad'], { remembered }), [
    ['purpose', 'remembered'],
    [null, 'remembered'],
    [null, 'nobody'],
  ])
  assert.deepEqual(told(['Observaciones', 'Notas'], { remembered, chosen: { notas: 'purpose' } }), [
    [null, 'nobody'],
    ['purpose', 'chosen'],
  ])
  assert.deepEqual(told(['Observaciones'], { remembered, chosen: { observaciones: null } }), [
    [null, 'chosen'],
  ])
})

test('a remembered field that no longer exists is ignored', () => {
  assert.deepEqual(told(['Actividad'], { remembered: { actividad: 'olvidado' } }), [[null, 'remembered']])
})

test('a heading named like a property of every object is a heading', () => {
  assert.deepEqual(told(['constructor', '__proto__', 'toString']), [
    [null, 'nobody'],
    [null, 'nobody'],
    [null, 'nobody'],
  ])
})

test('columns that an export only shows are not imported, unless their heading is a field', () => {
  const shownOnly = ['Nivel de riesgo', 'Actividad', 'Tratamiento']
  assert.deepEqual(told(['Nivel de riesgo', 'Actividad', 'Tratamiento'], { shownOnly }), [
    [null, 'shown_only'],
    ['name', 'exact'],
    [null, 'shown_only'],
  ])
})

// ── the row of the headings ──

test('the headings are the row with the most known words, or the first of equals', () => {
  const title = ['Registro de actividades', '']
  const headings = ['Tratamiento', 'Finalidad', 'Otra']
  assert.equal(findHeadings([title, [], headings, ['Boletín', 'Ofertas']], COLUMNS), 2)
  assert.equal(findHeadings([headings, headings], COLUMNS), 0)
  assert.equal(findHeadings([['a'], ['b']], COLUMNS), 0)
  assert.equal(findHeadings([['Actividad'], headings], COLUMNS), 1)
})

test('headings are searched in the first fifteen rows', () => {
  const above = (count: number) => Array.from({ length: count }, () => ['Texto'])
  assert.equal(findHeadings([...above(14), ['Actividad']], COLUMNS), 14)
  assert.equal(findHeadings([...above(15), ['Actividad']], COLUMNS), 0)
})

test('headings that a person named are searched too', () => {
  const rows = [['Registro 2026'], ['Qué se hace', 'Por qué'], ['Finalidad', 'Cobrar']]
  const choices: Choices = { 'que se hace': 'name', 'por que': null }
  assert.equal(findHeadings(rows, COLUMNS), 2)
  assert.equal(findHeadings(rows, COLUMNS, choices), 1)
})

// ── remembered choices ──

test('a confirmation remembers the imported columns and those left out on purpose', () => {
  const mapped = (heading: string, field: string | null, by: Mapped['by']): Mapped => ({
    column: 0,
    heading,
    field,
    confidence: 1,
    by,
  })
  assert.deepEqual(
    confirmedHeadings([
      mapped('Actividad', 'name', 'exact'),
      mapped('Notas (internas)', 'purpose', 'similar'),
      mapped('Comentarios', null, 'chosen'),
      mapped('Vieja', null, 'remembered'),
      mapped('Rara', null, 'nobody'),
      mapped('Nivel de riesgo', null, 'shown_only'),
      mapped('***', 'retention', 'chosen'),
    ]),
    { actividad: 'name', notas: 'purpose', comentarios: null, vieja: null },
  )
})
