import type { Data } from '#client'
import type { Role } from '#kernel/roles.ts'
import type { Tone } from '../../times.ts'

export type Approval = Data<'GET /workflow-instances/{id}'>
export type Flow = Data<'GET /workflows/{id}'>
export type Stage = Flow['stages'][number]
export type Kind = Flow['entityType']
export type ActionType = Stage['actions'][number]['type']
export type Operator = Stage['conditions'][number]['operator']
export type HookEvent = Flow['webhooks'][number]['events'][number]

interface KindWords {
  name: string
  /** When its approval starts. */
  begins: string
  /** The effect of the last approval. */
  ends: string
  /** Path of the screens of this kind. */
  place?: string
}

/** The kinds of record that can be approved. */
export const KINDS: Record<Kind, KindWords> = {
  DPIA: {
    name: 'Evaluación de impacto',
    begins: 'Se crea una evaluación de impacto',
    ends: 'La evaluación queda aprobada',
    place: 'evaluaciones',
  },
  PRIVACY_POLICY: {
    name: 'Política de privacidad',
    begins: 'Se pide publicar una política de privacidad',
    ends: 'La política queda publicada',
    place: 'politicas',
  },
  COOKIE_POLICY: {
    name: 'Política de cookies',
    begins: 'Se pide publicar una política de cookies',
    ends: 'La política queda publicada',
    place: 'politicas/cookies',
  },
  CONTRACT: {
    name: 'Contrato',
    begins: 'Se envía un contrato',
    ends: 'Queda la constancia; el contrato lo firma su firmante',
    place: 'contratos',
  },
  RAT: {
    name: 'Actividad de tratamiento',
    begins: 'Una actividad cambia de estado',
    ends: 'Queda la constancia de la aprobación',
    place: 'registro',
  },
  DSAR: {
    name: 'Solicitud de un titular',
    begins: 'Una solicitud pasa a estar en curso',
    ends: 'La solicitud queda completada',
    place: 'solicitudes',
  },
  BREACH: {
    name: 'Brecha de seguridad',
    begins: 'Una brecha cambia de estado',
    ends: 'Una brecha contenida queda resuelta',
    place: 'brechas',
  },
  CUSTOM: {
    name: 'Otro asunto',
    begins: 'Alguien inicia la aprobación a mano',
    ends: 'Queda la constancia de la aprobación',
  },
}

export const KIND_CHOICES = Object.entries(KINDS).map(([key, { name }]) => [key, name] as const)

export const STATES: Record<Approval['status'], readonly [name: string, tone: Tone]> = {
  ACTIVE: ['En curso', 'info'],
  COMPLETED: ['Aprobada', 'ok'],
  REJECTED: ['Rechazada', 'danger'],
  CANCELLED: ['Anulada', 'plain'],
}

/** Roles that may decide. A read-only role may not. */
export const DECIDING: readonly (readonly [Role, string])[] = [
  ['ANALYST', 'Análisis'],
  ['APPROVER', 'Aprobación'],
  ['DPO', 'Delegado o delegada de protección de datos'],
  ['ADMIN', 'Administración'],
  ['OWNER', 'Cuenta principal de la organización'],
]

export function decides(role: Role): string {
  if (role === 'OWNER') return 'Cuenta principal de la organización'
  return `${DECIDING.find(([key]) => key === role)?.[1] ?? 'Cualquier persona'}, o un rol superior`
}

export const ACTIONS: Record<ActionType, readonly [label: string, about: string]> = {
  APPROVE: ['Aprobar', 'Sigue a la etapa que viene, o termina si es la última.'],
  REJECT: ['Rechazar', 'Termina la aprobación. No se puede deshacer.'],
  REQUEST_INFO: ['Pedir información', 'Sigue en esta etapa; su comentario dice qué falta.'],
  REASSIGN: ['Reasignar', 'La deja en manos de otra persona.'],
}

export const ACTION_CHOICES = Object.entries(ACTIONS).map(
  ([key, [label, about]]) => [key, label, about] as const,
)

export const FIELD_TYPES = [
  ['TEXT', 'Texto corto'],
  ['TEXTAREA', 'Texto largo'],
  ['DATE', 'Fecha'],
  ['SELECT', 'Una de una lista'],
] as const

export const OPERATORS: Record<Operator, string> = {
  eq: 'es',
  neq: 'no es',
  in: 'es una de',
  gt: 'es mayor que',
  lt: 'es menor que',
  exists: 'tiene un valor',
}

export const HOOK_EVENTS: Record<HookEvent, string> = {
  'workflow.started': 'Empieza una aprobación',
  'workflow.completed': 'Se completa una aprobación',
  'stage.approve': 'Alguien aprueba una etapa',
  'stage.reject': 'Alguien rechaza',
  'stage.request_info': 'Alguien pide información',
  'stage.reassign': 'Alguien reasigna',
}

const HAPPENED: Record<string, string> = {
  'workflow.started': 'Empezó la aprobación',
  'workflow.completed': 'Terminó la aprobación',
  'workflow.cancelled': 'Se anuló la aprobación',
  'stage.approve': 'Aprobó',
  'stage.reject': 'Rechazó',
  'stage.request_info': 'Pidió información',
  'stage.reassign': 'Reasignó',
  'stage.skipped': 'Se saltó',
  'stage.auto_advanced': 'Pasó sola',
  'entity.completed': 'Se aplicó al registro',
  'entity.refused': 'No se pudo aplicar al registro',
  'sla.warning': 'Se avisó que el plazo está por vencer',
  'sla.overdue': 'Venció el plazo',
}

/** An entry of the history: «Aprobó: Revisión legal». */
export function happened(
  { type, stageId, subStageId }: Approval['events'][number],
  stages: readonly Stage[],
): string {
  const words = HAPPENED[type] ?? 'Cambio'
  const stage = stages.find(({ id }) => id === stageId)
  const part = stage?.parallelStages.find(({ id }) => id === subStageId)
  const place = type.startsWith('stage.') && stage ? (part ? `${stage.name} · ${part.name}` : stage.name) : ''
  return place ? `${words}: ${place}` : words
}

/** «5 días», «1 día». */
export function days(count: number): string {
  return `${count.toLocaleString('es-CL')} ${count === 1 ? 'día' : 'días'}`
}
