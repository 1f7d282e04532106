import assert from 'node:assert/strict'
import type { webcrypto } from 'node:crypto'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { base64url, fromBase64url, fromHex, hex } from './bytes.ts'
import { canonical, type Json } from './canonical.ts'
import { type Entry, type EvidenceKey, hashOf, hashOfPayload, type Proof, signedBytes } from './entry.ts'
import { climb, pathOf, rootOf, treeOf } from './merkle.ts'
import { verifyProof } from './proof.ts'

describe('canonical JSON', () => {
  test('matches the example of RFC 8785, section 3.2.2', () => {
    const parsed = JSON.parse(`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/",
      "literals": [null, true, false]
    }`)
    assert.equal(
      canonical(parsed),
      `{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA'B\\"\\\\\\\\\\"/"}`,
    )
  })

  test('matches the sorting example of section 3.2.3', () => {
    const parsed = JSON.parse(`{
      "\\u20ac": "Euro Sign", "\\r": "Carriage Return", "\\ufb33": "Hebrew Letter Dalet With Dagesh",
      "1": "One", "\\ud83d\\ude00": "Emoji: Grinning Face", "\\u0080": "Control",
      "\\u00f6": "Latin Small Letter O With Diaeresis"
    }`)
    assert.deepEqual(Object.values(JSON.parse(canonical(parsed).replace('"1":', '"\\u0031 ":'))), [
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ])
  })

  test('matches the numbers of appendix B', () => {
    const samples: [bits: string, text: string][] = [
      ['0000000000000000', '0'],
      ['8000000000000000', '0'],
      ['0000000000000001', '5e-324'],
      ['8000000000000001', '-5e-324'],
      ['7fefffffffffffff', '1.7976931348623157e+308'],
      ['ffefffffffffffff', '-1.7976931348623157e+308'],
      ['4340000000000000', '9007199254740992'],
      ['c340000000000000', '-9007199254740992'],
      ['4430000000000000', '295147905179352830000'],
      ['44b52d02c7e14af5', '9.999999999999997e+22'],
      ['44b52d02c7e14af6', '1e+23'],
      ['44b52d02c7e14af7', '1.0000000000000001e+23'],
      ['444b1ae4d6e2ef4e', '999999999999999700000'],
      ['444b1ae4d6e2ef4f', '999999999999999900000'],
      ['444b1ae4d6e2ef50', '1e+21'],
      ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
      ['3eb0c6f7a0b5ed8d', '0.000001'],
      ['41b3de4355555553', '333333333.3333332'],
      ['41b3de4355555557', '333333333.33333343'],
      ['becbf647612f3696', '-0.0000033333333333333333'],
      ['43143ff3c1cb0959', '1424953923781206.2'],
    ]
    for (const [bits, text] of samples) {
      assert.equal(canonical(new DataView(fromHex(bits).buffer).getFloat64(0)), text)
    }
    for (const none of [Number.NaN, Number.POSITIVE_INFINITY]) assert.throws(() => canonical(none), TypeError)
    assert.throws(() => canonical('\ud83d'), TypeError)
  })

  test('writes equal values in one way', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonical(value as Json)
        assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(value)))
        assert.equal(canonical(JSON.parse(text)), text)
      }),
    )
  })
})

const anyHash = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(hex)
const hashes = fc.array(anyHash, { minLength: 1, maxLength: 40 })

describe('the tree of a batch', () => {
  test('every entry’s path leads to the root', async () => {
    await fc.assert(
      fc.asyncProperty(hashes, async (batch) => {
        const { root, paths } = await treeOf(batch)
        assert.equal(root, await rootOf(batch))
        for (const [at, hash] of batch.entries()) {
          assert.equal(await climb(hash, paths[at]!), root)
          assert.ok(paths[at]!.length <= Math.ceil(Math.log2(batch.length)))
        }
      }),
      { numRuns: 40 },
    )
  })

  test('another entry, order or length gives another root', async () => {
    await fc.assert(
      fc.asyncProperty(hashes, fc.nat(), anyHash, async (batch, nat, other) => {
        const at = nat % batch.length
        const root = await rootOf(batch)
        fc.pre(batch[at] !== other)
        assert.notEqual(await rootOf(batch.with(at, other)), root)
        assert.notEqual(await rootOf([...batch, other]), root)
        assert.notEqual(await climb(other, await pathOf(batch, at)), root)
        const turned = batch.toReversed()
        if (turned.join() !== batch.join()) assert.notEqual(await rootOf(turned), root)
      }),
      { numRuns: 60 },
    )
  })

  test('a node cannot pass as a leaf', async () => {
    const [a, b] = ['aa'.repeat(32), 'bb'.repeat(32)]
    const pair = await rootOf([a, b])
    assert.notEqual(await rootOf([pair]), pair)
    await assert.rejects(rootOf([]), RangeError)
  })

  test('matches the trees of RFC 6962 over known leaves', async () => {
    // The root of one leaf is SHA-256 of 0x00 and the leaf.
    const leaf = '00'.repeat(32)
    const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(33))
    assert.equal(await rootOf([leaf]), hex(new Uint8Array(digest)))
  })
})

const tenantId = '0190a0b0-0000-7000-8000-000000000001'
const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])
const signer = pair as webcrypto.CryptoKeyPair
const { x } = await crypto.subtle.exportKey('jwk', signer.publicKey)
const kid = createHash('sha256')
  .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
  .digest('base64url')
const keys: EvidenceKey[] = [{ kty: 'OKP', crv: 'Ed25519', x: x!, kid }]

