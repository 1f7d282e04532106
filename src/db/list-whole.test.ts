import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#kernel/failure.ts'
import type { List, ListQuery, Page } from '#kernel/paging.ts'
import { createVault } from '#kernel/secrets.ts'
import type { ReadCtx } from './context.ts'
import { listWhole } from './list-whole.ts'

const vault = createVault('x'.repeat(64))
const ctxOf = (tenantId: string) => ({ tenantId, tools: { vault } }) as unknown as ReadCtx
const ctx = ctxOf('tenant-a')

const LIST: List<'createdAt' | 'name'> = {
  name: 'widgets',
  sorts: { createdAt: 'created_at', name: 'name' },
  first: '-createdAt',
  changed: 'updated_at',
  id: 'id',
  search: { columns: ['name', 'note'] },
}

interface Row {
  id: string
  name: string
  note: string | null
  created_at: Date
  updated_at: Date
}

const at = (day: number) => new Date(Date.UTC(2026, 10, day, 12))
const row = (id: string, name: string, day: number, note: string | null = null): Row => ({
  id,
  name,
  note,
  created_at: at(day),
  updated_at: at(day + 1),
})
const ROWS = [
  row('1', 'Órdenes', 1, 'para clientes'),
  row('2', 'avisos', 3),
  row('3', 'Boletín', 2, 'Clientes nuevos'),
  row('4', 'Ñandú', 2),
]
const many = (count: number) =>
  Array.from({ length: count }, (_, n) => row(String(n).padStart(3, '0'), `Fila ${n}`, 1))

const ids = (query: ListQuery, rows: readonly Row[] = ROWS) =>
  listWhole(ctx, LIST, rows, query).rows.map(({ id }) => id)

test('a short list comes whole, newest first, and at equal times the higher id first', () => {
  const { rows, pagination, nextCursor } = listWhole(ctx, LIST, ROWS, {})
  assert.deepEqual(
    rows.map(({ id }) => id),
    ['2', '4', '3', '1'],
  )
  assert.deepEqual(pagination, { page: 1, limit: 20, total: 4, totalPages: 1 })
  assert.equal(nextCursor, undefined)
  assert.deepEqual(
    ROWS.map(({ id }) => id),
    ['1', '2', '3', '4'],
  )
})

test('a whole list of twenty-one rows is numbered as one page', () => {
  const { rows, pagination, nextCursor } = listWhole(ctx, LIST, many(21), {})
  assert.equal(rows.length, 21)
  assert.deepEqual(pagination, { page: 1, limit: 21, total: 21, totalPages: 1 })
  assert.equal(nextCursor, undefined)
  assert.deepEqual(listWhole(ctx, LIST, [], {}).pagination, { page: 1, limit: 20, total: 0, totalPages: 0 })
})

test('names are sorted in alphabetical order for people, both ways', () => {
  assert.deepEqual(ids({ sort: 'name' }), ['2', '3', '4', '1'])
  assert.deepEqual(ids({ sort: '-name' }), ['1', '4', '3', '2'])
  assert.deepEqual(ids({ sort: 'createdAt' }), ['1', '3', '4', '2'])
})

test('pages are chosen by number, also at the bounds', () => {
  for (const [query, shown, page] of [
    [{ page: 1, limit: 3 }, ['2', '4', '3'], { page: 1, limit: 3, total: 4, totalPages: 2 }],
    [{ page: 2, limit: 3 }, ['1'], { page: 2, limit: 3, total: 4, totalPages: 2 }],
    // Past the end: empty, with true totals.
    [{ page: 3, limit: 3 }, [], { page: 3, limit: 3, total: 4, totalPages: 2 }],
    [{ limit: 4 }, ['2', '4', '3', '1'], { page: 1, limit: 4, total: 4, totalPages: 1 }],
    [{ page: 4, limit: 1 }, ['1'], { page: 4, limit: 1, total: 4, totalPages: 4 }],
  ] as const) {
    const found = listWhole(ctx, LIST, ROWS, query)
    assert.deepEqual([found.rows.map(({ id }) => id), found.pagination], [shown, page])
    assert.equal(found.nextCursor !== undefined, page.page < page.totalPages, JSON.stringify(query))
  }
})

