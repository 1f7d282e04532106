import type { FastifyRequest } from 'fastify'
import type { Actor, ReadCtx } from '#db/context.ts'
import { hmac } from '#kernel/secrets.ts'

/** A person without an account who decides about their own data. */
export const VISITOR: Actor = { type: 'public', id: undefined, name: 'Titular', role: undefined }

/** The origin of a decision. */
export interface Submitter {
  ip: string
  userAgent: string | null
}

const LONGEST_AGENT = 200

export function submitterOf({ ip, headers }: FastifyRequest): Submitter {
  return { ip, userAgent: kindOf(headers['user-agent']) }
}

/** The kind of browser and device is enough as evidence. Exact versions would help to tell visitors apart. */
export function kindOf(agent: string | undefined): string | null {
  return agent?.replace(/(\d+)(?:[._]\d+)+/g, '$1').slice(0, LONGEST_AGENT) ?? null
}

/** A keyed hash, different in every tenant. It only shows that two records came from the same address. */
export function ipHashOf(
  { tenantId, tools: { vault } }: Pick<ReadCtx, 'tenantId' | 'tools'>,
  ip: string,
): string {
  return hmac(vault.lasting('consent.ip'), `${tenantId} ${ip}`)
}
