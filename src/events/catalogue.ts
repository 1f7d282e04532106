import type { ConsoleEntity } from '#kernel/console-paths.ts'

interface EventKind {
  /** The kind of entity it concerns. */
  entityType: ConsoleEntity
  /** Its name in the settings, in Spanish. */
  label: string
  /** Other programs may subscribe to it. */
  forMachines: boolean
  /** It begins or ends a legal deadline, so nobody can turn it off. */
  urgent: boolean
  /** Too frequent to be written unless somebody asks for it (`isAskedFor`). */
  onDemand?: true
}

const of = (entityType: ConsoleEntity, label: string, more: Partial<EventKind> = {}): EventKind => ({
  entityType,
  label,
  forMachines: true,
  urgent: false,
  ...more,
})

/** Every announced event. A published name never changes: other programs subscribe to it. */
export const EVENTS = {
  'dsar.received': of('dsar_request', 'Llegó una solicitud de derechos', { urgent: true }),
  'dsar.assigned': of('dsar_request', 'Se asignó una solicitud de derechos'),
  'dsar.extended': of('dsar_request', 'Se amplió el plazo de una solicitud'),
  'dsar.completed': of('dsar_request', 'Se respondió una solicitud de derechos'),
  'dsar.rejected': of('dsar_request', 'Se rechazó una solicitud de derechos'),
  'dsar.due_soon': of('dsar_request', 'Está por vencer el plazo de una solicitud', { urgent: true }),
  'dsar.task_done': of('dsar_request', 'Respondieron por un sistema en una solicitud'),
  'dsar.task_overdue': of('dsar_request', 'Hay sistemas sin respuesta en una solicitud'),
  'dsar.recipient_answered': of('dsar_request', 'Un destinatario de los datos respondió al aviso'),
  'dsar.overdue': of('dsar_request', 'Venció el plazo de una solicitud', { urgent: true }),

  'breach.created': of('breach', 'Se registró una brecha de seguridad', { urgent: true }),
  'breach.decided': of('breach', 'Se decidió si una brecha se comunica'),
  'breach.notified': of('breach', 'Se reportó una brecha a la Agencia'),
  'breach.subjects_notified': of('breach', 'Se comunicó una brecha a los titulares'),
  'breach.due_soon': of('breach', 'Está por vencer un plazo o una meta de una brecha', { urgent: true }),
  'breach.overdue': of('breach', 'Venció un plazo o una meta de una brecha', { urgent: true }),
  'breach.closed': of('breach', 'Se cerró una brecha de seguridad'),

  'activity.published': of('activity', 'Se publicó una actividad de tratamiento'),
  'activity.updated': of('activity', 'Cambió una actividad publicada'),
  'activity.archived': of('activity', 'Se retiró del registro una actividad publicada'),

  'dpia.required': of('activity', 'Una actividad pasó a requerir una evaluación de impacto'),
  'dpia.created': of('dpia_assessment', 'Se creó una evaluación de impacto'),
  'dpia.approved': of('dpia_assessment', 'Se aprobó una evaluación de impacto'),
  'dpia.rejected': of('dpia_assessment', 'Se rechazó una evaluación de impacto'),

  'contract.sent': of('contract', 'Se envió un contrato a firma'),
  'contract.signed': of('contract', 'Se firmó un contrato'),
  'contract.refused': of('contract', 'La contraparte no quiso firmar un contrato'),
  'contract.expiring': of('contract', 'Está por vencer un contrato'),
  'contract.terminated': of('contract', 'Se puso término a un contrato'),

  'policy.published': of('privacy_policy', 'Se publicó una política de privacidad'),
  'policy.drifted': of('privacy_policy', 'La política publicada ya no dice lo que dice el registro'),
  'cookie_policy.published': of('cookie_policy', 'Se publicó una política de cookies'),

  'consent_notice.published': of('consent_notice', 'Se publicó un aviso de consentimiento'),
  'consent.recorded': of('consent_notice', 'Una persona decidió sobre sus consentimientos', {
    onDemand: true,
  }),
  'consent.withdrawn': of('consent_notice', 'Una persona retiró un consentimiento', { onDemand: true }),

  'approval.waiting': of('approval', 'Tiene una aprobación pendiente'),
  'approval.decided': of('approval', 'Se resolvió una aprobación'),
  'approval.due_soon': of('approval', 'Está por vencer una etapa de aprobación'),
  'approval.overdue': of('approval', 'Venció una etapa de aprobación'),

  'questionnaire.answered': of('questionnaire_answer', 'Respondieron un cuestionario'),

  'connector.failed': of('dsar_request', 'Un conector no pudo responder una tarea', { forMachines: false }),

  'processor.created': of('processor', 'Se registró un encargado'),
  'api_key.holder_left': of('api_key', 'Se fue alguien que conoce claves de API', { forMachines: false }),
  'member.joined': of('member', 'Se sumó una persona a la organización'),
  'review.due': of('activity', 'Toca revisar un registro'),
  'comment.mentioned': of('activity', 'Le mencionaron en un comentario', { forMachines: false }),
  'import.finished': of('import', 'Terminó una importación'),
  'webhook.disabled': of('webhook', 'Se apagó un webhook que fallaba', { forMachines: false }),
} as const satisfies Record<string, EventKind>

export type EventType = keyof typeof EVENTS

export const EVENT_TYPES = Object.keys(EVENTS) as EventType[]

/** The events that other programs may subscribe to. */
export const MACHINE_EVENTS = EVENT_TYPES.filter((type) => EVENTS[type].forMachines)

export function eventKind(type: EventType): EventKind {
  return EVENTS[type]
}
