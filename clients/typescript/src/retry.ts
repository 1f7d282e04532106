import { retryAfterOf } from './error.ts'
import type { Method } from './types.ts'

/** How the client repeats calls that are safe to repeat. */
export interface Retrying {
  /** Number of retries after the first try. 0 means none. */
  retries: number
  /** The client throws at once if an answer asks for a longer wait. */
  longestWaitSeconds: number
}

const FIRST_WAIT_MS = 500

/**
 * Whether repeating the call cannot do its work twice. The service sends a 429 before doing anything. A 503 may come after
 * the work, if the connection to the database broke during the commit. Then only a call that changes nothing, or that has an
 * idempotency key, is safe.
 */
export function mayRepeat(status: number, method: Method, hasKey: boolean): boolean {
  return status === 429 || (status === 503 && (method === 'GET' || hasKey))
}

/**
 * Milliseconds until the next try, or undefined if there is none. Never less than the service asks for. Random, so that
 * clients refused together do not come back together. `chance` is in [0, 1).
 */
export function waitBefore(
  retry: number,
  response: Response,
  { retries, longestWaitSeconds }: Retrying,
  chance = Math.random(),
): number | undefined {
  if (retry >= retries) return undefined
  const backOff = FIRST_WAIT_MS * 2 ** retry
  const asked = (retryAfterOf(response) ?? 0) * 1000
  if (asked > longestWaitSeconds * 1000) return undefined
  return Math.min(asked + backOff * (0.5 + chance / 2), longestWaitSeconds * 1000 + FIRST_WAIT_MS)
}

/** Rejects early, like `fetch`, if the caller aborts. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const giveUp = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', giveUp)
      resolve()
    }, ms)
    signal?.addEventListener('abort', giveUp, { once: true })
  })
}
