import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isMixedUp, translateError } from '#db/errors.ts'
import { Failure } from '#kernel/failure.ts'
import { ROLES } from '#kernel/roles.ts'
import type { FaultBody } from './schema-kit.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the refusal, for the single log line of the request. */
    refusedWith: string | undefined
  }
}

const POOLER =
  'the database knows no prepared statement of ours: DATABASE_URL leads through a pooler in transaction mode that keeps none (docs/operations.md, PgBouncer)'

/**
 * The only place that turns refusals into replies: handlers and services know no status numbers. `asPage` replies to
 * callers that are shown a page, and returns undefined for everybody else.
 */
export function useErrorEdge(
  app: FastifyInstance,
  asPage: (reply: FastifyReply, failure: Failure) => FastifyReply | undefined,
): void {
  const answer = (reply: FastifyReply, failure: Failure) => {
    if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', failure.retryAfterSeconds)
    return asPage(reply, failure) ?? asData(reply, failure)
  }
  app.decorateRequest('refusedWith', undefined)
  app.setErrorHandler(async (error, request, reply) => {
    const failure =
      (await roleRefusal(app, error, request)) ?? toFailure(error, request.routeOptions.bodyLimit)
    if (failure.kind === 'internal') request.log.error({ err: error }, 'unexpected error')
    else request.refusedWith = failure.code
    if (isMixedUp(failure)) request.log.warn(POOLER)
    return answer(reply, failure)
  })
  app.addHook('onRequest', (request, _reply, done) => {
    // Runs before the body is read: an unknown route does not check the body's format.
    done(request.is404 ? noRoute(request) : undefined)
  })
  app.setNotFoundHandler((request, reply) => {
    const failure = noRoute(request)
    request.refusedWith = failure.code
    return answer(reply, failure)
  })
}

/**
 * Checks the role before validation errors are reported: a caller without permission gets 403, not 400. Otherwise the
 * act checks the role, so this runs only for requests with faults.
 */
async function roleRefusal(
  app: FastifyInstance,
  error: unknown,
  request: FastifyRequest,
): Promise<Failure | undefined> {
  const { role } = request.routeOptions.config
  const required = ROLES.find((known) => known === role)
  if (!required || !request.claims || !(error as FastifyError).validationContext) return undefined
  try {
    await app.access.read(request.claims, required, async () => undefined)
    return undefined
  } catch (refusal) {
    return toFailure(refusal)
  }
}

function asData(reply: FastifyReply, failure: Failure): FastifyReply {
  return reply
    .code(failure.status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(bodyOf(failure))
}

/** A validation error always lists its faults (decisions part 1). A fault without a field is about the whole. */
export function bodyOf({ code, message, details }: Failure): FaultBody {
  if (code === 'VALIDATION_ERROR') details ??= [{ path: '', message }]
  return { success: false, error: { code, message, ...(details && { details }) } }
}

/** Answers bytes that are not HTTP with a hand-written envelope, and closes the connection. */
export function answerUnreadableRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const [status, text] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'Los encabezados de la solicitud son demasiado grandes.']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'La solicitud tardó demasiado en llegar.']
        : ['400 Bad Request', 'La solicitud no es HTTP válido.']
  const body = JSON.stringify(bodyOf(new Failure('malformed', text)))
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${randomUUID()}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

const BY_FASTIFY_CODE: Record<string, Failure> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new Failure(
    'notJson',
    'El cuerpo debe ser JSON: envíe «Content-Type: application/json».',
  ),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new Failure(
    'malformed',
    'El largo declarado no coincide con el contenido enviado.',
  ),
}

const MIB = 2 ** 20

/** The bound differs by route. */
function tooLarge(limit: number): Failure {
  const size = limit < MIB ? `${Math.floor(limit / 1024)} KiB` : `${Math.floor(limit / MIB)} MiB`
  return new Failure('tooLarge', `La solicitud supera el tamaño máximo de ${size}.`)
}

/** The part of an error that a caller may know. `bodyLimit` is the bound of the route. */
export function toFailure(error: unknown, bodyLimit = MIB): Failure {
  const known = translateError(error)
  if (known instanceof Failure) return known
  const { code, statusCode } = error as FastifyError
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return tooLarge(bodyLimit)
  const framework = code === undefined ? undefined : BY_FASTIFY_CODE[code]
  if (framework) return framework
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new Failure('malformed', 'La solicitud no se puede leer. Revise su formato.')
  }
  return new Failure(
    'internal',
    'Ocurrió un error interno. Ya quedó registrado; si se repite, contacte a quien opera el servicio.',
  )
}

function noRoute({ method, originalUrl }: FastifyRequest): Failure {
  return new Failure(
    'notFound',
    `La ruta ${method} ${originalUrl.split('?', 1)[0]!.slice(0, 200)} no existe.`,
  )
}
