import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PLANNED_EACH_TIME, PreparedStatements } from './prepared-statements.ts'
import { PARSERS } from './values.ts'

const ONE = 'select * from files where id = $1'

test('a text has one name, the same in every process and unique', () => {
  const statements = new PreparedStatements()
  const name = statements.nameOf(ONE)
  assert.match(name, /^r0_[\w-]{22}$/)
  assert.equal(statements.nameOf(ONE), name)
  assert.equal(new PreparedStatements().nameOf(ONE), name)
  assert.notEqual(statements.nameOf(`${ONE} `), name)
})

test('a statement to be planned for each call is not kept', () => {
  assert.equal(new PreparedStatements().nameOf(`${PLANNED_EACH_TIME} ${ONE}`), '')
})

test('a thousand statements are kept, no more; earlier ones keep their names', () => {
  const statements = new PreparedStatements()
  const first = statements.nameOf('select 0')
  for (let at = 1; at < 1000; at += 1) assert.notEqual(statements.nameOf(`select ${at}`), '')
  assert.equal(statements.nameOf('select 1000'), '')
  assert.equal(statements.nameOf('select 0'), first)
})

test('an outdated statement gets another name, and so does every other', () => {
  const statements = new PreparedStatements()
  const [name, other] = [statements.nameOf(ONE), statements.nameOf('select 1')]
  statements.forget(ONE, name)
  assert.match(statements.nameOf(ONE), /^r1_/)
  assert.equal(statements.nameOf(ONE).slice(3), name.slice(3))
  assert.notEqual(statements.nameOf('select 1'), other)
  // A second failure under the old name forgets nothing more.
  statements.forget(ONE, name)
  statements.forget('select 1', other)
  assert.match(statements.nameOf(ONE), /^r1_/)
})

test('after three mixed-up sessions no new statement is named', () => {
  const statements = new PreparedStatements()
  const known = statements.nameOf(ONE)
  statements.noteMixedUp()
  statements.noteMixedUp()
  assert.notEqual(statements.nameOf('select 2'), '')
  statements.noteMixedUp()
  assert.equal(statements.nameOf('select 3'), '')
  assert.equal(statements.nameOf(ONE), known)
})

test('instants keep their milliseconds, whatever the offset of the session', () => {
  const instant = PARSERS[1184]!
  for (const [text, iso] of [
    ['2026-11-15 02:50:09.123+00', '2026-11-15T02:50:09.123Z'],
    ['2026-11-15 02:50:09+00', '2026-11-15T02:50:09.000Z'],
    ['2026-11-15 02:50:09.1+00', '2026-11-15T02:50:09.100Z'],
    ['2026-11-14 23:50:09.123-03', '2026-11-15T02:50:09.123Z'],
    ['2026-11-15 08:20:09.5+05:30', '2026-11-15T02:50:09.500Z'],
  ] as const)
    assert.equal((instant(text) as Date).toISOString(), iso, text)
})

test('a day stays a text, and numbers become numbers', () => {
  assert.equal(PARSERS[1082]!('2026-11-15'), '2026-11-15')
  assert.equal(PARSERS[20]!('9007199254740991'), Number.MAX_SAFE_INTEGER)
  assert.equal(PARSERS[1700]!('12.50'), 12.5)
})
