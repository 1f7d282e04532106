import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Histogram, type Registry } from 'prom-client'
import type { Counters } from '#kernel/counters.ts'
import { Failure } from '#kernel/failure.ts'
import { sameSecret } from '#kernel/secrets.ts'
import type { Config } from '#src/config.ts'
import { bearer } from './identity.ts'
import { type Figure, watchWork } from './work-metrics.ts'

interface Operated {
  registry: Registry
  counters: Counters
  figures: readonly Figure[]
  /** The process is about to stop: it still answers, but asks for no more requests. */
  isLeaving(): boolean
}

/** Health for the load balancer and metrics for monitoring: outside the API and its limits. */
export function useOperations(
  app: FastifyInstance,
  { metricsToken, dataDir }: Pick<Config, 'metricsToken' | 'dataDir'>,
  { registry, counters, figures, isLeaving }: Operated,
): void {
  const { access, tools } = app
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  watchWork(registry, { access, counters, dataDir, figures, now: tools.now })
  app.addHook('onResponse', (request, reply, done) => {
    const { method, log } = request
    const { statusCode: status, elapsedTime } = reply
    const route = request.routeOptions.url ?? '(none)'
    duration.observe({ method, route, status }, elapsedTime / 1000)
    const { refusedWith: code } = request
    log.info({ method, route, status, ...(code && { code }), ms: Math.round(elapsedTime) }, 'answered')
    done()
  })

  const config = { role: 'PUBLIC', budget: 'none' } as const
  app.get('/health/live', { config, logLevel: 'warn' }, async () => ({ status: 'ok' }))
  app.get('/health/ready', { config, logLevel: 'warn' }, async (_request, reply) => {
    const leaving = isLeaving()
    const ready = !leaving && (await access.database.engine.ping())
    if (!ready) reply.code(503).header('retry-after', '5')
    return {
      status: ready ? 'ok' : leaving ? 'leaving' : 'unavailable',
      database: access.database.engine.kind,
    }
  })
  app.get('/metrics', { config, logLevel: 'warn' }, async (request, reply) => {
    if (!mayReadMetrics(request, metricsToken)) throw new Failure('unauthorized', METRICS_CLOSED)
    reply.type(registry.contentType)
    return registry.metrics()
  })
}

const METRICS_CLOSED =
  'Las métricas se leen desde la misma máquina, o con «Authorization: Bearer» y el valor de METRICS_TOKEN.'

/** Routes, counts and memory help attackers too. A request through a proxy did not come from this machine. */
function mayReadMetrics({ socket, headers }: FastifyRequest, token: string | undefined): boolean {
  const sent = bearer(headers.authorization)
  if (token !== undefined) return sent !== undefined && sameSecret(sent, token)
  const address = socket.remoteAddress ?? ''
  const isLocal = address === '::1' || /^(::ffff:)?127\./.test(address)
  return isLocal && headers['x-forwarded-for'] === undefined && headers['forwarded'] === undefined
}
