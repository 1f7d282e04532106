import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Asking, answered, askedOf, compiledFor, orderFor, secretOf } from './asking.ts'
import { BOUNDS, ConnectorFault, type Gathered } from './engine/bounds.ts'
import { Gathering } from './engine/gather.ts'
import { MADE_UP, RIGHTS, type Right } from './rules.ts'

const EVA = { name: 'Eva Díaz', email: "o'eva@correo.cl", rut: '12345678-5', folio: 'ARCO-2026-00042' }

function asking(
  change: { right?: Right; writes?: boolean; sql?: string; kind?: 'postgresql' | 'mysql' } = {},
) {
  const { right = 'ACCESS', writes = false, sql = 'select * from t where email = :email', kind } = change
  return {
    connector: {
      tenant_id: 't',
      kind: kind ?? 'postgresql',
      config: { host: 'db.cl', port: 5432, database: 'tienda', user: 'lector', tls: 'verify', writes },
      queries: { [right]: sql },
      secret_sealed: null,
    },
    systemName: 'Tienda',
    right,
    person: EVA,
    networks: ['10.0.0.0/8'],
  } satisfies Asking as Asking
}

// ── questions ──

test('values are bound apart from the query, whatever they contain', () => {
  const order = orderFor(asking({ sql: 'select :rut, :email, :rut' }), 'clave', 'read')
  assert.equal(order.text, 'select $1, $2, $1')
  assert.deepEqual(order.values, ['12345678-5', "o'eva@correo.cl"])
  const mysql = orderFor(asking({ sql: 'select :rut, :email, :rut', kind: 'mysql' }), 'clave', 'read')
  assert.deepEqual(mysql.values, ['12345678-5', "o'eva@correo.cl", '12345678-5'])
  assert.equal(mysql.text, 'select ?, ?, ?')
})

test('an order has the server, the bounds and the networks, and not whether it may write', () => {
  const { text: _text, values: _values, ...order } = orderFor(asking({ writes: true }), 'clave', 'explain')
  assert.deepEqual(order, {
    kind: 'postgresql',
    host: 'db.cl',
    port: 5432,
    database: 'tienda',
    user: 'lector',
    tls: 'verify',
    password: 'clave',
    mode: 'explain',
    bounds: { ms: 30_000, rows: 10_000, bytes: 10_485_760 },
    networks: ['10.0.0.0/8'],
    head: { system: 'Tienda', right: 'ACCESS' },
  })
})

const refused = (of: Asking, message: RegExp) =>
  assert.throws(
    () => compiledFor(of),
    (error) => error instanceof ConnectorFault && !error.again && message.test(error.message),
  )

test('without a query for this very right nothing is asked', () => {
  for (const right of RIGHTS.filter((one) => one !== 'ACCESS'))
    refused({ ...asking(), right }, /^El conector no tiene una consulta para este derecho\.$/)
  const endpoint = { ...asking().connector, kind: 'https' as const, config: { url: 'https://a.cl' } }
  refused({ ...asking(), connector: endpoint }, /no tiene una consulta/)
})

test('a person without the value that the query searches by is not searched for', () => {
  const person = { ...EVA, rut: null }
  refused({ ...asking({ sql: 'select :email, :rut' }), person }, /busca por RUT, y la solicitud no lo trae/)
  refused({ ...asking(), person: { ...EVA, email: '' } }, /busca por correo/)
  assert.deepEqual(compiledFor({ ...asking(), person }).parameters, ['email'])
})

test('the made-up person of a dry run has an impossible address and the RUT of no one', () => {
  assert.match(MADE_UP.email!, /\.invalid$/)
  assert.equal(MADE_UP.rut, '0-0')
  assert.ok(Object.values(MADE_UP).every(Boolean), 'so that no query lacks a value')
})

test('without a secret the password is empty', () => {
  assert.equal(secretOf({} as Parameters<typeof secretOf>[0], asking().connector), '')
})

// ── outcome ──

const came = (rows: number, more: Partial<Gathered> = {}): Gathered => ({
  columns: ['email'],
  count: rows,
  sample: [],
  cut: null,
  json: new Uint8Array([1, 2, 3]),
  ...more,
})

test('a complete copy is the answer, with its file', () => {
  const asked = askedOf(asking(), came(2), false)
  assert.deepEqual(asked, {
    outcome: 'found',
    notes: 'El conector encontró 2 filas.',
    article: null,
    rows: 2,
    bytes: 3,
    file: { name: 'Tienda.json', bytes: new Uint8Array([1, 2, 3]) },
    left: null,
    isCut: false,
  })
})

test('no rows mean nothing found, without a file', () => {
  for (const [right, mayWrite] of [
    ['ACCESS', false],
    ['DELETION', false],
    ['DELETION', true],
  ] as const) {
    const { outcome, notes, file, left } = askedOf(asking({ right }), came(0), mayWrite)
    assert.deepEqual(
      [outcome, notes, file, left],
      ['nothing_found', 'El conector buscó y no encontró nada.', null, null],
    )
  }
})

test('one row is singular, and thousands have their point', () => {
  assert.equal(askedOf(asking(), came(1), false).notes, 'El conector encontró 1 fila.')
  assert.equal(askedOf(asking(), came(12_000), false).notes, 'El conector encontró 12.000 filas.')
  assert.equal(askedOf(asking(), came(1), true).notes, 'El conector cambió 1 fila.')
})

for (const right of RIGHTS) {
  const isCopy = right === 'ACCESS' || right === 'PORTABILITY'
  test(`${right}: data that were only read ${isCopy ? 'answer it' : 'leave the work to a person'}`, () => {
    const { left } = askedOf(asking({ right }), came(3), false)
    if (isCopy) assert.equal(left, null)
    else assert.match(left!, /solo lee: encontró datos, y falta hacer lo que la persona pide/)
  })
}

