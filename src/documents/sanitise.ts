import { type Html, html, lines, NOTHING, seen, trustedHtml, unescaped } from '#kernel/html.ts'

/** Turns a person's text, with or without simple markup, into markup that cannot run anything. */

/** The allowed tags, each with its allowed attributes. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  p: [],
  br: [],
  strong: [],
  b: [],
  em: [],
  i: [],
  ul: [],
  ol: [],
  li: [],
  h3: [],
  h4: [],
  blockquote: [],
  a: ['href'],
  table: [],
  caption: [],
  thead: [],
  tbody: [],
  tr: [],
  th: ['scope'],
  td: [],
  mark: [],
}

const VOID = 'br'

/** No text needs more levels, and each closing tag looks through all open ones. */
const DEEPEST = 50

/** Reads each `<` once, up to the next sign that may end it, so no text makes this slow. */
const TAG = /<(\/?)([a-z][a-z0-9]*)([^<>]*)>/gi

const ATTRIBUTES: Readonly<Record<string, RegExp>> = {
  href: /\bhref\s*=\s*(?:"((?:https?:\/\/|mailto:)[^"]*)"|'((?:https?:\/\/|mailto:)[^']*)')/i,
  scope: /\bscope\s*=\s*(?:"(col|row)"|'(col|row)')/i,
}

export function readable(text: string): Html {
  const written = text.replaceAll('\r\n', '\n').trim()
  return hasMarkup(written) ? trustedHtml(clean(seen(written))) : paragraphs(written)
}

/** For renderers of markup: a text without markup becomes paragraphs, as on a page. */
export function asMarkup(text: string): string {
  return HEADING.test(text) || hasMarkup(text) ? text : readable(text).markup
}

/** Pages have their own headings above these. A document with headings alone still counts as markup. */
const HEADING = /<h[1-6](?:\s[^<>]*)?>/i

function hasMarkup(text: string): boolean {
  return [...text.matchAll(TAG)].some(([, , name]) => isAllowed(name!))
}

const isAllowed = (name: string) => Object.hasOwn(ALLOWED, name.toLowerCase())

function paragraphs(text: string): Html {
  if (text === '') return NOTHING
  return html`${text.split(/\n{2,}/).map((block) => html`<p>${lines(block)}</p>`)}`
}

/** Removes tags outside the list and keeps their text. Open tags are closed, so that nothing leaks out. */
function clean(text: string): string {
  const open: string[] = []
  let result = ''
  let from = 0
  for (const { 0: whole, 1: slash, 2: tag, 3: rest, index } of text.matchAll(TAG)) {
    result += escapeText(text.slice(from, index))
    from = index + whole.length
    const name = tag!.toLowerCase()
    if (!isAllowed(name)) continue
    if (slash === '') {
      if (open.length >= DEEPEST) continue
      result += `<${name}${attributes(name, rest!)}>`
      if (name !== VOID) open.push(name)
    } else if (open.includes(name)) {
      let closed: string
      do {
        closed = open.pop()!
        result += `</${closed}>`
      } while (closed !== name)
    }
  }
  result += escapeText(text.slice(from))
  return (
    result +
    open
      .reverse()
      .map((name) => `</${name}>`)
      .join('')
  )
}

function attributes(tag: string, text: string): string {
  return ALLOWED[tag]!.map((name) => {
    const found = ATTRIBUTES[name]!.exec(text)
    const value = found?.[1] ?? found?.[2]
    if (value === undefined) return ''
    return ` ${name}="${escapeText(value)}"${name === 'href' ? ' rel="noopener noreferrer"' : ''}`
  }).join('')
}

/** Decodes existing escapes first, so that a page and a PDF show the same sign. */
function escapeText(text: string): string {
  return html`${unescaped(text)}`.markup
}
