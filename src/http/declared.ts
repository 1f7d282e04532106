import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The success status, read from the response schema. */
    success?: number
    /** Deprecated: answers carry the headers that say so. The value is a link to the explanation. */
    deprecated?: string
  }
}

/** The date since which deprecated routes are deprecated: RFC 9745 asks for one. */
const DEPRECATED_SINCE = new Date('2025-12-01T00:00:00Z')

/** Adds to answers what their route declares: the status of success, and deprecation. Refusals get the latter too. */
export function useDeclaredAnswers(app: FastifyInstance): void {
  const deprecation = `@${DEPRECATED_SINCE.getTime() / 1000}`
  app.addHook('onRequest', ({ routeOptions: { config } }, reply, done) => {
    if (config.success !== undefined) reply.code(config.success)
    if (config.deprecated !== undefined) {
      reply.headers({ deprecation, link: `<${config.deprecated}>; rel="deprecation"` })
    }
    done()
  })
}
