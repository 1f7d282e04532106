import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isTracing, type Span, type SpanOptions, startSpan } from '#kernel/tracing.ts'

/** Machines ask for these every few seconds. */
const UNTRACED: ReadonlySet<string> = new Set(['/health/live', '/health/ready', '/metrics'])

/**
 * Opens a span for each request, named by the route's pattern: the url may hold a key, a folio or a name. Later hooks and
 * the handler run inside it.
 */
export function useTracing(app: FastifyInstance): void {
  if (!isTracing()) return
  const spans = new WeakMap<FastifyRequest, Span>()

  app.addHook('onRequest', (request, reply, done) => {
    const { method, protocol } = request
    const route = request.routeOptions.url ?? '(none)'
    if (UNTRACED.has(route)) return done()
    const span = startSpan(`${method} ${route}`, {
      kind: 'server',
      ...causeOf(request),
      attributes: { 'http.request.method': method, 'http.route': route, 'url.scheme': protocol },
    })
    spans.set(request, span)
    // The span also ends when the caller hangs up.
    reply.raw.once('close', () => span.end())
    span.run(done)
  })
  // The body arrives in events of the connection, outside the span.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) span.run(done)
    else done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request)
    if (!span) return done()
    const { statusCode } = reply
    span.set({ 'http.response.status_code': statusCode })
    if (statusCode >= 500) span.fail(String(statusCode))
    span.run(done)
    span.end()
  })
}

/**
 * Callers of routes with a credential may continue their own trace. Open routes start a new trace with a link to the
 * caller's: otherwise anybody could choose what is sampled or fill the traces of others.
 */
function causeOf({
  headers,
  routeOptions: { config },
}: FastifyRequest): Pick<SpanOptions, 'parent' | 'link'> {
  const { traceparent } = headers
  if (typeof traceparent !== 'string') return {}
  const isOpen =
    config.role === undefined ||
    config.role === 'PUBLIC' ||
    config.role === 'PORTAL' ||
    !(headers.authorization || headers['x-api-key'] || headers.cookie)
  if (isOpen) return { parent: 'none', link: { traceparent } }
  // Other trace state of the caller is free text and is not passed on.
  return { parent: { traceparent } }
}
