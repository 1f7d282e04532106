import type { Data } from '#client'
import { LEGAL_BASIS_LABELS } from '#modules/rat/knowledge/vocabulary.ts'
import type { Tone } from '../../times.ts'

export type Activity = Data<'GET /rat/activities/{id}'>
export type Draft = Data<'POST /rat/generate-from-ai'>
export type Template = Data<'GET /rat/templates'>['items'][number]

export const STATES: Record<Activity['status'], readonly [name: string, tone: Tone]> = {
  draft: ['Borrador', 'plain'],
  published: ['Publicada', 'ok'],
  archived: ['Archivada', 'plain'],
}

export const RISKS: Record<NonNullable<Activity['riskLevel']>, readonly [name: string, tone: Tone]> = {
  low: ['Bajo', 'ok'],
  medium: ['Medio', 'warn'],
  high: ['Alto', 'danger'],
}

export const BASES = Object.entries(LEGAL_BASIS_LABELS).map(
  ([key, { label, article }]) => [key, label, article] as const,
)

export function basisName(basis: Activity['legalBasis']): string {
  return basis === null ? '—' : LEGAL_BASIS_LABELS[basis].label
}

export const SEVERITIES: Record<string, readonly [name: string, tone: Tone]> = {
  critical: ['Puede ser infracción gravísima', 'danger'],
  high: ['Puede ser infracción grave', 'danger'],
  medium: ['Puede ser infracción leve', 'warn'],
  low: ['Buena práctica', 'info'],
}

/** Days that people ask about: the end of this month, of the next two, of the year and of the one after it. */
export function reviewHorizons(now: Date): (readonly [day: string, label: string])[] {
  const monthEnd = (months: number) =>
    new Date(Date.UTC(now.getFullYear(), now.getMonth() + 1 + months, 0)).toISOString().slice(0, 10)
  const year = now.getFullYear()
  return [
    [monthEnd(0), 'Fin de este mes'],
    [monthEnd(1), 'Fin del próximo mes'],
    [monthEnd(3), 'Dentro de tres meses'],
    ...(monthEnd(3) < `${year}-12-31` ? [[`${year}-12-31`, `Fin de ${year}`] as const] : []),
    [`${year + 1}-12-31`, `Fin de ${year + 1}`],
  ]
}
