import type { Data } from '#client'
import { type Finding, number } from '../../frame/findings.ts'
import type { Tone } from '../../times.ts'

export type Score = Data<'GET /governance/compliance-score'>
export type Report = Data<'GET /governance/reports'>['items'][number]

export const LEVELS: Record<Score['level'], readonly [name: string, tone: Tone]> = {
  low: ['Bajo', 'danger'],
  medium: ['Medio', 'warn'],
  high: ['Alto', 'ok'],
}

export const SEVERITIES: Record<Finding['severity'], readonly [name: string, tone: Tone]> = {
  critical: ['Prioridad máxima', 'danger'],
  high: ['Prioridad alta', 'danger'],
  medium: ['Prioridad media', 'warn'],
  low: ['Prioridad baja', 'plain'],
}

export const CLASSES: Record<NonNullable<Finding['fineClass']>, readonly [name: string, tone: Tone]> = {
  gravisima: ['Gravísima', 'danger'],
  grave: ['Grave', 'warn'],
  leve: ['Leve', 'plain'],
}

const KIND_SCREENS: Record<string, string> = {
  privacy_policy: 'politicas',
  cookie_policy: 'politicas/cookies',
  contract: 'contratos',
  dpia_assessment: 'evaluaciones',
}

export function screenOf(entityType: string, id: string): string | undefined {
  const screen = KIND_SCREENS[entityType]
  return screen && `${screen}/${id}`
}

/** All findings, those worth most points first. */
export function byPoints({ areas }: Score): (Finding & { area: string })[] {
  return areas
    .flatMap(({ label, findings }) => findings.map((finding) => ({ ...finding, area: label })))
    .sort((one, other) => other.pointsLost - one.pointsLost)
}

/** «Entre 0 y 20.000 UTM», or «hasta 20.000 UTM» if the law sets no minimum. */
export const range = (min: number, max: number, unit: string) =>
  min === 0 ? `hasta ${unit}${number(max)}` : `entre ${unit}${number(min)} y ${unit}${number(max)}`

export const STATES: Record<Report['status'], readonly [name: string, tone: Tone]> = {
  PENDING: ['Preparándose', 'info'],
  READY: ['Listo', 'ok'],
  FAILED: ['Falló', 'danger'],
}

export const KINDS: Record<Report['kind'], string> = {
  REPORT: 'Informe de cumplimiento',
  INSPECTION: 'Carpeta de fiscalización',
}
