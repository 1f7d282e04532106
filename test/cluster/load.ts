import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { KINDS, type Shop } from '../chaos/shop.ts'

/** Share of each request in percent. Writes are the kinds of test/chaos/shop.ts. */
const WRITES: Readonly<Record<string, number>> = {
  consent: 30,
  breach: 6,
  system: 5,
  workflow: 5,
  request: 4,
  activity: 3,
  workspace: 2,
}
const READS: Readonly<Record<string, number>> = {
  one: 13,
  breaches: 10,
  config: 10,
  activities: 7,
  requests: 5,
}
const MOST_OPEN = 4000
const LONGEST_ANSWER_MS = 90_000
const LONGEST_RETRY_AFTER_SECONDS = 5
const LONGEST_SETTLING_MS = 120_000
const SETTLED_MS = 3000

export interface Write {
  kind: string
  mark: string
  shop: Shop
}

export interface Acknowledged extends Write {
  id: string
}

/** Results of the clients during one fault. */
export class Phase {
  readonly name: string
  readonly startedAt = performance.now()
  endedAt = 0
  requests = 0
  /** Milliseconds without new clients: see `settle`. */
  pausedMs = 0
  /** Arrivals left out because too many requests were waiting. */
  leftOut = 0
  /** Requests sent again because the balancer was just closing their idle connection. */
  closedIdle = 0
  /** Failed answers by status. `0` is a connection that ended without an answer. */
  readonly refused = new Map<number, number>()
  /** Refusals other than 503 with Retry-After. */
  readonly wrong: string[] = []
  readonly acknowledged: Acknowledged[] = []
  /** Writes that were refused or unanswered, and not acknowledged later. */
  readonly open = new Map<string, Write>()
  readonly milliseconds: number[] = []
  /** The longest time without an acknowledged write, in seconds. */
  longestGap = 0
  lastAcknowledgedAt = performance.now()

  constructor(name: string) {
    this.name = name
  }

  noteAcknowledged(write: Acknowledged): void {
    const now = performance.now()
    this.longestGap = Math.max(this.longestGap, (now - this.lastAcknowledgedAt) / 1000)
    this.lastAcknowledgedAt = now
    this.acknowledged.push(write)
    this.open.delete(write.mark)
  }

  noteRefused(what: string, status: number, retryAfter: string | undefined, text: string): void {
    this.refused.set(status, (this.refused.get(status) ?? 0) + 1)
    const isRight = status === 503 && /^[1-9]\d*$/.test(retryAfter ?? '')
    if (!isRight && this.wrong.length < 100) this.wrong.push(`${what}: ${status} ${text.slice(0, 200)}`)
  }
}

interface Reply {
  status: number
  retryAfter: string | undefined
  text: string
}

let marks = 0

/** The balancer closed an idle connection just as a request arrived. A client opens another one. */
class ClosedIdle extends Error {}

