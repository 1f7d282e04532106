import { type Html, html, unescaped } from '#kernel/html.ts'
import type { Language } from './languages.ts'
import { plainText } from './plain-text.ts'
import { type CustomSections, ordered, ownText, type Sections } from './sections.ts'

/** Facts that a document needs and that are not on record. */

/** A fact that is not recorded yet, at the place where it will be read. */
export const gap = (mark: string, what: string): Html => html`<mark>[${mark}: ${what}]</mark>`

const NOTE_MARKS: Readonly<Record<Language, string>> = { es: 'NOTA INTERNA', en: 'INTERNAL NOTE' }

/** A note to the people who keep the records. A draft shows it; nothing that goes out does. */
export const internalNote = (language: Language, text: string): Html => gap(NOTE_MARKS[language], text)

/** Each character is looked at once: a long text of somebody else's must not hold up the service. */
const MARKED = /<mark>\[([^:\][<>]{1,40}): ([^<>]*)\]<\/mark>/g

const MARKED_AFTER_SPACE = new RegExp(`\\s{0,9}${MARKED.source}`, 'g')

/** What is still missing from markup that was written here; values cannot fake it, because they are escaped. */
export function gapsIn(markup: string): string[] {
  const found = [...markup.matchAll(MARKED)].filter(([, mark]) => !isNote(mark!))
  return [...new Set(found.map(([, , what]) => unescaped(what!)))]
}

const isNote = (mark: string) => Object.values(NOTE_MARKS).includes(mark)

/** A gap in a text that is filled in from a template: the label of what is missing, in brackets. */
export const labelGap = (label: string): Html => html`[${label}]`

// ── what goes out ──

/** What a reader finds in the place of a gap of a published policy. With a noun of its own it agrees with any sentence. */
export const NOT_INFORMED: Readonly<Record<Language, string>> = { es: 'dato no informado', en: 'not stated' }
/** And of a contract that was sent. */
export const NOT_INDICATED = 'dato no indicado'

/** Stands for a gap while its surroundings are looked at. A character that no text has a use for. */
const HOLE = '\uE000'
/** Brackets that people leave for later, in their own texts too. */
const TO_COMPLETE =
  /\[\s*(?:por completar|completar|complete|to complete|to be completed|pendiente|tbd|nota interna|internal note)\b[^[\]<>]*\]/giu
const UNFILLED = /\{\{[^{}<>]{0,200}\}\}/g

/**
 * A text as people outside may read it: no bracket to complete, no placeholder, no mark and no internal note is left.
 * `words` take the place of what is missing, in parentheses inside a sentence: the text hides no gap, it says that there is one. `labels` are those
 * of the placeholders of a template. Doing it twice changes nothing more.
 */
export function withoutGaps(text: string, words: string, labels: readonly string[] = []): string {
  const open = text
    .replaceAll(HOLE, ' ')
    .replace(MARKED_AFTER_SPACE, (whole, mark: string) =>
      isNote(mark) ? '' : `${/^\s/.test(whole) ? ' ' : ''}${HOLE}`,
    )
    .replace(/<\/?mark(?:\s[^<>]*)?>/gi, '')
  const holes = labels
    .flatMap((label) => [labelGap(label).markup, `[${label}]`])
    .reduce((rest, placeholder) => rest.replaceAll(placeholder, HOLE), open)
    .replace(TO_COMPLETE, HOLE)
    .replace(UNFILLED, HOLE)
  const sentence = words.charAt(0).toUpperCase() + words.slice(1)
  return holes
    .replace(/(<p[^<>]*>\s{0,9})\uE000(?=\s{0,9}<\/p>)/g, `$1${sentence}.`)
    .replace(/(^|>\s{0,9})\uE000/g, `$1${sentence}`)
    .replaceAll(HOLE, `(${words})`)
}

/** The placeholders that are left in the text of a contract, as a person reads them. */
export function placeholdersLeft(text: string, labels: readonly string[]): string[] {
  const read = plainText(text)
  const known = labels.filter((label) => read.includes(`[${label}]`)).map((label) => `[${label}]`)
  return [...new Set([...known, ...(read.match(TO_COMPLETE) ?? []), ...(read.match(UNFILLED) ?? [])])]
}

export interface Gap {
  section: string
  missing: string
}

/** Facts that are missing in the sections as they stand. */
export function gapsOf(keys: readonly string[], content: Sections, custom: CustomSections): Gap[] {
  return ordered(keys, content).flatMap(({ key, content: written }) => {
    const own = ownText(custom, key)
    const missing = own === undefined ? gapsIn(written) : placeholdersLeft(own, [])
    return missing.map((what) => ({ section: key, missing: what }))
  })
}

export interface Completeness {
  filled: number
  total: number
  percentage: number
}

/** A section counts once nothing is missing in it. */
export function completenessOf(keys: readonly string[], gaps: readonly Gap[]): Completeness {
  const total = keys.length
  const filled = total - new Set(gaps.map(({ section }) => section)).size
  return { filled, total, percentage: Math.round((filled / total) * 100) }
}
