import type { Data } from '#client'
import type { Tone } from '../../times.ts'

export const PLANS: Record<Data<'GET /settings/tenant'>['plan'], string> = {
  STARTER: 'Inicial',
  PROFESSIONAL: 'Profesional',
  BUSINESS: 'Empresa',
  ENTERPRISE: 'Corporativo',
}

export const LOCALES = [
  ['es-CL', 'Español de Chile'],
  ['en-US', 'Inglés'],
] as const

export const ZONES = [
  ['America/Santiago', 'Chile continental'],
  ['America/Punta_Arenas', 'Magallanes'],
  ['Pacific/Easter', 'Isla de Pascua'],
  ['UTC', 'Hora universal'],
] as const

/** The usual choices, plus the current value if a program set another one. */
export function withOther(
  choices: readonly (readonly [string, string])[],
  value: string,
): readonly (readonly [string, string])[] {
  return choices.some(([key]) => key === value) ? choices : [...choices, [value, value]]
}

export function choiceName(choices: readonly (readonly [string, string])[], value: string): string {
  return choices.find(([key]) => key === value)?.[1] ?? value
}

/** The limits of a plan, in the order of the screen. */
export const LIMITS = [
  ['domains', 'domains', 'Dominios'],
  ['contracts', 'contracts', 'Contratos'],
  ['workflowDefinitions', 'workflowDefinitions', 'Flujos de aprobación propios'],
  ['aiQueriesPerMonth', 'aiQueries', 'Consultas al asistente este mes'],
  ['lettersPerDay', 'lettersToday', 'Cartas enviadas en las últimas 24 horas'],
  ['storageBytes', 'storageBytes', 'Espacio de archivos'],
  ['storageBytes', 'citizenStorageBytes', 'Espacio de lo que adjuntan las personas'],
] as const

export const KEY_ROLES = [
  ['VIEWER', 'Solo lectura'],
  ['ANALYST', 'Análisis'],
  ['APPROVER', 'Aprobación'],
  ['DPO', 'Delegado o delegada'],
] as const

export const DELIVERY_STATES: Record<
  Data<'GET /settings/webhooks/{id}/deliveries'>['items'][number]['status'],
  readonly [name: string, tone: Tone]
> = {
  PENDING: ['Por entregar', 'warn'],
  DELIVERED: ['Entregado', 'ok'],
  FAILED: ['Sin entregar', 'danger'],
}

export const DISABLED: Record<'failing' | 'gone', string> = {
  failing: 'El servicio lo apagó: nada llegó en tres días seguidos.',
  gone: 'El servicio lo apagó: el receptor respondió que ya no existe (410).',
}

/** The terms that the law sets, in the words of the API description. */
export const TERMS = [
  ['requestDays', 'Responder una solicitud', 'días corridos (art. 11)'],
  ['extensionDays', 'Única prórroga', 'días corridos (art. 11)'],
  ['blockingBusinessDays', 'Responder un bloqueo', 'días hábiles (arts. 11 y 8 ter)'],
  ['complaintBusinessDays', 'Reclamar ante la Agencia', 'días hábiles (art. 41)'],
  [
    'csirtAlertHours',
    'Alerta temprana al CSIRT',
    'horas (art. 9, Ley 21.663; solo servicios esenciales y operadores de importancia vital)',
  ],
  [
    'csirtReportHours',
    'Segundo reporte al CSIRT',
    'horas (art. 9, Ley 21.663; solo servicios esenciales y operadores de importancia vital)',
  ],
  [
    'csirtFinalDays',
    'Informe final al CSIRT',
    'días corridos (art. 9, Ley 21.663; solo servicios esenciales y operadores de importancia vital)',
  ],
  ['certificateYears', 'Vigencia del certificado del modelo de prevención', 'años (arts. 51 a 53)'],
] as const

export const FINES = [
  ['leve', 'Leve'],
  ['grave', 'Grave'],
  ['gravisima', 'Gravísima'],
] as const
