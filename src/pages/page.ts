import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Colours, coloursOf, type Organisation } from '#kernel/branding.ts'
import { type Html, html, joined, NOTHING, trustedHtml, unbroken } from '#kernel/html.ts'
import {
  type Asset,
  assetNamed,
  isBuilt,
  type ScriptName,
  type SheetName,
  WIDGETS_VERSION,
} from './assets.ts'
import { optionsOf, type WidgetTag } from './embed.ts'
import { etagOf, isUnchanged } from './negotiate.ts'

/** The common frame of all pages outside the console. */
export interface Page {
  /** The title of the window. */
  title: string
  /** The part between the organisation's header and footer; the whole body of a `bare` page. */
  content: Html
  /** The organisation of the page: name, logo and colour in the header, links to its other pages in the footer. */
  organisation?: Organisation | undefined
  /** A colour that takes precedence over the organisation's. */
  theme?: unknown
  /** For long texts. */
  wide?: boolean
  /** Without the frame: the content has its own landmarks. */
  bare?: boolean
  /** Inside the page of another site, which has its own header and footer. */
  isEmbedded?: boolean
  language?: string
  /** Stylesheets after the base, in this order. */
  sheets?: readonly SheetName[]
  /** Without a script nothing runs. */
  script?: ScriptName
  /** A script for other sites, loaded here as they load it, as a preview. */
  widget?: WidgetTag
  /** Shows pictures of this origin. */
  pictures?: boolean
  /** Has a form that works without a script. */
  posts?: boolean
  /** Shows pages of this origin in frames. */
  frames?: boolean
  /** For search engines too. */
  isListed?: boolean
  /** Pages of this origin may frame it, and so may the listed origins. */
  mayBeFramed?: boolean | readonly string[]
}

/** A page under a heading, like most. */
export function titled(title: string, content: Html): Pick<Page, 'title' | 'content'> {
  return {
    title: `${title} · Resguardo`,
    content: html`<h1>${unbroken(title)}</h1>
${content}`,
  }
}

export const NO_SCRIPT = html`<noscript><p>Esta página necesita JavaScript. Actívelo y vuelva a abrir el enlace.</p></noscript>`

/** The place where a form shows its result. */
export const STATUS = html`<p role="status" tabindex="-1"></p>`

export function sendPage(reply: FastifyReply, page: Page, status = 200): FastifyReply {
  if (!isBuilt()) return sendNotBuilt(reply)
  const { markup, policy } = renderPage(reply.request, page)
  sayFrames(reply, page)
  return sendMarkup(reply.code(status).header('vary', 'Accept'), markup, policy)
}

/** A page of one person, at an address that only the person has: browsers cache it, proxies do not. */
export function sendPersonalPage(reply: FastifyReply, page: Page): FastifyReply {
  return sendKnownPage(reply, page, 'private, no-cache')
}

/** A page that is the same for everybody. A browser that has it gets no second copy. */
export function sendKnownPage(reply: FastifyReply, page: Page, kept = 'no-cache'): FastifyReply {
  if (!isBuilt()) return sendPage(reply, page)
  const { markup, policy } = renderPage(reply.request, page)
  const etag = etagOf(markup)
  reply.headers({ etag, 'cache-control': kept, vary: 'Accept' })
  if (!isUnchanged(reply.request, etag)) return sendPage(reply, page)
  // RFC 9111, 4.3.4: a browser replaces the stored headers with those of this answer.
  sayFrames(reply, page)
  return reply.code(304).header('content-security-policy', policy).send()
}

export function sendNotBuilt(reply: FastifyReply): FastifyReply {
  return sendMarkup(reply.code(503), NOT_BUILT, policyOf({}, '', undefined))
}

function sayFrames(reply: FastifyReply, { mayBeFramed }: Page): void {
  if (Array.isArray(mayBeFramed)) reply.removeHeader('x-frame-options')
  else if (mayBeFramed) reply.header('x-frame-options', 'SAMEORIGIN')
}

export function sendMarkup(reply: FastifyReply, markup: string, policy: string): FastifyReply {
  return reply
    .header('content-security-policy', policy)
    .type('text/html; charset=utf-8')
    .serializer((text: string) => text)
    .send(markup)
}

/** The markup, and its content security policy. */
export function renderPage(
  request: Pick<FastifyRequest, 'originalUrl'>,
  page: Page,
): { markup: string; policy: string } {
  const root = rootFrom(request.originalUrl)
  const sheets = (['page.css', ...(page.sheets ?? [])] as const).map(
    (name) => html`<link rel="stylesheet" href="${root}${assetNamed(name).path}">\n`,
  )
  const colours = coloursOf(page.theme) ?? coloursOf(page.organisation?.branding)
  const style = colours ? styleOf(colours) : ''
  const script = page.script && assetNamed(page.script)
  const head = html`${sheets}${style ? html`<style>${trustedHtml(style)}</style>\n` : NOTHING}${script ? scriptOf(root, script) : NOTHING}${page.widget ? widgetOf(page.widget, root) : NOTHING}`
  return { markup: document(page, head, root).markup, policy: policyOf(page, style, script) }
}

