import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { after, describe, test } from 'node:test'
import { type Head, signedBytes } from '#kernel/evidence/entry.ts'
import { imprintOf, newNonce, stampQuery, tokenOf, verifyStamp } from '#kernel/evidence/stamp.ts'
import { openStampAuthority } from '#test/kit/stamp-authority.ts'
import { askStamp, StampError } from './stamping.ts'

const [rsa, elliptic, wrongUse, plainUse] = await Promise.all([
  openStampAuthority(),
  openStampAuthority({ key: 'p-384', name: 'Otra autoridad' }),
  openStampAuthority({ usage: 'critical,timeStamping,clientAuth' }).catch(() => undefined),
  openStampAuthority({ usage: 'timeStamping' }).catch(() => undefined),
])
after(() => Promise.all([rsa, elliptic, wrongUse, plainUse].map((one) => one?.close())))

const head: Head = {
  tenantId: '0190a0b0-0000-7000-8000-000000000001',
  seq: 8,
  hash: 'ab'.repeat(32),
  at: new Date().toISOString(),
}
const now = () => new Date()
const send = (reply: ServerResponse, body: Uint8Array) => reply.writeHead(200).end(body)
const rootOf = (file: string) => [new X509Certificate(readFileSync(file))]

async function refusalOf(asking: Promise<unknown>): Promise<string> {
  try {
    await asking
  } catch (error) {
    assert.ok(error instanceof StampError, String(error))
    return error.refusal
  }
  return 'none'
}

describe('a stamp of a real authority', () => {
  for (const [name, authority] of Object.entries({ rsa, elliptic }))
    test(`${name}: this service and OpenSSL verify it`, async () => {
      const stamped = await askStamp(authority.url, head, { now, roots: rootOf(authority.caFile) })
      assert.match(stamped.authority, /autoridad/i)
      assert.ok(Math.abs(Date.parse(stamped.at) - Date.now()) < 60_000)
      authority.verify(stamped.token, signedBytes(head))
      const token = new Uint8Array(stamped.token)
      assert.deepEqual(await verifyStamp(token, head), {
        valid: true,
        at: stamped.at,
        authority: stamped.authority,
        fingerprint: stamped.fingerprint,
      })
      const other = { ...head, seq: 9 }
      assert.deepEqual(await verifyStamp(token, other), { valid: false, fault: 'imprint' })
      const later = { ...head, at: new Date(Date.now() + 3_600_000).toISOString() }
      assert.equal((await verifyStamp(token, later)).valid, false)
    })

  test('changing any byte of it is detected', async () => {
    const { token } = await askStamp(rsa.url, head, { now })
    const valid: number[] = []
    for (let at = 0; at < token.length; at += 7) {
      const changed = new Uint8Array(token)
      changed[at]! ^= 0x01
      const result = await verifyStamp(changed, head)
      if (result.valid) valid.push(at)
    }
    // The signature covers query, answer and certificate, but not the list of digests above them.
    assert.ok(valid.length <= 12, `changed and still valid at ${valid}`)
  })

  test('other bytes are no stamp', async () => {
    for (const bytes of [new Uint8Array(0), new Uint8Array(4096), new TextEncoder().encode('<html>')])
      assert.deepEqual(await verifyStamp(bytes as Uint8Array<ArrayBuffer>, head), {
        valid: false,
        fault: 'shape',
      })
  })
})

describe('wrong answers of an authority', () => {
  const lies = async (how: Parameters<typeof rsa.misbehave>[0], timeoutMs = 5000) => {
    rsa.misbehave(how)
    try {
      return await refusalOf(askStamp(rsa.url, head, { now, timeoutMs }))
    } finally {
      rsa.misbehave(undefined)
    }
  }
  const nonce = newNonce()

  test('an earlier stamp', async () => {
    const old = await rsa.reply(Buffer.from(stampQuery(await imprintOf(head), nonce)))
    assert.equal(await lies((_, reply) => send(reply, old)), 'nonce')
  })

  test('a stamp of other data', async () => {
    const other = await rsa.reply(Buffer.from(stampQuery(await imprintOf({ ...head, seq: 7 }), nonce)))
    assert.equal(await lies((_, reply) => send(reply, other)), 'imprint')
  })

  test('a signature by another key', async () => {
    const how = async (query: Buffer, reply: ServerResponse) => {
      const [own, theirs] = await Promise.all([rsa.reply(query), otherRsa.reply(query)])
      const { length } = own
      // The signature is the last 256 bytes of both.
      send(reply, Buffer.concat([own.subarray(0, length - 256), theirs.subarray(-256)]))
    }
    const otherRsa = await openStampAuthority()
    assert.equal(await lies(how), 'signature')
    await otherRsa.close()
  })

  test('another authority than the trusted one', async () => {
    const asked = askStamp(elliptic.url, head, { now, roots: rootOf(rsa.caFile) })
    assert.equal(await refusalOf(asked), 'untrusted')
  })

  test('a certificate for other uses', async () => {
    for (const authority of [wrongUse, plainUse]) {
      // OpenSSL itself may refuse to sign with it.
      const reply = await authority
        ?.reply(Buffer.from(stampQuery(await imprintOf(head), nonce)))
        .catch(() => undefined)
      const token = reply && tokenOf(new Uint8Array(reply))
      if (token) assert.deepEqual(await verifyStamp(token, head), { valid: false, fault: 'purpose' })
    }
  })

  test('a grant without a token, and a refusal', async () => {
    const granted = Buffer.from('30053003020100', 'hex')
    const rejected = Buffer.from('30053003020102', 'hex')
    assert.equal(await lies((_, reply) => send(reply, granted)), 'refused')
    assert.equal(await lies((_, reply) => send(reply, rejected)), 'refused')
    assert.equal(await lies((_, reply) => reply.writeHead(500).end()), 'refused')
  })

  test('an endless body, and silence', async () => {
    const endless = (_: Buffer, reply: ServerResponse) => {
      reply.writeHead(200)
      const more = () => {
        while (!reply.destroyed && reply.write(Buffer.alloc(65_536)));
        if (!reply.destroyed) reply.once('drain', more)
      }
      more()
    }
    assert.equal(await lies(endless), 'shape')
    assert.equal(await lies(() => undefined, 300), 'unreachable')
  })

  test('another clock', async () => {
    const yesterday = () => new Date(Date.now() - 86_400_000)
    const past = { ...head, at: yesterday().toISOString() }
    assert.equal(await refusalOf(askStamp(rsa.url, past, { now: yesterday })), 'clock')
  })
})
