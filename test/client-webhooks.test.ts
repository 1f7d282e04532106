import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signedHeaders } from '#outbound/webhook-signing.ts'
import { verifyWebhook } from '../clients/typescript/src/index.ts'

/** The client verifies deliveries that the real service signed. */
const now = new Date('2026-12-01T12:00:00Z')
const secret = `whsec_${Buffer.from('veinticuatro bytes o más').toString('base64')}`
const event = { id: 'e1', type: 'dsar.received', occurredAt: now.toISOString(), data: { título: 'ñandú 🦩' } }
const body = Buffer.from(JSON.stringify(event))

const signed = (fields: object = {}, at = now) =>
  signedHeaders(
    {
      deliveryId: '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f',
      signatureHeader: 'X-Resguardo-Signature',
      deliveryHeader: 'X-Resguardo-Delivery',
      secret,
      body,
      ...fields,
    },
    at,
  )
const headers = signed()
const refused = (fields: object, fault: string) =>
  assert.rejects(verifyWebhook({ payload: body, headers, secret, now, ...fields }), {
    name: 'WebhookError',
    fault,
  })

test('a delivery may be text, bytes or a buffer, with any kind of headers', async () => {
  for (const payload of [body, body.toString(), new Uint8Array(body)])
    assert.deepEqual(await verifyWebhook({ payload, headers, secret, now }), event)
  const shouted = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]),
  )
  for (const given of [new Headers(headers), shouted])
    assert.deepEqual(await verifyWebhook({ payload: body, headers: given, secret, now }), event)
})

test('a secret of another form stands for its own bytes', async () => {
  const plain = 'un secreto cualquiera, ñ'
  const own = signed({ secret: plain })
  assert.deepEqual(await verifyWebhook({ payload: body, headers: own, secret: plain, now }), event)
})

test('other bytes, another secret, another id or another signature are refused', async () => {
  await refused({ payload: `${body} ` }, 'signature')
  await refused({ secret: 'whsec_b3Ryb3M=' }, 'signature')
  await refused({ secret: '' }, 'signature')
  await refused({ secret: [] }, 'signature')
  await refused({ secret: 'whsec_' }, 'signature')
  await refused({ headers: { ...headers, 'webhook-id': 'otro' } }, 'signature')
  for (const signature of ['v1,', 'v1,no es base64', 'v2,AAAA', headers['webhook-signature']!.slice(3)])
    await refused({ headers: { ...headers, 'webhook-signature': signature } }, 'signature')
})

test('a delivery of another time is refused, even with a valid signature', async () => {
  for (const seconds of [-301, 301])
    await refused({ headers: signed({}, new Date(now.getTime() + seconds * 1000)) }, 'timestamp')
  const late = signed({}, new Date(now.getTime() - 3_000_000))
  assert.ok(await verifyWebhook({ payload: body, headers: late, secret, now, toleranceSeconds: 3600 }))
  for (const timestamp of ['NaN', '', ' ', '1e9', '-1', 'Infinity'])
    await refused(
      { headers: { ...headers, 'webhook-timestamp': timestamp } },
      timestamp === '' ? 'headers' : 'timestamp',
    )
})

test('while the secret changes, both secrets and either of two signatures are accepted', async () => {
  const old = 'whsec_YW50ZXJpb3I='
  const two = `${signed({ secret: old })['webhook-signature']} ${headers['webhook-signature']}`
  assert.ok(await verifyWebhook({ payload: body, headers, secret: [old, secret], now }))
  assert.ok(
    await verifyWebhook({ payload: body, headers: { ...headers, 'webhook-signature': two }, secret, now }),
  )
})

test('the service’s own header counts only if the caller asks for it, because it does not bind the time', async () => {
  const { 'X-Resguardo-Signature': own } = headers
  await refused({ headers: { 'x-resguardo-signature': own } }, 'headers')
  for (const name of ['x-resguardo-signature', 'X-Workflow-Signature', 'X-Consent-Signature'])
    assert.deepEqual(
      await verifyWebhook({ payload: body, headers: { [name]: own }, secret, scheme: 'own' }),
      event,
    )
  await refused({ scheme: 'own', headers: { 'x-resguardo-signature': 'sha256=00' } }, 'signature')
  await refused({ scheme: 'own', headers: { 'x-resguardo-signature': 'sha256=zz' } }, 'signature')
  await refused({ scheme: 'own', headers: {} }, 'headers')
})

test('a signed body that is not JSON is refused', async () => {
  const text = Buffer.from('no es JSON')
  await refused({ payload: text, headers: signed({ body: text }) }, 'payload')
})
