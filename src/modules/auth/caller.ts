import type { FastifyRequest } from 'fastify'
import { type Claims, type Origin, UNAUTHORIZED } from '#db/access.ts'
import { asksForCookie } from '#http/browser-session.ts'
import { originOf } from '#http/requests.ts'
import { Failure } from '#kernel/failure.ts'
import { deviceOf } from './rules.ts'

/** Names the browser to the sign-in, and opens nothing. */
export const DEVICE_COOKIE = 'device'

/** What the caller's request says of itself. */
export interface Caller extends Origin {
  requestId: string
  addressPrefix: string | undefined
  /** Browser and system, as the user agent names them. */
  device: string
  /** The cookie by which a browser that signed in before is known. */
  deviceToken: string | undefined
  /** It asks for a session in a cookie. */
  browser: boolean
}

export function callerOf(request: FastifyRequest): Caller {
  return {
    ...originOf(request),
    device: deviceOf(request.headers['user-agent']),
    deviceToken: request.cookies[DEVICE_COOKIE],
    browser: asksForCookie(request),
  }
}

export function claimsOf({ claims }: FastifyRequest): Claims {
  if (!claims) throw new Failure('unauthorized', UNAUTHORIZED)
  return claims
}
