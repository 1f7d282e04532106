import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ACTIONS, ACTORS, ENTITIES, FIELDS } from './vocabulary.ts'

const src = join(import.meta.dirname, '../../..')
const files = globSync('**/*.ts', { cwd: src, exclude: ['**/*.test.ts', '**/*.gen.ts'] })

/** What the code writes to the log, with the file that does: an action beside the kind of its record. */
const written = files.flatMap((file) => {
  const text = readFileSync(join(src, file), 'utf8')
  const pairs = [...text.matchAll(/\baction: '(\w+)',\s*entityType: '(\w+)'/g)]
  return pairs.map(([, action, entityType]) => ({ file, action: action!, entityType: entityType! }))
})

test('every action and every kind of record that is written to the log has a word in Spanish', () => {
  assert.ok(written.length > 100, String(written.length))
  const wordless = written.flatMap(({ file, action, entityType }) => [
    ...(Object.hasOwn(ACTIONS, action) ? [] : [`${file}: action ${action}`]),
    ...(Object.hasOwn(ENTITIES, entityType) ? [] : [`${file}: entity ${entityType}`]),
  ])
  assert.deepEqual([...new Set(wordless)], [])
})

test('what is erased by law is read in words too: any kept record may be', () => {
  for (const kind of ['consent_record', 'consent_form_record', 'dsar_letter', 'dsar_request', 'contract'])
    assert.ok(Object.hasOwn(ENTITIES, kind), kind)
  assert.ok(Object.hasOwn(ACTIONS, 'erase'))
})

test('the words are Spanish for people: no code among them, and none is empty', () => {
  for (const table of [ACTORS, ACTIONS, ENTITIES, FIELDS])
    for (const [key, word] of Object.entries(table)) {
      assert.match(word, /^[\p{L}(]/u, key)
      assert.doesNotMatch(word, /_|\bundefined\b|\s$/, key)
    }
  // An action opens a sentence; a field stands within one, unless it is an abbreviation.
  for (const word of Object.values(ACTIONS)) assert.match(word, /^\p{Lu}/u)
  for (const word of Object.values(FIELDS)) assert.match(word, /^(\p{Ll}|RUT|SHA)/u)
})

test('who may have done something are all five kinds of actor', () => {
  assert.deepEqual(Object.keys(ACTORS).toSorted(), ['api_key', 'portal', 'public', 'system', 'user'])
})
