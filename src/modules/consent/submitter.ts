import { createSecretKey, type KeyObject } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Actor, ReadCtx } from '#db/context.ts'
import { hmac, type Vault } from '#kernel/secrets.ts'

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

/** Deriving a key costs more than using it. */
const keys = new WeakMap<Vault, KeyObject>()

/** Shows that two records came from one address, and nothing else: keyed, and different in every tenant. */
export function ipHashOf(
  { tenantId, tools: { vault } }: Pick<ReadCtx, 'tenantId' | 'tools'>,
  ip: string,
): string {
  const key = keys.get(vault) ?? createSecretKey(vault.lasting('consent.ip'))
  keys.set(vault, key)
  return hmac(key, `${tenantId} ${ip}`)
}
