import { after, DAY_MS } from '#kernel/dates.ts'
import type { Moves } from '#kernel/moves.ts'
import { escapeHtml, fold } from '#kernel/text.ts'

/** Contract 2.9 and 3.6; art. 15 bis, Ley 19.628 (mod. Ley 21.719). */

export const CONTRACT_TYPES = ['DPA', 'CCT', 'ADDENDUM'] as const
export type ContractType = (typeof CONTRACT_TYPES)[number]

export const CONTRACT_STATES = ['DRAFT', 'SENT', 'SIGNED', 'EXPIRED', 'TERMINATED'] as const
export type ContractStatus = (typeof CONTRACT_STATES)[number]
export type StoredStatus = Exclude<ContractStatus, 'EXPIRED'>

/** Renewal is not a move: it makes another contract. */
export const MOVES: Moves<ContractStatus> = {
  DRAFT: ['SENT'],
  SENT: ['SIGNED'],
  SIGNED: ['TERMINATED'],
  EXPIRED: [],
  TERMINATED: [],
}

export const RENEWABLE: readonly ContractStatus[] = ['SIGNED', 'EXPIRED']

/** «Expiring soon» looks this far ahead. */
export const SOON_MS = 30 * DAY_MS
/** How long the signer's link works. */
export const SIGNING_TTL_MS = 30 * DAY_MS
export const REMINDER_DAYS = [60, 30, 7] as const

/** A signed contract whose end has come is expired in every answer from that instant. */
export function statusAt(
  contract: { status: StoredStatus; expires_at: Date | null },
  now: Date,
): ContractStatus {
  const over = contract.status === 'SIGNED' && contract.expires_at !== null && contract.expires_at <= now
  return over ? 'EXPIRED' : contract.status
}

/** The reminder that is due: the nearest threshold reached, so that a late start sends one letter and not three. */
export function dueReminder(expiresAt: Date, now: Date): number | undefined {
  if (expiresAt <= now) return undefined
  return REMINDER_DAYS.filter((days) => expiresAt <= after(now, days * DAY_MS)).at(-1)
}

/** What the contracts of a processor say about it: signed while one holds, asked for while one is under way. */
export function dpaStatusOf(contracts: readonly { status: StoredStatus; expires_at: Date | null }[]): {
  status: 'NONE' | 'PENDING' | 'SIGNED'
  validUntil: Date | null
} {
  const signed = contracts.filter(({ status }) => status === 'SIGNED')
  if (signed.length > 0) {
    const ends = signed.map(({ expires_at }) => expires_at)
    const last = ends.every((end) => end !== null)
      ? new Date(Math.max(...ends.map((end) => end!.getTime())))
      : null
    return { status: 'SIGNED', validUntil: last }
  }
  const underWay = contracts.some(({ status }) => status === 'DRAFT' || status === 'SENT')
  return { status: underWay ? 'PENDING' : 'NONE', validUntil: null }
}

// ── templates ──

const PLACEHOLDER = /\{\{\s*([\p{L}\p{N}_.-]{1,100})\s*\}\}/gu

/** The keys of a text's placeholders, each once, in order of appearance. */
export function placeholdersOf(content: string): string[] {
  return [...new Set([...content.matchAll(PLACEHOLDER)].map((match) => match[1]!))]
}

/** `fechaDeInicio` reads «Fecha de inicio». */
export function labelOf(key: string): string {
  const words = key
    .replace(/[_.-]+/g, ' ')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/**
 * Fills the placeholders. Every value is text: a hostile name stays a name. One without a value stays visible as
 * its label, so that nobody signs a gap unseen. Clauses of our own are markup and come in apart.
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
    return value ? escapeHtml(value) : gapOf(own(labels, key) ?? labelOf(key))
  })
}

/** The keys are the caller's: «constructor» must not find what every object inherits. */
function own(from: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(from, key) ? from[key] : undefined
}

/** Markup away, entities read: the words a person sees. */
export function plainText(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
}

export interface MandatoryClause {
  key: string
  label: string
  legalReference: string
  /** What gives the clause away in the text, case and accents folded. */
  clue: RegExp
  /** The variables without which the clause says nothing. */
  variables?: readonly string[]
}

export function missingClauses(content: string, clauses: readonly MandatoryClause[]): MandatoryClause[] {
  const text = fold(plainText(content))
  return clauses.filter(({ clue }) => !clue.test(text))
}

/** Clauses that are there and have a gap where they should say something, with the label of that gap. */
export function unfilledClauses(
  content: string,
  clauses: readonly MandatoryClause[],
  variables: readonly { key: string; label: string }[],
): { clause: MandatoryClause; gap: string }[] {
  return clauses.flatMap((clause) => {
    const gap = variables.find(
      ({ key, label }) => clause.variables?.includes(key) && content.includes(gapOf(label)),
    )
    return gap ? { clause, gap: gap.label } : []
  })
}

const gapOf = (label: string) => `[${escapeHtml(label)}]`
