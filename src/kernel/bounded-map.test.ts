import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BoundedMap } from './bounded-map.ts'

test('a new entry evicts the one set longest ago; setting a key again makes it the newest', () => {
  const map = new BoundedMap<string, number>({ most: 2 })
  map.set('a', 1).set('b', 2).set('a', 3).set('c', 4)
  assert.deepEqual(
    [...map],
    [
      ['a', 3],
      ['c', 4],
    ],
  )
})

test('reading does not make an entry newer, and removing one frees space', () => {
  const map = new BoundedMap<string, number>({ most: 2 })
  map.set('a', 1).set('b', 2)
  assert.equal(map.get('a'), 1)
  assert.equal(map.isFull, true)
  map.delete('b')
  map.delete('b')
  assert.equal(map.isFull, false)
  map.set('c', 3)
  assert.deepEqual([...map.keys()], ['a', 'c'])
  map.clear()
  map.set('d', 4).set('e', 5)
  assert.deepEqual([...map.keys()], ['d', 'e'])
})

test('entries may have weights, and evictions are reported', () => {
  const evicted: string[] = []
  const map = new BoundedMap<string, string>({
    most: 6,
    weigh: (text) => text.length,
    onEvicted: (text) => evicted.push(text),
  })
  map.set('a', 'xxx').set('b', 'yy').set('a', 'x').set('c', 'zzzz')
  assert.deepEqual([...map.values()], ['x', 'zzzz'])
  assert.deepEqual(evicted, ['yy'])
  map.set('d', 'too long for it')
  assert.equal(map.size, 0)
  map.set('e', 'xxxxxx')
  assert.deepEqual([...map.keys()], ['e'])
})
