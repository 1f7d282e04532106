import { html } from '#kernel/html.ts'
import { labelGap } from './gaps.ts'

/** Texts with {{placeholders}}. */

const PLACEHOLDER = /\{\{\s*([\p{L}\p{N}_.-]{1,100})\s*\}\}/gu

/** The keys of a text's placeholders, each once, in order of appearance. */
export function placeholdersOf(content: string): string[] {
  return [...new Set([...content.matchAll(PLACEHOLDER)].map((match) => match[1]!))]
}

/** `fechaDeInicio` becomes «Fecha de inicio». */
export function labelOf(key: string): string {
  const words = key
    .replace(/[_.-]+/g, ' ')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/**
 * Fills the placeholders. Every value is escaped, so a hostile name stays a name. A placeholder without a value becomes
 * its label in brackets, so that a person sees the gap before signing. Clauses are our own markup and are passed apart.
 */
export function fill(
  content: string,
  values: Readonly<Record<string, string>>,
  labels: Readonly<Record<string, string>>,
  clauses: Readonly<Record<string, string>> = {},
): string {
  return content.replace(PLACEHOLDER, (_whole, key: string) => {
    const [clause, given] = [own(clauses, key), own(values, key)]
    if (clause !== undefined && given === undefined) return clause
    const value = given?.trim()
    return value ? html`${value}`.markup : labelGap(own(labels, key) ?? labelOf(key)).markup
  })
}

/** The labels that `fill` leaves in brackets, each once. */
export function gapLabels(
  content: string,
  values: Readonly<Record<string, string>>,
  labels: Readonly<Record<string, string>>,
  clauses: Readonly<Record<string, string>> = {},
): string[] {
  const unfilled = placeholdersOf(content).filter((key) =>
    own(clauses, key) !== undefined && own(values, key) === undefined ? false : !own(values, key)?.trim(),
  )
  return [...new Set(unfilled.map((key) => own(labels, key) ?? labelOf(key)))]
}

/** Callers choose the keys: «constructor» must not find an inherited property. */
function own(from: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(from, key) ? from[key] : undefined
}
