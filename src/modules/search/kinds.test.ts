import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultsBy } from '#http/validation.ts'
import { CONSOLE_ENTITIES, consolePath } from '#kernel/console-paths.ts'
import { KINDS } from './kinds.ts'
import { SearchQuery } from './schemas.ts'

/** What cannot be found by its name, and why nobody misses it there. */
const NOT_SEARCHED = [
  'api_key', // of administrators alone
  'approval', // a state of what is found
  'connector', // found by its system
  'dsar_widget',
  'governance_report',
  'import',
  'member', // people are not searched for
  'notification',
  'questionnaire',
  'questionnaire_answer',
  'webhook',
]

test('every thing that the console shows is either searched for, or left out on purpose', () => {
  const kinds = KINDS.map(({ type }) => type)
  assert.equal(new Set(kinds).size, kinds.length)
  // A file is shown with its record, and has no place of its own.
  assert.deepEqual([...kinds, ...NOT_SEARCHED].toSorted(), [...CONSOLE_ENTITIES, 'file'].toSorted())
})

test('every group has a title of its own, in Spanish', () => {
  const labels = KINDS.map(({ label }) => label)
  assert.equal(new Set(labels).size, labels.length)
  for (const label of labels) assert.match(label, /^\p{Lu}[\p{L} ]+$/u)
})

test('what is most looked for comes first', () => {
  assert.deepEqual(
    KINDS.slice(0, 3).map(({ type }) => type),
    ['dsar_request', 'activity', 'system'],
  )
})

test('what is found leads to a place of the organisation, and a name never leads out of it', () => {
  for (const { type } of KINDS) {
    if (type === 'file') continue
    const path = consolePath('tienda-sur', type, '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f')
    assert.match(path, /^\/organizacion\/tienda-sur\/[a-z/]+\/019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f$/, type)
  }
  assert.equal(
    consolePath('../x?y#z', 'system', 'a/../b'),
    '/organizacion/..%2Fx%3Fy%23z/mapa/sistemas/a%2F..%2Fb',
  )
})

test('a search is short, and asks for a page of each kind', () => {
  const sent = (query: object) => faultsBy(SearchQuery, query).map(({ path }) => path)
  assert.deepEqual(sent({ limit: 5 }), [])
  assert.deepEqual(sent({ limit: 20, q: 'x'.repeat(200), types: 'activity' }), [])
  for (const [query, path] of [
    [{ limit: 0 }, 'limit'],
    [{ limit: 21 }, 'limit'],
    [{ limit: 1.5 }, 'limit'],
    [{ limit: 5, q: 'x'.repeat(201) }, 'q'],
    [{ limit: 5, types: 'x'.repeat(501) }, 'types'],
  ] as const)
    assert.deepEqual(sent(query), [path], JSON.stringify(query).slice(0, 40))
})
