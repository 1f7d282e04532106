import { createSigner, createVerifier } from 'fast-jwt'
import type { Claims } from '#db/access.ts'
import { BoundedMap } from '#kernel/bounded-map.ts'
import type { Role } from '#kernel/roles.ts'
import type { Vault } from '#kernel/secrets.ts'

export const ACCESS_TTL_SECONDS = 15 * 60

/** A user without an organisation signs in too, to accept an invitation or to see that there is none. */
export const NO_TENANT = '00000000-0000-0000-0000-000000000000'

export interface Tokens {
  sign(claims: Omit<Claims, 'tenantId'> & { tenantId: string | null; role: Role | null }, now: Date): string
  /** Undefined unless it is a token of ours that has not expired. */
  verify(token: string, now: Date): Claims | undefined
}

interface Payload {
  sub: string
  tid: string | null
  role: Role | null
  sid: string
  iat: number
  exp: number
}

const MOST_REMEMBERED = 5000

export function createTokens(vault: Vault): Tokens {
  const sign = createSigner({ key: vault.derive('access-token'), algorithm: 'HS256', kid: vault.keyId })
  /** A token signed under a previous secret holds until it expires. */
  const checks = new Map(
    [...vault.deriveAll('access-token')].map(([id, key]) => [
      id,
      // Expiry is checked below, against the service's own clock.
      createVerifier({ key, algorithms: ['HS256'], ignoreExpiration: true, allowedIss: 'resguardo' }),
    ]),
  )
  /** Tokens without a key id come from an older version: a current or previous secret signed them. */
  function check(token: string): Payload {
    const { kid } = JSON.parse(Buffer.from(token.split('.', 1)[0]!, 'base64url').toString()) as {
      kid?: string
    }
    if (kid !== undefined) return checks.get(kid)!(token)
    for (const verifier of checks.values()) {
      try {
        return verifier(token)
      } catch {}
    }
    throw new Error('no known secret signed this token')
  }
  /** Tokens with a valid signature, which stays valid. Every request still checks the session. */
  const good = new BoundedMap<string, Payload>({ most: MOST_REMEMBERED })

  function verify(token: string): Payload {
    const known = good.get(token)
    if (known) return known
    const payload = check(token)
    good.set(token, payload)
    return payload
  }

  return {
    sign({ userId, tenantId, role, sessionId }, now) {
      const iat = Math.floor(now.getTime() / 1000)
      return sign({
        iss: 'resguardo',
        sub: userId,
        tid: tenantId,
        role,
        sid: sessionId,
        iat,
        exp: iat + ACCESS_TTL_SECONDS,
      })
    },
    verify(token, now) {
      try {
        const { sub, tid, sid, exp } = verify(token)
        if (exp * 1000 <= now.getTime()) return undefined
        return { userId: sub, tenantId: tid ?? NO_TENANT, sessionId: sid }
      } catch {
        return undefined
      }
    },
  }
}
