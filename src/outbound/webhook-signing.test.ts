import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { DAY_MS } from '#kernel/dates.ts'
import { signedHeaders, waitAfter } from './webhook-signing.ts'

test('there are eight attempts over about a day, each pause longer than the last, for every chance', () => {
  for (const chance of [0, 0.5, 0.999]) {
    const waits = [1, 2, 3, 4, 5, 6, 7].map((failures) => waitAfter(failures, chance)!)
    assert.equal(waitAfter(8, chance), undefined)
    assert.deepEqual(
      waits,
      [...waits].sort((a, b) => a - b),
    )
    const total = waits.reduce((sum, wait) => sum + wait, 0)
    assert.ok(total > 0.85 * DAY_MS && total < 1.15 * DAY_MS, String(total))
  }
  assert.ok(waitAfter(3, 0)! < waitAfter(3, 0.9)!)
})

const delivery = {
  deliveryId: '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f',
  signatureHeader: 'X-Workflow-Signature',
  deliveryHeader: 'X-Workflow-Delivery',
  secret: 'clave',
  body: Buffer.from('{"nombre":"Ñandú"}'),
}
const now = new Date('2026-11-15T12:00:00.900Z')

test('the contract’s signature covers the body alone, that of Standard Webhooks id, time and body', () => {
  const headers = signedHeaders(delivery, now)
  const ours = createHmac('sha256', 'clave').update(delivery.body).digest('hex')
  assert.equal(headers['X-Workflow-Signature'], `sha256=${ours}`)
  assert.equal(headers['X-Workflow-Delivery'], delivery.deliveryId)
  assert.equal(headers['webhook-id'], delivery.deliveryId)
  assert.equal(headers['webhook-timestamp'], '1794744000')
  const text = `${delivery.deliveryId}.1794744000.{"nombre":"Ñandú"}`
  const standard = createHmac('sha256', 'clave').update(text).digest('base64')
  assert.equal(headers['webhook-signature'], `v1,${standard}`)
})

test('a whsec_ secret is base64 for Standard Webhooks, and plain text for the contract', () => {
  const secret = `whsec_${Buffer.from('bytes de la clave').toString('base64')}`
  const headers = signedHeaders({ ...delivery, secret }, now)
  const ours = createHmac('sha256', secret).update(delivery.body).digest('hex')
  assert.equal(headers['X-Workflow-Signature'], `sha256=${ours}`)
  const standard = createHmac('sha256', 'bytes de la clave')
    .update(`${delivery.deliveryId}.1794744000.`)
    .update(delivery.body)
    .digest('base64')
  assert.equal(headers['webhook-signature'], `v1,${standard}`)
})

test('while secrets rotate, Standard Webhooks has both signatures, new first; the contract has the new one', () => {
  const headers = signedHeaders({ ...delivery, previousSecret: 'anterior' }, now)
  const alone = (secret: string) => signedHeaders({ ...delivery, secret }, now)
  assert.equal(
    headers['webhook-signature'],
    `${alone('clave')['webhook-signature']} ${alone('anterior')['webhook-signature']}`,
  )
  assert.equal(headers['X-Workflow-Signature'], alone('clave')['X-Workflow-Signature'])
  for (const previousSecret of [null, ''])
    assert.deepEqual(signedHeaders({ ...delivery, previousSecret }, now), alone('clave'))
})

test('a repeated attempt is signed for its own time, under the same id', () => {
  const [first, later] = [signedHeaders(delivery, now), signedHeaders(delivery, new Date(+now + 60_000))]
  assert.equal(first['webhook-id'], later['webhook-id'])
  assert.equal(Number(later['webhook-timestamp']) - Number(first['webhook-timestamp']), 60)
  assert.notEqual(first['webhook-signature'], later['webhook-signature'])
  assert.equal(first['X-Workflow-Signature'], later['X-Workflow-Signature'])
})
