import { type FastifyServerOptions, LogController } from 'fastify'
import { isTracing, traceIds } from '#kernel/tracing.ts'
import type { Config } from '#src/config.ts'

/** Where lines go; the process's own output unless given. */
export interface LogSink {
  write(line: string): void
}

/** Nothing logs these: a line that comes to hold one by mistake must not show it. A top-level `code` is a refusal's. */
const SECRETS = [
  ...['password', 'token', 'access_token', 'refresh_token', 'secret', 'authorization', 'cookie', 'otp'],
  ...['apiKey', 'x-api-key'],
].flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`])
SECRETS.push('*.code')

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
      // A line that belongs to a trace says to which.
      ...(isTracing() && { mixin: traceIds }),
      redact: { paths: SECRETS, censor: '***' },
      serializers: {
        req: (request) => ({ method: request.method, route: request.routeOptions?.url ?? '(none)' }),
        err: (error) => ({ type: error.name, message: error.message, stack: error.stack ?? '' }),
      },
    },
  }
}
