import type { Data } from '#client'
import { chileanDay } from '#kernel/dates.ts'
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

/**
 * Review dates that people filter by: the end of this month, of the next, of the third one, of this year and of the next.
 */
export function reviewHorizons(now: Date): (readonly [day: string, label: string])[] {
  const [year = 0, month = 1] = chileanDay(now).split('-').map(Number)
  const monthEnd = (after: number) => new Date(Date.UTC(year, month + after, 0)).toISOString().slice(0, 10)
  const months = [
    [monthEnd(0), 'Fin de este mes'],
    [monthEnd(1), 'Fin del próximo mes'],
    [monthEnd(3), 'Dentro de tres meses'],
  ] as const
  const years = [year, year + 1].map((one) => [`${one}-12-31`, `Fin de ${one}`] as const)
  // A month that ends with the year is listed once.
  return [...months, ...years.filter(([end]) => !months.some(([day]) => day === end))].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  )
}
