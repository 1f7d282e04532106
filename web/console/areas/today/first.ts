import { DAY_MS, HOUR_MS } from '#kernel/dates.ts'

/** The calls of the screen «Hoy». The first script of the page already sends them. */

export const SCORE_DAYS = { query: { days: 60 } }
export const ANY_ACTIVITY = { query: { limit: 1 } }

/** Rounded to the hour: the time is part of the query key, so an exact time would never match an early answer. */
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
