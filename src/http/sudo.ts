import type { FastifyInstance, FastifyRequest } from 'fastify'
import { UNAUTHORIZED } from '#db/access.ts'
import { after, MINUTE_MS } from '#kernel/dates.ts'
import { Failure } from '#kernel/failure.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    sudo?: Sudo
  }
}

/** When to ask: always, only if the body holds one of these fields, or only if a field holds one of these values. */
export type Sudo = true | readonly string[] | Readonly<Record<string, readonly string[]>>

/** How long a proof counts. Sign-in and POST /auth/sudo are proofs. */
const PROOF_MS = 10 * MINUTE_MS

const PROVE =
  'Por seguridad, confirme que es usted: escriba su contraseña o use su segundo factor, y repita la acción.'

/** A dangerous call makes the person of a browser session prove again who they are. Programs are never asked. */
export function useSudo(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const sudo = route.config?.sudo
    if (sudo === undefined) return
    route.preHandler = [
      async (request: FastifyRequest) => {
        if (request.claims?.browser && asks(sudo, request.body)) await assertProven(app, request)
      },
      ...[route.preHandler ?? []].flat(),
    ]
  })
}

function asks(sudo: Sudo, body: unknown): boolean {
  if (sudo === true) return true
  const sent = (body ?? {}) as Record<string, unknown>
  if (!isList(sudo))
    return Object.entries(sudo).some(([field, values]) => values.includes(String(sent[field])))
  return sudo.some((field) => sent[field] !== undefined)
}

function isList(sudo: Sudo): sudo is readonly string[] {
  return Array.isArray(sudo)
}

async function assertProven({ access, tools }: FastifyInstance, { claims }: FastifyRequest): Promise<void> {
  const now = tools.now()
  const session = await access.lookUp('find when a session was last proven', (db) =>
    db
      .selectFrom('sessions')
      .select('proven_at')
      .where('id', '=', claims!.sessionId)
      .where('user_id', '=', claims!.userId)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirst(),
  )
  if (!session) throw new Failure('unauthorized', UNAUTHORIZED)
  if (session.proven_at && session.proven_at > after(now, -PROOF_MS)) return
  throw new Failure('forbidden', PROVE, { details: [{ path: '', message: PROVE, rule: 'sudo' }] })
}
