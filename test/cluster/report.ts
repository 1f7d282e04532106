import { quantile } from '../chaos/scale.ts'
import type { Blow } from './faults.ts'
import type { Findings } from './inspection.ts'
import type { Phase } from './load.ts'

/** The result of one fault. */
export interface Outcome {
  title: string
  phase: Phase
  findings: Findings
  recoveries: Blow[]
  /** No request may be refused. */
  unnoticed: boolean
  /** Processes of the service that ended unexpectedly. */
  ended: string[]
  webhooks: { sent: number; missing: number; waiting: number; repeated: number }
  letters: { sent: number; missing: number; waiting: number }
  /** Mails with two ids, and instances with two deliveries. */
  jobsTwice: number
  notes: string[]
}

/** Promised limits, in seconds. */
const LONGEST_RECOVERY = 20
const MEDIAN_RECOVERY = 10

const one = (value: number) => value.toFixed(1)

/** The promises that an outcome breaks. */
export function broken({
  phase,
  findings,
  recoveries,
  unnoticed,
  ended,
  webhooks,
  letters,
  jobsTwice,
}: Outcome): string[] {
  const seconds = recoveries.map((recovery) => recovery.seconds)
  const refused = [...phase.refused.values()].reduce((sum, count) => sum + count, 0)
  const faults: [boolean, string][] = [
    [findings.lost.length > 0, `lost: ${findings.lost.slice(0, 5).join(', ')}`],
    [findings.twice.length > 0, `twice: ${findings.twice.slice(0, 5).join(', ')}`],
    [
      findings.unaudited.length > 0,
      `not once in the audit log: ${findings.unaudited.slice(0, 5).join(', ')}`,
    ],
    [
      phase.wrong.length > 0,
      `refusals that are not 503 with Retry-After:\n    ${[...new Set(phase.wrong)].slice(0, 8).join('\n    ')}`,
    ],
    [phase.open.size > 0, `${phase.open.size} writes were never acknowledged`],
    [unnoticed && refused > 0, `${refused} requests were refused and none should be`],
    [
      Math.max(0, ...seconds) > LONGEST_RECOVERY,
      `writes were back only after ${one(Math.max(...seconds))} s`,
    ],
    [ended.length > 0, `processes ended: ${ended.join(', ')}`],
    [webhooks.missing > 0, `${webhooks.missing} webhooks missing`],
    [letters.missing > 0, `${letters.missing} letters missing`],
    [jobsTwice > 0, `${jobsTwice} jobs with effect twice`],
  ]
  return faults.flatMap(([isBroken, text]) => (isBroken ? [text] : []))
}

/** The promise about all failovers of a run: their median duration. Two are too few for a median. */
export function slowFailovers(outcomes: readonly Outcome[]): { name: string; faults: string[] } | undefined {
  const failovers = outcomes.flatMap(({ recoveries }) => recoveries.filter(({ failover }) => failover))
  if (failovers.length < 3) return undefined
  const median = quantile(
    failovers.map(({ seconds }) => seconds),
    0.5,
  )
  const name = `${failovers.length} failovers, median of ${one(median)} s until writes were back`
  return { name, faults: median > MEDIAN_RECOVERY ? [`the median is over ${MEDIAN_RECOVERY} s`] : [] }
}

export function tableOf(outcome: Outcome): string {
  const { title, phase, findings, recoveries, webhooks, letters, jobsTwice, notes } = outcome
  const lasted = (phase.endedAt - phase.startedAt - phase.pausedMs) / 1000
  const refused = [...phase.refused].map(([status, count]) => `${status || 'no answer'}: ${count}`).join(', ')
  const ms = phase.milliseconds
  const rows: [string, string][] = [
    [
      'requests',
      `${phase.requests} in ${one(lasted)} s (${one(phase.requests / lasted)} a second${phase.leftOut ? `; ${phase.leftOut} not sent, too many waited` : ''})`,
    ],
    ['acknowledged writes', String(phase.acknowledged.length)],
    ['refused, by status', refused || 'none'],
    ['sent again: the line was being closed', String(phase.closedIdle)],
    ['refusals other than 503 with Retry-After', String(phase.wrong.length)],
    [
      'lost / twice / not once in the audit log',
      `${findings.lost.length} / ${findings.twice.length} / ${findings.unaudited.length}`,
    ],
    [
      'answer, median / 99th percentile',
      `${quantile(ms, 0.5).toFixed(0)} / ${quantile(ms, 0.99).toFixed(0)} ms`,
    ],
    ['longest time without an acknowledged write', `${one(phase.longestGap)} s`],
  ]
  for (const [kind, list] of Map.groupBy(recoveries, (recovery) => recovery.kind)) {
    const seconds = list.map((recovery) => recovery.seconds)
    rows.push([`first write after: ${kind}`, seconds.map(one).join(' ')])
    rows.push(['  median / worst', `${one(quantile(seconds, 0.5))} / ${one(Math.max(...seconds))} s`])
  }
  if (recoveries.length > 0) {
    const all = recoveries.map(({ seconds }) => seconds)
    rows.push(['first write, all: median / worst', `${one(quantile(all, 0.5))} / ${one(Math.max(...all))} s`])
  }
  rows.push(
    [
      'webhooks: due / missing / still waiting',
      `${webhooks.sent} / ${webhooks.missing} / ${webhooks.waiting}`,
    ],
    ['  repeated under the same delivery id', String(webhooks.repeated)],
    ['letters: due / missing / still waiting', `${letters.sent} / ${letters.missing} / ${letters.waiting}`],
    ['jobs with effect twice', String(jobsTwice)],
    ...notes.map((note): [string, string] => ['', note]),
  )
  const width = Math.max(...rows.map(([label]) => label.length))
  const faults = broken(outcome)
  return [
    '',
    `── ${title}: ${faults.length === 0 ? 'holds' : 'BROKEN'}`,
    ...rows.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`),
    ...faults.map((fault) => `  ✖ ${fault}`),
  ].join('\n')
}
