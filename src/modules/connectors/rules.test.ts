import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  changes,
  columnsOf,
  configFrom,
  type DatabaseConfig,
  keepsPassword,
  MADE_UP,
  missingParameter,
  queryFaults,
  readAnswer,
  waitAfter,
} from './rules.ts'
import { compileQuery } from './sql.ts'

const PLACE: DatabaseConfig = {
  host: 'db.cl',
  port: 5432,
  database: 'tienda',
  user: 'lector',
  tls: 'verify',
  writes: false,
}

test('what is not said has a default, and the safest one', () => {
  const { value } = configFrom('mysql', { host: 'db.cl', database: 'a', user: 'b' })
  assert.deepEqual(value, {
    host: 'db.cl',
    port: 3306,
    database: 'a',
    user: 'b',
    tls: 'verify',
    writes: false,
  })
})

test('a copy never changes data; the rest where the connector may', () => {
  const writes = { ...PLACE, writes: true }
  assert.equal(changes('postgresql', writes, 'ACCESS'), false)
  assert.equal(changes('postgresql', writes, 'PORTABILITY'), false)
  assert.equal(changes('postgresql', writes, 'DELETION'), true)
  assert.equal(changes('postgresql', PLACE, 'DELETION'), false)
  assert.equal(changes('https', { url: 'https://a.cl' }, 'BLOCKING'), true)
})

test('a password stays with its server, its login and its encryption', () => {
  assert.ok(keepsPassword(PLACE, { ...PLACE, writes: true }))
  assert.ok(keepsPassword({ ...PLACE, tls: 'off' }, PLACE))
  for (const other of [
    { host: 'a' },
    { port: 1 },
    { database: 'otra' },
    { user: 'a' },
    { tls: 'require' as const },
  ])
    assert.ok(!keepsPassword(PLACE, { ...PLACE, ...other }))
})

test('a query begins with what its right may do', () => {
  const of = (sql: string, writes: boolean) =>
    queryFaults('postgresql', { ...PLACE, writes }, { DELETION: sql }).length
  assert.equal(of('delete from a where b = :email', true), 0)
  assert.equal(of('delete from a where b = :email', false), 1)
  assert.equal(of('select erase(:email)', true), 0)
  assert.equal(of('truncate a -- :email', true), 1)
  assert.equal(of('grant all on a to b', true), 1)
  assert.equal(of('explain analyze delete from a where b = :email', true), 1)
  assert.equal(of('set role postgres', true), 1)
})

test('what the request does not say is missed', () => {
  const query = compileQuery('select :email, :rut', 'postgresql')
  assert.equal(missingParameter(query, MADE_UP), undefined)
  assert.equal(missingParameter(query, { ...MADE_UP, rut: null }), 'RUT')
})

test('three tries, and no more', () => {
  assert.deepEqual([1, 2, 3].map(waitAfter), [60_000, 600_000, undefined])
})

test('an answer says what came of it, and why something is kept', () => {
  assert.deepEqual(readAnswer({ outcome: 'found', rows: [1] }), {
    outcome: 'found',
    notes: null,
    article: null,
    rows: [1],
  })
  for (const odd of [
    null,
    [],
    'x',
    {},
    { outcome: 'other' },
    { outcome: 'kept' },
    { outcome: 'kept', article: ' ' },
    { outcome: 'found', rows: {} },
    { outcome: 'found', notes: 5 },
    { outcome: 'found', notes: 'x'.repeat(10_001) },
  ])
    assert.equal(typeof readAnswer(odd), 'string', JSON.stringify(odd))
})

test('the columns of rows are all that any of them has', () => {
  assert.deepEqual(columnsOf([{ a: 1 }, { b: 2, a: 3 }, [1], null]), ['a', 'b'])
})
