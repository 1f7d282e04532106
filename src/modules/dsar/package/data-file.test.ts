import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BY, NAME_ALONE, ON_THE_DAY, requestRow, taskRow } from '#test/kit/dsar-rows.ts'
import { type Set as DataSet, dataText } from './data-file.ts'
import type { Told } from './index-document.ts'
import type { Rows } from './rules.ts'

/** The structured copy that goes with an answer (art. 9), as programs read it. */

const TOLD: Told = {
  request: requestRow({ subject_rut: '12345678-5', description: 'Mis datos, por favor' }),
  by: BY,
  on: ON_THE_DAY,
  at: new Date('2026-12-20T15:00:00Z'),
  note: null,
  tasks: [],
  activities: [],
  redactions: [],
  contents: [],
}

const set = (system: string, path: string) => ({ system, path, covered: new Set() }) as unknown as DataSet

async function textOf(told: Partial<Told> = {}, sets: readonly [DataSet, Rows][] = []): Promise<string> {
  const parts: string[] = []
  const rowsOf = new Map(sets)
  const all = dataText(
    { ...TOLD, ...told },
    sets.map(([one]) => one),
    async (one) => rowsOf.get(one)!,
  )
  for await (const part of all) parts.push(part)
  return parts.join('')
}
const read = async (...args: Parameters<typeof textOf>) => JSON.parse(await textOf(...args))
const rows = (columns: string[], ...cells: unknown[][]): Rows => ({ system: null, columns, rows: cells })

test('without rows the file is complete JSON with an empty list', async () => {
  const data = await read()
  assert.deepEqual(data.conjuntos, [])
  assert.deepEqual(
    [data.schemaVersion, data.folio, data.derecho, data.preparado, data.mensaje],
    [1, 'ARCO-2026-04217', 'ACCESS', '2026-12-20T15:00:00.000Z', null],
  )
})

test('the file gives the answering entity and the asker, with RUTs as people read them', async () => {
  const { responsable, solicitud } = await read()
  assert.deepEqual(responsable, {
    nombre: 'Tienda Sur SpA',
    rut: '76.543.210-3',
    contacto: 'dpo@tiendasur.cl',
  })
  assert.deepEqual(solicitud, {
    nombre: 'María Pérez',
    correo: 'maria@correo.cl',
    rut: '12.345.678-5',
    telefono: null,
    texto: 'Mis datos, por favor',
    recibida: '2026-12-01T15:00:00.000Z',
  })
  assert.deepEqual((await read({ by: NAME_ALONE })).responsable, {
    nombre: 'Sin Delegado SpA',
    rut: null,
    contacto: null,
  })
})

test('each set keeps its system, its table and its rows, in order and with types', async () => {
  const { conjuntos } = await read({}, [
    [set('CRM', 'datos/01-crm.csv'), rows(['id', 'nombre', 'activo'], [7, 'María', true], [8, null, false])],
    [set('Boletín', 'datos/02-boletin.csv'), rows(['correo'])],
  ])
  assert.deepEqual(conjuntos, [
    {
      sistema: 'CRM',
      tabla: 'datos/01-crm.csv',
      columnas: ['id', 'nombre', 'activo'],
      filas: [
        { id: 7, nombre: 'María', activo: true },
        { id: 8, nombre: null, activo: false },
      ],
    },
    { sistema: 'Boletín', tabla: 'datos/02-boletin.csv', columnas: ['correo'], filas: [] },
  ])
})

test('short rows are filled with null, and JSON signs in a text stay text', async () => {
  const odd = 'a"b\\c\n{"x":[1]}\u2028'
  const { conjuntos } = await read({}, [[set('S', 't'), rows(['a', 'b'], [odd], [odd, odd])]])
  assert.deepEqual(conjuntos[0].filas, [
    { a: odd, b: null },
    { a: odd, b: odd },
  ])
})

