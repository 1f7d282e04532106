import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { html } from '#kernel/html.ts'
import { NETWORK, type Network, OutboundError } from '#outbound/outbound.ts'

/** The names and sites of the invented company, which exist on no network. All other calls use the real network. */
export interface Outside {
  network: Network
  /** Adds a TXT record to the company's zone. */
  name(record: string, value: string): void
  close(): void
}

export async function openOutside(domain: string): Promise<Outside> {
  const records = new Map<string, string>()
  const server = createServer((request, reply) => {
    const host = request.headers.host ?? ''
    const page = PAGES[`${host.split('.', 1)[0]}${request.url}`]
    reply.writeHead(page ? 200 : 404, {
      'content-type': page ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8',
      ...(page && { 'set-cookie': COOKIES }),
    })
    reply.end(page ?? 'No está.')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const isOwn = (name: string) => name === domain || name.endsWith(`.${domain}`)
  return {
    network: {
      ...NETWORK,
      resolveTxt: async (name) => (isOwn(name) ? [records.get(name) ?? []].flat() : NETWORK.resolveTxt(name)),
      async connect(host, asked, signal) {
        if (!isOwn(host)) return NETWORK.connect(host, asked, signal)
        // The sites have no certificate, so only port 80 answers.
        if (asked !== 80) throw new OutboundError('unreachable', `No se pudo conectar con «${host}».`)
        return connect({ port, host: '127.0.0.1', signal })
      },
    },
    name: (record, value) => records.set(record, value),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const COOKIES = [
  'aromo_sesion=9f2c; Path=/; HttpOnly; Secure; SameSite=Lax',
  'aromo_carro=vacio; Path=/; Max-Age=604800; Secure; SameSite=Lax',
]

const site = (title: string, outside: readonly string[], links: readonly string[]) =>
  html`<!doctype html><html lang="es"><head><meta charset="utf-8"><title>${title}</title>
${outside.map((url) => html`<script async src="${url}"></script>`)}</head>
<body><h1>${title}</h1>${links.map((path) => html`<a href="${path}">${path}</a>`)}</body></html>`.markup

/** By the first part of the host and the path. The shop holds a pixel that its notice does not name. */
const PAGES: Readonly<Record<string, string>> = {
  'www/': site(
    'Tienda en línea',
    ['https://px.datalago.example/medir.js', 'https://connect.facebook.net/es_LA/fbevents.js'],
    ['/ofertas', '/club'],
  ),
  'www/ofertas': site('Ofertas', ['https://px.datalago.example/medir.js'], ['/']),
  'www/club': site('Club Aromo', ['https://fidelia.example/club.js'], ['/']),
  'tarjeta/': site('Tarjeta Aromo', ['https://px.datalago.example/medir.js'], []),
}
