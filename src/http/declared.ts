import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The success status, read from the response schema. */
    success?: number
    /** Deprecated: answers with the headers that say so. The value is where to read about it. */
    deprecated?: string
  }
}

/** Since when the routes that say `deprecated` are deprecated; RFC 9745 asks for a date. */
const DEPRECATED_SINCE = new Date('2025-12-01T00:00:00Z')

/** What a route's declaration says of its answers, refusals included: the status of success, and whether it will go. */
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
