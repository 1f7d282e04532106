/**
 * One legal check of a record before it becomes official. A module keeps its checks as a table in its `knowledge`. The
 * same table serves the gate, the warnings and the texts.
 */
export interface LegalCheck<Facts> {
  /** Stable: clients and tests refer to it. */
  readonly key: string
  /** The citation in Spanish texts: «art. 14 ter letra c), Ley 19.628 (mod. Ley 21.719)». */
  readonly article: string
  readonly severity: Severity
  /** Says in Spanish what is missing and what to do; undefined if nothing is. */
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

/** Good practice is advised, never demanded. */
export function demanded(findings: readonly LegalFinding[]): LegalFinding[] {
  return findings.filter(({ severity }) => severity !== 'low')
}

/** The gate warns an organisation, or stops it. */
export const LEGAL_GATES = ['warn', 'enforce'] as const

/** The official states of each kind of record, by its name in the audit log. */
export const OFFICIAL_STATES: Readonly<Record<string, readonly string[]>> = {
  activity: ['published'],
  breach: ['resolved', 'notified'],
  contract: ['SENT', 'SIGNED'],
  cookie_policy: ['PUBLISHED'],
  dpia_assessment: ['approved'],
  dsar_request: ['COMPLETED', 'REJECTED'],
  privacy_policy: ['PUBLISHED'],
}
