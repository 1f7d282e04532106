import { isAbroad, showCountry } from '#kernel/countries.ts'

/** The state of the contract with a processor (art. 15 bis, Ley 19.628 mod. Ley 21.719). */
export const DPA_STATES = ['NONE', 'PENDING', 'SIGNED', 'EXPIRED'] as const
export type DpaStatus = (typeof DPA_STATES)[number]

/** A signed contract holds exactly until its end. */
export function dpaStatusAt(
  { dpa_status, dpa_valid_until }: { dpa_status: DpaStatus; dpa_valid_until: Date | null },
  now: Date,
): DpaStatus {
  const over = dpa_status === 'SIGNED' && dpa_valid_until !== null && dpa_valid_until <= now
  return over ? 'EXPIRED' : dpa_status
}

/** Entered by a person, or created from the vendor of a system. */
export const SOURCES = ['manual', 'system'] as const

// ── due diligence and risk ──

export const OUTCOMES = ['YES', 'NO', 'NOT_APPLICABLE'] as const

export const AUTHORISATIONS = ['PENDING', 'AUTHORISED', 'REFUSED'] as const

export const RISK_LEVELS = ['low', 'medium', 'high'] as const
export type RiskLevel = (typeof RISK_LEVELS)[number]

/** An answer is valid for a year. */
export const DILIGENCE_DAYS = 365

export interface RiskFacts {
  dpaStatus: DpaStatus
  country: string | null
  /** Current activities of the processor, and those with sensitive data. */
  activities: number
  sensitive: number
  /** The number of questions. */
  questions: number
  answered: number
  /** Answers «no» to legal duties, and to the other questions. */
  keyNos: number
  otherNos: number
  /** Answers older than a year. */
  stale: number
  /** Delegations without an authorisation. */
  unauthorised: number
}

export interface RiskReason {
  reason: string
  points: number
  article: string | null
}

/** Lowest sums of these levels. */
const MEDIUM = 3
const HIGH = 6

const PROCESSOR = 'art. 15 bis'

/** Sums the points of all reasons. A processor without activities gets none for its data; its other faults count. */
export function riskOf(facts: RiskFacts): { level: RiskLevel; points: number; reasons: RiskReason[] } {
  const country = facts.country?.trim() ?? ''
  const reasons = [
    contractReason(facts.dpaStatus),
    facts.sensitive > 0 && {
      reason: `Trata datos sensibles en ${counted(facts.sensitive, 'actividad', 'actividades')}.`,
      points: 3,
      article: 'art. 16',
    },
    facts.sensitive === 0 &&
      facts.activities > 0 && {
        reason: `Trata datos en ${counted(facts.activities, 'actividad', 'actividades')}.`,
        points: 1,
        article: null,
      },
    // A blank country tells nothing. Any other than Chile is abroad.
    country !== '' &&
      isAbroad(country) && {
        reason: `Está en ${showCountry(country).name}: los datos salen de Chile.`,
        points: 2,
        article: 'arts. 27 y 28',
      },
    diligenceReason(facts),
    facts.keyNos + facts.otherNos > 0 && {
      reason: `La diligencia encontró ${counted(facts.keyNos + facts.otherNos, 'respuesta negativa', 'respuestas negativas')}.`,
      points: Math.min(4, 2 * facts.keyNos + facts.otherNos),
      article: facts.keyNos > 0 ? PROCESSOR : null,
    },
    facts.unauthorised > 0 && {
      reason: `Delega en ${counted(facts.unauthorised, 'subencargado', 'subencargados')} sin autorización escrita.`,
      points: 2,
      article: PROCESSOR,
    },
  ].filter((reason) => reason !== false && reason !== undefined)
  const points = reasons.reduce((sum, reason) => sum + reason.points, 0)
  return { level: levelOf(points), points, reasons }
}

function levelOf(points: number): RiskLevel {
  if (points >= HIGH) return 'high'
  return points >= MEDIUM ? 'medium' : 'low'
}

function contractReason(status: DpaStatus): RiskReason | undefined {
  if (status === 'SIGNED') return undefined
  if (status === 'PENDING') return { reason: 'El contrato está sin firmar.', points: 2, article: PROCESSOR }
  return {
    reason: status === 'EXPIRED' ? 'El contrato venció.' : 'No tiene contrato.',
    points: 3,
    article: PROCESSOR,
  }
}

function diligenceReason({ questions, answered, stale }: RiskFacts): RiskReason | undefined {
  const open = questions - answered
  if (answered === 0) return { reason: 'No se ha hecho la diligencia.', points: 2, article: null }
  if (open > 0)
    return {
      reason: `${open === 1 ? 'Queda' : 'Quedan'} ${counted(open, 'pregunta', 'preguntas')} de la diligencia.`,
      points: 1,
      article: null,
    }
  return stale > 0 ? { reason: 'La diligencia tiene más de un año.', points: 1, article: null } : undefined
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`
