import { type FastifyServerOptions, LogController } from 'fastify'
import type { Config } from '#src/config.ts'

/** Where lines go; the process's own output unless told otherwise. */
export interface LogSink {
  write(line: string): void
}

/**
 * One line per request (written by operations.ts), without personal data: no query string, no body, no address, no
 * credential. Public paths carry folios and keys in the url, so the route's pattern is logged instead of the url.
 */
export function logging(
  config: Pick<Config, 'logLevel'>,
  logTo?: LogSink,
): Pick<FastifyServerOptions, 'logger' | 'logController'> {
  if (config.logLevel === 'silent') return { logger: false }
  return {
    logController: new LogController({ disableRequestLogging: true }),
    logger: {
      level: config.logLevel,
      ...(logTo && { stream: logTo }),
      redact: { paths: ['*.password', '*.token'], censor: '***' },
      serializers: {
        req: (request) => ({ method: request.method, route: request.routeOptions?.url ?? '(none)' }),
        err: (error) => ({ type: error.name, message: error.message, stack: error.stack ?? '' }),
      },
    },
  }
}
