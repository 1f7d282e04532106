import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { html, trustedHtml } from '#kernel/html.ts'
import { assetNamed, isBuilt } from './assets.ts'
import { rootFrom, sendKnownPage, titled } from './page.ts'
import { PAGE } from './routes.ts'

const VERIFY = { ...PAGE, config: { ...PAGE.config, budget: 'none' } } as const

/** The public page to check files of the service. The file stays in the browser. */
export function useVerifier(app: FastifyInstance): void {
  app.get('/verificar', VERIFY, (request, reply) => {
    const root = rootFrom(request.originalUrl)
    return sendKnownPage(reply, {
      ...titled(
        'Comprobar un documento',
        html`<p>Sepa si lo que recibió está completo y sin cambios, de cuándo es y de quién. El archivo no sale de su equipo: se comprueba aquí, en su navegador.</p>
<div data-verify data-root="${root}"></div>
<noscript><div class="note warn"><p>Esta página comprueba los archivos en su navegador y para eso necesita JavaScript. Sin él puede comprobar una carpeta de fiscalización con «sha256sum -c manifiesto.txt», y una prueba con «resguardo evidence verify». Las claves públicas están en <a href="${root}api/v1/public/evidence/keys">formato JSON</a>.</p></div></noscript>
<h2>Qué se puede comprobar</h2>
<ul class="what">
<li><strong>Un comprobante, una carta o un contrato firmado</strong>, el PDF como se lo entregaron. El código de un comprobante en papel muestra que su registro existe; lo que dice el papel lo prueba el PDF.</li>
<li><strong>Una prueba</strong>, el archivo .json que se descarga con un registro.</li>
<li><strong>Una carpeta de fiscalización</strong>, el .zip como se entregó, o ya descomprimida.</li>
<li><strong>Una exportación de una organización</strong>, el archivo .tar.gz.</li>
</ul>
<p class="hint">La página pide al servicio solo sus claves públicas y lo que ya tiene publicado de la organización.</p>`,
      ),
      sheets: ['verify.css'],
      script: 'verify.js',
      isListed: true,
    })
  })
}

/**
 * The same page as one file without requests, for people with a folder and no network. Undefined if the pages were not
 * built.
 */
export function verifierFile(): string | undefined {
  if (!isBuilt()) return undefined
  const style = `${assetNamed('page.css').content}${assetNamed('verify.css').content}`
  // A closing script tag anywhere in the script would end it.
  const script = assetNamed('verify.js').content.replaceAll('</script', '<\\/script')
  const policy = `default-src 'none'; script-src '${sha256(script)}'; style-src '${sha256(style)}'; base-uri 'none'; form-action 'none'`
  return html`<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Comprobar esta carpeta · Resguardo</title>
<style>${trustedHtml(style)}</style>
</head>
<body>
<header class="top"><div><span class="brand">Resguardo</span></div></header>
<main id="main" tabindex="-1">
<h1>Comprobar esta carpeta</h1>
<p>Elija el .zip como se lo entregaron, o la carpeta en la que lo descomprimió. También sirve para un comprobante o un contrato en PDF, una prueba .json o una exportación. Nada sale de su equipo: esta página funciona sin conexión.</p>
<div data-verify data-offline></div>
<noscript><div class="note warn"><p>Esta página necesita JavaScript. Sin él, use «sha256sum -c manifiesto.txt» en la carpeta descomprimida.</p></div></noscript>
</main>
<footer class="foot"><div><p>Con Resguardo, software libre para la protección de datos personales.</p></div></footer>
<script type="module">${trustedHtml(script)}</script>
</body>
</html>
`.markup
}

function sha256(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
