import { type Html, html, lines, NOTHING, seen, trustedHtml, unescaped } from '#kernel/html.ts'

/** Text a person wrote, with or without simple markup, as markup that can do nothing but be read. */

/** Tags that stay, and the attributes that stay on them. */
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

/** No text needs more, and each level that is open is looked at when one closes. */
const DEEPEST = 50

/** Each `<` is read once, up to the next sign that may end it: no text makes this slow. */
const TAG = /<(\/?)([a-z][a-z0-9]*)([^<>]*)>/gi

const ATTRIBUTES: Readonly<Record<string, RegExp>> = {
  href: /\bhref\s*=\s*(?:"((?:https?:\/\/|mailto:)[^"]*)"|'((?:https?:\/\/|mailto:)[^']*)')/i,
  scope: /\bscope\s*=\s*(?:"(col|row)"|'(col|row)')/i,
}

export function readable(text: string): Html {
  const written = text.replaceAll('\r\n', '\n').trim()
  return hasMarkup(written) ? trustedHtml(clean(seen(written))) : paragraphs(written)
}

/** For who draws markup: a text without any becomes its paragraphs, as on a page. */
export function asMarkup(text: string): string {
  return HEADING.test(text) || hasMarkup(text) ? text : readable(text).markup
}

/** A page has headings of its own above these, and a document of them alone is markup all the same. */
const HEADING = /<h[1-6](?:\s[^<>]*)?>/i

function hasMarkup(text: string): boolean {
  return [...text.matchAll(TAG)].some(([, , name]) => isAllowed(name!))
}

const isAllowed = (name: string) => Object.hasOwn(ALLOWED, name.toLowerCase())

function paragraphs(text: string): Html {
  if (text === '') return NOTHING
  return html`${text.split(/\n{2,}/).map((block) => html`<p>${lines(block)}</p>`)}`
}

/** Tags outside the list vanish, their text stays; what was opened is closed, so that nothing leaks out. */
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

/** What is an escape already is read first, so that a page and a PDF show the same sign for it. */
function escapeText(text: string): string {
  return html`${unescaped(text)}`.markup
}
