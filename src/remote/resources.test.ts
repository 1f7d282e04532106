import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cell, RESOURCES, resourceWith } from './resources.ts'
import { tableOf } from './table.ts'

test('a cell is written for people: words for codes, Chilean dates, a dash for nothing', () => {
  const words = { draft: 'borrador', high: 'alto' }
  for (const [value, read] of [
    [null, '—'],
    [undefined, '—'],
    ['', '—'],
    ['draft', 'borrador'],
    ['otro', 'otro'],
    [0, '0'],
    [false, 'false'],
    ['2026-11-15', '15-11-2026'],
    // One in the morning UTC is the evening before in Chile.
    ['2026-11-16T01:00:00.000Z', '15-11-2026'],
    ['2026-11-16T03:00:00.000Z', '16-11-2026'],
    ['2026-11-16T03:00:00Z', '16-11-2026'],
    // A text that only begins like a date.
    ['2026-11-15 de prueba', '2026-11-15 de prueba'],
  ] as const)
    assert.equal(cell(value, words), read, String(value))
})

test('texts of others stay text: names of inherited properties, and characters that move the cursor', () => {
  for (const name of ['constructor', 'toString', 'hasOwnProperty', '__proto__'])
    assert.equal(cell(name, { draft: 'borrador' }), name)
  assert.equal(cell('\u001b[31mrojo\u001b[0m', {}), ' [31mrojo [0m')
  assert.equal(cell('dos\nlíneas\ty \u009bcsi\u007f', {}), 'dos líneas y  csi ')
})

test('every code that the API may answer in a column has a word', () => {
  const wordsOf = (resource: string, field: string) =>
    Object.keys(RESOURCES[resource]!.columns.find((column) => column.field === field)!.words).sort()
  // The closed lists of the contract, parts 2.2 to 2.9.
  for (const [resource, field, values] of [
    ['actividades', 'status', ['archived', 'draft', 'published']],
    ['actividades', 'riskLevel', ['high', 'low', 'medium']],
    [
      'solicitudes',
      'rightType',
      ['ACCESS', 'AUTO_DECISION', 'BLOCKING', 'DELETION', 'OPPOSITION', 'PORTABILITY', 'RECTIFICATION'],
    ],
    ['solicitudes', 'status', ['COMPLETED', 'EXTENDED', 'IN_PROGRESS', 'RECEIVED', 'REJECTED', 'VERIFYING']],
    ['brechas', 'status', ['contained', 'detected', 'investigating', 'notified', 'resolved']],
    ['encargados', 'dpaStatus', ['EXPIRED', 'NONE', 'PENDING', 'SIGNED']],
    ['contratos', 'status', ['DRAFT', 'EXPIRED', 'SENT', 'SIGNED', 'TERMINATED']],
    ['evaluaciones', 'status', ['approved', 'draft', 'in_review', 'rejected']],
  ] as const)
    assert.deepEqual(wordsOf(resource, field), values, `${resource}.${field}`)
})

test('a resource that cannot be listed, exported or imported is refused with those that can', () => {
  assert.equal(resourceWith('list', 'brechas').list, '/breaches')
  assert.equal(resourceWith('exported', 'departamentos').exported, '/governance/export/departments')
  assert.equal(resourceWith('target', 'solicitudes').target, 'requests')
  for (const [field, name, known] of [
    [
      'list',
      'departamentos',
      'actividades, solicitudes, brechas, encargados, contratos, evaluaciones, sistemas',
    ],
    ['exported', 'brechas', 'actividades, solicitudes, encargados, evaluaciones, sistemas, departamentos'],
    ['target', 'evaluaciones', 'actividades, solicitudes, encargados, sistemas, departamentos'],
    ['target', 'constructor', 'actividades, solicitudes, encargados, sistemas, departamentos'],
  ] as const)
    assert.throws(() => resourceWith(field, name), {
      message: `No se conoce «${name}» aquí. Use uno de: ${known}.`,
    })
})

test('columns are as wide as their widest cell, except the last one', () => {
  assert.deepEqual(
    tableOf(
      ['ID', 'NOMBRE', 'ESTADO'],
      [
        ['1', 'Remuneraciones', 'borrador'],
        ['12345', 'Visitas', '—'],
      ],
    ),
    ['ID     NOMBRE          ESTADO', '1      Remuneraciones  borrador', '12345  Visitas         —'],
  )
  assert.deepEqual(tableOf(['ID'], []), ['ID'])
})
