import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { html, trustedHtml } from '#kernel/html.ts'
import { BadConfig, type Config } from '../config.ts'

/** The site of the invented company: another origin, with a strict policy of its own, that embeds the service's snippets. */

export interface Pasted {
  organisation: string
  slug: string
  /** The address of the service. */
  service: string
  banner: string
  rights: string
}

const fileIn = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'demo-shop.json')

/** Saves the snippets for the shop, which runs beside the service and so does not open the database. */
export function keepPasted(config: Pick<Config, 'dataDir'>, pasted: Pasted): void {
  writeFileSync(fileIn(config), JSON.stringify(pasted, null, 2))
}

/** Runs until it is stopped. Returns the text to print. */
export async function serveShop(config: Pick<Config, 'dataDir' | 'host' | 'port'>): Promise<string> {
  const pasted = readPasted(config)
  const server = openShop(pasted).listen(config.port === 0 ? 0 : config.port + 1, config.host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return [
    '',
    `  La tienda de ${pasted.organisation} escucha en http://${config.host}:${port}`,
    `  Muestra el banner, el formulario de derechos y el portal de ${pasted.service}, que debe estar en marcha.`,
    '',
  ].join('\n')
}

function readPasted(config: Pick<Config, 'dataDir'>): Pasted {
  try {
    return JSON.parse(readFileSync(fileIn(config), 'utf8'))
  } catch {
    throw new BadConfig([
      `DATA_DIR: en ${config.dataDir} no hay una demostración. Llénela con «npm run demo».`,
    ])
  }
}

export function openShop(pasted: Pasted): Server {
  const { origin } = new URL(pasted.service)
  const policy = [
    "default-src 'none'",
    `script-src ${origin}`,
    `connect-src ${origin}`,
    `frame-src 'self' ${origin}`,
    "style-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ')
  return createServer((request, reply) => {
    const path = request.url!.split('?', 1)[0]!
    const page = PAGES[path]
    reply.setHeader('content-security-policy', policy)
    reply.setHeader('x-content-type-options', 'nosniff')
    if (path === '/tienda.css') reply.setHeader('content-type', 'text/css; charset=utf-8').end(SHEET)
    else if (page) reply.setHeader('content-type', 'text/html; charset=utf-8').end(page(pasted))
    else reply.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('No está.')
  })
}

const PAGES: Readonly<Record<string, (pasted: Pasted) => string>> = {
  '/': front,
  '/derechos': rights,
  '/chat': () =>
    html`<!doctype html><html lang="es"><meta charset="utf-8"><title>Chat</title><p>Hola, ¿en qué le ayudamos?</p></html>`
      .markup,
}

function framed({ organisation, slug, service, banner }: Pasted, title: string, content: unknown): string {
  return html`<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
${trustedHtml(banner)}
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="tienda.css">
</head>
<body>
<header><a href="./"><b>${organisation}</b></a></header>
<main>
<h1>${title}</h1>
${content as ReturnType<typeof trustedHtml>}
</main>
<footer>
<a href="derechos">Ejercer mis derechos</a>
<a href="${service}/p/${slug}/portal">Mis datos</a>
<a href="${service}/p/${slug}">Privacidad</a>
<a href="#resguardo-preferencias">Cookies</a>
</footer>
</body>
</html>`.markup
}

function front(pasted: Pasted): string {
  return framed(
    pasted,
    'Ofertas de la semana',
    html`<p>Esta tienda es de mentira: muestra cómo un sitio cualquiera usa lo que entrega el servicio, desde otro origen y bajo una política de contenido estricta.</p>
<ul>
<li><b>Manta de lana</b> $24.990</li>
<li><b>Juego de tazas</b> $12.990</li>
<li><b>Lámpara de mesa</b> $34.990</li>
</ul>
<h2>¿Necesita ayuda?</h2>
<iframe title="Chat de ayuda" data-purpose="chat" data-src="chat"></iframe>`,
  )
}

function rights(pasted: Pasted): string {
  return framed(pasted, 'Sus derechos', trustedHtml(pasted.rights))
}

const SHEET = `:root{color-scheme:light dark;background:Canvas;color:CanvasText;font:1.0625rem/1.55 Georgia,serif}
body{max-width:44rem;margin:0 auto;padding:1.25rem}
header,footer{padding:1rem 0}
header a{font-size:1.25rem;color:inherit;text-decoration:none}
footer{display:flex;flex-wrap:wrap;gap:.5rem 1.25rem;border-top:1px solid GrayText}
footer a{padding:.6rem 0;color:LinkText}
li{padding:.25rem 0}
iframe{width:100%;border:1px solid GrayText}
iframe[data-purpose],iframe[title="Chat de ayuda"]{height:9rem}
`
