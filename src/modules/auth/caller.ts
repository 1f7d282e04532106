import type { FastifyRequest } from 'fastify'
import { type Claims, type Origin, UNAUTHORIZED } from '#db/access.ts'
import { asksForCookie } from '#http/browser-session.ts'
import { originOf } from '#http/requests.ts'
import { Failure } from '#kernel/failure.ts'
import { deviceOf } from './rules.ts'

/** Identifies the browser at sign-in. It grants no access. */
export const DEVICE_COOKIE = 'device'

/** What the request says about its caller. */
export interface Caller extends Origin {
  requestId: string
  addressPrefix: string | undefined
  /** Browser and system, from the user agent. */
  device: string
  /** The cookie of a browser that has signed in before. */
  deviceToken: string | undefined
  /** The caller asks for a session in a cookie. */
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
