import { retryAfterOf } from './error.ts'
import type { Method } from './types.ts'

/** How a call that may be repeated is repeated. */
export interface Retrying {
  /** How often after the first try; 0 repeats nothing. */
  retries: number
  /** An answer that asks for more is thrown at once. */
  longestWaitSeconds: number
}

const FIRST_WAIT_MS = 500

/**
 * Whether repeating the call cannot do its work twice. A 429 is given before anything was done. A 503 may come after
 * the work, when the connection to the database broke while it was being kept: then a call is repeated only if it
 * changes nothing, or if its key makes a second one harmless.
 */
export function mayRepeat(status: number, method: Method, hasKey: boolean): boolean {
  return status === 429 || (status === 503 && (method === 'GET' || hasKey))
}

/**
 * How long to wait before the next try; undefined when there is none. Never less than the service asks for, and never
 * the same for two clients that were refused together. `chance` lies in [0, 1).
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

/** Ends early, as `fetch` would, when the caller gives up. */
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