/** Clients that arrive at a steady rate, whatever happens, and retry refused writes with the same key. */
export class Load {
  readonly #url: URL
  readonly #shops: readonly Shop[]
  readonly #rate: number
  readonly #agent = new Agent({
    keepAlive: true,
    maxSockets: MOST_OPEN,
    maxFreeSockets: 256,
    timeout: 100_000,
  })
  readonly #mix: string[]
  readonly #ids = new Map<Shop, { kind: string; id: string }[]>()
  #phase = new Phase('warming up')
  #timer: NodeJS.Timeout | undefined
  #open = 0
  #paused = false
  #watchers: { since: number; resolve(ms: number): void }[] = []

  constructor(url: string, shops: readonly Shop[], rate: number) {
    this.#url = new URL(url)
    this.#shops = shops
    this.#rate = rate
    const mix = Object.entries({ ...WRITES, ...READS }).flatMap(([name, count]) =>
      Array<string>(count).fill(name),
    )
    // Spreads every kind evenly over the hundred.
    this.#mix = mix
      .map((name, at) => ({ name, order: (at * 37) % 100 }))
      .sort((a, b) => a.order - b.order)
      .map(({ name }) => name)
    for (const shop of shops) this.#ids.set(shop, [])
  }

  start(): void {
    let last = performance.now()
    let owed = 0
    this.#timer = setInterval(() => {
      const now = performance.now()
      if (this.#paused) {
        last = now
        return
      }
      owed = Math.min(owed + ((now - last) / 1000) * this.#rate, this.#rate)
      last = now
      for (; owed >= 1; owed -= 1) this.#arrive()
    }, 10)
  }

  /**
   * Stops arrivals until every client has its answer, then lets the steady rate settle. On a machine that is busy with that
   * rate alone, delays of one fault would otherwise count for the next one.
   */
  async settle(): Promise<void> {
    const phase = this.#phase
    const since = performance.now()
    this.#paused = true
    while (this.#open > 0 && performance.now() < since + LONGEST_SETTLING_MS) await wait(50)
    this.#paused = false
    phase.pausedMs += performance.now() - since
    phase.lastAcknowledgedAt = performance.now()
    await wait(SETTLED_MS)
  }

  phase(name: string): Phase {
    this.#phase.endedAt = performance.now()
    this.#phase = new Phase(name)
    return this.#phase
  }

  /** Time from `since` until a write sent after it is acknowledged. */
  firstWrite(since: number): Promise<number> {
    return new Promise((resolve) => this.#watchers.push({ since, resolve }))
  }

  /** Stops arrivals and resolves when every client has its answer. */
  async stop(seconds = 120): Promise<void> {
    clearInterval(this.#timer)
    this.#phase.endedAt = performance.now()
    for (const end = performance.now() + seconds * 1000; this.#open > 0 && performance.now() < end; )
      await wait(50)
    this.#agent.destroy()
  }

  get open(): number {
    return this.#open
  }

  #arrive(): void {
    const phase = this.#phase
    if (this.#open >= MOST_OPEN) {
      phase.leftOut += 1
      return
    }
    marks += 1
    const kind = this.#mix[marks % this.#mix.length]!
    const shop = this.#shops[marks % this.#shops.length]!
    this.#open += 1
    const done = KINDS[kind]
      ? this.#write(phase, { kind, shop, mark: `m-${process.pid}-${marks}` })
      : this.#read(phase, kind, shop)
    done
      .catch((error: Error) => phase.wrong.push(`the load itself: ${error.stack}`))
      .finally(() => {
        this.#open -= 1
      })
  }

  async #write(phase: Phase, write: Write): Promise<void> {
    const { kind, shop, mark } = write
    const { path, body, open } = KINDS[kind]!
    const payload = JSON.stringify(body(shop, mark))
    phase.open.set(mark, write)
    for (;;) {
      const sent = performance.now()
      const reply = await this.#send(phase, 'POST', path(shop), open ? undefined : shop.token, payload, mark)
      if (reply.status === 201) {
        const { id } = (JSON.parse(reply.text) as { data: { id: string } }).data
        phase.noteAcknowledged({ ...write, id })
        this.#remember(shop, kind, id)
        this.#watchers = this.#watchers.filter(({ since, resolve }) => {
          if (sent < since) return true
          resolve(performance.now() - since)
          return false
        })
        return
      }
      phase.noteRefused(`POST ${kind}`, reply.status, reply.retryAfter, reply.text)
      if (reply.status >= 400 && reply.status < 500 && reply.status !== 409 && reply.status !== 429) return
      const seconds = Math.min(Number(reply.retryAfter ?? 1) || 1, LONGEST_RETRY_AFTER_SECONDS)
      await wait(seconds * 1000 * (0.8 + 0.4 * Math.random()))
    }
  }

  #remember(shop: Shop, kind: string, id: string): void {
    if (!KINDS[kind]!.read) return
    const ids = this.#ids.get(shop)!
    ids.push({ kind, id })
    if (ids.length > 50) ids.shift()
  }

  async #read(phase: Phase, name: string, shop: Shop): Promise<void> {
    const ids = this.#ids.get(shop)!
    const known = ids[Math.floor(Math.random() * ids.length)]
    const paths: Record<string, string> = {
      one: known ? KINDS[known.kind]!.read!(known.id) : '/breaches?limit=20',
      breaches: '/breaches?limit=20',
      activities: '/rat/activities?limit=20',
      requests: '/dsar/requests?limit=20',
      config: `/public/consent/${shop.bannerKey}/config`,
    }
    const reply = await this.#send(phase, 'GET', paths[name]!, name === 'config' ? undefined : shop.token)
    if (reply.status !== 200) phase.noteRefused(`GET ${name}`, reply.status, reply.retryAfter, reply.text)
  }

  async #send(
    phase: Phase,
    method: string,
    path: string,
    token?: string,
    body?: string,
    key?: string,
  ): Promise<Reply> {
    phase.requests += 1
    const started = performance.now()
    try {
      return await this.#exchange(method, path, token, body, key)
    } catch (error) {
      if (error instanceof ClosedIdle) {
        phase.closedIdle += 1
        return await this.#send(phase, method, path, token, body, key)
      }
      return { status: 0, retryAfter: undefined, text: (error as Error).message }
    } finally {
      phase.milliseconds.push(performance.now() - started)
    }
  }

  #exchange(method: string, path: string, token?: string, body?: string, key?: string): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const outgoing = request(
        {
          agent: this.#agent,
          host: this.#url.hostname,
          port: this.#url.port,
          method,
          path: `/api/v1${path}`,
          headers: {
            ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
            ...(key && { 'idempotency-key': key }),
            ...(token && { authorization: `Bearer ${token}` }),
          },
          timeout: LONGEST_ANSWER_MS,
        },
        (incoming) => {
          const chunks: Buffer[] = []
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
          incoming.on('error', reject)
          incoming.on('end', () =>
            resolve({
              status: incoming.statusCode!,
              retryAfter: incoming.headers['retry-after'],
              text: Buffer.concat(chunks).toString('utf8'),
            }),
          )
        },
      )
      outgoing.on('timeout', () => outgoing.destroy(new Error('no answer in time')))
      outgoing.on('error', (error: NodeJS.ErrnoException) =>
        reject(outgoing.reusedSocket && error.code === 'ECONNRESET' ? new ClosedIdle(error.message) : error),
      )
      outgoing.end(body)
    })
  }
}
