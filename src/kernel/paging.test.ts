import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyPage, newestFirst, newestWritten, orderOf, pageOrAll, pagination, TITLE } from './paging.ts'

test('a last page counts even if not full, and an empty list has no page', () => {
  const pagesOf = (total: number) => pagination({ page: 1, limit: 20 }, total).totalPages
  assert.deepEqual([0, 1, 20, 21, 40].map(pagesOf), [0, 1, 1, 2, 2])
})

test('a short list comes whole unless the query asks for a page', () => {
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

test('an order is a field, or a dash and the field; the default is the list’s own', () => {
  const list = newestFirst('things', { title: TITLE })
  assert.deepEqual(orderOf(list, 'title'), { field: 'title', descending: false })
  assert.deepEqual(orderOf(list, '-title'), { field: 'title', descending: true })
  assert.deepEqual(orderOf(list), { field: 'createdAt', descending: true })
})

test('the columns of a joined list have its alias; the title is no column and has none', () => {
  const { sorts, changed, id, search } = newestFirst('things', { title: TITLE, dueOn: 'due_on' }, { as: 't' })
  assert.deepEqual(sorts, {
    createdAt: 't.created_at',
    updatedAt: 't.updated_at',
    title: TITLE,
    dueOn: 't.due_on',
  })
  assert.deepEqual([changed, id, search], ['t.updated_at', 't.id', { words: 'things' }])
  const bare = newestFirst('things', { dueOn: 'due_on' })
  assert.deepEqual([bare.sorts.dueOn, bare.changed, bare.id], ['due_on', 'updated_at', 'id'])
})

test('rows that never change count as changed when they were written', () => {
  const list = newestWritten('letters', { columns: ['subject'] }, { id: 'letter_id', at: 'sent_at' })
  assert.deepEqual(
    [list.sorts, list.changed, list.id, list.first],
    [{ createdAt: 'sent_at' }, 'sent_at', 'letter_id', '-createdAt'],
  )
})

test('a filter that matches no record gives an empty page with the requested numbers', () => {
  assert.deepEqual(emptyPage({}).pagination, { page: 1, limit: 20, total: 0, totalPages: 0 })
  assert.deepEqual(emptyPage({ page: 3, limit: 5 }), {
    rows: [],
    pagination: { page: 3, limit: 5, total: 0, totalPages: 0 },
  })
})