test('a search finds words by their beginning in any column, all of them, in any case and accent', () => {
  for (const [q, found] of [
    ['clientes', ['3', '1']],
    ['CLIEN nuev', ['3']],
    ['boletin', ['3']],
    ['nandu', ['4']],
    ['ordenes clientes', ['1']],
    ['lientes', []],
    ['clientes avisos', []],
    ['  ', ['2', '4', '3', '1']],
    // No words, only signs: nothing matches.
    ['%', []],
  ] as const)
    assert.deepEqual(ids({ q }), found, q)
})

test('updatedSince includes the instant itself, whatever its offset', () => {
  assert.deepEqual(ids({ updatedSince: at(3).toISOString() }), ['2', '4', '3'])
  assert.deepEqual(ids({ updatedSince: '2026-11-03T09:00:00-03:00' }), ['2', '4', '3'])
  assert.deepEqual(ids({ updatedSince: '2026-11-03T12:00:00.001Z' }), ['2'])
  assert.deepEqual(ids({ updatedSince: '2027-01-01T00:00:00Z' }), [])
})

/** Every page of a walk by cursor. */
function walk(query: ListQuery, rows: Row[], between: (page: number) => void = () => {}) {
  const pages: string[][] = []
  const numbers: unknown[] = []
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const found: Page<Row> = listWhole(ctx, LIST, rows, { ...query, cursor })
    pages.push(found.rows.map(({ id }) => id))
    numbers.push([found.pagination.page, found.pagination.total])
    cursor = found.nextCursor
    between(pages.length)
  }
  return { pages, numbers }
}

test('a walk shows each row once, twenty at a time by default', () => {
  const rows = many(45)
  const { pages, numbers } = walk({}, rows)
  assert.deepEqual(
    pages.map((page) => page.length),
    [20, 20, 5],
  )
  assert.equal(new Set(pages.flat()).size, 45)
  assert.deepEqual(numbers, [
    [1, 45],
    [2, 45],
    [3, 45],
  ])
  assert.deepEqual(walk({ limit: 2, sort: 'name' }, [...ROWS]).pages, [
    ['2', '3'],
    ['4', '1'],
  ])
})

test('cursor pages neither repeat nor skip rows while others insert and delete', () => {
  const rows = many(6)
  const { pages, numbers } = walk({ limit: 2, sort: 'createdAt' }, rows, (page) => {
    if (page !== 1) return
    // Removes the row at the cursor and adds one before it.
    rows.splice(1, 1)
    rows.unshift(row('-', 'Nueva', 0))
  })
  assert.deepEqual(pages, [
    ['000', '001'],
    ['002', '003'],
    ['004', '005'],
  ])
  // The total stays that of the first page.
  assert.deepEqual(numbers.at(-1), [3, 6])
})

test('a cursor opens its own list, order, filters and organisation, and no other', () => {
  const query = { limit: 1, q: 'clientes' }
  const cursor = listWhole(ctx, LIST, ROWS, query).nextCursor!
  assert.deepEqual(ids({ ...query, cursor }), ['1'])
  // The limit is not part of the scope: it may differ from page to page.
  assert.deepEqual(ids({ ...query, limit: 50, cursor }), ['1'])
  const refused = (error: unknown) =>
    error instanceof Failure && error.status === 400 && error.details?.[0]?.path === 'cursor'
  for (const other of [
    { ...query, q: 'nuevos' },
    { ...query, sort: 'name' },
    { ...query, status: 'x' },
    { limit: 1 },
  ])
    assert.throws(() => ids({ ...other, cursor }), refused, JSON.stringify(other))
  assert.throws(() => listWhole(ctxOf('tenant-b'), LIST, ROWS, { ...query, cursor }), refused)
  assert.throws(() => listWhole(ctx, { ...LIST, name: 'others' }, ROWS, { ...query, cursor }), refused)
  for (const broken of ['x', `${cursor}x`, cursor.slice(0, -2)])
    assert.throws(() => ids({ ...query, cursor: broken }), refused, broken)
})

test('a cursor reveals nothing of its position', () => {
  const cursor = listWhole(ctx, LIST, ROWS, { limit: 1, sort: 'name' }).nextCursor!
  assert.doesNotMatch(cursor + Buffer.from(cursor, 'base64url').toString(), /avisos|tenant-a/)
})

test('naming the default order changes nothing', () => {
  const cursor = listWhole(ctx, LIST, ROWS, { limit: 2 }).nextCursor!
  assert.deepEqual(ids({ limit: 2, sort: '-createdAt', cursor }), ['3', '1'])
})
