import { once } from 'node:events'
import http, { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { after } from 'node:test'
import { type Connect, NETWORK } from '#outbound/outbound.ts'

/** Sites under made-up names. Other names and addresses go through the service's guard. */
export async function openSites(sites: Readonly<Record<string, RequestListener>>) {
  const ports = new Map<string, number>()
  const asked: { host: string; path: string; agent: string; at: number }[] = []
  for (const [host, answer] of Object.entries(sites)) {
    const server = http.createServer((req, res) => {
      asked.push({ host, path: req.url!, agent: String(req.headers['user-agent']), at: performance.now() })
      answer(req, res)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    after(() => {
      server.closeAllConnections()
      server.close()
    })
    ports.set(host, (server.address() as AddressInfo).port)
  }
  const through: Connect = async (host, port, signal) => {
    const own = ports.get(host)
    if (own === undefined) return NETWORK.connect(host, port, signal)
    const socket = connect(own, '127.0.0.1')
    await once(socket, 'connect', { signal })
    return socket
  }
  return { connect: through, asked }
}

/** A shop with a look-alike of our banner, which sets cookies before a decision and others after it. */
export const SHOP: Readonly<Record<string, RequestListener>> = {
  'tienda.test': (req, res) => {
    const path = req.url!.split('?')[0]
    if (path === '/robots.txt') {
      res.end('User-agent: *\nDisallow: /privado\n')
      return
    }
    if (path === '/sitio.js') {
      res.setHeader('content-type', 'text/javascript')
      res.end(SCRIPT)
      return
    }
    res.setHeader('content-type', 'text/html; charset=utf-8')
    res.setHeader('set-cookie', [
      'PHPSESSID=secreto-de-sesion; HttpOnly; Path=/',
      '_ga=GA1.1.5; Max-Age=63072000; Path=/',
    ])
    res.end(`<!doctype html><html lang="es"><title>Tienda</title><body><h1>Tienda</h1>
      <a href="/ofertas?de=portada#arriba">Ofertas</a> <a href="/privado">Privado</a> <a href="/cerrar-sesion">Salir</a>
      <a href="/catalogo.pdf">PDF</a> <a href="http://otra.test/">Otra</a>
      <img src="http://medidor.test/pixel.gif?correo=ana@ejemplo.cl" alt="">
      <script src="/sitio.js"></script></body></html>`)
  },
  'medidor.test': (_req, res) => {
    res.setHeader('set-cookie', 'rastro=1; Max-Age=7776000')
    res.setHeader('content-type', 'image/gif')
    res.end()
  },
  'anuncios.test': (_req, res) => res.end(),
  'otra.test': (_req, res) => res.end('otra'),
}

/**
 * The same shop with the banner of a running service at `avisos.test`. Its scripts are marked as the guide says. Each page
 * calls `embedCode`, because the notice is published later.
 */
export function shopWithBanner(origin: () => string, embedCode: () => string) {
  return {
    ...SHOP,
    'tienda.test': (req: IncomingMessage, res: ServerResponse) => {
      if (req.url!.startsWith('/sitio.js')) {
        res.setHeader('content-type', 'text/javascript')
        res.end(AFTERWARDS)
        return
      }
      if (req.url === '/robots.txt') return void res.end('User-agent: *\nDisallow: /privado\n')
      res.setHeader('content-type', 'text/html; charset=utf-8')
      res.setHeader('set-cookie', [
        'PHPSESSID=secreto; HttpOnly; Path=/',
        '_ga=GA1.1.5; Max-Age=63072000; Path=/',
      ])
      res.end(`<!doctype html><html lang="es"><head>${embedCode().replace(origin(), 'http://avisos.test')}<title>Tienda</title>
        <script type="text/plain" data-purpose="analytics" src="/sitio.js"></script></head>
        <body><h1>Tienda</h1><a href="/ofertas">Ofertas</a></body></html>`)
    },
    'avisos.test': (req: IncomingMessage, res: ServerResponse) => {
      const { host: _, ...headers } = req.headers
      const onward = http.request(`${origin()}${req.url}`, { method: req.method, headers }, (answer) => {
        res.writeHead(answer.statusCode!, answer.headers)
        answer.pipe(res)
      })
      req.pipe(onward)
    },
  } satisfies Record<string, RequestListener>
}

const AFTERWARDS = `
document.cookie = 'visitas=3; max-age=7776000; path=/'
fetch('http://anuncios.test/visto?quien=ana', { mode: 'no-cors' })
`

const SCRIPT = `
localStorage.setItem('hjViewportId', '1')
sessionStorage.setItem('paso', 'secreto')
const accept = () => {
  document.cookie = '_fbp=fb.1; max-age=7776000; path=/'
  document.cookie = 'decidio=si; path=/'
  fetch('http://anuncios.test/visto?quien=ana', { mode: 'no-cors' })
}
if (document.cookie.includes('decidio')) accept()
const host = document.createElement('resguardo-banner')
host.attachShadow({ mode: 'open' }).innerHTML = document.cookie.includes('decidio') ? '' : '<div class="card"><div class="acts"><button>Rechazar todo</button><button>Elegir</button><button>Aceptar todo</button></div></div>'
host.shadowRoot.querySelector('.card button:last-child')?.addEventListener('click', accept)
document.body.append(host)
`
