import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { Authenticator } from '#test/kit/authenticator.ts'
import type { Assertion, Attestation } from './schemas.ts'
import {
  challengeOf,
  creationOptions,
  requestOptions,
  verifyAssertion,
  verifyAttestation,
} from './webauthn.ts'

const rp = { id: 'resguardo.test', origin: 'https://resguardo.test' }
const ana = { id: newId(), email: 'ana@tiendasur.cl', name: 'Ana Rojas' }

test('a key is made and signs; signatures for another origin, name or challenge are refused', async () => {
  const phone = new Authenticator(rp.origin)
  const creation = await creationOptions(rp, ana, [])
  const made = phone.create(creation) as Attestation
  assert.equal(challengeOf(made), creation.challenge)
  const key = await verifyAttestation(rp, made, creation.challenge)
  assert.ok(key)
  assert.equal(key.credential_id, phone.id)
  for (const wrong of [
    phone.create(creation, { origin: 'https://resguardo.test.evil.example' }),
    phone.create(creation, { rpId: 'evil.example' }),
    phone.create(creation, { challenge: 'b3RybyByZXRv' }),
    phone.create(creation, { unverified: true }),
  ])
    assert.equal(await verifyAttestation(rp, wrong as Attestation, creation.challenge), undefined)

  const request = await requestOptions(rp, 'required', [key])
  const { challenge } = request
  const check = (credential: unknown, isVerified = true) =>
    verifyAssertion(rp, key, credential as Assertion, challenge, isVerified)
  assert.deepEqual(await check(phone.get(request)), { counter: 1, backedUp: false })
  assert.equal(await check(phone.get(request, { origin: 'https://evil.example' })), undefined)
  assert.equal(await check(phone.get(request, { rpId: 'evil.example' })), undefined)
  assert.equal(await check(phone.get(request, { challenge: 'b3RybyByZXRv' })), undefined)
  assert.equal(await check(phone.get(request, { unverified: true })), undefined)
  assert.ok(await check(phone.get(request, { unverified: true }), false))
  const stranger = new Authenticator(rp.origin)
  assert.equal(await check({ ...stranger.get(request), id: phone.id, rawId: phone.id }), undefined)
})

test('an unreadable answer has no challenge', () => {
  const answer = { response: { clientDataJSON: 'bm8ganNvbg' } } as Assertion
  assert.equal(challengeOf(answer), undefined)
})
