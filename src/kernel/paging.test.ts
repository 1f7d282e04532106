import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageOrAll, pagination } from './paging.ts'

test('the last page counts though it is not full, and an empty list has no page', () => {
  const pagesOf = (total: number) => pagination({ page: 1, limit: 20 }, total).totalPages
  assert.deepEqual([0, 1, 20, 21, 40].map(pagesOf), [0, 1, 1, 2, 2])
})

test('a short list comes whole unless a page is asked for', () => {
  const all = Array.from({ length: 25 }, (_, n) => n)
  assert.deepEqual(pageOrAll(all, {}), {
    shown: all,
    pagination: { page: 1, limit: 25, total: 25, totalPages: 1 },
  })
  assert.deepEqual(pageOrAll(all, { page: 3, limit: 10 }), {
    shown: [20, 21, 22, 23, 24],
    pagination: { page: 3, limit: 10, total: 25, totalPages: 3 },
  })
  assert.deepEqual(pageOrAll([], { page: 2 }), {
    shown: [],
    pagination: { page: 2, limit: 20, total: 0, totalPages: 0 },
  })
})
