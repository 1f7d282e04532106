import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Answer, Ask } from './who.ts'

/** The headers by which the API identifies a caller. Cookies are left out, so that no page can borrow a session. */
const PASSED_ON = [
  'authorization',
  'x-api-key',
  'x-resguardo-tenant',
  'host',
  'origin',
  'user-agent',
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
]

export function callAs(app: FastifyInstance, { headers, socket }: FastifyRequest) {
  const passed = Object.fromEntries(
    PASSED_ON.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
  )
  return async ({ method, path, body, headers: own }: Ask): Promise<Answer> => {
    const answer = await app.inject({
      method: method as 'GET',
      url: path,
      remoteAddress: socket.remoteAddress ?? '',
      headers: { ...passed, ...own, accept: 'application/json' },
      ...(body !== undefined && { payload: body as object }),
    })
    return {
      status: answer.statusCode,
      type: String(answer.headers['content-type'] ?? ''),
      text: answer.payload,
    }
  }
}
