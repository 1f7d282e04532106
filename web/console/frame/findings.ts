import type { Data } from '#client'

/** Findings of the score, for the two screens that show them. */
export type Finding = Data<'GET /governance/compliance-score'>['areas'][number]['findings'][number]

const SCREENS: Record<Finding['target']['area'], string> = {
  activities: 'registro',
  requests: 'solicitudes',
  breaches: 'brechas',
  assessments: 'evaluaciones',
  processors: 'encargados',
  contracts: 'contratos',
  policies: 'politicas',
  domains: 'dominios',
  notices: 'consentimiento',
  scans: 'cookies',
  forms: 'consentimiento/formularios',
  entities: 'entidades',
  dpo: 'entidades',
  reissue: 'gobierno',
}

/** The screen that fixes a finding. */
export function placeOf({ area, id, filter }: Finding['target']): {
  path: string
  search: Record<string, string>
} {
  if (area === 'reissue') return { path: SCREENS.reissue, search: { parte: 'reemitir' } }
  const screen = SCREENS[area]
  return {
    path: id ? `${area === 'notices' ? 'consentimiento/avisos' : screen}/${id}` : screen,
    search: id ? {} : (filter ?? {}),
  }
}

const NUMBER = new Intl.NumberFormat('es-CL', { maximumFractionDigits: 1 })
export const number = (value: number) => NUMBER.format(value)

export const points = (value: number) => (value === 1 ? '1 punto' : `${number(value)} puntos`)
