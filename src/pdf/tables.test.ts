import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Block, dataTable } from './document.ts'

const COLUMNS = [
  { label: 'Actividad', width: '*' },
  { label: 'Estado', width: 60 },
] as const

/** Whether a row may continue on the next page: one that may not, and does not fit, is lost. */
function mayBreak(cell: string | Block): boolean {
  const table = dataTable(COLUMNS, [
    ['Corta', 'Sí'],
    [cell, 'No'],
  ])
  assert.ok('table' in table)
  return table.table.dontBreakRows === false
}

const LONG = 'una finalidad larga '.repeat(100)

test('a row that may not fit on a page continues on the next one, whatever its cells consist of', () => {
  assert.equal(mayBreak('Boletín'), false)
  assert.equal(mayBreak(LONG), true)
  assert.equal(mayBreak({ text: LONG }), true)
  assert.equal(mayBreak({ text: [{ text: 'Boletín: ', bold: true }, { text: LONG }] }), true)
  assert.equal(mayBreak({ stack: [{ text: 'Boletín', bold: true }, { text: LONG }] }), true)
  assert.equal(mayBreak({ stack: [{ stack: [{ text: LONG }] }] }), true)
})

test('the lines of a stack are added up', () => {
  const lines = (count: number): Block[] => Array.from({ length: count }, () => ({ text: 'una línea' }))
  assert.equal(mayBreak({ stack: lines(50) }), false)
  assert.equal(mayBreak({ stack: lines(51) }), true)
})

test('an empty cell shows a dash, and the head has a label per column', () => {
  const table = dataTable(COLUMNS, [['', 'Sí']])
  assert.ok('table' in table)
  const words = table.table.body.map((row) => row.map((cell) => 'text' in cell && cell.text))
  assert.deepEqual(words, [
    ['Actividad', 'Estado'],
    ['—', 'Sí'],
  ])
  assert.equal(table.table.headerRows, 1)
})
