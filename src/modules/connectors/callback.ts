import type { FastifyRequest } from 'fastify'
import type { TenantAccess } from '#db/access.ts'
import type { Actor, Tools } from '#db/context.ts'
import { Failure } from '#kernel/failure.ts'
import { digest, hmac, sameSecret } from '#kernel/secrets.ts'
import { isUnstorable } from '#kernel/text.ts'
import { signedHeaders } from '#outbound/webhook-signing.ts'
import * as repo from './repo.ts'
import { SEAL } from './service.ts'

/** A company's system answers later, at the address it was given, signed with its secret. */

export const COMPANY_SYSTEM: Actor = {
  type: 'public',
  id: undefined,
  name: 'Sistema de la organización',
  role: undefined,
}

export type Expected = NonNullable<Awaited<ReturnType<typeof repo.findByCallback>>>

/** An unknown, expired or used key is not found. */
export async function findAwaited(access: TenantAccess, key: string, now: Date): Promise<Expected> {
  const row = isUnstorable(key)
    ? undefined
    : await access.lookUp('find the run of a callback', (db) => repo.findByCallback(db, digest(key), now))
  if (!row) throw new Failure('notFound', 'Esta dirección de respuesta no existe, venció o ya se usó.')
  return row
}

const TOLERANCE_SECONDS = 300

/** Accepts either of the two signatures of a webhook, over the bytes as received. */
export function assertSigned(tools: Tools, row: Expected, { headers, rawBody }: FastifyRequest): void {
  const secret = row.secret_sealed && tools.vault.tryOpen(row.secret_sealed, SEAL, row.tenant_id)
  const body = rawBody ?? Buffer.alloc(0)
  const said = (name: string) => String(headers[name] ?? '')
  if (secret) {
    if (sameSecret(said('x-resguardo-signature'), `sha256=${hmac(secret, body)}`)) return
    const seconds = Number(said('webhook-timestamp'))
    const isNow = Math.abs(tools.now().getTime() / 1000 - seconds) <= TOLERANCE_SECONDS
    const signed = signedHeaders(
      { deliveryId: said('webhook-id'), signatureHeader: 'x', deliveryHeader: 'y', secret, body },
      new Date(seconds * 1000 || 0),
    )['webhook-signature']!
    const given = said('webhook-signature').split(' ')
    if (isNow && given.some((one) => sameSecret(one, signed))) return
  }
  throw new Failure(
    'unauthorized',
    'La firma no es válida. Firme los bytes del cuerpo con el secreto del conector, en «X-Resguardo-Signature».',
  )
}
