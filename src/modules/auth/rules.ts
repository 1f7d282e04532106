import { after, DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#kernel/dates.ts'

/** Decisions part 2. */
export const SESSION_TTL_MS = 30 * DAY_MS
/** Between the password and the second factor. */
export const PENDING_TTL_MS = 10 * MINUTE_MS
export const MOST_WRONG_FACTORS = 5
/** How long the last used refresh token is still accepted. */
const REUSE_MS = 10 * SECOND_MS
export const RESET_TTL_MS = HOUR_MS
/** Live reset links for one person, so that others cannot fill their mailbox. */
export const MOST_RESET_LINKS = 5
export const INVITATION_TTL_MS = 7 * DAY_MS
const FAILURE_WINDOW_MS = 15 * MINUTE_MS
const MOST_FAILURES = 10
/** Letters about locks for one person in a day, so that others cannot fill their mailbox. */
const MOST_LOCK_LETTERS = 5
/** Counts from the last sign-in in the browser. */
export const DEVICE_TTL_MS = 365 * DAY_MS
export const MOST_DEVICES = 100
/** Organisations of one person. The bound protects the server. */
export const MOST_TENANTS = 100

/** The counts of GET /auth/me for each organisation. */
export const WAITING_NAMES = ['requests', 'breaches', 'approvals'] as const
export type WaitingName = (typeof WAITING_NAMES)[number]

/** Why an organisation refuses a member's session. */
export const ENTRY_REFUSALS = ['suspended', 'expired', 'sso', 'mailbox', 'mfa'] as const
export type EntryRefusal = (typeof ENTRY_REFUSALS)[number]

/** A token spent after this instant is still accepted, unless a later one was used. */
export function reuseCountsFrom(now: Date): Date {
  return after(now, -REUSE_MS)
}

/** Failures older than this no longer count. */
export function failuresCountFrom(now: Date): Date {
  return after(now, -FAILURE_WINDOW_MS)
}

/** Seconds until this email may try again; undefined if it may try now. `failures` are oldest first. */
export function lockedForSeconds(failures: readonly Date[], now: Date): number | undefined {
  const tenthFromLast = failures.at(-MOST_FAILURES)
  if (!tenthFromLast) return undefined
  return Math.max(1, Math.ceil((tenthFromLast.getTime() + FAILURE_WINDOW_MS - now.getTime()) / 1000))
}

/** True if one more failure locks the sign-in. */
export function closesWithNext(failures: readonly Date[]): boolean {
  return failures.length + 1 >= MOST_FAILURES
}

/** `letters` are those of the last day. A lock that closes again as soon as it opens counts as the same lock. */
export function mayWriteOfLock(letters: readonly Date[], now: Date): boolean {
  return letters.length < MOST_LOCK_LETTERS && letters.every((sent) => sent <= failuresCountFrom(now))
}

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** «Firefox en Windows», or the first words of a program's own name. */
export function deviceOf(userAgent: string | undefined): string {
  const agent = (userAgent ?? '').slice(0, 500)
  const named = (list: typeof BROWSERS) => list.find(([pattern]) => pattern.test(agent))?.[1]
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)]
  if (browser) return system ? `${browser} en ${system}` : browser
  const program = /^[\w.+-]+(\/[\w.+-]+)?/.exec(agent)?.[0].slice(0, 100)
  return program || 'Equipo desconocido'
}
