import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

export interface Balancer {
  url: string
  /** Number of requests that were repeated at another process after their own died. */
  repeated(): number
  /** Number of answers by process. */
  answered: Map<string, number>
}

/**
 * A load balancer: each request goes to the next living process. If that dies during the request, a repeatable request goes
 * to another process. Any other request fails.
 */
export async function openBalancer(backends: readonly string[]): Promise<Balancer> {
  const dead = new Set<string>()
  const answered = new Map<string, number>(backends.map((url) => [url, 0]))
  let turn = 0
  let repeats = 0

  // The service's answers promise that an idle connection stays open for 72 s, and clients reuse it for as long.
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
  // Reads the whole answer first, because a process may die in the middle of it.
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk as Buffer)
  outgoing.writeHead(answer.statusCode!, answer.headers).end(Buffer.concat(chunks))
}
