import type { Labels, Moves } from '#kernel/moves.ts'

/** Contract 2.3 and 3.2; decisions, RAT. */
export const STATES = ['draft', 'published', 'archived'] as const
export type State = (typeof STATES)[number]

export const STATE_LABELS: Labels<State> = {
  draft: 'borrador',
  published: 'publicada',
  archived: 'archivada',
}

export const MOVES: Moves<State> = {
  draft: ['published', 'archived'],
  published: ['draft', 'archived'],
  archived: ['draft'],
}

export const DELETABLE: readonly State[] = ['draft', 'archived']

export const LEGAL_BASES = [
  'consent',
  'contract',
  'legal_obligation',
  'vital_interest',
  'public_interest',
  'legitimate_interest',
] as const
export type LegalBasis = (typeof LEGAL_BASES)[number]

export const RETENTION_PERIODS = [
  '1_year',
  '2_years',
  '3_years',
  '5_years',
  '10_years',
  'until_purpose_fulfilled',
  'until_unsubscribe',
  'legal_minimum',
  'indefinite',
] as const
export type RetentionPeriod = (typeof RETENTION_PERIODS)[number]

export const LINK_ROLES = ['STORAGE', 'PROCESSING', 'COLLECTION', 'TRANSFER'] as const
export type LinkRole = (typeof LINK_ROLES)[number]

/** The organisation processes for itself (`responsable`) or for a client (`encargado`). */
export const CONTROLLER_ROLES = ['responsable', 'encargado'] as const
export type ControllerRole = (typeof CONTROLLER_ROLES)[number]

/** Outcomes of the legitimate-interest test. */
export const BALANCING_OUTCOMES = ['favourable', 'unfavourable'] as const
export type BalancingOutcome = (typeof BALANCING_OUTCOMES)[number]

// ── publishing ──

/** The required fields of a published activity, in the order of the form. */
export interface Publishable {
  name: string
  purpose: string
  legalBasis: LegalBasis | null
  dataCategories: readonly string[]
  subjectCategories: readonly string[]
  retentionPeriod: RetentionPeriod | null
  systemId: string | null
}

const REQUIRED: Readonly<Record<keyof Publishable, string>> = {
  name: 'el nombre',
  purpose: 'la finalidad',
  legalBasis: 'la base de licitud',
  dataCategories: 'las categorías de datos',
  subjectCategories: 'las categorías de titulares',
  retentionPeriod: 'el plazo de conservación',
  systemId: 'el sistema donde se tratan los datos',
}

/** The fields that prevent publication, with their labels. */
export function missingToPublish(activity: Publishable): { field: string; label: string }[] {
  return (Object.keys(REQUIRED) as (keyof Publishable)[])
    .filter((field) => isEmpty(activity[field]))
    .map((field) => ({ field, label: REQUIRED[field] }))
}

function isEmpty(value: string | null | readonly string[]): boolean {
  return value === null || (typeof value === 'string' ? value.trim() === '' : value.length === 0)
}

// ── risk ──

export const RISK_LEVELS = ['low', 'medium', 'high'] as const
export type RiskLevel = (typeof RISK_LEVELS)[number]

export interface RiskFactors {
  dataVolume?: string | null | undefined
  sensitiveData?: boolean | null | undefined
  internationalTransfer?: boolean | null | undefined
  automatedDecision?: boolean | null | undefined
}

export interface RiskPoint {
  factor: keyof RiskFactors
  value: string | boolean | null
  points: number
  reason: string
}

export interface Risk {
  riskLevel: RiskLevel
  riskScore: number
  factors: RiskPoint[]
  dpiaRequired: boolean
  recommendation: string
}

/** Any other word counts as medium. */
const VOLUME_POINTS: ReadonlyMap<string, number> = new Map([
  ['low', 0],
  ['bajo', 0],
  ['medium', 1],
  ['medio', 1],
  ['high', 2],
  ['alto', 2],
  ['massive', 3],
  ['masivo', 3],
])
const OTHER_VOLUME = 1
const LARGE_VOLUME = 2
const SENSITIVE = 3
const AUTOMATED = 2
const TRANSFER = 1

