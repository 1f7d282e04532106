import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Html, html, NOTHING } from '#kernel/html.ts'
import { assetNamed, type ScriptName, type SheetName } from './assets.ts'

/** The one frame of every page that people see outside the console. */
export interface Page {
  /** Of the window. */
  title: string
  /** All that is in the body. */
  content: Html
  language?: string
  /** Beside the base, in this order. */
  sheets?: readonly SheetName[]
  /** Without one nothing runs. */
  script?: ScriptName
  /**
   * The content holds markup as an organisation stored it. Then the policy names the script by its hash: that markup
   * cannot load another file of this origin as a script.
   */
  holdsForeignMarkup?: boolean
  /** An organisation's own colours. */
  colours?: { accent: string; onAccent: string }
  /** For search engines too. */
  isListed?: boolean
  /** Pages of this origin may show it in a frame. */
  mayBeFramed?: boolean
}

/** A page under a heading, as most are. */
export function titled(title: string, content: Html): Pick<Page, 'title' | 'content'> {
  return {
    title: `${title} · Resguardo`,
    content: html`<main>
<h1>${title}</h1>
${content}
</main>`,
  }
}

export const NO_SCRIPT = html`<noscript><p>Esta página necesita JavaScript. Actívelo y vuelva a abrir el enlace.</p></noscript>`

/** Where a form says what came of it. */
export const STATUS = html`<p role="status" tabindex="-1"></p>`

export function sendPage(reply: FastifyReply, page: Page, status = 200): FastifyReply {
  const { markup, policy } = renderPage(reply.request, page)
  if (page.mayBeFramed) reply.header('x-frame-options', 'SAMEORIGIN')
  return sendMarkup(reply.code(status).header('vary', 'Accept'), markup, policy)
}

export function sendMarkup(reply: FastifyReply, markup: string, policy: string): FastifyReply {
  return reply
    .header('content-security-policy', policy)
    .type('text/html; charset=utf-8')
    .serializer((text: string) => text)
    .send(markup)
}

/** Markup, and the policy under which it is sent. */
export function renderPage(
  request: Pick<FastifyRequest, 'originalUrl'>,
  page: Page,
): { markup: string; policy: string } {
  const root = rootFrom(request.originalUrl)
  const sheets = (['page.css', ...(page.sheets ?? [])] as const).map(
    (name) => html`<link rel="stylesheet" href="${root}${assetNamed(name).path}">\n`,
  )
  const colours = page.colours ? coloursOf(page.colours) : NOTHING
  const style = page.colours ? html`<style>${colours}</style>\n` : NOTHING
  const head = html`${sheets}${style}${scriptOf(page, root)}`
  return { markup: frame(page, head).markup, policy: policyOf(page, colours) }
}

function frame({ title, content, language = 'es', isListed }: Page, head: Html): Html {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${isListed ? NOTHING : html`<meta name="robots" content="noindex">\n`}<title>${title}</title>
${head}</head>
<body>
${content}
</body>
</html>
`
}

/** A module is run when the document is there, so it may stand in the head. */
function scriptOf({ script, holdsForeignMarkup }: Page, root: string): Html {
  if (!script) return NOTHING
  const { path, sha256 } = assetNamed(script)
  const integrity = holdsForeignMarkup ? html` integrity="${sha256}"` : NOTHING
  return html`<script type="module" src="${root}${path}"${integrity}></script>\n`
}

function policyOf({ script, holdsForeignMarkup, mayBeFramed }: Page, style: Html): string {
  const scripts = script && (holdsForeignMarkup ? `'${assetNamed(script).sha256}'` : "'self'")
  return [
    "default-src 'none'",
    ...(scripts ? [`script-src ${scripts}`] : []),
    `style-src 'self'${style === NOTHING ? '' : ` '${sha256(style.markup)}'`}`,
    ...(scripts ? ["connect-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${mayBeFramed ? "'self'" : "'none'"}`,
  ].join('; ')
}

function coloursOf({ accent, onAccent }: NonNullable<Page['colours']>): Html {
  return html`:root { --accent: ${accent}; --on-accent: ${onAccent} }`
}

function sha256(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

/** Relative, so that pages also work behind a path of a proxy, which only the browser knows. */
function rootFrom(url: string): string {
  const depth = url.split('?', 1)[0]!.split('/').length - 2
  return '../'.repeat(depth)
}
