import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTurns } from '../../web/citizen/lib/turns.ts'

/** Shared code of citizen pages that needs no page. */

/** Work that ends when the test says so. */
function work(name: string, log: string[]) {
  let end: (fails?: boolean) => void = () => undefined
  const ended = new Promise<string>((resolve, reject) => {
    end = (fails) => (fails ? reject(new Error(name)) : resolve(name))
  })
  return {
    end: (fails?: boolean) => end(fails),
    run() {
      log.push(name)
      return ended
    },
  }
}
const settled = () => new Promise((done) => setImmediate(done))

test('new work waits for the running work and is not dropped', async () => {
  const [turns, log] = [createTurns(), [] as string[]]
  const [first, second, third] = [work('uno', log), work('dos', log), work('tres', log)]
  const answers = [first, second, third].map(({ run }) => turns.take(run))
  await settled()
  assert.deepEqual(log, ['uno'])
  first.end()
  await settled()
  assert.deepEqual(log, ['uno', 'dos'])
  second.end()
  third.end()
  assert.deepEqual(await Promise.all(answers), ['uno', 'dos', 'tres'])
})

test('failed work is reported to its caller, and the next runs all the same', async () => {
  const [turns, log] = [createTurns(), [] as string[]]
  const [first, second] = [work('uno', log), work('dos', log)]
  const [failing, following] = [turns.take(first.run), turns.take(second.run)]
  first.end(true)
  second.end()
  await assert.rejects(failing, /uno/)
  assert.equal(await following, 'dos')
})

test('a turn is taken from the first request until the last work has ended', async () => {
  const [turns, log] = [createTurns(), [] as string[]]
  assert.equal(turns.isTaken, false)
  const [first, second] = [work('uno', log), work('dos', log)]
  const both = [turns.take(first.run), turns.take(second.run)]
  assert.equal(turns.isTaken, true)
  first.end()
  await both[0]
  assert.equal(turns.isTaken, true)
  second.end()
  await both[1]
  assert.equal(turns.isTaken, false)
})
