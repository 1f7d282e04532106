import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { FAILURES, Failure, type FailureKind } from '#kernel/failure.ts'
import { answerUnreadableRequest, bodyOf, toFailure } from './errors.ts'

/** An error of the framework, as it reaches the error handler. */
const thrown = (fields: { code?: string; statusCode?: number; message?: string }) =>
  Object.assign(new Error(fields.message ?? 'internal words'), fields)

test('every kind of refusal has the status and the code of the contract', () => {
  // Contract part 7 and decisions part 1, written out.
  const expected: Record<FailureKind, string> = {
    malformed: '400 VALIDATION_ERROR',
    impossible: '422 VALIDATION_ERROR',
    notJson: '415 VALIDATION_ERROR',
    tooLarge: '413 PAYLOAD_TOO_LARGE',
    unauthorized: '401 UNAUTHORIZED',
    forbidden: '403 FORBIDDEN',
    featureDisabled: '403 FEATURE_DISABLED',
    notFound: '404 RESOURCE_NOT_FOUND',
    workflowNotFound: '404 NOT_FOUND',
    conflict: '409 CONFLICT',
    stale: '412 CONFLICT',
    duplicateUrl: '409 DUPLICATE_URL',
    hasActiveInstances: '409 HAS_ACTIVE_INSTANCES',
    workflow: '400 WORKFLOW_ERROR',
    planRequired: '402 PLAN_REQUIRED',
    planLimit: '402 PLAN_LIMIT_REACHED',
    invalidRut: '422 INVALID_RUT',
    invalidFolio: '400 INVALID_FOLIO',
    alreadyExtended: '409 ALREADY_EXTENDED',
    invalidRightType: '422 INVALID_RIGHT_TYPE',
    alreadyNotified: '409 ALREADY_NOTIFIED',
    rateLimited: '429 RATE_LIMIT_EXCEEDED',
    unavailable: '503 SERVICE_UNAVAILABLE',
    internal: '500 INTERNAL_ERROR',
  }
  assert.deepEqual(Object.keys(FAILURES).sort(), Object.keys(expected).sort())
  for (const [kind, said] of Object.entries(expected)) {
    const { status, code } = new Failure(kind as FailureKind, 'x')
    assert.equal(`${status} ${code}`, said, kind)
  }
})

test('refusals of the framework get our status and a message for the caller', () => {
  for (const [error, status, words] of [
    [{ code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE', statusCode: 415 }, 415, /«Content-Type: application\/json»/],
    [{ code: 'FST_ERR_CTP_INVALID_CONTENT_LENGTH', statusCode: 400 }, 400, /El largo declarado/],
    [{ code: 'FST_ERR_BAD_URL', statusCode: 400 }, 400, /no se puede leer/],
    [{ statusCode: 418 }, 400, /no se puede leer/],
    [{ statusCode: 499 }, 400, /no se puede leer/],
    [{ statusCode: 500 }, 500, /Ocurrió un error interno/],
    [{ statusCode: 399 }, 500, /Ocurrió un error interno/],
    [{}, 500, /Ocurrió un error interno/],
  ] as const) {
    const failure = toFailure(thrown(error))
    assert.equal(failure.status, status, JSON.stringify(error))
    assert.match(failure.message, words)
    assert.doesNotMatch(failure.message, /internal words/)
  }
  const own = new Failure('conflict', 'Ya está.')
  assert.equal(toFailure(own), own)
})

test('too large a body is refused with the bound of its route', () => {
  const error = thrown({ code: 'FST_ERR_CTP_BODY_TOO_LARGE', statusCode: 413 })
  for (const [limit, words] of [
    [undefined, '1 MiB'],
    [2 ** 20, '1 MiB'],
    [64 * 1024, '64 KiB'],
    [20 * 2 ** 20, '20 MiB'],
    // Rounded down, never more than the bound.
    [20 * 2 ** 20 + 256 * 1024, '20 MiB'],
    [2 ** 20 - 1, '1023 KiB'],
  ] as const) {
    const { status, code, message } = toFailure(error, limit)
    assert.deepEqual(
      [status, code, message],
      [413, 'PAYLOAD_TOO_LARGE', `La solicitud supera el tamaño máximo de ${words}.`],
    )
  }
})

test('a validation error always lists its faults; other refusals only if they have any', () => {
  const detail = { path: 'url', message: 'Falta.' }
  assert.deepEqual(bodyOf(new Failure('malformed', 'Mal.')), {
    success: false,
    error: { code: 'VALIDATION_ERROR', message: 'Mal.', details: [{ path: '', message: 'Mal.' }] },
  })
  for (const kind of ['impossible', 'notJson'] as const)
    assert.deepEqual(bodyOf(new Failure(kind, 'Mal.')).error.details, [{ path: '', message: 'Mal.' }])
  assert.deepEqual(bodyOf(new Failure('malformed', 'Mal.', { details: [detail] })).error.details, [detail])
  assert.deepEqual(bodyOf(new Failure('conflict', 'Ya está.')), {
    success: false,
    error: { code: 'CONFLICT', message: 'Ya está.' },
  })
  assert.deepEqual(bodyOf(new Failure('stale', 'Cambió.', { details: [detail] })).error.details, [detail])
})

async function unreadable(code: string) {
  const socket = new PassThrough()
  answerUnreadableRequest(Object.assign(new Error('x'), { code }), socket as unknown as Socket)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  return { head: head.split('\r\n'), body }
}

test('non-HTTP bytes get a hand-written envelope with its length in bytes, and the connection is closed', async () => {
  for (const [code, status] of [
    ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large'],
    ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout'],
    ['HPE_INVALID_METHOD', '400 Bad Request'],
    ['', '400 Bad Request'],
  ] as const) {
    const { head, body } = await unreadable(code)
    assert.equal(head[0], `HTTP/1.1 ${status}`)
    assert.ok(head.includes('Connection: close'))
    assert.ok(head.includes('X-Content-Type-Options: nosniff'))
    assert.ok(head.includes(`Content-Length: ${Buffer.byteLength(body)}`))
    assert.match(head.find((line) => line.startsWith('X-Request-Id: '))!, /: [\da-f-]{36}$/)
    const { success, error } = JSON.parse(body)
    assert.deepEqual([success, error.code, error.details.length], [false, 'VALIDATION_ERROR', 1])
  }
})

test('nothing is written to a connection that the caller broke', async () => {
  const { head, body } = await unreadable('ECONNRESET').catch(() => ({ head: [''], body: '' }))
  assert.deepEqual([head, body], [[''], ''])
})
