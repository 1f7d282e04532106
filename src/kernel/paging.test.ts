import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pagination } from './paging.ts'

test('the last page counts though it is not full, and an empty list has no page', () => {
  const pagesOf = (total: number) => pagination({ page: 1, limit: 20 }, total).totalPages
  assert.deepEqual([0, 1, 20, 21, 40].map(pagesOf), [0, 1, 1, 2, 2])
})
