import type { FastifyRequest } from 'fastify'
import type { Actor, ReadCtx } from '#db/context.ts'
import { hmac } from '#kernel/secrets.ts'

/** A person who decides about their own data, without an account. */
export const VISITOR: Actor = { type: 'public', id: undefined, name: 'Titular', role: undefined }

/** From where and with what a decision was sent. */
export interface Submitter {
  ip: string
  userAgent: string | null
}

const LONGEST_AGENT = 200

export function submitterOf({ ip, headers }: FastifyRequest): Submitter {
  return { ip, userAgent: kindOf(headers['user-agent']) }
}

/** The kind of browser and device is evidence enough: exact versions would help to tell one visitor from another. */
export function kindOf(agent: string | undefined): string | null {
  return agent?.replace(/(\d+)(?:[._]\d+)+/g, '$1').slice(0, LONGEST_AGENT) ?? null
}

/** Shows that two records came from one address, and nothing else: keyed, and different in every tenant. */
export function ipHashOf(
  { tenantId, tools: { vault } }: Pick<ReadCtx, 'tenantId' | 'tools'>,
  ip: string,
): string {
  return hmac(vault.lasting('consent.ip'), `${tenantId} ${ip}`)
}
