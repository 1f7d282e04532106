import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tools } from '#db/context.ts'
import { Failure } from '#kernel/failure.ts'
import { type Delivered, isPass, newPass } from './answering.ts'
import { PASS_TTL_MS } from './rules.ts'

/** Proof that the code was entered: a cookie that scripts cannot read and other sites cannot send. */
export interface Passes {
  give(reply: FastifyReply, row: Delivered): void
  has(request: FastifyRequest, row: Delivered): boolean
}

export function createPasses(publicUrl: string, tools: Pick<Tools, 'vault' | 'now'>): Passes {
  const secure = new URL(publicUrl).protocol === 'https:'
  const name = secure ? '__Host-resguardo-answer' : 'resguardo-answer'
  const options = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const
  return {
    give(reply, row) {
      reply
        .setCookie(name, newPass(tools, row, tools.now()), { ...options, maxAge: PASS_TTL_MS / 1000 })
        .header('cache-control', 'no-store')
    },
    has: (request, row) => isPass(tools, row, request.cookies[name], tools.now()),
  }
}

export function needsPass(): Failure {
  return new Failure('unauthorized', 'Para descargar la respuesta, escriba primero el código de su correo.')
}
