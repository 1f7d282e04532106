import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#kernel/failure.ts'
import { holdOf, movedAway, movingNow, oneByOne } from './moving.ts'

test('writes to a moving organisation are refused for seconds, to a moved one for good', () => {
  const [moving, moved] = [movingNow(), movedAway()]
  assert.deepEqual([moving.status, moving.code, moving.retryAfterSeconds], [503, 'SERVICE_UNAVAILABLE', 10])
  assert.deepEqual([moved.status, moved.code, moved.retryAfterSeconds], [403, 'FORBIDDEN', undefined])
  for (const [failure, rule] of [
    [moving, 'moving'],
    [moved, 'moved'],
  ] as const) {
    assert.deepEqual(failure.details, [{ path: '', message: failure.message, rule }])
    assert.equal(holdOf(failure), rule)
  }
})

test('no other error counts as a move', () => {
  const detail = (rule?: string) => [{ path: '', message: 'x', ...(rule && { rule }) }]
  for (const error of [
    undefined,
    new Error('moving'),
    new Failure('unavailable', 'x'),
    new Failure('forbidden', 'x', { details: [] }),
    new Failure('forbidden', 'x', { details: detail('sudo') }),
    { details: detail('moving') },
  ])
    assert.equal(holdOf(error), undefined)
})

const rows = ['a', 'b', 'c', 'd'].map((tenant_id) => ({ tenant_id }))

test('a failure in one organisation does not stop the others, and fails the whole at its end', async () => {
  const done: string[] = []
  const cause = new Error('no answer')
  const work = async ({ tenant_id }: { tenant_id: string }) => {
    if (tenant_id === 'b') throw cause
    if (tenant_id === 'd') throw new Error('no room')
    done.push(tenant_id)
  }
  await assert.rejects(oneByOne(rows, work), (error: AggregateError) => {
    assert.equal(error.message, 'organisation b: no answer; organisation d: no room')
    assert.equal((error.errors[0] as Error).cause, cause)
    return true
  })
  assert.deepEqual(done, ['a', 'c'])
})

test('an organisation that moves or has moved is skipped and fails nothing', async () => {
  const done: string[] = []
  await oneByOne(rows, async ({ tenant_id }) => {
    if (tenant_id === 'a') throw movingNow()
    if (tenant_id === 'c') throw movedAway()
    done.push(tenant_id)
  })
  assert.deepEqual(done, ['b', 'd'])
})
