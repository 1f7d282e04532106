import type { Data } from '#client'
import type { Tone } from '../../times.ts'

export type Assessment = Data<'GET /dpia/assessments/{id}'>
export type Risk = Assessment['risks'][number]
export type Level = Risk['likelihood']

export const STATES: Record<Assessment['status'], readonly [name: string, tone: Tone]> = {
  draft: ['Borrador', 'plain'],
  in_review: ['En aprobación', 'warn'],
  approved: ['Aprobada', 'ok'],
  rejected: ['Rechazada', 'danger'],
}

/** Lowest first, as in the matrix. */
export const LEVELS: Record<Level, readonly [name: string, tone: Tone]> = {
  low: ['Bajo', 'ok'],
  medium: ['Medio', 'info'],
  high: ['Alto', 'warn'],
  critical: ['Crítico', 'danger'],
}

export const LEVEL_KEYS = Object.keys(LEVELS) as Level[]
export const LEVEL_CHOICES = LEVEL_KEYS.map((key) => [key, LEVELS[key][0]] as const)

export const PROBABILITIES: Record<Level, string> = {
  low: 'Baja',
  medium: 'Media',
  high: 'Alta',
  critical: 'Crítica',
}

export const PROBABILITY_CHOICES = LEVEL_KEYS.map((key) => [key, PROBABILITIES[key]] as const)

export const RISK_STATES: Record<Risk['status'], string> = {
  identified: 'Por tratar',
  mitigated: 'Mitigado',
  accepted: 'Aceptado',
}

/** Whether people may still edit it. An approved assessment is evidence. */
export function isOpen({ status }: Pick<Assessment, 'status'>): boolean {
  return status === 'draft' || status === 'rejected'
}
