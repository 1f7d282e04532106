import { isInstant, toInstant } from '#kernel/dates.ts'
import type { Moves } from '#kernel/moves.ts'

/** Sources: contract 2.2, 3.1 and 4.2. The decision tree is in `decision-rules.ts`, the clocks in `clock-rules.ts`. */

export const STATES = ['detected', 'investigating', 'contained', 'resolved', 'notified'] as const
export type State = (typeof STATES)[number]

/** Contract 3.1. The report to the authority is possible in every state, so it is no move. */
export const MOVES: Moves<State> = {
  detected: ['investigating'],
  investigating: ['contained'],
  contained: ['resolved', 'notified'],
  resolved: [],
  notified: [],
}

/** The states that close a breach. The legal gate runs before them. */
export function closes(status: State): status is 'resolved' | 'notified' {
  return status === 'resolved' || status === 'notified'
}

/** Kinds of damage to the data. */
export const NATURES = ['confidentiality', 'integrity', 'availability'] as const

export type EventType =
  | 'created'
  | 'updated'
  | 'status_change'
  | 'decision'
  | 'apdp_notified'
  | 'siem_alert'
  | 'subjects_notified'
  | 'controller_notified'
  | 'clock_done'

// ── severity of a SIEM alert ──

export const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const
export type Severity = (typeof SEVERITIES)[number]

/** The lowest rule level of each severity (contract 4.2), highest first. */
const SEVERITY_FROM: readonly (readonly [level: number, Severity])[] = [
  [14, 'critical'],
  [11, 'high'],
  [8, 'medium'],
]

export function severityOf(level: number): Severity {
  return SEVERITY_FROM.find(([from]) => level >= from)?.[1] ?? 'low'
}

/** Wazuh writes the zone without its colon: 2026-12-01T10:00:00.000+0000. */
export function alertInstant(text: string): Date | undefined {
  const written = text.trim().replace(/([+-]\d{2})(\d{2})$/, '$1:$2')
  return isInstant(written) ? toInstant(written) : undefined
}
