import type { FastifyReply } from 'fastify'
import type { Static } from 'typebox'
import { type BrowserSessions, LONGEST_BROWSER_SESSION_MS } from '#http/browser-session.ts'
import { DEVICE_COOKIE } from './caller.ts'
import { DEVICE_TTL_MS, SESSION_TTL_MS } from './rules.ts'
import type { Registered } from './schemas.ts'
import type { TokenPair } from './sessions.ts'
import type { MfaDue, Opened, SignedIn } from './sign-in.ts'

export const REFRESH_COOKIE = 'refresh_token'

/** How the caller receives a session: tokens in the answer plus the refresh token in a cookie, or a single cookie. */
export interface SessionAnswers {
  /**
   * After `signIn`: sets the cookies and returns the public part. The schema of the answer says whether a tenant is always
   * present.
   */
  signedIn<Wire extends object = Static<typeof Registered>>(
    reply: FastifyReply,
    answer: { success: true; data: SignedIn | MfaDue },
  ): { success: true; data: Wire }
  /** For a session that continues. */
  opened<T extends Opened>(reply: FastifyReply, opened: T): Omit<T, 'tokens' | 'cookie'> & TokenPair
  keepRefreshToken(reply: FastifyReply, pair: TokenPair): void
  keepDevice(reply: FastifyReply, device: string): void
  forget(reply: FastifyReply): void
}

export function createSessionAnswers(
  publicUrl: string,
  { cookie: browser }: BrowserSessions,
): SessionAnswers {
  const secure = publicUrl.startsWith('https:')
  const cookie = { path: '/api/v1/auth', httpOnly: true, sameSite: 'strict', secure } as const

  function opened<T extends Opened>(reply: FastifyReply, { tokens, cookie: sealed, ...rest }: T) {
    if (tokens) keepRefreshToken(reply, tokens)
    if (sealed) {
      const maxAge = LONGEST_BROWSER_SESSION_MS / 1000
      reply.setCookie(browser.name, sealed, { ...browser.options, maxAge })
    }
    return { ...tokens, ...rest } as Omit<T, 'tokens' | 'cookie'> & TokenPair
  }
  function keepRefreshToken(reply: FastifyReply, { refresh_token }: TokenPair): void {
    reply.setCookie(REFRESH_COOKIE, refresh_token, { ...cookie, maxAge: SESSION_TTL_MS / 1000 })
  }
  function keepDevice(reply: FastifyReply, device: string): void {
    reply.setCookie(DEVICE_COOKIE, device, { ...cookie, maxAge: DEVICE_TTL_MS / 1000 })
  }

  return {
    opened,
    keepRefreshToken,
    keepDevice,
    signedIn(reply, { success, data }) {
      if ('mfa_required' in data) return { success, data } as never
      const { device, ...session } = data
      const wire = opened(reply, session)
      keepDevice(reply, device)
      return { success, data: wire } as never
    },
    forget(reply) {
      // Removes everything that the browser kept of this session.
      reply.header('clear-site-data', '"cache", "storage"')
      reply.clearCookie(REFRESH_COOKIE, cookie)
      reply.clearCookie(browser.name, browser.options)
    },
  }
}
