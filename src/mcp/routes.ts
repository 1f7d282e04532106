import type { McpHttpHandler } from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { callAs } from './call.ts'
import { whoCalls } from './who.ts'

const ONE_AT_A_TIME = 'Envíe un mensaje por solicitud.'
const LONGEST_MS = 60_000

const NOBODY = 'Envíe una sesión en «Authorization: Bearer» o una clave de API en «X-API-Key».'

/**
 * `/mcp` speaks the model context protocol over HTTP, without sessions of its own. Each tool is an API call on behalf of
 * the caller, so the API applies its roles, scopes, budgets, isolation and audit log.
 */
export function useMcp(app: FastifyInstance, version: string): void {
  let handler: Promise<McpHttpHandler> | undefined
  // Loaded on demand: it takes thirty megabytes, and most installations never need it.
  const open = () => import('./handler.ts').then(({ openHandler }) => openHandler(app, version))
  app.addHook('onClose', async () => (await handler)?.close())

  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    // Not counted itself: each API call that it makes is counted.
    config: { role: 'PUBLIC', budget: 'none' },
    schema: { hide: true } as object,
    handler: async (request, reply) => {
      const { authorization, 'x-api-key': key } = request.headers
      if (authorization === undefined && key === undefined) {
        reply.code(401).header('www-authenticate', 'Bearer')
        return { success: false, error: { code: 'UNAUTHORIZED', message: NOBODY } }
      }
      if (Array.isArray(request.body)) {
        reply.code(400)
        return { success: false, error: { code: 'VALIDATION_ERROR', message: ONE_AT_A_TIME } }
      }
      const caller = await whoCalls(callAs(app, request), authorization === undefined)
      if ('status' in caller) {
        if (caller.status === 401) reply.header('www-authenticate', 'Bearer')
        return reply.code(caller.status).type(caller.type).send(caller.text)
      }
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(LONGEST_MS)])
      handler ??= open()
      const answer = await (await handler).fetch(asWeb(request, signal), {
        parsedBody: request.body,
        authInfo: { token: '', clientId: caller.id, scopes: [], extra: { request, caller } },
      })
      answer.headers.forEach((value, name) => void reply.header(name, value))
      return reply.code(answer.status).send(await answer.text())
    },
  })
}

function asWeb({ method, headers, url, body }: FastifyRequest, signal: AbortSignal): Request {
  const init = { method, headers: Object.entries(headers).map(([name, value]) => [name, String(value)]) }
  return new Request(new URL(url, 'http://service'), {
    ...(init as RequestInit),
    signal,
    ...(method === 'POST' && { body: JSON.stringify(body) }),
  })
}