/** Points and thresholds of the decisions (RAT). A missing factor adds nothing. */
export function calculateRisk(given: RiskFactors): Risk {
  const volume = given.dataVolume?.trim()
  const volumePoints = volume ? (VOLUME_POINTS.get(volume.toLowerCase()) ?? OTHER_VOLUME) : 0
  const sensitive = given.sensitiveData === true
  const automated = given.automatedDecision === true
  const transfer = given.internationalTransfer === true

  const factors: RiskPoint[] = [
    {
      factor: 'dataVolume',
      value: volume || null,
      points: volumePoints,
      reason: volume ? VOLUME_REASONS[volumePoints]! : 'No se indicó el volumen de datos.',
    },
    {
      factor: 'sensitiveData',
      value: sensitive,
      points: sensitive ? SENSITIVE : 0,
      reason: sensitive
        ? 'Incluye datos sensibles (arts. 2 letra g y 16, Ley 19.628 mod. Ley 21.719).'
        : 'No incluye datos sensibles.',
    },
    {
      factor: 'automatedDecision',
      value: automated,
      points: automated ? AUTOMATED : 0,
      reason: automated
        ? 'Hay decisiones automatizadas o perfiles (art. 8 bis, Ley 19.628 mod. Ley 21.719).'
        : 'No hay decisiones automatizadas.',
    },
    {
      factor: 'internationalTransfer',
      value: transfer,
      points: transfer ? TRANSFER : 0,
      reason: transfer
        ? 'Los datos salen del país (arts. 27 y 28, Ley 19.628 mod. Ley 21.719).'
        : 'Los datos no salen del país.',
    },
  ]
  const riskScore = factors.reduce((sum, { points }) => sum + points, 0)
  const riskLevel = riskScore >= 4 ? 'high' : riskScore >= 2 ? 'medium' : 'low'
  const dpiaRequired = riskLevel === 'high' || (sensitive && volumePoints >= LARGE_VOLUME) || automated
  return { riskLevel, riskScore, factors, dpiaRequired, recommendation: recommend(riskLevel, dpiaRequired) }
}

const VOLUME_REASONS = [
  'Volumen bajo: alcanza a pocas personas.',
  'Volumen medio de datos.',
  'Volumen alto: alcanza a muchas personas.',
  'Tratamiento masivo o a gran escala (art. 15 ter letra b, Ley 19.628 mod. Ley 21.719).',
] as const

/** The recorded facts that a risk calculation uses. */
export interface Recorded {
  sensitiveData: boolean
  automatedDecision: boolean
  internationalTransfer: boolean
}

/** If the sent facts and the recorded ones differ, the reason names both: a form does not make the record wrong. */
const DISAGREEMENTS: Readonly<Record<keyof Recorded, { recorded: string; sent: string }>> = {
  sensitiveData: {
    recorded:
      'Se calculó sin datos sensibles, pero la actividad los registra (arts. 2 letra g y 16, Ley 19.628 mod. Ley 21.719).',
    sent: 'Se calculó con datos sensibles, que la actividad no registra: revise sus categorías (art. 2 letra g, Ley 19.628 mod. Ley 21.719).',
  },
  automatedDecision: {
    recorded:
      'Se calculó sin decisiones automatizadas, pero la actividad las registra (art. 8 bis, Ley 19.628 mod. Ley 21.719).',
    sent: 'Hay decisiones automatizadas o perfiles (art. 8 bis, Ley 19.628 mod. Ley 21.719); regístrelas en la actividad.',
  },
  internationalTransfer: {
    recorded:
      'Se calculó sin transferencia internacional, pero la actividad la registra (arts. 27 y 28, Ley 19.628 mod. Ley 21.719).',
    sent: 'Los datos salen del país (arts. 27 y 28, Ley 19.628 mod. Ley 21.719); regístrelo en la actividad.',
  },
}

/**
 * Combines a calculated risk with the record of its activity. Score, level and factors stay those of the sent facts; needs
 * of art. 15 ter from the record are added. No reason may contradict the record or deny a required assessment.
 */
export function besideRecord(
  risk: Risk,
  recorded: Recorded,
  reasons: readonly { reason: string; legalReference: string }[],
): Risk {
  const factors = risk.factors.map((point) => {
    if (point.factor === 'dataVolume' || recorded[point.factor] === point.value) return point
    return { ...point, reason: DISAGREEMENTS[point.factor][point.value ? 'sent' : 'recorded'] }
  })
  const [first] = reasons
  if (!first) return { ...risk, factors }
  return {
    ...risk,
    factors,
    dpiaRequired: true,
    recommendation: `Realice una evaluación de impacto antes de iniciar o continuar el tratamiento y refuerce las medidas de seguridad. ${first.reason.replace(/\.$/, '')} (${first.legalReference}).`,
  }
}

function recommend(level: RiskLevel, dpiaRequired: boolean): string {
  if (dpiaRequired) {
    return 'Realice una evaluación de impacto antes de iniciar o continuar el tratamiento (art. 15 ter, Ley 19.628 mod. Ley 21.719) y refuerce las medidas de seguridad.'
  }
  return level === 'medium'
    ? 'Revise las medidas de seguridad (art. 14 quinquies, Ley 19.628 mod. Ley 21.719) y deje constancia de por qué no hace falta una evaluación de impacto.'
    : 'Mantenga las medidas actuales y revise la actividad una vez al año o cuando cambie.'
}
