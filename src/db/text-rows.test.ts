import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mapSeals } from './sealed.ts'
import { insertOf, pageOf } from './text-rows.ts'

test('a page has two thousand rows, or fewer when they are long, and never none', () => {
  for (const [longest, rows] of [
    [0, 2000],
    [1, 2000],
    [2097, 2000],
    [2098, 1999],
    [4 * 1024 * 1024, 1],
    [4 * 1024 * 1024 + 1, 1],
    [100 * 1024 * 1024, 1],
  ] as const)
    assert.equal(pageOf(longest), rows, String(longest))
})

test('generated columns are not written, and every other column keeps its type', () => {
  const column = (name: string, type: string, generated = false) => ({ name, type, generated })
  const table = {
    name: 'public.files',
    secured: true,
    columns: [column('id', 'uuid'), column('words', 'tsvector', true), column('"order"', 'numeric(10,2)')],
  }
  const { columns, insert } = insertOf(table)
  assert.deepEqual(
    columns.map(({ name }) => name),
    ['id', '"order"'],
  )
  assert.equal(
    insert.replaceAll(/\s+/g, ' '),
    'insert into public.files (id, "order") overriding system value select c0::uuid, c1::numeric(10,2) ' +
      'from unnest($1::text[], $2::text[]) as r (c0, c1)',
  )
})

// ── the seals of a column ──

const upper = (sealed: string) => (sealed.startsWith('x') ? undefined : sealed.toUpperCase())

test('a sealed column is replaced as a whole, or left when nothing opens it', () => {
  assert.equal(mapSeals({}, 'abc', upper), 'ABC')
  assert.equal(mapSeals({}, 'xyz', upper), undefined)
  assert.equal(
    mapSeals({}, 'abc', () => null),
    undefined,
  )
})

test('in a list each item keeps its own seal, and unreadable ones stay unchanged', () => {
  const field = 'secret'
  const held = [
    { url: 'https://a.cl', secret: 'abc', enabled: true },
    { url: 'https://b.cl', secret: 'xyz' },
    { url: 'https://c.cl' },
    { url: 'https://d.cl', secret: null },
  ]
  assert.deepEqual(JSON.parse(mapSeals({ field }, JSON.stringify(held), upper)!), [
    { ...held[0], secret: 'ABC' },
    ...held.slice(1),
  ])
})

test('an unchanged list is not written', () => {
  const field = 'secret'
  for (const held of [[], [{ secret: 'xyz' }], [{ url: 'https://a.cl' }], [{ secret: 'ABC' }]])
    assert.equal(mapSeals({ field }, JSON.stringify(held), upper), undefined, JSON.stringify(held))
})
