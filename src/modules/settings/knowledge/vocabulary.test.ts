import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ACTIONS, ACTORS, ENTITIES, FIELDS } from './vocabulary.ts'

const src = join(import.meta.dirname, '../../..')
const files = globSync('**/*.ts', { cwd: src, exclude: ['**/*.test.ts', '**/*.gen.ts'] })

/** Actions and kinds of record that the code writes to the log, with the file. */
const written = files.flatMap((file) => {
  const text = readFileSync(join(src, file), 'utf8')
  const pairs = [...text.matchAll(/\baction: '(\w+)',\s*entityType: '(\w+)'/g)]
  return pairs.map(([, action, entityType]) => ({ file, action: action!, entityType: entityType! }))
})

test('every action and every kind of record in the log has a Spanish word', () => {
  assert.ok(written.length > 100, String(written.length))
  const wordless = written.flatMap(({ file, action, entityType }) => [
    ...(Object.hasOwn(ACTIONS, action) ? [] : [`${file}: action ${action}`]),
    ...(Object.hasOwn(ENTITIES, entityType) ? [] : [`${file}: entity ${entityType}`]),
  ])
  assert.deepEqual([...new Set(wordless)], [])
})

test('records that the law may erase have Spanish words too', () => {
  for (const kind of ['consent_record', 'consent_form_record', 'dsar_letter', 'dsar_request', 'contract'])
    assert.ok(Object.hasOwn(ENTITIES, kind), kind)
  assert.ok(Object.hasOwn(ACTIONS, 'erase'))
})

test('the words are Spanish for people, without codes and without blanks', () => {
  for (const table of [ACTORS, ACTIONS, ENTITIES, FIELDS])
    for (const [key, word] of Object.entries(table)) {
      assert.match(word, /^[\p{L}(]/u, key)
      assert.doesNotMatch(word, /_|\bundefined\b|\s$/, key)
    }
  // An action begins a sentence. A field is inside one, so it begins small unless it is an abbreviation.
  for (const word of Object.values(ACTIONS)) assert.match(word, /^\p{Lu}/u)
  for (const word of Object.values(FIELDS)) assert.match(word, /^(\p{Ll}|RUT|SHA)/u)
})

test('all five kinds of actor have words', () => {
  assert.deepEqual(Object.keys(ACTORS).toSorted(), ['api_key', 'portal', 'public', 'system', 'user'])
})
