import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For an OPTIONS route that answers preflights itself. */
    cors?: false
  }
}

/** Headers of data. Pages set what they may load, and cacheable routes set their own caching. */
const SECURITY_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

const COMMON = {
  ...SECURITY_HEADERS,
  vary: 'Origin',
  'access-control-expose-headers':
    'x-request-id, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset, retry-after, content-disposition, etag',
}

/** Pages of any origin call these, without cookies: widgets, forms, the portal, and tools that read the description. */
const OPEN_TO_ALL_ORIGINS = /^\/api\/v1\/(public\/|openapi\.json$)/

const TO_ALL = {
  ...COMMON,
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
}

const WITHOUT_CORS = {
  ...SECURITY_HEADERS,
  vary: 'Origin',
  'cross-origin-resource-policy': 'cross-origin',
}

const METHODS = 'GET, POST, PUT, PATCH, DELETE'
const PREFLIGHT_SECONDS = 600

/** The headers of every answer, refusals included: security, the request's id, and CORS. */
export function useResponseHeaders(app: FastifyInstance, corsOrigins: readonly string[]): void {
  const origins = new Set(corsOrigins)
  const toOurs = {
    ...COMMON,
    'access-control-allow-credentials': 'true',
    ...(origins.has('*') && { 'access-control-allow-origin': '*' }),
  }

  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config?.cors === false) {
      reply.headers(WITHOUT_CORS).header('x-request-id', request.id)
      return done()
    }
    const open = OPEN_TO_ALL_ORIGINS.test(request.originalUrl)
    reply.headers(open ? TO_ALL : toOurs).header('x-request-id', request.id)
    const { origin } = request.headers
    if (!open && origin !== undefined && origins.has(origin))
      reply.header('access-control-allow-origin', origin)
    if (request.method === 'OPTIONS') answerPreflight(request, reply)
    else done()
  })
  // Without a route, OPTIONS would be a request for an unknown path. The hook answers it.
  app.options('*', { schema: { hide: true } }, (_request, reply) => reply.send())
}

function answerPreflight({ headers }: FastifyRequest, reply: FastifyReply): void {
  const asked = headers['access-control-request-headers']
  if (asked !== undefined) reply.header('access-control-allow-headers', asked)
  reply
    .code(204)
    .headers({
      vary: 'Origin, Access-Control-Request-Headers',
      'access-control-allow-methods': METHODS,
      'access-control-max-age': String(PREFLIGHT_SECONDS),
      'content-length': '0',
    })
    .send()
}
