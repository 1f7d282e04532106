import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

/** Words that a newcomer would not guess, and phrases that hide who does what, each with a plain alternative. */
const BANNED: [pattern: RegExp, instead: string][] = [
  [/\bdoors?\b/i, 'access'],
  [/(?<!pre|in|single)\bflights?\b|\bflown\b/i, 'batch'],
  [/(?<!\p{L})legs?(?!\p{L})/iu, 'statement'],
  [/\blanes?\b/i, 'limiter'],
  [/\bwitness(Of)?\b/i, 'submitter'],
  [/\btall(y|ies)\b/i, 'rateLimit, or count'],
  [/\b(house)?keepers?\b|\bkeepHouse\b/i, 'maintenance'],
  [/\bPlanBook\b/, 'PlanCache'],
  [/\bINK\b/, 'NOT_BLANK'],
  [/\bwhoever\b/i, 'the caller, the person, the operator'],
  [/\banew\b/i, 'again'],
  [/\b(am|is|are|was|were|be|been|being|gets?|got) told\b/i, 'learns, is notified, is shown'],
]

const root = join(import.meta.dirname, '..')
const files = globSync(
  [
    '{src,test,bench,web}/**/*.{ts,css,md}',
    'clients/*/{src,examples}/**/*.ts',
    '{.,docs,docs/adr,clients/*}/*.md',
    'migrations/*.sql',
  ],
  { cwd: root, exclude: ['test/words.test.ts', 'clients/typescript/src/api.ts', 'LICENSE.md'] },
)

function found(text: string): string[] {
  return BANNED.flatMap(([pattern, instead]) => {
    const match = pattern.exec(text)
    return match ? [`«${match[0]}»: say ${instead}`] : []
  })
}

test('code, comments and documents use plain words', () => {
  assert.ok(files.length > 500)
  const wrong = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, at) => found(line).map((fault) => `${file}:${at + 1} ${fault}`)),
  )
  assert.deepEqual(wrong, [])
})

test('the check finds its examples', () => {
  assert.deepEqual(found('// Whoever comes by this door is told anew.').length, 4)
  assert.deepEqual(found('const preflight = singleFlight(load) // a tenant acts'), [])
})

test('the glossary has a row for each of the code’s words', () => {
  const glossary = readFileSync(join(root, 'docs/glossary.md'), 'utf8')
  const words = [
    'access',
    'approvable',
    'batch',
    'driver',
    'engine',
    'guard',
    'legal gate',
    'scheduler',
    'statement',
    'submitter',
  ]
  const missing = words.filter((word) => !new RegExp(`^\\| ${word}\\b`, 'm').test(glossary))
  assert.deepEqual(missing, [])
})
