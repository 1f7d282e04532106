import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Doors } from '#db/doors.ts'

/** Health for the balancer and figures for whoever watches: outside the interface and its limits. */
export function useOperations(app: FastifyInstance, doors: Doors): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { method, log } = request
    const { statusCode: status, elapsedTime } = reply
    const route = request.routeOptions.url ?? '(none)'
    duration.observe({ method, route, status }, elapsedTime / 1000)
    log.info({ method, route, status, ms: Math.round(elapsedTime) }, 'answered')
    done()
  })

  const config = { role: 'PUBLIC', budget: 'none' } as const
  app.get('/health/live', { config, logLevel: 'warn' }, async () => ({ status: 'ok' }))
  app.get('/health/ready', { config, logLevel: 'warn' }, async (_request, reply) => {
    const ready = await doors.database.engine.ping()
    if (!ready) reply.code(503).header('retry-after', '5')
    return { status: ready ? 'ok' : 'unavailable', database: doors.database.engine.kind }
  })
  app.get('/metrics', { config, logLevel: 'warn' }, async (_request, reply) => {
    reply.type(registry.contentType)
    return registry.metrics()
  })
}
