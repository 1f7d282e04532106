import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FAILURES, Failure, type FailureKind, found, impossible, notFound } from './failure.ts'

/** Contract part 7, and the statuses that the decisions add. */
const EXPECTED = `
  400 VALIDATION_ERROR, 422 VALIDATION_ERROR, 415 VALIDATION_ERROR, 413 PAYLOAD_TOO_LARGE, 401 UNAUTHORIZED,
  403 FORBIDDEN, 403 FEATURE_DISABLED, 404 RESOURCE_NOT_FOUND, 404 NOT_FOUND, 409 CONFLICT, 409 DUPLICATE_URL,
  409 HAS_ACTIVE_INSTANCES, 412 CONFLICT, 400 WORKFLOW_ERROR, 402 PLAN_REQUIRED, 402 PLAN_LIMIT_REACHED, 422 INVALID_RUT,
  400 INVALID_FOLIO, 409 ALREADY_EXTENDED, 422 INVALID_RIGHT_TYPE, 409 ALREADY_NOTIFIED,
  429 RATE_LIMIT_EXCEEDED, 503 SERVICE_UNAVAILABLE, 500 INTERNAL_ERROR`

test('every refusal has a status and a code of the contract', () => {
  const expected = EXPECTED.split(',').map((line) => line.trim())
  assert.deepEqual(
    Object.values(FAILURES)
      .map((pair) => pair.join(' '))
      .sort(),
    expected.sort(),
  )
})

test('a failure has the status and code of its kind', () => {
  for (const kind of Object.keys(FAILURES) as FailureKind[]) {
    const failure = new Failure(kind, 'Texto')
    assert.deepEqual([failure.status, failure.code], [...FAILURES[kind]])
  }
  assert.deepEqual(impossible('userId', 'No existe.').details, [{ path: 'userId', message: 'No existe.' }])
  assert.equal(notFound('la brecha').code, 'RESOURCE_NOT_FOUND')
  assert.equal(found(0, 'la brecha'), 0)
  assert.throws(() => found(undefined, 'la brecha'), notFound('la brecha'))
})
