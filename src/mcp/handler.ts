import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { callAs } from './call.ts'
import { createMcpServer } from './server.ts'
import { type Action, actionsOf, type Caller, type Description } from './tools.ts'

/** Answers `/mcp`: one server per request, with the caller's tools. */
export function openHandler(app: FastifyInstance, version: string): McpHttpHandler {
  let actions: readonly Action[] | undefined
  return createMcpHandler(
    ({ authInfo }) => {
      const { request, caller } = authInfo!.extra as { request: FastifyRequest; caller: Caller }
      actions ??= actionsOf(app.swagger() as unknown as Description)
      const { access, modules } = request.query as { access?: unknown; modules?: unknown }
      return createMcpServer({
        version,
        actions,
        caller,
        call: callAs(app, request),
        writes: access === 'write',
        modules: typeof modules === 'string' ? modules.split(',').filter(Boolean) : [],
        vault: app.tools.vault,
        now: app.tools.now,
      })
    },
    { maxSubscriptions: 0 },
  )
}
