import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** A balancer that sends nothing for this long has set the process aside. */
const QUIET_MS = 1000
/** A process that others call without a balancer would never be left alone. */
const LONGEST_MORE_MS = 20_000

/**
 * A process that is about to stop still answers everything and says so in `/health/ready` and with `Connection: close`.
 * A balancer keeps idle lines for its next request: were they closed while it still sends some, a request that is on its
 * way would be lost, and one without an Idempotency-Key is not sent again. So a busy balancer that asks for the health late
 * is waited for beyond the seconds it was given.
 */
export function useLeaving(app: FastifyInstance): { isLeaving(): boolean } {
  let leaving = false
  let lastArrival = 0
  app.decorate('leaveBalancer', async (seconds: number) => {
    leaving = true
    if (seconds === 0) return
    lastArrival = performance.now()
    await wait(seconds * 1000)
    const latest = performance.now() + LONGEST_MORE_MS
    while (performance.now() < Math.min(lastArrival + QUIET_MS, latest)) await wait(QUIET_MS / 10)
  })
  app.addHook('preClose', async () => {
    leaving = true
  })
  app.addHook('onRequest', ({ url }, _reply, done) => {
    if (leaving && !url.startsWith('/health/') && url !== '/metrics') lastArrival = performance.now()
    done()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (leaving) reply.header('connection', 'close')
    done()
  })
  return { isLeaving: () => leaving }
}
