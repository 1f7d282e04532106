import type { Data } from '#client'
import type { Tone } from '../../times.ts'

export type Breach = Data<'GET /breaches/{id}'>
export type State = Breach['status']
export type Audience = Data<'GET /breaches/{id}/notification-template'>['audience']

export const STATES: Record<State, readonly [name: string, tone: Tone]> = {
  detected: ['Detectada', 'danger'],
  investigating: ['En investigación', 'warn'],
  contained: ['Contenida', 'info'],
  resolved: ['Resuelta', 'ok'],
  notified: ['Notificada', 'ok'],
}

export const SEVERITIES = { low: 'Baja', medium: 'Media', high: 'Alta', critical: 'Crítica' } as const

export const RISKS = {
  none: 'Ninguno',
  low: 'Bajo',
  medium: 'Medio',
  high: 'Alto',
  critical: 'Crítico',
} as const

export const NATURES = {
  confidentiality: ['Confidencialidad', 'alguien accedió o difundió sin autorización'],
  integrity: ['Integridad', 'los datos se alteraron'],
  availability: ['Disponibilidad', 'los datos se perdieron o no se puede acceder a ellos'],
} as const

export const SOURCES: readonly (readonly [string, string])[] = [
  ['manual', 'Alguien de la organización'],
  ['siem', 'Alerta de seguridad (SIEM)'],
  ['encargado', 'Aviso de un encargado'],
  ['titular', 'Aviso de un titular'],
  ['autoridad', 'Aviso de una autoridad'],
]

export const FLAGS = {
  hasSensitiveData: [
    'Datos sensibles',
    'Salud, biometría, origen, creencias, vida sexual… (art. 2, letra g)',
  ],
  hasMinorData: ['Datos de menores de catorce años', 'Art. 14 sexies'],
  hasFinancialData: [
    'Datos sobre obligaciones económicas, financieras, bancarias o comerciales',
    'Deudas, créditos, pagos, cuentas (art. 14 sexies)',
  ],
} as const

export const EVENTS: Record<string, string> = {
  created: 'Se registró la brecha',
  updated: 'Se cambió el registro',
  status_change: 'Cambió de estado',
  decision: 'Se decidió a quién comunicar',
  apdp_notified: 'Se reportó a la Agencia',
  siem_alert: 'Llegó una alerta del SIEM',
  subjects_notified: 'Se comunicó a los titulares',
  controller_notified: 'Se avisó al responsable',
  clock_done: 'Se cumplió un plazo',
}

/** The audiences of the letters, in the order in which people write them. */
export const LETTERS: Record<Audience, readonly [name: string, about: string]> = {
  authority: [
    'Reporte a la Agencia',
    'Por el medio más expedito y sin dilaciones indebidas (art. 14 sexies).',
  ],
  subjects: ['Comunicación a los titulares', 'En lenguaje claro, a cada persona afectada (art. 14 sexies).'],
  mass_media: [
    'Aviso en un medio masivo',
    'Donde no es posible avisar a cada persona: en un medio de alcance nacional (art. 14 sexies).',
  ],
  controller: ['Aviso al responsable', 'Del encargado a quien le confió los datos (art. 15 bis).'],
  csirt_alert: ['Alerta temprana al CSIRT Nacional', 'Servicios esenciales (art. 9, Ley 21.663).'],
  csirt_report: ['Informe al CSIRT Nacional', 'Segundo reporte (art. 9, Ley 21.663).'],
}

/** The letters that this breach may need. */
export function lettersOf({ actsAs, clocks }: Pick<Breach, 'actsAs' | 'clocks'>): Audience[] {
  const own: Audience[] = actsAs === 'processor' ? ['controller'] : ['authority', 'subjects', 'mass_media']
  return clocks.some(({ key }) => key === 'csirt_alert') ? [...own, 'csirt_alert', 'csirt_report'] : own
}
