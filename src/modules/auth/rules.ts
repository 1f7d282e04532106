import { after, DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/dates.ts'

/** Decisions part 2. */
export const SESSION_TTL_MS = 30 * DAY_MS
export const RESET_TTL_MS = HOUR_MS
/** Live links to one person: nobody can fill the mailbox of another. */
export const MOST_RESET_LINKS = 5
export const INVITATION_TTL_MS = 7 * DAY_MS
const FAILURE_WINDOW_MS = 15 * MINUTE_MS
const MOST_FAILURES = 10

/** Failures older than this no longer count. */
export function failuresCountFrom(now: Date): Date {
  return after(now, -FAILURE_WINDOW_MS)
}

/** Seconds to wait when this email has failed too often; undefined when it may try. `failures` oldest first. */
export function lockedForSeconds(failures: readonly Date[], now: Date): number | undefined {
  const tenthFromLast = failures.at(-MOST_FAILURES)
  if (!tenthFromLast) return undefined
  return Math.max(1, Math.ceil((tenthFromLast.getTime() + FAILURE_WINDOW_MS - now.getTime()) / 1000))
}
