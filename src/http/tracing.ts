import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isTracing, type Span, type SpanOptions, startSpan } from '#kernel/tracing.ts'

/** Asked every few seconds by machines. */
const UNTRACED: ReadonlySet<string> = new Set(['/health/live', '/health/ready', '/metrics'])

/**
 * A span for each request, named by the route's pattern: never the url, which may hold a key, a folio or a name. The hooks
 * that follow, and the handler, run as part of it.
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
    // A caller that hangs up gets no answer, and its span ends too.
    reply.raw.once('close', () => span.end())
    span.run(done)
  })
  // A body arrives by events of its connection, which know nothing of the span.
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
 * A caller of a route that asks for a credential may go on with its own trace. On an open route anybody calls, and could
 * choose what is sampled or fill the traces of others: there the trace is ours, with a link to the caller's.
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
  // What else a caller says of its trace is free text, and is not passed on.
  return { parent: { traceparent } }
}
