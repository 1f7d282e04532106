import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import type { FastifyRequest } from 'fastify'
import type { Tools } from '#db/context.ts'
import { Failure } from '#kernel/failure.ts'
import { createVault } from '#kernel/secrets.ts'
import { secretOf } from './asking.ts'
import { assertSigned, type Expected } from './callback.ts'
import { ConnectorFault } from './engine/bounds.ts'
import { SEAL } from './service.ts'

const NOW = new Date('2026-11-18T15:00:00Z')
const SECONDS = NOW.getTime() / 1000
const SECRET = 'whsec_c2VjcmV0byBkZSBlamVtcGxvIGRlIDMyIGJ5dGVz'
const KEY = Buffer.from('secreto de ejemplo de 32 bytes')
const vault = createVault('a secret of the operator that is long enough')
const tools = { vault, now: () => NOW } as unknown as Tools
const ROW = { tenant_id: 't', secret_sealed: vault.seal(SECRET, SEAL, 't') } as unknown as Expected
const BODY = Buffer.from('{"outcome":"nothing_found"}')

const hex = (body: Buffer, secret: string | Buffer = SECRET) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
const standard = (at: string, id = 'msg_1', key: Buffer = KEY, body = BODY) =>
  `v1,${createHmac('sha256', key).update(`${id}.${at}.`).update(body).digest('base64')}`

function isTaken(headers: Record<string, string>, rawBody: Buffer | undefined = BODY, row = ROW): boolean {
  try {
    assertSigned(tools, row, { headers, rawBody } as unknown as FastifyRequest)
    return true
  } catch (error) {
    assert.ok(error instanceof Failure && error.status === 401)
    return false
  }
}

const now = String(SECONDS)
const CASES: [what: string, headers: Record<string, string>, taken: boolean][] = [
  ['the signature over the bytes', { 'x-resguardo-signature': hex(BODY) }, true],
  ['the signature over other bytes', { 'x-resguardo-signature': hex(Buffer.from('{}')) }, false],
  ['that of another secret', { 'x-resguardo-signature': hex(BODY, 'otro') }, false],
  ['half of it', { 'x-resguardo-signature': hex(BODY).slice(0, 40) }, false],
  ['its figures without their name', { 'x-resguardo-signature': hex(BODY).slice(7) }, false],
  ['none at all', {}, false],
  ['a blank one', { 'x-resguardo-signature': '', 'webhook-signature': '' }, false],
  [
    'the standard one',
    { 'webhook-id': 'msg_1', 'webhook-timestamp': now, 'webhook-signature': standard(now) },
    true,
  ],
  [
    'one of several standard ones',
    { 'webhook-id': 'msg_1', 'webhook-timestamp': now, 'webhook-signature': `v1,eA== ${standard(now)}` },
    true,
  ],
  [
    'the standard one of another message',
    { 'webhook-id': 'msg_2', 'webhook-timestamp': now, 'webhook-signature': standard(now) },
    false,
  ],
  ['the standard one without its time', { 'webhook-id': 'msg_1', 'webhook-signature': standard('') }, false],
  [
    'the standard one at a time that is none',
    { 'webhook-id': 'msg_1', 'webhook-timestamp': 'ayer', 'webhook-signature': standard('ayer') },
    false,
  ],
]
for (const [what, headers, taken] of CASES)
  test(`an answer with ${what} is ${taken ? 'accepted' : 'refused'}`, () =>
    assert.equal(isTaken(headers), taken))

test('the standard signature is valid for five minutes before and after its time', () => {
  for (const [seconds, taken] of [
    [-300, true],
    [300, true],
    [-301, false],
    [301, false],
  ] as const) {
    const at = String(SECONDS + seconds)
    const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': at, 'webhook-signature': standard(at) }
    assert.equal(isTaken(headers), taken, String(seconds))
  }
})

test('an empty body is signed as empty', () => {
  assert.ok(isTaken({ 'x-resguardo-signature': hex(Buffer.alloc(0)) }, Buffer.alloc(0)))
  assert.ok(!isTaken({ 'x-resguardo-signature': hex(BODY) }, Buffer.alloc(0)))
})

test('without a secret, or with one that no longer opens, no answer is accepted', () => {
  const signed = { 'x-resguardo-signature': hex(BODY) }
  const emptily = { 'x-resguardo-signature': hex(BODY, '') }
  for (const secret_sealed of [
    null,
    'roto',
    vault.seal(SECRET, SEAL, 'otra'),
    vault.seal(SECRET, 'siem', 't'),
  ]) {
    const row = { ...ROW, secret_sealed } as Expected
    assert.ok(!isTaken(signed, BODY, row) && !isTaken(emptily, BODY, row))
  }
})

test('a sealed password opens only in its own organisation; elsewhere it must be entered again', () => {
  const connector = { tenant_id: 't', secret_sealed: vault.seal('clave', SEAL, 't') }
  const of = (change: object) =>
    secretOf(tools, { ...connector, ...change } as Parameters<typeof secretOf>[1])
  assert.equal(of({}), 'clave')
  for (const change of [{ tenant_id: 'otra' }, { secret_sealed: 'roto' }])
    assert.throws(
      () => of(change),
      (error) => error instanceof ConnectorFault && /ingréselo de nuevo/.test(error.message) && !error.again,
    )
})
