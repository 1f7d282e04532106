import type { FastifyInstance } from 'fastify'

/**
 * Behind an unconfigured proxy all callers have the proxy's address and share the budget of one caller. The warning is
 * logged once, because anybody can send the header.
 */
export function warnOfUntrustedProxy(app: FastifyInstance): void {
  let said = false
  app.addHook('onRequest', ({ headers, log }, _reply, done) => {
    if (!said && headers['x-forwarded-for'] !== undefined) {
      said = true
      log.warn(
        'X-Forwarded-For arrives and TRUST_PROXY is off: all callers behind the proxy share one budget. Set TRUST_PROXY to the address of the proxy (docs/proxy.md)',
      )
    }
    done()
  })
}
