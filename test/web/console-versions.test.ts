import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

/** Every PUT and PATCH of the console sends a version, or is listed here with a reason. */
const root = join(import.meta.dirname, '../../web/console')

const WITHOUT: Record<string, string> = {
  'PUT /auth/preferences': 'only the person changes these, and each window keeps its own',
  'PATCH /auth/me': 'only the person changes this name',
  'PATCH /auth/passkeys/{id}': 'only the person names this key',
  'PUT /settings/notifications': 'only the person changes these choices, one at a time',
}

/** Bulk changes: the list has no version per row, and the act sets one field of each row to the chosen value. */
const BULK = 'areas/rat/bulk.tsx'

interface Call {
  file: string
  name: string
  sent: string
}

/** The arguments of a call, as text. */
function argumentsAt(text: string, from: number): string {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if ('([{'.includes(text[at]!)) depth++
    if (')]}'.includes(text[at]!) && --depth === 0) return text.slice(from, at)
  }
  throw new Error('a call without an end')
}

const calls: Call[] = globSync('**/*.{ts,tsx}', { cwd: root }).flatMap((file) => {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(/\.(put|patch)(\()\s*(?:callOf\(\w+, )?'([^']+)'/g)].map((match) => ({
    file,
    name: `${match[1]!.toUpperCase()} ${match[3]}`,
    sent: argumentsAt(text, match.index + match[0].indexOf('(')),
  }))
})

test('every PUT and PATCH of a screen sends a version', () => {
  assert.ok(calls.length > 45, String(calls.length))
  const faults = calls
    .filter(({ file, name }) => file !== BULK && !(name in WITHOUT))
    .filter(({ sent }) => !/\.\.\.(seen\b|shown\(\)|asSeen\(|inVersion\()/.test(sent))
  assert.deepEqual(
    faults.map(({ file, name }) => `${file}: ${name}`),
    [],
  )
})

test('each exception still exists in the console', () => {
  for (const name of Object.keys(WITHOUT))
    assert.ok(
      calls.some((one) => one.name === name),
      name,
    )
  assert.ok(calls.some(({ file }) => file === BULK))
})
