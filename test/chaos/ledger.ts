import type { Running } from '#test/kit/installation.ts'
import { KINDS, type Shop } from './shop.ts'

export interface Write {
  kind: string
  shop: Shop
  mark: string
}

export interface Acknowledged extends Write {
  id: string
}

export interface Reply {
  status: number
  retryAfter: string | null
  // biome-ignore lint/suspicious/noExplicitAny: scenarios assert on what they read.
  body: any
  ms: number
}

let marks = 0

/** The answers that clients got. The database must contain every acknowledged write. */
export class Ledger {
  readonly acknowledged: Acknowledged[] = []
  /** Writes without an answer. The database has each of them whole or not at all. */
  readonly unanswered: Write[] = []

  newWrite(shop: Shop): Write {
    marks += 1
    const kinds = Object.keys(KINDS)
    const kind = kinds[marks % kinds.length]!
    return { kind, shop, mark: `m-${process.pid}-${marks}` }
  }

  /** Sends the write once. Its key makes a retry by the client harmless. */
  async send(service: Running, write: Write): Promise<Reply> {
    const { path, body, open } = KINDS[write.kind]!
    const started = performance.now()
    const response = await fetch(`${service.url}/api/v1${path(write.shop)}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': write.mark,
        ...(!open && { authorization: `Bearer ${write.shop.token}` }),
      },
      body: JSON.stringify(body(write.shop, write.mark)),
      signal: AbortSignal.timeout(60_000),
    })
    const reply: Reply = {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      body: await response.json(),
      ms: performance.now() - started,
    }
    if (reply.status === 201) this.acknowledged.push({ ...write, id: reply.body.data.id })
    return reply
  }
}
