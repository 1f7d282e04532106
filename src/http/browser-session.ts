import type { FastifyRequest } from 'fastify'
import type { Claims } from '#db/access.ts'
import { BoundedMap } from '#kernel/bounded-map.ts'
import { DAY_MS, HOUR_MS } from '#kernel/dates.ts'
import type { Vault } from '#kernel/secrets.ts'

/** Scripts of ours send this header with every request. Pages of other origins cannot send it. */
const CLIENT_HEADER = 'x-resguardo-client'
/** Separates the cookie from everything else that the vault seals. */
const USE = 'browser-session'
const LONGEST_COOKIE = 1000
const MOST_REMEMBERED = 5000

/** An unused session ends after this time. */
export const IDLE_BROWSER_MS = 12 * HOUR_MS
/** Every session ends after this time, however much it is used. */
export const LONGEST_BROWSER_SESSION_MS = 30 * DAY_MS

/** The session of a browser: a cookie that scripts cannot read and whose content only the service can. */
export interface BrowserSessions {
  readonly cookie: {
    readonly name: string
    readonly options: { path: '/'; httpOnly: true; sameSite: 'strict'; secure: boolean }
  }
  seal(claims: Claims): string
  /** The claims of the cookie, if the request comes from a page of ours. */
  read(request: FastifyRequest): Claims | undefined
}

export function createBrowserSessions(vault: Vault, publicUrl: string): BrowserSessions {
  const secure = publicUrl.startsWith('https:')
  const ours = new URL(publicUrl).origin
  const name = secure ? '__Host-resguardo' : 'resguardo'
  /** Cookies opened before. Every request still checks whether the session holds. */
  const opened = new BoundedMap<string, Claims>({ most: MOST_REMEMBERED })

  function open(sealed: string): Claims | undefined {
    const known = opened.get(sealed)
    if (known) return known
    try {
      const [sessionId, userId, tenantId] = vault.open(sealed, USE, '').split(' ')
      if (!sessionId || !userId || !tenantId) return undefined
      const claims = { sessionId, userId, tenantId, browser: true }
      opened.set(sealed, claims)
      return claims
    } catch {
      return undefined
    }
  }

  return {
    cookie: { name, options: { path: '/', httpOnly: true, sameSite: 'strict', secure } },
    seal: ({ sessionId, userId, tenantId }) => vault.seal([sessionId, userId, tenantId].join(' '), USE, ''),
    read(request) {
      const sealed = request.cookies[name]
      if (!sealed || sealed.length > LONGEST_COOKIE || !isFromOurPage(request, ours)) return undefined
      return open(sealed)
    },
  }
}

/** Browsers name the origin of a request in `Sec-Fetch-Site`, older ones in `Origin`. */
function isFromOurPage({ method, headers }: FastifyRequest, ours: string): boolean {
  if (method !== 'GET' && method !== 'HEAD' && !headers[CLIENT_HEADER]) return false
  const site = headers['sec-fetch-site']
  return site === undefined ? headers.origin === ours : site === 'same-origin'
}

/** True when the caller asks for a session in a cookie instead of tokens. */
export function asksForCookie({ headers }: FastifyRequest): boolean {
  return headers[CLIENT_HEADER] === 'console'
}
