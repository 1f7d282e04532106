import { type Html, html, unescaped } from '#kernel/html.ts'

/** A document as clauses that people edit as plain text. */

export interface Clause {
  /** Text of the heading, or '' before the first one. */
  title: string
  level: string
  /** Markup below the heading. */
  body: string
}

const HEADING = /^<h([1-6])(?:\s[^<>]*)?>(.*?)<\/h\1>/is

export function clausesOf(markup: string): Clause[] {
  return markup
    .split(/(?=<h[1-6](?:\s[^<>]*)?>)/i)
    .map((part) => {
      const [heading = '', level = '', title = ''] = HEADING.exec(part) ?? []
      return { title: wordsOf(title), level, body: part.slice(heading.length).trim() }
    })
    .filter(({ title, body }) => title !== '' || body !== '')
}

export function markupOf(clauses: readonly Clause[]): string {
  return clauses
    .map(({ title, level, body }) => [HEADINGS[level]?.(title).markup, body].filter(Boolean).join('\n'))
    .join('\n')
}

const HEADINGS: Readonly<Record<string, (title: string) => Html>> = {
  1: (title) => html`<h1>${title}</h1>`,
  2: (title) => html`<h2>${title}</h2>`,
  3: (title) => html`<h3>${title}</h3>`,
  4: (title) => html`<h4>${title}</h4>`,
  5: (title) => html`<h5>${title}</h5>`,
  6: (title) => html`<h6>${title}</h6>`,
}

const wordsOf = (markup: string) => unescaped(markup.replace(/<[^<>]*>/g, '')).trim()

const BLOCK = /<(p|ul|ol)(?:\s[^<>]*)?>(.*?)<\/\1>/gis
const ITEM = /<li(?:\s[^<>]*)?>(.*?)<\/li>/gis

/** Adds each position, as a React key for a list that nobody sorts. */
export function numbered<T extends object>(items: readonly T[]): (T & { at: number })[] {
  return items.map((item, at) => ({ ...item, at }))
}

/**
 * Plain text of a clause: paragraphs separated by blank lines, lists with dashes or numbers, bold words between asterisks.
 * Undefined if the markup has more than that. People then edit the markup, so nothing is lost.
 */
export function textOf(body: string): string | undefined {
  const blocks = [...body.matchAll(BLOCK)].map(([, tag = '', inside = '']) => {
    if (tag.toLowerCase() === 'p') return inline(inside)
    return [...inside.matchAll(ITEM)]
      .map(([, item = ''], index) => `${tag.toLowerCase() === 'ul' ? '-' : `${index + 1}.`} ${inline(item)}`)
      .join('\n')
  })
  const text = blocks.join('\n\n')
  return bare(bodyOf(text)) === bare(body) ? text : undefined
}

export function bodyOf(text: string): string {
  return text
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .map((block) => {
      const lines = block.split('\n')
      const items = () => lines.map((line) => html`<li>${strong(line.replace(/^(?:-|\d+\.) /, ''))}</li>`)
      if (lines.every((line) => /^- /.test(line))) return html`<ul>${items()}</ul>`.markup
      if (lines.every((line) => /^\d+\. /.test(line))) return html`<ol>${items()}</ol>`.markup
      return html`<p>${strong(lines.join(' '))}</p>`.markup
    })
    .join('\n')
}

/** Words between double asterisks become bold. All other characters are text. */
function strong(text: string): Html {
  const parts = text.trim().split(/\*\*([^*]+)\*\*/)
  return html`${parts.map((part, at) => (at % 2 === 1 ? html`<strong>${part}</strong>` : part))}`
}

const inline = (markup: string) =>
  unescaped(markup.replace(/<\/?strong>/gi, '**'))
    .replace(/\s+/g, ' ')
    .trim()

/** Removes whitespace around tags and unifies escapes. */
const bare = (markup: string) =>
  markup
    .split(/(<[^<>]*>)/)
    .map((part) => (part.startsWith('<') ? part.toLowerCase() : html`${unescaped(part)}`.markup))
    .join('')
    .replace(/\s+/g, ' ')
    .replace(/ ?(<\/?(?:p|ul|ol|li)(?: [^<>]*)?>) ?/g, '$1')
    .trim()
