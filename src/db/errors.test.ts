import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure, impossible } from '#kernel/failure.ts'
import { isAway, isMixedUp, isOutdated, isOvertaken, translateError } from './errors.ts'

/** As the driver throws it. */
function raised(fields: {
  code?: string
  message?: string
  constraint?: string
  routine?: string
  severity?: string
}) {
  const { message = 'the server says so', ...rest } = fields
  return Object.assign(new Error(message), rest)
}

const outcome = (error: unknown, writing = false) => {
  const found = translateError(error, {}, { writing })
  return found instanceof Failure ? [found.status, found.code, found.retryAfterSeconds] : 'as it is'
}

const AWAY = [503, 'SERVICE_UNAVAILABLE', 5]
const UPDATING = [503, 'SERVICE_UNAVAILABLE', 1]
const FULL = [503, 'SERVICE_UNAVAILABLE', 60]
const AGAIN = [409, 'CONFLICT', undefined]

test("an unreachable server is a 503 with a time to retry, and not the caller's fault", () => {
  for (const code of [
    ...['08000', '08003', '08006', '08001', '08004'],
    ...['57P01', '57P02', '57P03', '53300'],
    ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'ENOENT'],
  ]) {
    assert.equal(isAway(raised({ code })), true, code)
    assert.deepEqual(outcome(raised({ code })), AWAY, code)
  }
  for (const message of [
    'Connection terminated unexpectedly',
    'Client has encountered a connection error and is not queryable',
    'timeout exceeded when trying to connect',
    'Client was closed and is not queryable',
  ])
    assert.deepEqual(outcome(raised({ message })), AWAY, message)
})

test('a cancelled statement, another kind of shutdown and a plain bug are not «away»', () => {
  for (const code of ['57014', '57P04', '53200', '08P01', '42601', '23505', '', 'ECONNABORTED'])
    assert.equal(isAway(raised({ code })), false, code)
  assert.equal(isAway('Connection terminated'), false)
  assert.equal(isAway(undefined), false)
})

test('a pooler reports its own failures as protocol violations that end the connection', () => {
  assert.equal(isAway(raised({ code: '08P01', severity: 'FATAL' })), true)
  assert.equal(isAway(raised({ code: '08P01', severity: 'ERROR' })), false)
})

test('a read-only server is a standby for writes, and our bug in a read', () => {
  const readOnly = raised({ code: '25006' })
  assert.deepEqual(outcome(readOnly, true), AWAY)
  assert.equal(outcome(readOnly, false), 'as it is')
  for (const code of ['25001', '0A000'])
    assert.deepEqual(outcome(raised({ code, routine: 'call_bool_check_hook' }), true), AWAY, code)
  assert.equal(outcome(raised({ code: '25001', routine: 'PreventInTransactionBlock' }), true), 'as it is')
})

test('a statement prepared before the schema changed is a temporary refusal, with its cause', () => {
  for (const fields of [
    { code: '26000' },
    { code: '42P05' },
    { code: '0A000', routine: 'RevalidateCachedQuery' },
  ]) {
    const error = raised(fields)
    assert.equal(isOutdated(error), true)
    assert.deepEqual(outcome(error), UPDATING)
    assert.equal((translateError(error) as Error).cause, error)
  }
  assert.equal(isOutdated(raised({ code: '0A000', routine: 'transformSelectStmt' })), false)
  assert.equal(isOutdated(undefined), false)
})

test('an act interrupted by a migration runs again; mixed-up sessions are reported to the operator', () => {
  const overtaken = translateError(raised({ code: '0A000', routine: 'RevalidateCachedQuery' })) as Error
  const mixedUp = translateError(raised({ code: '26000' })) as Error
  assert.deepEqual([isOvertaken(overtaken), isMixedUp(overtaken)], [true, false])
  assert.deepEqual([isOvertaken(mixedUp), isMixedUp(mixedUp)], [false, true])
  assert.deepEqual([isOvertaken(new Error('x')), isMixedUp(new Error('x'))], [false, false])
})

test('a full disk asks for the operator, and two concurrent writers for another try', () => {
  for (const code of ['53100', 'ENOSPC', 'EDQUOT']) assert.deepEqual(outcome(raised({ code })), FULL, code)
  for (const code of ['40001', '40P01', '55P03']) assert.deepEqual(outcome(raised({ code })), AGAIN, code)
  assert.equal(outcome(raised({ code: '53400' })), 'as it is')
  assert.equal(outcome(raised({ code: '40002' })), 'as it is')
})

test('a text that cannot be an id matches nothing, and one that cannot be stored is malformed', () => {
  assert.deepEqual(outcome(raised({ code: '22P02' })), [422, 'VALIDATION_ERROR', undefined])
  assert.deepEqual(outcome(raised({ code: '22021' })), [400, 'VALIDATION_ERROR', undefined])
})

test('a violated constraint answers the sentence of its owner, and an unknown one is our bug', () => {
  const constraints = { domains_url_key: () => impossible('url', 'Ya existe.') }
  const known = translateError(raised({ code: '23505', constraint: 'domains_url_key' }), constraints)
  assert.ok(known instanceof Failure && known.details?.[0]?.path === 'url')
  for (const error of [raised({ code: '23505', constraint: 'others_key' }), raised({ code: '23505' })])
    assert.equal(translateError(error, constraints), error)
})

test('refusals and non-errors pass unchanged', () => {
  const failure = new Failure('conflict', 'Ya está.')
  assert.equal(translateError(failure), failure)
  assert.equal(translateError('text'), 'text')
  assert.equal(translateError(undefined), undefined)
})

test('no text of the database reaches the caller', () => {
  for (const code of ['08006', '26000', '53100', '40001', '22P02', '22021']) {
    const { message } = translateError(raised({ code, message: 'relation "users" of 10.0.0.7' })) as Error
    assert.doesNotMatch(message, /users|10\.0/, code)
    assert.match(message, /^[A-ZÁÉÍÓÚÑ¿«].*\.$/, code)
  }
})
