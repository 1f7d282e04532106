import type { JobEnv } from '#jobs/definition.ts'
import { SECOND_MS } from '#kernel/dates.ts'
import { Unreadable } from '#kernel/secrets.ts'
import { createOutbound, OutboundError } from './outbound.ts'
import type { DeliveryRow } from './webhook-rows.ts'
import { signedHeaders } from './webhook-signing.ts'

/** The time for the receiver to answer. */
export const TIMEOUT_MS = 10 * SECOND_MS

const UNREADABLE = 'El secreto del webhook ya no se puede leer: ingréselo de nuevo.'

/** The result of one call: a status, or the reason why there is none. */
export interface Outcome {
  status: number | null
  error: string | null
}

export async function call(env: JobEnv, row: DeliveryRow): Promise<Outcome> {
  try {
    const status = await post(env, row)
    return { status, error: isSuccess(status) ? null : `El receptor respondió ${status}.` }
  } catch (error) {
    if (error instanceof OutboundError) return { status: null, error: error.message }
    if (error instanceof Unreadable) return { status: null, error: UNREADABLE }
    env.log.error({ deliveryId: row.id, reason: (error as Error).message }, 'webhook not sent')
    return { status: null, error: 'El envío no se pudo preparar.' }
  }
}

/** Many calls to one receiver share a few connections: connecting costs more than a call. */
const OUTBOUND = {
  guarded: createOutbound({ allowPrivate: false, keepConnections: true }),
  trial: createOutbound({ allowPrivate: true, keepConnections: true }),
}

async function post({ tools }: JobEnv, row: DeliveryRow): Promise<number> {
  const body = Buffer.from(row.body)
  const headers = signedHeaders(
    {
      deliveryId: row.id,
      signatureHeader: row.signature_header,
      deliveryHeader: row.delivery_header,
      secret: tools.vault.open(row.secret_sealed, 'webhook', row.tenant_id),
      previousSecret:
        row.previous_secret_sealed &&
        tools.vault.tryOpen(row.previous_secret_sealed, 'webhook', row.tenant_id),
      body,
    },
    tools.now(),
  )
  const outbound = OUTBOUND[tools.mayCallPrivate ? 'trial' : 'guarded']
  return (await outbound.post(row.url, { headers, body, timeoutMs: TIMEOUT_MS, maxBytes: 1024 })).status
}

export function isSuccess(status: number | null): status is number {
  return status !== null && status >= 200 && status < 300
}
