import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

export interface Balancer {
  url: string
  /** How often a request was sent on to another process after its own had died. */
  repeated(): number
  /** How many answers came from each process. */
  answered: Map<string, number>
}

/**
 * What stands before several processes: each request goes to the next one that lives. When it dies under the request,
 * what may be repeated goes to another one; the rest fails to the caller.
 */
export async function openBalancer(backends: readonly string[]): Promise<Balancer> {
  const dead = new Set<string>()
  const answered = new Map<string, number>(backends.map((url) => [url, 0]))
  let turn = 0
  let repeats = 0

  // The answers of the service promise that an idle line stays open for 72 s: clients reuse it for as long.
  const server = createServer({ keepAliveTimeout: 120_000 }, async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const repeatable = incoming.method === 'GET' || incoming.headers['idempotency-key'] !== undefined
    for (let tries = 0; tries < backends.length; tries += 1) {
      const living = backends.filter((url) => !dead.has(url))
      const backend = living[turn++ % living.length]
      if (!backend) break
      try {
        await forward(backend, incoming, body, outgoing)
        answered.set(backend, answered.get(backend)! + 1)
        return
      } catch {
        dead.add(backend)
        if (outgoing.headersSent) return void outgoing.destroy()
        if (!repeatable) break
        repeats += 1
      }
    }
    outgoing.writeHead(502).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, repeated: () => repeats, answered }
}

async function forward(
  backend: string,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse,
): Promise<void> {
  const asked = request(`${backend}${url}`, { method: method!, headers, agent: false })
  asked.end(body)
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  // Whole before it is handed on: half an answer of a process that died is none.
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk as Buffer)
  outgoing.writeHead(answer.statusCode!, answer.headers).end(Buffer.concat(chunks))
}
