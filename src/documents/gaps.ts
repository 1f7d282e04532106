import { type Html, html, unescaped } from '#kernel/html.ts'
import type { Language } from './languages.ts'
import { plainText } from './plain-text.ts'
import { type CustomSections, ordered, ownText, type Sections } from './sections.ts'

/** Facts that a document needs and that no record holds yet. */

/** A missing fact, at its place in the text. */
export const gap = (mark: string, what: string): Html => html`<mark>[${mark}: ${what}]</mark>`

const NOTE_MARKS: Readonly<Record<Language, string>> = { es: 'NOTA INTERNA', en: 'INTERNAL NOTE' }

/** A note to the people who keep the records. A draft shows it; published texts never do. */
export const internalNote = (language: Language, text: string): Html => gap(NOTE_MARKS[language], text)

/** Linear: each character is visited once, so a long text from outside cannot block the service. */
const MARKED = /<mark>\[([^:\][<>]{1,40}): ([^<>]*)\]<\/mark>/g

const MARKED_AFTER_SPACE = new RegExp(`\\s{0,9}${MARKED.source}`, 'g')

/** The gaps in markup that we wrote. Values cannot fake a gap, because they are escaped. */
export function gapsIn(markup: string): string[] {
  const found = [...markup.matchAll(MARKED)].filter(([, mark]) => !isNote(mark!))
  return [...new Set(found.map(([, , what]) => unescaped(what!)))]
}

const isNote = (mark: string) => Object.values(NOTE_MARKS).includes(mark)

/** A gap in a filled template: the label of the missing value, in brackets. */
export const labelGap = (label: string): Html => html`[${label}]`

// ── texts for people outside ──

/** Replaces a gap in a published policy. It fits into any sentence. */
export const NOT_INFORMED: Readonly<Record<Language, string>> = {
  es: 'no consta en esta versión',
  en: 'not stated in this version',
}
/** Replaces a paragraph of a published policy that is only a gap. */
export const POINT_NOT_INFORMED: Readonly<Record<Language, string>> = {
  es: 'Esta versión no informa este punto.',
  en: 'This version does not inform of this.',
}
/** Replaces a gap in a sent contract. As a noun phrase it fits into any sentence. */
export const NOT_INDICATED = 'dato no indicado'

/** Stands for a gap while the text around it is checked. No text uses this character. */
const HOLE = '\uE000'
/** Brackets that people leave to complete later, also in their own texts. */
const TO_COMPLETE =
  /\[\s*(?:por completar|completar|complete|to complete|to be completed|pendiente|tbd|nota interna|internal note)\b[^[\]<>]*\]/giu
const UNFILLED = /\{\{[^{}<>]{0,200}\}\}/g

/**
 * A text for people outside, without brackets to complete, placeholders, marks and internal notes. `words` replace each
 * gap, in parentheses inside a sentence, so the text admits the gap instead of hiding it. `labels` are those of a template's
 * placeholders. `paragraph` replaces a paragraph that is only a gap; an empty one removes the paragraph. A second pass
 * changes nothing.
 */
export function withoutGaps(
  text: string,
  words: string,
  labels: readonly string[] = [],
  paragraph = `${sentence(words)}.`,
): string {
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
  return holes
    .replace(/(<p[^<>]*>\s{0,9})\uE000(\s{0,9}<\/p>)/g, (_whole, open: string, close: string) =>
      paragraph === '' ? '' : `${open}${paragraph}${close}`,
    )
    .replace(/(^|>\s{0,9})\uE000/g, `$1${sentence(words)}`)
    .replaceAll(HOLE, `(${words})`)
}

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** The unfilled placeholders of a contract, in readable form. */
export function placeholdersLeft(text: string, labels: readonly string[]): string[] {
  const read = plainText(text)
  const known = labels.filter((label) => read.includes(`[${label}]`)).map((label) => `[${label}]`)
  return [...new Set([...known, ...(read.match(TO_COMPLETE) ?? []), ...(read.match(UNFILLED) ?? [])])]
}

export interface Gap {
  section: string
  missing: string
}

/** The missing facts of the sections. */
export function gapsOf(keys: readonly string[], content: Sections, custom: CustomSections): Gap[] {
  return ordered(keys, content).flatMap(({ key, content: written }) => {
    const own = ownText(custom, key)
    const missing =
      own === undefined
        ? // Records of people may contain brackets to complete.
          [...gapsIn(written), ...placeholdersLeft(written.replace(MARKED, ' '), [])]
        : placeholdersLeft(own, [])
    return [...new Set(missing)].map((what) => ({ section: key, missing: what }))
  })
}

export interface Completeness {
  filled: number
  total: number
  percentage: number
}

/** A section counts as complete when nothing is missing in it. */
export function completenessOf(keys: readonly string[], gaps: readonly Gap[]): Completeness {
  const total = keys.length
  const filled = total - new Set(gaps.map(({ section }) => section)).size
  return { filled, total, percentage: Math.round((filled / total) * 100) }
}
