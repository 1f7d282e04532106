import { withCharacters } from './entities.ts'
import { WHOLE_WORDS } from './text.ts'

/**
 * Markup, and the only way to write it: the template text of `html` is markup, and every value in it is escaped unless
 * it is `Html` itself. An object from a request is not an instance of this class, so it cannot pass as markup.
 */
export class Html {
  readonly markup: string
  /** Makes the type nominal: an object that merely has `markup` is refused by the compiler too. */
  declare private readonly isHtml: true

  constructor(markup: string) {
    this.markup = markup
  }
}

export type Part = string | number | Html | readonly Part[]

export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  let markup = texts[0]!
  for (let index = 0; index < parts.length; index += 1) markup += markupOf(parts[index]!) + texts[index + 1]!
  return new Html(markup)
}

/** Markup that a database or a sanitiser returned as text. Each call says why nothing in it can run. */
export function trustedHtml(markup: string): Html {
  return new Html(markup)
}

export const NOTHING = new Html('')

/** Joins parts as in a sentence: «a, b, c». */
export function joined(parts: readonly Part[], between: Part = ', '): Html {
  return html`${parts.map((part, index) => (index === 0 ? part : [between, part]))}`
}

const WHOLE_APART = new RegExp(`(${WHOLE_WORDS.source})`)

/** Text that keeps a folio, a RUT or a date on one line. */
export const unbroken = (text: string): Html =>
  html`${text.split(WHOLE_APART).map((part, at) => (at % 2 === 0 ? part : html`<span class="whole">${part}</span>`))}`

const BREAK = html`<br>`

/** Text with visible line ends. `written` renders each line. */
export const lines = (text: string, written: (line: string) => Part = (line) => line): Html =>
  joined(text.split('\n').map(written), BREAK)

function markupOf(part: Part): string {
  if (typeof part === 'string') return escaped(part)
  if (part instanceof Html) return part.markup
  return Array.isArray(part) ? part.map(markupOf).join('') : escaped(String(part))
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const SPECIAL = /[&<>"']/

/** Most texts have none of these signs, and testing costs a fifth of a replacement. */
function escaped(text: string): string {
  return SPECIAL.test(text) ? text.replace(/[&<>"']/g, (sign) => ESCAPES[sign]!) : text
}

/** Undoes the escaping of `html`, and decodes entities in hand-written markup. */
export function unescaped(text: string): string {
  return text.includes('&') ? withCharacters(text) : text
}

/** `<!-->` is a whole comment. A head needs no rule of its own: its invisible elements are listed here. */
const UNSEEN = /<(?:!--(?!-?>)|[!?][^<>]*>|(script|style|template|title)(?=[\s/>]|$))/gi

/** Markup without comments, instructions, scripts and other unread parts. An unclosed one hides the rest. */
export function seen(markup: string): string {
  const unseen = new RegExp(UNSEEN)
  let [kept, from] = ['', 0]
  for (let found = unseen.exec(markup); found; found = unseen.exec(markup)) {
    kept += markup.slice(from, found.index)
    const end = endOf(found)
    end.lastIndex = unseen.lastIndex
    if (!end.test(markup)) return kept
    from = unseen.lastIndex = end.lastIndex
  }
  return kept + markup.slice(from)
}

function endOf([begin, name]: RegExpExecArray): RegExp {
  if (name !== undefined) return new RegExp(`</${name}[^<>]*>`, 'gi')
  return begin === '<!--' ? /-->/g : /(?:)/g
}

/** A link that opens the reader's mail program. */
export function mailLink(email: string): Html {
  return html`<a href="mailto:${encodeURIComponent(email).replace('%40', '@')}">${email}</a>`
}
