import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultsBy } from '#http/validation.ts'
import { CONSOLE_ENTITIES, consolePath } from '#kernel/console-paths.ts'
import { KINDS } from './kinds.ts'
import { SearchQuery } from './schemas.ts'

/** Kinds that a search leaves out, and why nobody misses them. */
const NOT_SEARCHED = [
  'api_key', // only for administrators
  'approval', // a state of another record
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

test('every kind in the console is either searched or left out on purpose', () => {
  const kinds = KINDS.map(({ type }) => type)
  assert.equal(new Set(kinds).size, kinds.length)
  // A file is shown with its record and has no page.
  assert.deepEqual([...kinds, ...NOT_SEARCHED].toSorted(), [...CONSOLE_ENTITIES, 'file'].toSorted())
})

test('every group has its own title in Spanish', () => {
  const labels = KINDS.map(({ label }) => label)
  assert.equal(new Set(labels).size, labels.length)
  for (const label of labels) assert.match(label, /^\p{Lu}[\p{L} ]+$/u)
})

test('the most wanted kinds come first', () => {
  assert.deepEqual(
    KINDS.slice(0, 3).map(({ type }) => type),
    ['dsar_request', 'activity', 'system'],
  )
})

test('a result links to a page of the organisation, and no name can change that', () => {
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

test('a search is short and returns a page of each kind', () => {
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
