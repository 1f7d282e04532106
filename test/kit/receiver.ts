import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  path: string
  headers: IncomingHttpHeaders
  /** The received bytes, which signatures cover. */
  raw: Buffer
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on what they read.
  body: any
}

/** A status, or a function that answers itself, for instance with a redirect or not at all. */
export type Answer = number | ((reply: ServerResponse) => void)

export interface Receiver {
  url: string
  received: Received[]
  /** Answers to the next calls, in order. After them, 200. */
  answerNext(...answers: Answer[]): void
  /** The answer to every other call. */
  answerAlways(answer: Answer): void
  /** Waits for this many calls. */
  until(count: number, timeoutMs?: number): Promise<Received[]>
  close(): Promise<void>
}

/** A real HTTP server on this machine that records its calls. */
export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = []
  const script: Answer[] = []
  let always: Answer = 200
  const server = createServer(async (request, reply) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const raw = Buffer.concat(chunks)
    received.push({ path: request.url ?? '', headers: request.headers, raw, body: parsed(raw) })
    const answer = script.shift() ?? always
    if (typeof answer === 'function') answer(reply)
    else reply.writeHead(answer).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Lets the process end even if a file fails before closing its receiver.
  server.unref()
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/flujos`,
    received,
    answerNext: (...answers) => void script.push(...answers),
    answerAlways(answer) {
      always = answer
    },
    async until(count, timeoutMs = 20_000) {
      const deadline = Date.now() + timeoutMs
      while (received.length < count) {
        if (Date.now() > deadline) throw new Error(`${received.length} of ${count} calls came in time`)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      return received
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function parsed(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'))
  } catch {
    return undefined
  }
}
