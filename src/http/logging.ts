import { type FastifyServerOptions, LogController } from 'fastify'
import { isTracing, traceIds } from '#kernel/tracing.ts'
import type { Config } from '#src/config.ts'

/** Where log lines go: the process's output by default. */
export interface LogSink {
  write(line: string): void
}

/** Nothing logs these. If one slips into a line, it is masked. A top-level `code` belongs to a refusal, so it is kept. */
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
      // Lines of a trace carry its id.
      ...(isTracing() && { mixin: traceIds }),
      redact: { paths: SECRETS, censor: '***' },
      serializers: {
        req: (request) => ({ method: request.method, route: request.routeOptions?.url ?? '(none)' }),
        err: (error) => ({ type: error.name, message: error.message, stack: error.stack ?? '' }),
      },
    },
  }
}
