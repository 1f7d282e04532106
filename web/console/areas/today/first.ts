import { DAY_MS, HOUR_MS } from '#kernel/dates.ts'

/** What Hoy reads: asked for all at once, and from the first script of the page on. */

export const SCORE_DAYS = { query: { days: 60 } }
export const ANY_ACTIVITY = { query: { limit: 1 } }

/** By the hour: a question that is another one each time would never be answered. */
export function sinceYesterday(now = Date.now()) {
  const since = new Date(Math.floor(now / HOUR_MS) * HOUR_MS - DAY_MS).toISOString()
  return { query: { updatedSince: since, limit: 100 } }
}

export function firstReadings() {
  return [
    ['/tasks'],
    ['/governance/compliance-score'],
    ['/governance/score-history', SCORE_DAYS],
    ['/activity', sinceYesterday()],
    ['/org/entities'],
    ['/rat/activities', ANY_ACTIVITY],
    ['/dsar/widgets'],
    ['/privacy-policy/versions'],
  ] as const
}
