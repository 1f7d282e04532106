import assert from 'node:assert/strict'
import { Secret, TOTP } from 'otpauth'
import { Authenticator } from './authenticator.ts'
import type { Caller, Clock, Reply, TestService } from './service.ts'

const STEP_MS = 30_000

/** The current code of an authenticator app. */
export function codeOf(secret: string, at: Date): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() })
}

/** The next code, because the current one may be used up. */
export function nextCode(secret: string, clock: Clock): string {
  clock.advance(STEP_MS)
  return codeOf(secret, clock.now())
}

/** Sets up an authenticator app. Returns its secret and the recovery codes. */
export async function setUpTotp(person: Caller): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = (await person.post('/auth/mfa/totp')).data
  const code = codeOf(secret, person.service.clock.now())
  const reply = await person.post('/auth/mfa/totp/confirm', { code })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return { secret, recoveryCodes: reply.data.recoveryCodes }
}

/** Adds a passkey of a new authenticator. */
export async function setUpPasskey(person: Caller, origin = 'https://resguardo.test') {
  const authenticator = new Authenticator(origin)
  const reply = await addPasskey(person, authenticator)
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return { authenticator, passkey: reply.data }
}

export async function addPasskey(
  person: Caller,
  authenticator: Authenticator,
  name?: string,
): Promise<Reply> {
  const { options } = (await person.post('/auth/passkeys/register/options')).data
  return person.post('/auth/passkeys/register', { name, credential: authenticator.create(options) })
}

/** A caller with the tokens of a sign-in. */
export function signedIn(service: TestService, { status, data, body }: Reply): Caller {
  assert.equal(status, 200, JSON.stringify(body))
  assert.ok(data.access_token, JSON.stringify(body))
  return service.with({ authorization: `Bearer ${data.access_token}` })
}
