import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Duplex, pipeline } from 'node:stream'
import { type Connect, OutboundError } from '#outbound/outbound.ts'

/**
 * The only way out of the browser. It resolves every name itself and connects to the checked addresses. So a redirect, a
 * frame or a name that changes its address reaches public addresses only.
 */
export interface Gateway {
  readonly port: number
  /** Hosts without a public address or port, whose requests were refused. */
  readonly refused: ReadonlySet<string>
  /** Starts counting the bytes of the next page. */
  allow(bytes: number): void
  /** Whether the page exceeded its bytes. */
  readonly isSpent: boolean
  close(): Promise<void>
}

const MOST_CONNECTIONS = 120
const CONNECT_MS = 8000
const MOST_REFUSED = 50

/** Ports of the web, plus that of the site: a machine's other services are not for pages. */
const PORTS: readonly number[] = [80, 443]

export async function openProxy(connect: Connect, sitePort: number): Promise<Gateway> {
  const refused = new Set<string>()
  const open = new Set<Duplex>()
  const ended = new AbortController()
  let left = 0
  let isSpent = false

  const outside = async (host: string, port: number): Promise<Duplex> => {
    if (isSpent || open.size >= MOST_CONNECTIONS) throw new OutboundError('refused', 'No hay más cupo.')
    try {
      if (!PORTS.includes(port) && port !== sitePort)
        throw new OutboundError('refused', 'No es un puerto de la web.')
      const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(CONNECT_MS)])
      const socket = await connect(host, port, signal)
      return track(socket)
    } catch (error) {
      if (error instanceof OutboundError && error.fault === 'refused' && refused.size < MOST_REFUSED)
        refused.add(host)
      throw error
    }
  }

  function track(socket: Duplex): Duplex {
    open.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => open.delete(socket))
    const count = (chunk: Buffer) => {
      left -= chunk.length
      if (left > 0 || isSpent) return
      isSpent = true
      for (const one of open) one.destroy()
    }
    socket.on('data', count)
    return socket
  }

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = URL.parse(request.url ?? '')
    if (target?.protocol !== 'http:') {
      response.writeHead(400).end()
      return
    }
    try {
      const socket = await outside(target.hostname, Number(target.port || 80))
      const { 'proxy-connection': _, ...headers } = request.headers
      const onward = http.request({
        createConnection: () => socket,
        method: request.method,
        path: target.pathname + target.search,
        headers: { ...headers, host: target.host, connection: 'close' },
      })
      onward.on('response', (answer) => {
        try {
          response.writeHead(answer.statusCode!, answer.headers)
        } catch {
          // The status or a header cannot be forwarded. Nothing else catches what is thrown here.
          answer.destroy()
          response.destroy()
          return
        }
        // Ending one side ends the other.
        pipeline(answer, response, () => undefined)
      })
      onward.on('error', () => response.destroy())
      response.on('close', () => socket.destroy())
      request.pipe(onward)
    } catch {
      response.writeHead(502).end()
    }
  }

  async function tunnel(request: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    client.on('error', () => client.destroy())
    const target = URL.parse(`https://${request.url}`)
    try {
      if (!target?.hostname) throw new OutboundError('refused', 'No hay destino.')
      const socket = await outside(target.hostname, Number(target.port || 443))
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      if (head.length > 0) socket.write(head)
      socket.pipe(client)
      client.pipe(socket)
      client.once('close', () => socket.destroy())
      socket.once('close', () => client.destroy())
    } catch {
      client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
    }
  }

  const server = http.createServer(pass)
  server.on('connect', tunnel)
  server.on('clientError', (_error, socket) => socket.destroy())
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    refused,
    allow(bytes) {
      left = bytes
      isSpent = false
    },
    get isSpent() {
      return isSpent
    },
    async close() {
      ended.abort()
      for (const one of open) one.destroy()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
