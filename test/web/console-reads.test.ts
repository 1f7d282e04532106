import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '#kernel/installed.ts'

/** Hooks that suspend a screen until the service answers. */
const READS =
  /\b(?:useRecords?|useWhole|useChoosing|useEntityFilter|useActivityColumns|useVersions|useSuspenseQuery)\((?!meQuery)/g

/** Components whose second call needs the answer of the first. */
const IN_TURN = ['consent/record.tsx RecordPage']

/** Components whose screen has loaded their data ahead. */
const ASKED_BEFORE = [
  'today/score.tsx ScorePanel',
  'today/steps.tsx FirstSteps',
  'policies/list.tsx Versions',
  'dsar/list.tsx QueueView',
]

/** A top-level function with its body. */
const PART = /^(?:export )?function (\w+)[\s\S]*?^}$/gm

test('a component with two calls sends them at once', () => {
  const folder = join(ROOT, 'web/console/areas')
  const parts = globSync('**/*.{ts,tsx}', { cwd: folder }).flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(PART)].map(([text, name]) => ({
      name: `${file} ${name}`,
      reads: text.match(READS)?.length ?? 0,
      isAhead: text.includes('useAhead('),
    })),
  )
  assert.ok(parts.filter(({ isAhead }) => isAhead).length > 25)
  const inTurn = parts.filter(({ reads, isAhead }) => reads > 1 && !isAhead)
  assert.deepEqual(inTurn.map(({ name }) => name).sort(), [...IN_TURN, ...ASKED_BEFORE].sort())
})
