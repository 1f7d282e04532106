import type { Data } from '#client'
import type { Tone } from '../../times.ts'

export type Scan = Data<'GET /cookie-scans/{id}'>
export type Item = Scan['items'][number]
export type Finding = Scan['findings'][number]

export const STATES: Record<Scan['status'], readonly [name: string, tone: Tone]> = {
  PENDING: ['En espera', 'info'],
  RUNNING: ['Revisando', 'info'],
  DONE: ['Lista', 'ok'],
  FAILED: ['No se pudo', 'danger'],
}

export const KINDS: Record<Item['kind'], string> = {
  cookie: 'Cookie',
  local_storage: 'Dato guardado',
  session_storage: 'Dato de la visita',
  host: 'Tercero',
}

export const TONES: Record<Finding['severity'], Tone> = {
  critical: 'danger',
  high: 'danger',
  medium: 'warn',
  low: 'info',
}

export const SEVERITIES: Record<Finding['severity'], string> = {
  critical: 'Prioridad máxima',
  high: 'Prioridad alta',
  medium: 'Prioridad media',
  low: 'Prioridad baja',
}

export const WRITERS: Record<NonNullable<Item['writer']>, string> = {
  response: 'la respuesta de',
  script: 'el programa',
  page: 'la página',
}

/** Gravest first. */
export function byPriority(findings: readonly Finding[]): Finding[] {
  const order = Object.keys(SEVERITIES)
  return findings.toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity))
}

type Category = NonNullable<Item['known']>['category']

export const CATEGORIES: Record<Category, string> = {
  necessary: 'Necesarias',
  preferences: 'Preferencias',
  analytics: 'Medición',
  marketing: 'Publicidad',
  media: 'Contenido de otros sitios',
}

/** The result of a scan in a word. */
export function standing({
  status,
  mode,
  earlyCount,
  undeclaredCount,
}: Pick<Scan, 'status' | 'mode' | 'earlyCount' | 'undeclaredCount'>): readonly [words: string, tone: Tone] {
  if (status !== 'DONE') return STATES[status]
  if (earlyCount > 0) return [`${earlyCount} antes de aceptar`, 'danger']
  if (undeclaredCount > 0) return [`${undeclaredCount} sin declarar`, 'warn']
  return mode === 'static' ? ['Revisión parcial', 'info'] : ['Nada antes de aceptar', 'ok']
}

/** The same words in the list and on the page of a site. */
export function standingOf(
  isVerified: boolean,
  scan: Parameters<typeof standing>[0] | null | undefined,
): readonly [words: string, tone: Tone] {
  if (scan) return standing(scan)
  return [isVerified ? 'Sin revisar' : 'Sin verificar', 'plain']
}

export const isOpen = ({ status }: { status: Scan['status'] }) => status === 'PENDING' || status === 'RUNNING'