for (const [columns, names] of [
  [
    ['a', 'b'],
    ['a', 'b'],
  ],
  [
    ['a', 'a'],
    ['a', 'a (2)'],
  ],
  [
    ['a', 'a', 'a'],
    ['a', 'a (2)', 'a (3)'],
  ],
  [
    ['a', 'A'],
    ['a', 'A'],
  ],
  [
    ['a', 'a', 'a (2)'],
    ['a', 'a (3)', 'a (2)'],
  ],
  [
    ['a (2)', 'a', 'a'],
    ['a (2)', 'a', 'a (3)'],
  ],
  [
    ['__proto__', 'constructor'],
    ['__proto__', 'constructor'],
  ],
] as const) {
  test(`columns ${columns.join(', ')} become ${names.join(', ')}: no value overwrites another`, async () => {
    const cells = columns.map((_, at) => `valor ${at}`)
    const { conjuntos } = await read({}, [[set('S', 't'), rows([...columns], cells)]])
    assert.deepEqual(conjuntos[0].columnas, names)
    assert.deepEqual(
      Object.entries(conjuntos[0].filas[0]),
      names.map((name, at) => [name, cells[at]]),
    )
  })
}

test('a large set comes in pieces that add up to the whole', async () => {
  const many = Array.from({ length: 3000 }, (_, at) => [at, 'x'.repeat(60)])
  const parts: string[] = []
  for await (const part of dataText(TOLD, [set('S', 't')], async () => rows(['n', 'texto'], ...many)))
    parts.push(part)
  assert.ok(parts.length > 3, 'never all of it in one piece')
  assert.ok(parts.every((part) => part.length < 200_000))
  const { conjuntos } = JSON.parse(parts.join(''))
  assert.deepEqual([conjuntos[0].filas.length, conjuntos[0].filas[2999].n], [3000, 2999])
})

test('only one set is in memory at a time', async () => {
  const asked: string[] = []
  const sets = [set('A', 'a'), set('B', 'b')]
  const all = dataText(TOLD, sets, async ({ system }) => {
    asked.push(system)
    return rows(['x'], [1])
  })
  assert.deepEqual(asked, [])
  await all.next()
  await all.next()
  assert.deepEqual(asked, ['A'], 'the second one is read once the first is written')
})

test('searches, purposes, covered fields and files have names that people understand', async () => {
  const data = await read({
    note: 'Léalo con calma',
    tasks: [
      taskRow({
        status: 'done',
        outcome: 'nothing_found',
        done_at: new Date('2026-12-10T12:00:00Z'),
        processor_name: 'Nube SpA',
      }),
      taskRow({ status: 'sent' }),
    ],
    activities: [
      {
        name: 'Ventas',
        lines: [
          ['Para qué', 'Vender'],
          ['Fuera de Chile', null],
        ],
      },
    ],
    redactions: [
      {
        fileId: null,
        field: 'vendedor',
        replacementFileId: null,
        what: 'Nombre de otra clienta',
        reason: 'Es de otra persona (art. 5)',
        by: 'id',
        byName: 'Ana Rojas',
        at: '2026-12-19T12:00:00.000Z',
        where: 'Todos los datos, columna «vendedor»',
      },
    ],
    contents: [{ name: 'datos/01-crm.csv', kind: 'table', from: 'CRM', size: 12, sha256: 'ab' }],
  })
  assert.equal(data.mensaje, 'Léalo con calma')
  assert.deepEqual(data.busquedas, [
    {
      sistema: 'CRM de ventas',
      encargado: 'Nube SpA',
      resultado: 'No hay datos suyos',
      fecha: '2026-12-10T12:00:00.000Z',
    },
    { sistema: 'CRM de ventas', encargado: null, resultado: 'Sin respuesta todavía', fecha: null },
  ])
  assert.deepEqual(data.actividades, [{ nombre: 'Ventas', 'Para qué': 'Vender', 'Fuera de Chile': null }])
  assert.deepEqual(data.cubierto, [
    {
      que: 'Nombre de otra clienta',
      donde: 'Todos los datos, columna «vendedor»',
      porQue: 'Es de otra persona (art. 5)',
      quien: 'Ana Rojas',
      cuando: '2026-12-19T12:00:00.000Z',
    },
  ])
  assert.deepEqual(data.archivos, [{ archivo: 'datos/01-crm.csv', sistema: 'CRM', bytes: 12, sha256: 'ab' }])
})
