import { connect, type Socket } from 'node:net'

export interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH'
  path: string
  headers?: Record<string, string>
  body?: string
}

export interface Figures {
  requestsPerSecond: number
  p50Ms: number
  p99Ms: number
}

const TIMEOUT_MS = 30_000
const END_OF_HEAD = Buffer.from('\r\n\r\n')

/**
 * A load generator as small as possible, because it shares the processor with the server: connections that each send the
 * next request when the last one was answered. All requests are encoded before the first connection opens. A generator
 * that encodes while connections are open delays the first answer of each, and with 64 connections those are the p99.
 */
export class Load {
  readonly #name: string
  readonly #connections: Connection[]
  #latencies: number[] = []
  #answered = 0
  #error: Error | undefined

  /** Sends the calls in turn, endlessly; each connection starts at another place of the list. */
  constructor(base: string, calls: readonly Call[], connections: number) {
    this.#name = calls[0]!.path
    const requests = calls.map((call) => encode(base, call))
    this.#connections = Array.from({ length: connections }, (_, number) => {
      let at = (number * 7919) % requests.length
      const next = () => requests[at++ % requests.length]
      return new Connection(base, next, {
        answered: (ms) => {
          this.#latencies.push(ms)
          this.#answered += 1
        },
        failed: (error) => {
          this.#error ??= error
        },
      })
    })
  }

  /** Waits until V8 has compiled the path: so many seconds at least, and so many answers. */
  async warmUp(seconds: number, answers: number, mostSeconds: number): Promise<void> {
    const from = performance.now()
    const elapsed = () => (performance.now() - from) / 1000
    while (elapsed() < seconds || (this.#answered < answers && elapsed() < mostSeconds))
      await this.#pause(0.1)
  }

  /** The figures of the next seconds. The load runs before and after, so its start is not measured. */
  async during(seconds: number): Promise<Figures> {
    this.#latencies = []
    const from = performance.now()
    await this.#pause(seconds)
    const took = (performance.now() - from) / 1000
    if (this.#latencies.length === 0) throw new Error(`${this.#name}: no answer in ${seconds} s`)
    return figuresOf(this.#latencies, took)
  }

  async #pause(seconds: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    if (this.#error) throw new Error(`${this.#name}: ${this.#error.message}`)
  }

  stop(): void {
    for (const connection of this.#connections) connection.close()
  }
}

/**
 * Sends every call exactly once: for acts that succeed only once. Connection n sends the calls whose index modulo the number
 * of connections is n, in the order of the list.
 */
export async function sendAll(base: string, calls: readonly Call[], connections: number): Promise<Figures> {
  const requests = calls.map((call) => encode(base, call))
  const latencies: number[] = []
  const from = performance.now()
  await Promise.all(
    Array.from(
      { length: connections },
      (_, number) =>
        new Promise<void>((resolve, reject) => {
          let at = number
          const next = () => {
            const request = requests[at]
            at += connections
            if (!request) {
              connection.close()
              resolve()
            }
            return request
          }
          const failed = (error: Error) => reject(new Error(`${calls[0]!.path}: ${error.message}`))
          const connection = new Connection(base, next, { answered: (ms) => latencies.push(ms), failed })
        }),
    ),
  )
  return figuresOf(latencies, (performance.now() - from) / 1000)
}

/** The figures of latencies in milliseconds. */
export function figuresOf(latencies: readonly number[], seconds: number): Figures {
  const sorted = latencies.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0
  return { requestsPerSecond: sorted.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99) }
}

interface Listener {
  answered(ms: number): void
  failed(error: Error): void
}

/** One kept-open connection. Every answer has to be a success. */
class Connection {
  readonly #socket: Socket
  readonly #next: () => Buffer | undefined
  readonly #listener: Listener
  #received: Buffer | undefined
  #sentAt = 0

  constructor(base: string, next: () => Buffer | undefined, listener: Listener) {
    const { hostname, port } = new URL(base)
    this.#next = next
    this.#listener = listener
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true })
    this.#socket.setTimeout(TIMEOUT_MS, () => this.#fail(new Error('no answer in time')))
    this.#socket.on('connect', () => this.#send())
    this.#socket.on('error', (error) => this.#fail(error))
    this.#socket.on('end', () => this.#fail(new Error('the server closed a connection')))
    this.#socket.on('data', (part) => this.#receive(part))
  }

  #send(): void {
    const request = this.#next()
    if (!request) return
    this.#sentAt = performance.now()
    this.#socket.write(request)
  }

  #receive(part: Buffer): void {
    const bytes = this.#received ? Buffer.concat([this.#received, part]) : part
    this.#received = bytes
    const status = statusOf(bytes)
    if (status === undefined) return
    if (status >= 300) {
      this.#fail(new Error(`${status} ${bytes.toString().slice(-300)}`))
      return
    }
    this.#received = undefined
    this.#listener.answered(performance.now() - this.#sentAt)
    this.#send()
  }

  #fail(error: Error): void {
    this.close()
    this.#listener.failed(error)
  }

  close(): void {
    this.#socket.destroy()
  }
}

function encode(base: string, { method = 'GET', path, headers = {}, body }: Call): Buffer {
  const all = {
    host: new URL(base).host,
    connection: 'keep-alive',
    ...headers,
    ...(body && { 'content-length': Buffer.byteLength(body) }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`)
}

/** The status, once the whole answer is there. */
function statusOf(bytes: Buffer): number | undefined {
  const end = bytes.indexOf(END_OF_HEAD)
  if (end === -1) return undefined
  const head = bytes.toString('latin1', 0, end)
  const length = /\r\ncontent-length: (\d+)/i.exec(head)
  if (!length) throw new Error('the load generator reads only answers with a content-length')
  return bytes.length < end + 4 + Number(length[1]) ? undefined : Number(head.slice(9, 12))
}
