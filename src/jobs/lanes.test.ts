import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { createLanes } from './lanes.ts'

test('places are counted per host, per tenant and in all, and given back', async () => {
  const lanes = createLanes({ perHost: 2, perTenant: 3, total: 4 })
  const enter = (host: string, tenant: string) => lanes.enter(host, tenant, 5)
  const first = await enter('a', 't1')
  assert.ok(first)
  assert.ok(await enter('a', 't1'))
  assert.equal(await enter('a', 't1'), undefined, 'the host is full for this tenant')
  assert.ok(await enter('a', 't2'), 'and not for another')
  assert.ok(await enter('c', 't1'))
  assert.equal(await enter('d', 't9'), undefined, 'everything is full')
  first()
  assert.ok(await enter('b', 't9'))
})

test('a tenant with many receivers leaves room for others', async () => {
  const lanes = createLanes({ perHost: 2, perTenant: 3, total: 10 })
  const taken = await Promise.all(['a', 'b', 'c', 'd'].map((host) => lanes.enter(host, 't1', 5)))
  assert.equal(taken.filter(Boolean).length, 3)
  assert.ok(await lanes.enter('d', 't2', 5))
})

test('who waits gets the place that comes free, first come first served, and nobody gets it twice', async () => {
  const lanes = createLanes({ perHost: 1, perTenant: 10, total: 10 })
  const leave = (await lanes.enter('a', 't1', 5))!
  const admitted: number[] = []
  const waiting = [1, 2, 3].map(async (number) => {
    const free = await lanes.enter('a', 't1', 500)
    admitted.push(number)
    await wait(5)
    free?.()
  })
  await wait(5)
  assert.deepEqual(admitted, [])
  leave()
  await wait(1)
  assert.deepEqual(admitted, [1])
  await Promise.all(waiting)
  assert.deepEqual(admitted, [1, 2, 3])
})

test('nobody waits for a host whose places are taken by calls that hang', async () => {
  const lanes = createLanes({ perHost: 1, perTenant: 10, total: 10 })
  const leave = await lanes.enter('a', 't1', 20)
  await wait(25)
  const began = performance.now()
  assert.equal(await lanes.enter('a', 't1', 20), undefined)
  assert.ok(performance.now() - began < 10)
  leave?.()
  assert.ok(await lanes.enter('a', 't1', 20))
})

test('settled waits for everything that goes on', async () => {
  const lanes = createLanes({ perHost: 1, perTenant: 1, total: 1 })
  let done = 0
  const work = async (ms: number) => {
    await wait(ms)
    done += 1
  }
  void lanes.follow(work(5))
  void lanes.follow(work(20))
  await lanes.settled()
  assert.equal(done, 2)
})
