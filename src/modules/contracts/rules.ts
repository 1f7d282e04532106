import { labelGap } from '#documents/gaps.ts'
import { plainText } from '#documents/plain-text.ts'
import { after, DAY_MS } from '#kernel/dates.ts'
import type { Labels, Moves } from '#kernel/moves.ts'
import { fold } from '#kernel/text.ts'

/** Contract 2.9 and 3.6; art. 15 bis, Ley 19.628 (mod. Ley 21.719). */

export const CONTRACT_TYPES = ['DPA', 'CCT', 'ADDENDUM'] as const
export type ContractType = (typeof CONTRACT_TYPES)[number]

/** The legal kind of a contract. The contract's three types have no cesión: its own title says what it is. */
export type ContractKind = 'processor' | 'transfer' | 'addendum' | 'assignment'

export function kindOf({ type, content }: { type: ContractType; content: string }): ContractKind {
  if (type === 'DPA') return 'processor'
  if (type === 'CCT') return 'transfer'
  return /\bcesion\b/.test(fold(titleOf(content))) ? 'assignment' : 'addendum'
}

/** The first heading, or the first words if there is none. */
function titleOf(content: string): string {
  const [, heading] = /<h[1-3][^>]*>(.*?)<\/h[1-3]>/is.exec(content) ?? []
  return plainText(heading ?? content.slice(0, 200)).slice(0, 120)
}

export const CONTRACT_STATES = ['DRAFT', 'SENT', 'SIGNED', 'EXPIRED', 'TERMINATED'] as const
export type ContractStatus = (typeof CONTRACT_STATES)[number]
export type StoredStatus = Exclude<ContractStatus, 'EXPIRED'>

export const STATE_LABELS: Labels<ContractStatus> = {
  DRAFT: 'Borrador',
  SENT: 'Enviado a firma',
  SIGNED: 'Firmado',
  EXPIRED: 'Vencido',
  TERMINATED: 'Terminado',
}

/** Renewal is not a move: it creates another contract. */
export const MOVES: Moves<ContractStatus> = {
  DRAFT: ['SENT'],
  // The other party refused: the organisation may change the contract and send it again.
  SENT: ['SIGNED', 'DRAFT'],
  SIGNED: ['TERMINATED'],
  EXPIRED: [],
  TERMINATED: [],
}

/** A signature on paper can be recorded on a draft too: the text may have left by other means. */
export const SIGNABLE_ON_PAPER: readonly ContractStatus[] = ['DRAFT', 'SENT']

export const RENEWABLE: readonly ContractStatus[] = ['SIGNED', 'EXPIRED']

/** How far ahead «expiring soon» looks. */
export const SOON_MS = 30 * DAY_MS
/** How long the signer's link works. */
export const SIGNING_TTL_MS = 30 * DAY_MS
/** The signer is reminded at most once a day. */
export const CHASE_EVERY_MS = DAY_MS
export const REMINDER_DAYS = [60, 30, 7] as const

/** A signed contract is expired in every answer from the instant of its end. */
export function statusAt(
  contract: { status: StoredStatus; expires_at: Date | null },
  now: Date,
): ContractStatus {
  const over = contract.status === 'SIGNED' && contract.expires_at !== null && contract.expires_at <= now
  return over ? 'EXPIRED' : contract.status
}

/** The reminder that is due: the nearest threshold reached, so that after downtime one letter leaves and not three. */
export function dueReminder(expiresAt: Date, now: Date): number | undefined {
  if (expiresAt <= now) return undefined
  return REMINDER_DAYS.filter((days) => expiresAt <= after(now, days * DAY_MS)).at(-1)
}

/** When the signer may be reminded again. */
export function nextChase({
  sent_at,
  reminded_at,
}: {
  sent_at: Date | null
  reminded_at: Date | null
}): Date {
  const last = Math.max(sent_at?.getTime() ?? 0, reminded_at?.getTime() ?? 0)
  return after(new Date(last), CHASE_EVERY_MS)
}

/** Everybody must be able to read the copy: a PDF or a picture. */
export const isPaperCopy = (contentType: string) => /^(application\/pdf|image\/)/.test(contentType)

/** The contract that art. 15 bis requires. Clauses for a transfer, an addendum and a cesión supplement it. */
export const isOfProcessor = ({ type }: { type: ContractType }) => type === 'DPA'

/** A processor's standing by its contracts: signed while one holds, pending while one is under way. */
export function dpaStatusOf(
  all: readonly { type: ContractType; status: StoredStatus; expires_at: Date | null }[],
): {
  status: 'NONE' | 'PENDING' | 'SIGNED'
  validUntil: Date | null
} {
  const contracts = all.filter(isOfProcessor)
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

/** Keeps enough of an address to name the network but not the household: 24 bits of IPv4, 48 of IPv6. */
export function networkOf(address: string): string {
  const [, four] = /(\d+\.\d+\.\d+)\.\d+$/.exec(address) ?? []
  if (four !== undefined) return `${four}.0`
  const groups = address.split('::')[0]!.split(':').slice(0, 3)
  return `${groups.join(':')}::`
}

// ── requirements of art. 15 bis ──

export interface MandatoryClause {
  key: string
  label: string
  legalReference: string
  /** Identifies the clause in the text, with case and accents folded. */
  clue: RegExp
  /** The variables that the clause needs to have content. */
  variables?: readonly string[]
}

export function missingClauses(content: string, clauses: readonly MandatoryClause[]): MandatoryClause[] {
  const text = fold(plainText(content))
  return clauses.filter(({ clue }) => !clue.test(text))
}

/** The label of a gap in the clause's content. */
export function unfilledClause(
  content: string,
  clause: MandatoryClause,
  variables: readonly { key: string; label: string }[],
): string | undefined {
  return variables.find(
    ({ key, label }) => clause.variables?.includes(key) && content.includes(labelGap(label).markup),
  )?.label
}

/** Words in square brackets other than our placeholders. */
export function otherBrackets(content: string, placeholders: readonly string[]): string[] {
  const found = plainText(content).match(/\[[^[\]]{1,200}\]/g) ?? []
  return [...new Set(found)].filter(
    (text) => /\p{L}/u.test(text) && text !== '[sic]' && !placeholders.includes(text),
  )
}
