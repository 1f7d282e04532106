import { type Html, html } from '#kernel/html.ts'
import { unescaped } from './plain-text.ts'
import { type CustomSections, isRewritten, ordered, type Sections } from './sections.ts'

/** Facts that a document needs and that are not on record. */

/** A fact that is not recorded yet, at the place where it will be read. */
export const gap = (mark: string, what: string): Html => html`<mark>[${mark}: ${what}]</mark>`

const GAP = /<mark>\[[^:\]]+: (.*?)\]<\/mark>/gs

/** What is still missing from markup that was written here; values cannot fake it, because they are escaped. */
export function gapsIn(markup: string): string[] {
  return [...new Set([...markup.matchAll(GAP)].map(([, what]) => unescaped(what!)))]
}

/** A gap in a text that is filled in from a template: the label of what is missing, in brackets. */
export const labelGap = (label: string): Html => html`[${label}]`

export interface Gap {
  section: string
  missing: string
}

/** Facts that are missing in the sections as they stand. */
export function gapsOf(keys: readonly string[], content: Sections, custom: CustomSections): Gap[] {
  return ordered(keys, content).flatMap(({ key, content: written }) =>
    isRewritten(custom, key) ? [] : gapsIn(written).map((missing) => ({ section: key, missing })),
  )
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
