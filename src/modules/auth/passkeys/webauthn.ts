import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers'
import { CHALLENGE_TTL_MS, handleOf, type RelyingParty } from './rules.ts'
import { type Assertion, type Attestation, isTransport } from './schemas.ts'

/** EdDSA, ES256 and RS256: every runtime of the service can verify them. */
const ALGORITHMS = [-8, -7, -257]

interface Known {
  credential_id: string
  transports: string[]
}

export function creationOptions(
  rp: RelyingParty,
  user: { id: string; email: string; name: string },
  known: readonly Known[],
) {
  return generateRegistrationOptions({
    rpName: 'Resguardo',
    rpID: rp.id,
    userID: handleOf(user.id),
    userName: user.email,
    userDisplayName: user.name,
    timeout: CHALLENGE_TTL_MS,
    attestationType: 'none',
    excludeCredentials: known.map(described),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
}

/** Without `known`, the browser offers all its passkeys of the service. */
export function requestOptions(
  rp: RelyingParty,
  userVerification: 'required' | 'preferred',
  known?: readonly Known[],
) {
  return generateAuthenticationOptions({
    rpID: rp.id,
    timeout: CHALLENGE_TTL_MS,
    userVerification,
    ...(known && { allowCredentials: known.map(described) }),
  })
}

function described({ credential_id, transports }: Known) {
  return { id: credential_id, transports }
}

/** The challenge that the authenticator signed. Undefined if the answer is unreadable. */
export function challengeOf({ response }: Assertion | Attestation): string | undefined {
  try {
    const { challenge } = decodeClientDataJSON(response.clientDataJSON)
    return typeof challenge === 'string' ? challenge : undefined
  } catch {
    return undefined
  }
}

/** The new key. Undefined if the answer does not match the challenge, the origin, the service or its own signature. */
export async function verifyAttestation(rp: RelyingParty, credential: Attestation, challenge: string) {
  const { registrationInfo } = await verifyRegistrationResponse({
    response: wireOf(credential),
    expectedChallenge: challenge,
    expectedOrigin: rp.origin,
    expectedRPID: rp.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => ({ registrationInfo: undefined }))
  if (!registrationInfo) return undefined
  const { credential: key, credentialBackedUp } = registrationInfo
  return {
    credential_id: key.id,
    public_key: Buffer.from(key.publicKey).toString('base64url'),
    counter: key.counter,
    transports: (credential.response.transports ?? []).filter(isTransport),
    backed_up: credentialBackedUp,
  }
}

/**
 * The authenticator's counter. Undefined if the answer is invalid. The counter is compared when it is written, because two
 * answers may come at once.
 */
export async function verifyAssertion(
  rp: RelyingParty,
  key: { credential_id: string; public_key: string },
  credential: Assertion,
  challenge: string,
  requireUserVerification: boolean,
): Promise<{ counter: number; backedUp: boolean } | undefined> {
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: wireOf(credential),
    expectedChallenge: challenge,
    expectedOrigin: rp.origin,
    expectedRPID: rp.id,
    credential: {
      id: key.credential_id,
      publicKey: Uint8Array.from(Buffer.from(key.public_key, 'base64url')),
      counter: 0,
    },
    requireUserVerification,
  }).catch(() => ({ verified: false, authenticationInfo: undefined }))
  if (!verified || !authenticationInfo) return undefined
  return { counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp }
}

/** In a body `null` means «none». The library only knows missing fields. */
function wireOf<T extends Assertion | Attestation>({ clientExtensionResults, ...credential }: T) {
  const response = Object.fromEntries(
    Object.entries(credential.response).filter(([, value]) => value !== null),
  )
  return {
    ...credential,
    authenticatorAttachment: credential.authenticatorAttachment ?? undefined,
    clientExtensionResults: clientExtensionResults ?? {},
    response,
  } as never
}
