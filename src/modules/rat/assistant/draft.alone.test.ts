import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FIRST_FIFTY } from '#test/kit/sentences/first-fifty.ts'
import { SECOND_FIFTY } from '#test/kit/sentences/second-fifty.ts'
import { THIRD_FIFTY } from '#test/kit/sentences/third-fifty.ts'
import { draftFromText } from './draft.ts'

const MOST_MS = 20
const ROUNDS = 4

test('a draft takes less than 20 ms of CPU in 99 of 100 cases', (t) => {
  const sentences = [...FIRST_FIFTY, ...SECOND_FIFTY, ...THIRD_FIFTY].map(({ says }) => says)
  // The first drafts build the index and compile the code.
  for (const says of sentences) draftFromText(says)
  const times = Array.from({ length: ROUNDS }, () => sentences)
    .flat()
    .map((says) => {
      const before = process.cpuUsage()
      draftFromText(says)
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1000
    })
    .sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(share * (times.length - 1))]!
  t.diagnostic(`p50 ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms`)
  assert.ok(at(0.99) < MOST_MS, `p99 ${at(0.99)} ms`)
})
