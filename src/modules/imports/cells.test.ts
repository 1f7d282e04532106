import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCell, tidy } from './cells.ts'
import type { Column } from './rules.ts'

const CHOICES = [
  { value: 'CRM', label: 'Gestión de clientes', also: ['Clientes'] },
  { value: 'rut', label: 'RUT' },
  { value: 'other', label: 'Nombre, apellido y otros' },
]
const column = (kind: Column['kind'], more: Partial<Column> = {}): Column => ({
  field: 'x',
  heading: 'Columna',
  english: 'Column',
  kind,
  ...(['one', 'many'].includes(kind) && { choices: CHOICES }),
  ...more,
})

const SAID: [what: string, column: Column, text: string, value: unknown][] = [
  ['a blank says nothing', column('text'), '', null],
  ['spaces say nothing', column('flag'), ' \t\u00a0', null],
  ['a text without its edges', column('text'), '  Boletín  mensual ', 'Boletín  mensual'],
  ['line ends as one', column('text'), 'a\r\nb\rc', 'a\nb\nc'],
  ['composed letters', column('name'), 'Nu\u0301n\u0303ez', 'Núñez'],
  ['yes with an accent', column('flag'), 'SÍ', true],
  ['yes by a mark', column('flag'), 'X', true],
  ['yes in English', column('flag'), 'True', true],
  ['yes as a spreadsheet says it', column('flag'), 'VERDADERO', true],
  ['no by a line', column('flag'), '-', false],
  ['no by a figure', column('flag'), '0', false],
  ['no as a spreadsheet says it', column('flag'), 'Falso', false],
  ['the day first', column('day'), '03-04-2026', '2026-04-03'],
  ['slashes and one digit', column('day'), '3/4/2026', '2026-04-03'],
  ['dots and two digits of the year', column('day'), '31.12.26', '2026-12-31'],
  ['the year first', column('day'), '2026/4/3', '2026-04-03'],
  ['a time behind the day is left out', column('day'), '2026-04-03 23:59', '2026-04-03'],
  ['a wire instant by its own day', column('day'), '2026-04-03T23:59:00Z', '2026-04-03'],
  ['a time behind a day as written', column('day'), '03-04-2026 09:30', '2026-04-03'],
  ['a leap day', column('day'), '29-02-2028', '2028-02-29'],
  ['the number of a day', column('day'), '46387', '2026-12-31'],
  ['a choice by its value', column('one'), 'CRM', 'CRM'],
  ['a choice by its label, without accents', column('one'), 'gestion  DE clientes', 'CRM'],
  ['a choice by another word', column('one'), 'clientes', 'CRM'],
  ['another text where the list is open', column('one', { open: true }), 'Hecho en casa', 'Hecho en casa'],
  ['several by semicolons', column('many'), 'RUT; clientes ;', ['rut', 'CRM']],
  ['several by line ends', column('many'), 'RUT\n\nclientes', ['rut', 'CRM']],
  ['several by commas', column('many'), 'RUT, clientes', ['rut', 'CRM']],
  ['a label with commas is one', column('many'), 'nombre, apellido y otros', ['other']],
  ['a label with commas beside another', column('many'), 'Nombre, apellido y otros; RUT', ['other', 'rut']],
  [
    'an open list splits at commas beside a word it knows',
    column('many', { open: true }),
    'RUT, huella',
    ['rut', 'huella'],
  ],
  [
    'an open list keeps a text with commas',
    column('many', { open: true }),
    'Uno, dos y tres',
    ['Uno, dos y tres'],
  ],
  ['only separators are an empty list', column('many'), ';;', []],
]

for (const [what, of, text, value] of SAID) {
  test(`a cell is read: ${what}`, () => assert.deepEqual(readCell(of, text), { value }))
}

const FAULTS: [what: string, column: Column, text: string, fault: RegExp][] = [
  ['a flag', column('flag'), 'quizás', /^«Columna» dice «quizás»\. Escriba «Sí» o «No»\.$/],
  ['no day of the calendar', column('day'), '30-02-2026', /«30-02-2026», que no es una fecha/],
  ['no leap year', column('day'), '29-02-2027', /no es una fecha/],
  ['the month first', column('day'), '12-31-2026', /Escríbala así: 31-12-2026/],
  ['words', column('day'), 'mañana', /no es una fecha/],
  ['a day without its year', column('day'), '31-12', /no es una fecha/],
  ['four figures are no day', column('day'), '2026', /no es una fecha/],
  ['six figures are no day', column('day'), '463871', /no es una fecha/],
  ['text behind a day', column('day'), '31-12-2026x', /no es una fecha/],
  ['none of the list', column('one'), 'ERP', /«ERP», que no es uno de: Gestión de clientes, RUT, Nombre/],
  ['one of several', column('many'), 'RUT; ERP', /dice «ERP», que no es uno de/],
  ['two by commas: the first is quoted', column('many'), 'ERP, SAP', /dice «ERP», que no es uno de/],
  ['one of several by commas', column('many'), 'RUT, ERP', /dice «ERP», que no es uno de/],
]

for (const [what, of, text, fault] of FAULTS) {
  test(`an unreadable cell is a fault: ${what}`, () => {
    const said = readCell(of, text)
    assert.ok('fault' in said)
    assert.match(said.fault, fault)
  })
}

test('a fault quotes up to eighty characters of a cell and does not split an emoji', () => {
  const quoted = (text: string) => {
    const said = readCell(column('flag'), text)
    assert.ok('fault' in said && said.fault.isWellFormed())
    return /«([^»]*)»\. Escriba/.exec(said.fault)![1]
  }
  assert.equal(quoted('x'.repeat(80)), 'x'.repeat(80))
  assert.equal(quoted('x'.repeat(81)), `${'x'.repeat(80)}…`)
  quoted(`${'x'.repeat(79)}🦤🦤`)
})

test('changes that a spreadsheet makes by itself are not changes', () => {
  assert.equal(tidy(' Nu\u0301n\u0303ez\r\nx '), tidy('Núñez\nx'))
  assert.notEqual(tidy('a b'), tidy('a  b'))
})
