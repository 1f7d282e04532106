import { after, HOUR_MS, isInstant, MINUTE_MS, toInstant } from '#kernel/dates.ts'
import type { Moves } from '#kernel/moves.ts'

/**
 * Sources: contract 2.2, 3.1 and 4.2; art. 14 sexies, Ley 19.628 (mod. Ley 21.719), which asks for a report «sin
 * dilaciones indebidas» when there is a reasonable risk, names three kinds of data whose subjects must be notified too,
 * and sets no number of hours.
 */

export const STATES = ['detected', 'investigating', 'contained', 'resolved', 'notified'] as const
export type State = (typeof STATES)[number]

/** Contract 3.1. Reporting to the authority is open from every state and so is no move. */
export const MOVES: Moves<State> = {
  detected: ['investigating'],
  investigating: ['contained'],
  contained: ['resolved', 'notified'],
  resolved: [],
  notified: [],
}

export type EventType = 'created' | 'updated' | 'status_change' | 'decision' | 'apdp_notified' | 'siem_alert'

// ── when it was detected ──

/** How far the clock of the caller may run ahead of ours. */
const CLOCK_SKEW_MS = 10 * MINUTE_MS

/** A detection that has not happened yet would move every term that counts from it. */
export function liesAhead(detectedAt: Date, now: Date): boolean {
  return detectedAt > after(now, CLOCK_SKEW_MS)
}

// ── the internal reference target ──

export const TARGET_HOURS = 72

export const TARGET_NOTE =
  `Meta interna de referencia: ${TARGET_HOURS} horas desde la detección. La ley exige reportar por el medio más ` +
  'expedito y sin dilaciones indebidas, y no fija un número de horas (art. 14 sexies, Ley 19.628, mod. Ley 21.719).'

export function notificationTarget(detectedAt: Date): Date {
  return after(detectedAt, TARGET_HOURS * HOUR_MS)
}

// ── severity of a SIEM alert ──

export const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const
export type Severity = (typeof SEVERITIES)[number]

/** From which rule level on (contract 4.2), highest first. */
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

// ── the decision tree ──

/** Lowest first. */
export const RISKS = ['none', 'low', 'medium', 'high', 'critical'] as const
export type Risk = (typeof RISKS)[number]

/** Every word `riskToSubjects` takes. */
export const RISK_WORDS = {
  none: 'none',
  low: 'low',
  medium: 'medium',
  high: 'high',
  critical: 'critical',
  nulo: 'none',
  bajo: 'low',
  medio: 'medium',
  alto: 'high',
  critico: 'critical',
  crítico: 'critical',
} as const satisfies Record<string, Risk>
export type RiskWord = keyof typeof RISK_WORDS

export interface Facts {
  riskToSubjects: Risk
  hasSensitiveData: boolean
  hasMinorData: boolean
  hasFinancialData: boolean
}

export const URGENCIES = ['low', 'medium', 'high', 'critical'] as const
export type Urgency = (typeof URGENCIES)[number]

export interface Reason {
  key: string
  text: string
  legalReference: string
}

export interface Decision extends Facts {
  requiresNotification: boolean
  requiresSubjectNotification: boolean
  urgency: Urgency
  reasons: Reason[]
}

interface Ground extends Reason {
  holds(facts: Facts): boolean
  tells: readonly ('authority' | 'subjects')[]
}

const reaches = (risk: Risk, least: Risk) => RISKS.indexOf(risk) >= RISKS.indexOf(least)

const ARTICLE = 'art. 14 sexies, Ley 19.628 (mod. Ley 21.719)'

/** Each ground by itself is enough for whom it tells. */
export const GROUNDS: readonly Ground[] = [
  {
    key: 'reasonable_risk',
    holds: ({ riskToSubjects }) => reaches(riskToSubjects, 'medium'),
    tells: ['authority'],
    text: 'El riesgo evaluado es medio o superior: hay un riesgo razonable para los derechos de los titulares.',
    legalReference: ARTICLE,
  },
  {
    key: 'sensitive_data',
    holds: ({ hasSensitiveData }) => hasSensitiveData,
    tells: ['authority', 'subjects'],
    text: 'La vulneración afecta datos personales sensibles: además de la Agencia, se comunica a los titulares.',
    legalReference: `${ARTICLE}, en relación con el art. 2 letra g)`,
  },
  {
    key: 'minor_data',
    holds: ({ hasMinorData }) => hasMinorData,
    tells: ['authority', 'subjects'],
    text: 'La vulneración afecta datos de niños y niñas menores de catorce años: además de la Agencia, se comunica a los titulares, por medio de sus representantes.',
    legalReference: ARTICLE,
  },
  {
    key: 'financial_data',
    holds: ({ hasFinancialData }) => hasFinancialData,
    tells: ['authority', 'subjects'],
    text: 'La vulneración afecta datos sobre obligaciones económicas, financieras, bancarias o comerciales: además de la Agencia, se comunica a los titulares.',
    legalReference: ARTICLE,
  },
]

const NO_GROUND: Reason = {
  key: 'no_reasonable_risk',
  text: 'No se advierte un riesgo razonable para los titulares ni datos de los tipos que obligan a comunicar. Conserve este análisis: el responsable debe poder acreditar sus medidas de seguridad.',
  legalReference: 'arts. 14 quinquies y 14 sexies, Ley 19.628 (mod. Ley 21.719)',
}

type Outcome = Facts & Pick<Decision, 'requiresNotification' | 'requiresSubjectNotification'>

/** The first that holds. */
const URGENCY_WHEN: readonly (readonly [(outcome: Outcome) => boolean, Urgency])[] = [
  [({ requiresSubjectNotification }) => requiresSubjectNotification, 'critical'],
  [(outcome) => outcome.requiresNotification && reaches(outcome.riskToSubjects, 'high'), 'high'],
  [({ requiresNotification }) => requiresNotification, 'medium'],
  [() => true, 'low'],
]

export function decide(facts: Facts): Decision {
  const grounds = GROUNDS.filter((ground) => ground.holds(facts))
  const outcome = {
    ...facts,
    requiresNotification: grounds.some(({ tells }) => tells.includes('authority')),
    requiresSubjectNotification: grounds.some(({ tells }) => tells.includes('subjects')),
  }
  const reasons = grounds.map(({ key, text, legalReference }) => ({ key, text, legalReference }))
  return {
    ...outcome,
    urgency: URGENCY_WHEN.find(([holds]) => holds(outcome))![1],
    reasons: reasons.length > 0 ? reasons : [NO_GROUND],
  }
}