function document(page: Page, head: Html, root: string): Html {
  const { title, language = 'es', isListed } = page
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${isListed ? NOTHING : html`<meta name="robots" content="noindex">\n`}<title>${title}</title>
${head}</head>
<body${page.wide || page.isEmbedded ? html` class="${page.isEmbedded ? 'embedded' : 'wide'}"` : NOTHING}>
${page.bare ? page.content : page.isEmbedded ? html`<main id="main" tabindex="-1">\n${page.content}\n</main>` : framed(page, root)}
</body>
</html>
`
}

const WORDS = {
  es: {
    skip: 'Saltar al contenido',
    about: 'Privacidad en esta organización',
    home: 'Privacidad',
    policy: 'Política de privacidad',
    track: 'Seguir una solicitud',
    portal: 'Mis datos',
    with: 'Con Resguardo, software libre para la protección de datos personales.',
  },
  en: {
    skip: 'Skip to content',
    about: 'Privacy at this organisation',
    home: 'Privacy',
    policy: 'Privacy policy',
    track: 'Follow a request',
    portal: 'My data',
    with: 'With Resguardo, free software for the protection of personal data.',
  },
} as const

function framed({ content, organisation, language }: Page, root: string): Html {
  const words = WORDS[language === 'en' ? 'en' : 'es']
  return html`<a class="skip" href="#main">${words.skip}</a>
<header class="top"><div>${organisation ? brandOf(organisation, root) : html`<span class="brand">Resguardo</span>`}</div></header>
<main id="main" tabindex="-1">
${content}
</main>
<footer class="foot"><div>
${organisation ? waysOf(organisation, words, root) : NOTHING}<p>${words.with}</p>
</div></footer>`
}

function brandOf({ name, slug, branding }: Organisation, root: string): Html {
  const logo = hasLogo(branding) ? html`<img src="${root}p/${slug}/logo" alt="">` : NOTHING
  return html`<a class="brand" href="${root}p/${slug}">${logo}${name}</a>`
}

function waysOf({ slug }: Organisation, words: (typeof WORDS)['es' | 'en'], root: string): Html {
  const links = [
    [`${root}p/${slug}`, words.home],
    [`${root}p/${slug}/portal`, words.portal],
    [`${root}seguimiento`, words.track],
  ].map(([href, label]) => html`<li><a href="${href!}">${label!}</a></li>`)
  return html`<nav aria-label="${words.about}"><ul>
${joined(links, '\n')}
</ul></nav>
`
}

/** Only uploaded logos: a page loads nothing from another host. */
function hasLogo({ logoFileId }: Organisation['branding']): boolean {
  return typeof logoFileId === 'string'
}

/** A module runs once the document is parsed, so it may be in the head. */
function scriptOf(root: string, { path }: Asset): Html {
  return html`<script type="module" src="${root}${path}"></script>\n`
}

function widgetOf(tag: WidgetTag, root: string): Html {
  return html`<script src="${root}w/${WIDGETS_VERSION}/${tag.name}"${optionsOf(tag)}></script>\n`
}

type Allowed = Pick<
  Page,
  'organisation' | 'pictures' | 'posts' | 'frames' | 'mayBeFramed' | 'bare' | 'isEmbedded' | 'widget'
>

function policyOf(page: Allowed, style: string, script: Asset | undefined): string {
  // Only a page in a tab of its own has an icon, and perhaps a logo.
  const hasTab = !page.bare && !page.isEmbedded
  const ancestors =
    page.mayBeFramed === undefined || page.mayBeFramed === false
      ? "'none'"
      : ["'self'", ...(Array.isArray(page.mayBeFramed) ? page.mayBeFramed : [])].join(' ')
  return [
    "default-src 'none'",
    ...(script || page.widget ? ["script-src 'self'"] : []),
    `style-src 'self'${style === '' ? '' : ` '${sha256(style)}'`}`,
    ...(hasTab || page.pictures ? ["img-src 'self'"] : []),
    ...(script ? ["connect-src 'self'"] : []),
    ...(page.frames ? ["frame-src 'self'"] : []),
    "base-uri 'none'",
    `form-action ${page.posts ? "'self'" : "'none'"}`,
    `frame-ancestors ${ancestors}`,
    ...(script || page.widget ? ["require-trusted-types-for 'script'", "trusted-types 'none'"] : []),
  ].join('; ')
}

/** Colours for both themes: on a dark ground the organisation's colour changes, as a button and as text. */
function styleOf({ accent, onAccent, link, edge, dark }: Colours): string {
  const light = `--accent:${accent};--on-accent:${onAccent};--accent-edge:${edge};--link:${link.light}`
  const night = `--accent:${dark.accent};--on-accent:${dark.onAccent};--accent-edge:${dark.accent};--link:${link.dark}`
  return `:root{${light}}@media (prefers-color-scheme:dark){:root{${night}}}`
}

function sha256(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

/** Relative, so that pages also work behind a path of a proxy, which only browsers know. */
export function rootFrom(url: string): string {
  const depth = url.split('?', 1)[0]!.split('/').length - 2
  return '../'.repeat(depth)
}

const NOT_BUILT = `<!doctype html>
<html lang="es"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Resguardo</title>
<h1>Faltan los archivos de las páginas</h1>
<p>El servicio funciona, pero sus páginas no se han construido. Quien lo opera debe ejecutar <code>npm ci &amp;&amp; npm run build</code> y volver a iniciarlo.</p>
`
