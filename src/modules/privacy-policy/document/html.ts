import { escapeHtml } from '#kernel/text.ts'

/** Markup of our own. Everything else that enters it is a value, and a value is escaped. */
export interface Html {
  readonly markup: string
}

export type Part = string | number | Html | readonly Part[]

/** Template text is markup; what stands in `${}` is a value, unless it is markup itself. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { markup: texts.reduce((whole, text, index) => whole + markupOf(parts[index - 1]!) + text) }
}

function markupOf(part: Part): string {
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part))
  return 'markup' in part ? part.markup : part.map(markupOf).join('')
}

export const NOTHING: Html = { markup: '' }

export const paragraph = (part: Part): Html => html`<p>${part}</p>`

export const heading = (text: string): Html => html`<h3>${text}</h3>`

export const list = (items: readonly Part[]): Html =>
  html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`

/** The first column names the row. */
export function table(caption: Part, head: readonly string[], rows: readonly (readonly Part[])[]): Html {
  const columns = head.map((name) => html`<th scope="col">${name}</th>`)
  const body = rows.map(
    ([first, ...rest]) =>
      html`<tr><th scope="row">${first ?? ''}</th>${rest.map((cell) => html`<td>${cell}</td>`)}</tr>`,
  )
  return html`<table><caption>${caption}</caption><thead><tr>${columns}</tr></thead><tbody>${body}</tbody></table>`
}

/** Joined as in a sentence that lists: «a, b, c». */
export function joined(parts: readonly Part[]): Html {
  return html`${parts.map((part, index) => (index === 0 ? part : html`, ${part}`))}`
}

/** A fact that nobody has recorded yet, where it will be read. */
export const gap = (mark: string, what: string): Html => html`<mark>[${mark}: ${what}]</mark>`

const GAP = /<mark>\[[^:\]]+: (.*?)\]<\/mark>/gs

/** What is still missing from markup that was written here; values cannot fake it, because they are escaped. */
export function gapsIn(markup: string): string[] {
  return [...new Set([...markup.matchAll(GAP)].map(([, what]) => plain(what!)))]
}

const SIGNS: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }

function plain(escaped: string): string {
  return escaped.replace(/&(?:amp|lt|gt|quot|#39);/g, (sign) => SIGNS[sign]!)
}
