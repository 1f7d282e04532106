import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** A balancer that sends nothing for this long no longer uses the process. */
const QUIET_MS = 1000
/** The longest extra wait: a process called without a balancer may never fall quiet. */
const LONGEST_MORE_MS = 20_000

/**
 * A process that is about to stop still answers everything. It says so in `/health/ready` and with `Connection: close`. A
 * balancer reuses idle connections: if they closed while it still sends, a request on its way would be lost, and one without
 * an Idempotency-Key is not sent again. So the process waits longer than its drain time for a balancer that is still busy.
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
