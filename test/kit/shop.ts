import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

/** Sites on their own origins: a shop with a banner, and third parties that track its visitors. */

export interface ThirdParty {
  origin: string
  /** Paths requested so far, without the query. */
  asked: string[]
}

/** Answers every request. Its scripts note in `window.ran` that they ran. */
export async function openThirdParty(host: string): Promise<ThirdParty> {
  const asked: string[] = []
  const server = createServer((request, reply) => {
    const path = pathOf(request)
    asked.push(path)
    reply.setHeader('access-control-allow-origin', '*')
    if (path.endsWith('.js')) {
      reply.setHeader('content-type', 'text/javascript')
      reply.end(`(window.ran ??= []).push('${path.slice(1, -3)}')`)
    } else if (path.endsWith('.gif')) {
      reply.setHeader('content-type', 'image/gif')
      reply.end(Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64'))
    } else {
      reply.setHeader('content-type', 'text/html')
      reply.end('<!doctype html><html lang="es"><title>Ajena</title><p>Ajena')
    }
  })
  return { origin: `http://${host}:${await listen(server)}`, asked }
}

export interface Shop {
  port: number
  at(host: string): string
  /** Sets the content of a path: the head and body of a page, or the text of a script. */
  put(path: string, content: { head: string; body?: string; lang?: string } | string): void
  /** The content security policy of every page. */
  policy: string
}

export async function openShop(): Promise<Shop> {
  const contents = new Map<string, Parameters<Shop['put']>[1]>()
  const server = createServer((request, reply) => {
    const content = contents.get(pathOf(request))
    if (content === undefined) return reply.writeHead(404).end()
    if (typeof content === 'string') {
      reply.setHeader('content-type', 'text/javascript')
      return reply.end(content)
    }
    const { head, body = '', lang = 'es' } = content
    reply.setHeader('content-type', 'text/html; charset=utf-8')
    reply.setHeader('content-security-policy', shop.policy)
    return reply.end(`<!doctype html><html lang="${lang}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Tienda</title>${head}</head>
<body><main><h1>Tienda</h1><p>Ofertas de la semana.</p><a href="/otra">Otra página</a>${body}</main></body></html>`)
  })
  const port = await listen(server)
  const shop: Shop = {
    port,
    at: (host) => `http://${host}:${port}`,
    put: (path, content) => void contents.set(path, content),
    policy: '',
  }
  return shop
}

function pathOf({ url }: IncomingMessage): string {
  return url!.split('?', 1)[0]!
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}
