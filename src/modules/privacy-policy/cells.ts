import { gap, internalNote } from '#documents/gaps.ts'
import { readNotes } from '#documents/notes.ts'
import { type Html, html, joined, type Part } from '#kernel/html.ts'
import { statesAPeriod } from '#modules/rat/public.ts'
import type { Entry, Listed, Retention } from './facts.ts'
import { isSensitive } from './grouping.ts'
import type { Labels, Words } from './knowledge/words.ts'

/** The cells of the tables of a policy. */

/** The name of a row outside the table of purposes. Two groups with the same purpose differ by their basis. */
export function titleOf({ name, purpose, bases }: Entry, words: Words): string {
  if (name !== null) return name
  const basis = bases.items[0] && words.basis(bases.items[0])
  const title = purpose ?? words.grouped.others
  return basis ? `${title} (${basis.label})` : title
}

export function purposeOf({ name, purpose }: Entry, words: Words): Part {
  if (purpose === null)
    return html`${words.grouped.others}: ${gap(words.mark, words.grouped.missingPurposes)}`
  return name === null ? purpose : html`${name}: ${purpose}`
}

/** Joins the items of a list and the count of the others. Uses semicolons if an item contains commas. */
export function listed<T>(
  { items, more }: Listed<T>,
  words: Words,
  write: (item: T) => Part = (item) => String(item),
): Html {
  const parts = items.map(write)
  const named = joined(parts, parts.some((part) => html`${part}`.markup.includes(',')) ? '; ' : ', ')
  return more === 0 ? named : html`${named} ${words.grouped.more(more)}`
}

/** Joins texts of which some may be missing. */
export function recorded(
  row: Entry,
  texts: Listed<string | null>,
  words: Words,
  missing: (title: string) => string,
): Html {
  return listed(texts, words, (text) =>
    said(text, words, () => gap(words.mark, missing(titleOf(row, words)))),
  )
}

/** A recorded text. Internal notes in it become separate notes, which readers do not get. */
export function said(text: string | null, words: Words, otherwise: () => Part): Part {
  const { text: own, notes } = readNotes(text ?? '')
  const [first, ...more] = [own || otherwise(), ...notes.map((note) => internalNote(words.language, note))]
  return more.length === 0 ? first! : html`${first!}${more.map((note) => html` ${note}`)}`
}

export function dataOf({ dataCategories }: Entry, words: Words): Html {
  return listed(dataCategories, words, (key) =>
    isSensitive(key) ? `${words.data[key]} (${words.sensitive})` : words.data[key],
  )
}

/** Labels follow the article that the activity names, so «Obligación legal» never labels art. 13 letra a). */
export function basesOf(row: Entry, words: Words, missing: (title: string) => string): Html {
  return listed(row.bases, words, (one) => {
    const basis = words.basis(one)
    if (!basis) return gap(words.mark, missing(titleOf(row, words)))
    const article = basis.article.replace(/(?<=\b[a-z])\)/g, '')
    return `${basis.label} (${[article, one.norm].filter(Boolean).join('; ')})`
  })
}

export function recipientsOf({ recipients }: Entry, words: Words): Part {
  return recipients.items.length === 0 ? words.processing.noRecipients : listed(recipients, words)
}

export function retentionsOf(row: Entry, words: Words): Html {
  return listed(row.retentions, words, (retention) => retentionOf(row, retention, words))
}

function retentionOf(row: Entry, { period, note }: Retention, words: Words): Part {
  const known = period && words.retentions[period]
  if (!known) return said(note, words, () => gap(words.mark, words.retention.missing(titleOf(row, words))))
  const { text } = readNotes(note ?? '')
  const isSaidTwice = text === '' || (words.language === 'es' && statesAPeriod(text))
  const written = said(note, words, () => known)
  return isSaidTwice ? written : html`${known}. ${written}`
}

/** `hasOwn`, because open lists hold any text, even `constructor`. */
export const named = (labels: Labels, value: string) =>
  Object.hasOwn(labels, value) ? labels[value]! : value

export function countryName(country: string, words: Words): string {
  return /^[A-Z]{2}$/.test(country) ? (words.country(country) ?? country) : country
}
