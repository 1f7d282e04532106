import type { LegalFinding, Severity } from '#kernel/legal-checks.ts'
import { CHECKS, type Facts } from './knowledge/checks.ts'

export interface CheckResult {
  key: string
  label: string
  passed: boolean
  severity: Severity
  legalReference: string
  recommendation: string
  /** False when the check does not concern the activity. It then counts neither way. */
  applies: boolean
}

export interface Compliance {
  compliant: boolean
  score: number
  checks: CheckResult[]
}

const WEIGHTS: Readonly<Record<Severity, number>> = { critical: 8, high: 4, medium: 2, low: 1 }

/** A failed check that may bring a sanction for a grave or gravísima infringement makes an activity not compliant. */
const DECISIVE: readonly Severity[] = ['critical', 'high']

/** The score is the share of the weight of the checks that apply: 0 to 100. */
export function checkCompliance(facts: Facts): Compliance {
  const checks = CHECKS.map(({ applies: applicable, passes, recommendation, ...check }) => {
    const applies = applicable?.(facts) ?? true
    const passed = !applies || passes(facts)
    const advice = !applies ? 'No aplica a esta actividad.' : passed ? 'Nada pendiente.' : recommendation
    return { ...check, applies, passed, recommendation: advice }
  })
  const binding = checks.filter(({ applies }) => applies)
  const failed = binding.filter(({ passed }) => !passed)
  const weight = (list: readonly CheckResult[]) =>
    list.reduce((sum, { severity }) => sum + WEIGHTS[severity], 0)
  return {
    compliant: !failed.some(({ severity }) => DECISIVE.includes(severity)),
    score: Math.round(100 * (1 - weight(failed) / weight(binding))),
    checks,
  }
}

/** What the activity lacks, as the legal gate reads it. */
export function findingsOf(facts: Facts): LegalFinding[] {
  return CHECKS.filter(({ applies, passes }) => (applies?.(facts) ?? true) && !passes(facts)).map(
    ({ key, recommendation: message, legalReference: article, severity }) => ({
      key: `activity.${key}`,
      message,
      article,
      severity,
    }),
  )
}
