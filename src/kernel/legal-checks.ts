/**
 * One check of what the law asks of a record before it becomes official. A module keeps its checks as a table in its
 * `knowledge`, and the same table serves the gate, the warnings and the texts.
 */
export interface LegalCheck<Facts> {
  /** Stable: clients and tests know a check by it. */
  readonly key: string
  /** As a Spanish text cites it: «art. 14 ter letra c), Ley 19.628 (mod. Ley 21.719)». */
  readonly article: string
  readonly severity: Severity
  /** What is missing and what to do about it, in Spanish; undefined when nothing is. */
  readonly missing: (facts: Facts) => string | undefined
}

/** Critical, high and medium are gravísima, grave and leve (arts. 34 bis to 34 quáter); low is good practice. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const
export type Severity = (typeof SEVERITIES)[number]

export interface LegalFinding {
  key: string
  message: string
  article: string
  severity: Severity
}

export function judge<Facts>(checks: readonly LegalCheck<Facts>[], facts: Facts): LegalFinding[] {
  return checks.flatMap(({ key, article, severity, missing }) => {
    const message = missing(facts)
    return message === undefined ? [] : [{ key, message, article, severity }]
  })
}

/** Good practice is advised and never demanded. */
export function demanded(findings: readonly LegalFinding[]): LegalFinding[] {
  return findings.filter(({ severity }) => severity !== 'low')
}

/** What an organisation wants of the gate: to be warned, or to be stopped. */
export const LEGAL_GATES = ['warn', 'enforce'] as const

/** The states in which a record is official, by the name that the audit log gives its kind. */
export const OFFICIAL_STATES: Readonly<Record<string, readonly string[]>> = {
  activity: ['published'],
  breach: ['resolved', 'notified'],
  contract: ['SENT', 'SIGNED'],
  cookie_policy: ['PUBLISHED'],
  dpia_assessment: ['approved'],
  dsar_request: ['COMPLETED', 'REJECTED'],
  privacy_policy: ['PUBLISHED'],
}