async function proofOf(batch: number, at: number): Promise<Proof> {
  const payload = { salt: 'c2FsdA', row: { email: 'ana@empresa.cl', n: at } }
  const entries: Entry[] = []
  const all: string[] = []
  for (let seq = 1; seq <= batch; seq++) {
    const entry: Entry = {
      tenantId,
      seq,
      kind: 'consent',
      entityType: 'ConsentRecord',
      entityId: String(seq),
      at: '2026-12-01T12:00:00.000Z',
      payloadHash: await hashOfPayload(payload),
      previous: all.at(-1) ?? null,
    }
    entries.push(entry)
    all.push(await hashOf(entry))
  }
  const { root, paths } = await treeOf(all)
  const seal: Entry = {
    ...entries[0]!,
    seq: batch + 1,
    kind: 'seal',
    entityType: 'Seal',
    entityId: `1-${batch}`,
    payloadHash: root,
    previous: all.at(-1)!,
  }
  const head = { tenantId, seq: seal.seq, hash: await hashOf(seal), at: seal.at }
  const value = base64url(
    new Uint8Array(await crypto.subtle.sign('Ed25519', signer.privateKey, signedBytes(head))),
  )
  const signature = { kid, alg: 'EdDSA' as const, value }
  return { entry: entries[at]!, path: paths[at]!, seal, head, signature, stamp: null, payload }
}

describe('a proof', () => {
  test('is valid with its record and without it', async () => {
    const { payload, ...bare } = await proofOf(7, 4)
    const whole = await verifyProof({ ...bare, payload: payload! }, keys)
    assert.deepEqual([whole.whole, whole.whole && whole.payloadChecked], [true, true])
    const alone = await verifyProof(bare, keys)
    assert.deepEqual([alone.whole, alone.whole && alone.payloadChecked], [true, false])
  })

  test('names the broken step', async () => {
    const proof = await proofOf(5, 2)
    const other = await proofOf(6, 2)
    const cases: [step: string, Proof][] = [
      ['payload', { ...proof, payload: { salt: 'c2FsdA', row: { email: 'eva@empresa.cl', n: 2 } } }],
      ['path', { ...proof, entry: { ...proof.entry, at: '2026-11-01T12:00:00.000Z' } }],
      ['path', { ...proof, path: proof.path.toReversed() }],
      ['path', { ...proof, path: other.path }],
      ['seal', { ...proof, seal: { ...proof.seal, at: '2026-11-01T12:00:00.000Z' } }],
      ['seal', { ...proof, head: { ...proof.head, tenantId: 'another' } }],
      ['signature', { ...proof, head: { ...proof.head, at: '2026-11-01T12:00:00.000Z' } }],
      ['key', { ...proof, signature: { ...proof.signature, kid: 'k2' } }],
      ['shape', { ...proof, path: [{ side: 'left', hash: 'no hash' }] }],
    ]
    for (const [step, changed] of cases) {
      assert.deepEqual(await verifyProof(changed, keys), { whole: false, step })
    }
    assert.deepEqual(await verifyProof({} as Proof, keys), { whole: false, step: 'shape' })
    const worn = [{ ...keys[0]!, x: base64url(new Uint8Array(32)) }]
    assert.deepEqual(
      await verifyProof(proof, worn),
      { whole: false, step: 'key' },
      'a key that wears our name',
    )
  })

  /** A validly signed seal over one entry alone, with any fields in the entry or the seal. */
  async function signedOver(entry: object, seal: object = {}, head: object = {}): Promise<Proof> {
    const own = await proofOf(3, 1)
    const alone = { ...own.entry, ...entry }
    const { root, paths } = await treeOf([await hashOf(alone)])
    const over = { ...own.seal, payloadHash: root, ...seal }
    const top = { ...own.head, seq: over.seq, hash: await hashOf(over), ...head }
    const signed = await crypto.subtle.sign('Ed25519', signer.privateKey, signedBytes(top))
    const signature = { ...own.signature, value: base64url(new Uint8Array(signed)) }
    return { entry: alone, path: paths[0]!, seal: over, head: top, signature, stamp: null }
  }

  test('belongs to one tenant, and its entry comes before its seal, even if all else is signed', async () => {
    const cases: [step: string | undefined, Proof][] = [
      [undefined, await signedOver({})],
      [undefined, await signedOver({ seq: 3 }, { seq: 4 })],
      ['path', await signedOver({ seq: 4 }, { seq: 4 })],
      ['path', await signedOver({ seq: 5 }, { seq: 4 })],
      ['path', await signedOver({ tenantId: 'another' })],
      ['seal', await signedOver({}, { kind: 'consent' })],
      ['seal', await signedOver({}, {}, { seq: 99 })],
      ['seal', await signedOver({}, {}, { tenantId: 'another' })],
    ]
    for (const [at, [step, proof]] of cases.entries()) {
      const result = await verifyProof(proof, keys)
      assert.equal(result.whole ? undefined : result.step, step, `case ${at}`)
    }
  })

  test('survives JSON and ignores extra fields', async () => {
    const proof = JSON.parse(JSON.stringify(await proofOf(9, 0)))
    proof.entry.label = 'nothing'
    assert.equal((await verifyProof(proof, keys)).whole, true)
  })

  test('bytes can be read back from their text', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        assert.deepEqual([...fromBase64url(base64url(bytes))], [...bytes])
        assert.deepEqual([...fromHex(hex(bytes))], [...bytes])
      }),
    )
  })
})
