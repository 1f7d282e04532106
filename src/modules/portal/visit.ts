import type { FastifyReply, FastifyRequest } from 'fastify'
import { SESSION_TTL_MS } from './rules.ts'

/**
 * The session of a person in a browser: the API token in a cookie hidden from scripts. Only portal pages read the cookie,
 * and only for requests from our own pages. The API needs the token in a header.
 */
export interface Visits {
  /** The token, if the request comes from a permitted origin. */
  tokenOf(request: FastifyRequest): string | undefined
  /** For forms: true if one of our own pages sent it. Another site must not sign anybody in or out. */
  admits(request: FastifyRequest): boolean
  start(reply: FastifyReply, token: string): void
  end(reply: FastifyReply): void
}

export function createVisits(publicUrl: string): Visits {
  const { protocol, origin: ours } = new URL(publicUrl)
  const secure = protocol === 'https:'
  const name = secure ? '__Host-resguardo-portal' : 'resguardo-portal'
  const options = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const
  return {
    tokenOf(request) {
      const token = request.cookies[name]
      return token && isFromHere(request, ours) ? token : undefined
    },
    admits: (request) => isFromHere(request, ours),
    start(reply, token) {
      reply.setCookie(name, token, { ...options, maxAge: SESSION_TTL_MS / 1000 })
    },
    end(reply) {
      reply.clearCookie(name, options).header('clear-site-data', '"cache", "storage"')
    },
  }
}

/** Links in letters and typed addresses open pages; only our own pages send forms. */
function isFromHere({ method, headers }: FastifyRequest, ours: string): boolean {
  const site = headers['sec-fetch-site']
  if (method === 'GET' || method === 'HEAD') return site !== 'cross-site'
  return site === undefined ? headers.origin === ours : site === 'same-origin'
}
