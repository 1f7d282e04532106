import type { FastifyInstance } from 'fastify'
import { html } from '#kernel/html.ts'
import { assetNamed, isBuilt, withImports } from './assets.ts'
import { etagOf, isUnchanged, wantsPage } from './negotiate.ts'
import { rootFrom, sendMarkup, sendNotBuilt } from './page.ts'
import { PAGE } from './routes.ts'

/**
 * The console is one page under many addresses. It holds no data: its script asks the API. So it needs no session, and
 * browsers may cache it. It names the files of the first screen, which differs for a browser with a session.
 */
const ADDRESSES = [
  '/',
  '/crear-cuenta',
  '/recuperar',
  '/cuenta',
  '/cartera',
  '/dispositivo',
  '/organizacion',
  '/organizacion/*',
]

/** No nonce, because browsers may cache the page. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

export function useConsole(app: FastifyInstance, sessionCookie: string): void {
  for (const address of ADDRESSES)
    app.get(address, { ...PAGE, config: { ...PAGE.config, budget: 'none' } }, (request, reply) => {
      // A program that asks for data finds none here.
      if (!wantsPage(request)) return reply.callNotFound()
      if (!isBuilt()) return sendNotBuilt(reply)
      const markup = shell(rootFrom(request.originalUrl), request.cookies[sessionCookie] !== undefined)
      const etag = etagOf(markup)
      reply.headers({
        etag,
        'cache-control': 'no-cache',
        vary: 'Accept, Cookie',
        'content-security-policy': POLICY,
      })
      return isUnchanged(request, etag) ? reply.code(304).send() : sendMarkup(reply, markup, POLICY)
    })
}

/** The files that the first screen loads. */
function firstFiles(hasSession: boolean): string[] {
  const first = withImports(assetNamed('console/main.js').path)
  return [...(hasSession ? withImports(assetNamed('console/inside.js').path, new Set(first)) : first)]
}

function shell(root: string, hasSession: boolean): string {
  return html`<!doctype html>
<html lang="es"${hasSession ? html` data-session` : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>Resguardo</title>
<link rel="icon" href="${root}favicon.ico" type="image/svg+xml">
<link rel="stylesheet" href="${root}${assetNamed('console/main.css').path}">
<script type="module" async src="${root}${assetNamed('console/early.js').path}"></script>
${firstFiles(hasSession).map((path) => html`<link rel="modulepreload" href="${root}${path}">`)}
<script type="module" src="${root}${assetNamed('console/main.js').path}"></script>
</head>
<body>
<div id="console"></div>
<noscript><p>La consola necesita JavaScript. Los formularios para titulares funcionan sin él.</p></noscript>
</body>
</html>
`.markup
}
