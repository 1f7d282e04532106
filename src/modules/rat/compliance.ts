import type { LegalFinding, Severity } from '#kernel/legal-checks.ts'
import { CHECKS, type Facts } from './knowledge/checks.ts'

export interface CheckResult {
  key: string
  label: string
  passed: boolean
  severity: Severity
  legalReference: string
  recommendation: string
  /** False if the check does not apply to the activity. It is then not counted. */
  applies: boolean
}

export interface Compliance {
  compliant: boolean
  score: number
  checks: CheckResult[]
}

const WEIGHTS: Readonly<Record<Severity, number>> = { critical: 8, high: 4, medium: 2, low: 1 }

/** A failed check of these severities, with fines for grave or gravísima infringements, makes an activity non-compliant. */
const DECISIVE: readonly Severity[] = ['critical', 'high']

/** The score is the weight of the passed checks as a share of those that apply: 0 to 100. */
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

/** The failed checks in the form of the legal gate. */
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