test('a copy that was cut is not the answer, and says how far it goes', () => {
  for (const [cut, words] of [
    ['rows', /^Se cortó en 10\.000 filas: hay más, y falta completarlo a mano\.$/],
    ['bytes', /^Se cortó en 10 MB: hay más/],
  ] as const) {
    const { isCut, left } = askedOf(asking(), came(10_000, { cut }), false)
    assert.equal(isCut, true)
    assert.match(left!, words)
  }
})

test('a change of more rows than are listed is complete: nobody has to finish it', () => {
  const asked = askedOf(asking({ right: 'DELETION' }), came(12_000, { cut: 'rows' }), true)
  assert.deepEqual([asked.isCut, asked.left, asked.outcome], [false, null, 'found'])
  assert.equal(
    asked.notes,
    'El conector cambió 12.000 filas; el archivo lista solo las primeras 10.000.',
    'MariaDB counts them all',
  )
  const unknown = askedOf(asking({ right: 'DELETION' }), came(10_000, { cut: 'rows' }), true)
  assert.equal(
    unknown.notes,
    'El conector cambió más de 10.000 filas; el archivo lista solo las primeras 10.000.',
    'PostgreSQL tells of one page',
  )
  assert.equal(
    askedOf(asking({ right: 'DELETION' }), came(10_000), true).notes,
    'El conector cambió 10.000 filas.',
  )
})

test('a change that returns no rows has no file', () => {
  assert.equal(askedOf(asking({ right: 'DELETION' }), came(4, { columns: [] }), true).file, null)
})

// ── answers of an endpoint ──

const said = { outcome: 'found', notes: null, article: null, rows: null } as const

test('the rows of an answer become a file with the columns of all of them', () => {
  const rows = [{ pedido: 1 }, { pedido: 2, total: 19_990 }]
  const { file, rows: count, bytes } = answered(asking(), { ...said, rows }, 77)
  assert.deepEqual([file!.name, count, bytes], ['Tienda.json', 2, 77])
  assert.deepEqual(JSON.parse(Buffer.from(file!.bytes).toString()), {
    system: 'Tienda',
    right: 'ACCESS',
    columns: ['pedido', 'total'],
    rows,
  })
})

test('an answer without rows has no file', () => {
  assert.deepEqual([answered(asking(), said, 1).file, answered(asking(), said, 1).rows], [null, null])
  const none = answered(asking(), { ...said, outcome: 'nothing_found', rows: [] }, 1)
  assert.deepEqual([none.file, none.rows, none.outcome], [null, 0, 'nothing_found'])
})

test('data that are kept come with their article', () => {
  const kept = {
    outcome: 'kept',
    notes: 'Boletas',
    article: 'art. 200 Código Tributario',
    rows: null,
  } as const
  const { outcome, notes, article, left } = answered(asking({ right: 'DELETION' }), kept, 1)
  assert.deepEqual([outcome, notes, article, left], ['kept', 'Boletas', 'art. 200 Código Tributario', null])
})

// ── gathering ──

const gathered = (rows: unknown[][], bounds: Partial<typeof BOUNDS> = {}, changed?: number) => {
  const gathering = new Gathering({ ...BOUNDS, ...bounds })
  const kept = rows.map((row) => gathering.add(row))
  return { kept, ...gathering.result(['a', 'b'], { system: 'Ñandú', right: 'ACCESS' }, changed) }
}
const fileOf = ({ json }: Gathered) => JSON.parse(Buffer.from(json).toString())

test('rows become one file, in order', () => {
  const rows = [
    [1, 'ñ "x"'],
    [null, { c: [true] }],
  ]
  const result = gathered(rows)
  assert.deepEqual(fileOf(result), { system: 'Ñandú', right: 'ACCESS', columns: ['a', 'b'], rows })
  assert.deepEqual([result.count, result.cut, result.kept], [2, null, [true, true]])
  assert.deepEqual(fileOf(gathered([])).rows, [])
})

test('the last row that fits is kept, and all later ones are dropped', () => {
  const { kept, count, cut } = gathered([[1], [2], [3], [4]], { rows: 2 })
  assert.deepEqual([kept, count, cut], [[true, true, false, false], 2, 'rows'])
  assert.deepEqual(gathered([[1], [2]], { rows: 2 }).cut, null)
})

test('bytes are counted as written, and no small row gets in after a large one that did not fit', () => {
  // `["ñ"]` and its comma are seven bytes.
  assert.deepEqual(gathered([['ñ']], { bytes: 7 }).cut, null)
  assert.deepEqual(gathered([['ñ']], { bytes: 6 }).cut, 'bytes')
  const { kept, count } = gathered([['a'], ['b'.repeat(50)], ['c']], { bytes: 20 })
  assert.deepEqual([kept, count], [[true, false, false], 1])
})

test('the number of changed rows counts if it exceeds the rows shown', () => {
  assert.equal(gathered([], {}, 7).count, 7)
  assert.equal(gathered([[1], [2]], {}, 1).count, 2)
})

test('a sample shows five rows, and two hundred characters of a text', () => {
  const { sample } = gathered([
    [{ nota: 'x'.repeat(300) }, 'y'.repeat(200), 5, null, 'z'.repeat(201)],
    [1],
    [2],
    [3],
    [4],
    [5],
  ])
  assert.equal(sample.length, 5)
  const [object, whole, figure, nothing, long] = sample[0]!
  assert.deepEqual([(object as string).length, whole, figure, nothing], [201, 'y'.repeat(200), 5, null])
  assert.equal(long, `${'z'.repeat(200)}…`)
})
