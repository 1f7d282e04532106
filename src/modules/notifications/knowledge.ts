import type { EventType } from '#events/catalogue.ts'
import type { EventRow } from '#events/hand-out.ts'
import { longDay } from '#kernel/dates.ts'
import { LAW_NAME } from '#kernel/law/wording.ts'

/** What people read of an event: in the list, in a letter of its own and in the digest. */

export type Told = Pick<EventRow, 'type' | 'title' | 'data' | 'due_at'>

interface Words {
  /** What happened, and by when something is due. */
  text: (event: Told) => string
  /** What to do about it, with its article. */
  todo?: string | ((event: Told) => string)
}

const MOMENT = new Intl.DateTimeFormat('es-CL', {
  timeZone: 'America/Santiago',
  dateStyle: 'long',
  timeStyle: 'short',
})

const day = ({ due_at }: Told) => (due_at ? longDay(due_at) : 'sin fecha')
const moment = ({ due_at }: Told) => (due_at ? MOMENT.format(due_at) : 'sin fecha')
const said = ({ data }: Told, name: string) => String(data[name] ?? '')

const RIGHTS: Readonly<Record<string, string>> = {
  ACCESS: 'acceso',
  RECTIFICATION: 'rectificación',
  DELETION: 'supresión',
  OPPOSITION: 'oposición',
  PORTABILITY: 'portabilidad',
  BLOCKING: 'bloqueo temporal',
  AUTO_DECISION: 'decisiones automatizadas',
}

const SEVERITIES: Readonly<Record<string, string>> = {
  low: 'baja',
  medium: 'media',
  high: 'alta',
  critical: 'crítica',
}

/** «la solicitud DSAR-2026-000123, de supresión». */
const request = (event: Told) => {
  const right = RIGHTS[said(event, 'rightType')]
  return `la solicitud ${event.title}${right ? `, de ${right}` : ''}`
}

const isBlock = (event: Told) => said(event, 'rightType') === 'BLOCKING'

/** A block has an article of its own beside the one on answering. */
const answering = (event: Told) => `${isBlock(event) ? 'arts. 8 ter y 11' : 'art. 11'}, ${LAW_NAME}`

/** A block binds from the day it is asked for, and its term is never extended. */
const blocking = (event: Told) =>
  `Suspenda desde ya todo uso de esos datos, salvo conservarlos, y responda a más tardar ese día: el plazo no se amplía (${answering(event)}).`

/** «meta interna» of «Meta interna»; what follows may be a name. */
const inSentence = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

const severity = (event: Told) => {
  const word = SEVERITIES[said(event, 'severity')]
  return word ? `, de gravedad ${word}` : ''
}

const stage = (event: Told) => {
  const name = said(event, 'stageName')
  return name ? `, etapa «${name}»` : ''
}

export const WORDS: Readonly<Partial<Record<EventType, Words>>> = {
  'dsar.received': {
    text: (event) => `Llegó ${request(event)}. El plazo para responderla vence el ${day(event)}.`,
    todo: (event) =>
      isBlock(event) ? blocking(event) : `Asígnela y respóndala a más tardar ese día (${answering(event)}).`,
  },
  'dsar.assigned': {
    text: (event) => `Le asignaron ${request(event)}. El plazo para responderla vence el ${day(event)}.`,
    todo: (event) =>
      isBlock(event) ? blocking(event) : `Revísela y prepare la respuesta (${answering(event)}).`,
  },
  'dsar.extended': {
    text: (event) => `Se amplió el plazo de ${request(event)}: ahora vence el ${day(event)}.`,
  },
  'dsar.completed': { text: (event) => `Se respondió ${request(event)}.` },
  'dsar.rejected': { text: (event) => `Se rechazó ${request(event)}.` },
  'dsar.due_soon': {
    text: (event) => `El plazo de ${request(event)} vence el ${day(event)} y aún no tiene respuesta.`,
    todo: (event) => `Respóndala a más tardar ese día (${answering(event)}).`,
  },
  'dsar.overdue': {
    text: (event) => `El plazo de ${request(event)} venció el ${day(event)} y aún no tiene respuesta.`,
    todo: (event) => `Respóndala hoy (${answering(event)}).`,
  },

  'breach.created': {
    text: (event) =>
      `Se registró la brecha «${event.title}»${severity(event)}${said(event, 'detectionSource') === 'siem' ? ', por una alerta del SIEM' : ''}. La meta interna para decidir y reportar es el ${moment(event)}.`,
    todo: `Investíguela y decida si se reporta: se hace por el medio más expedito y sin dilaciones indebidas (art. 14 sexies, ${LAW_NAME}).`,
  },
  'breach.decided': {
    text: (event) =>
      event.data['requiresNotification']
        ? `Se decidió que la brecha «${event.title}» se reporta a la Agencia.`
        : `Se decidió que la brecha «${event.title}» no se reporta a la Agencia.`,
  },
  'breach.notified': { text: ({ title }) => `La brecha «${title}» se reportó a la Agencia.` },
  'breach.subjects_notified': { text: ({ title }) => `La brecha «${title}» se comunicó a los titulares.` },
  'breach.due_soon': {
    text: (event) =>
      `En la brecha «${event.title}» vence el ${moment(event)}: ${inSentence(said(event, 'clock'))}.`,
    todo: (event) => said(event, 'basis'),
  },
  'breach.overdue': {
    text: (event) =>
      `En la brecha «${event.title}» venció el ${moment(event)}: ${inSentence(said(event, 'clock'))}.`,
    todo: (event) => said(event, 'basis'),
  },
  'breach.closed': { text: ({ title }) => `Se cerró la brecha «${title}».` },

  'activity.published': { text: ({ title }) => `Se publicó la actividad «${title}» en el registro.` },
  'activity.updated': { text: ({ title }) => `Cambió la actividad publicada «${title}».` },
  'activity.archived': { text: ({ title }) => `La actividad «${title}» salió del registro publicado.` },
  'dpia.required': {
    text: ({ title }) => `La actividad «${title}» ahora requiere una evaluación de impacto.`,
    todo: `Hágala antes de tratar los datos (art. 15 ter, ${LAW_NAME}).`,
  },
  'dpia.created': { text: ({ title }) => `Se creó la evaluación de impacto «${title}».` },
  'dpia.approved': { text: ({ title }) => `Se aprobó la evaluación de impacto «${title}».` },
  'dpia.rejected': { text: ({ title }) => `Se rechazó la evaluación de impacto «${title}».` },

  'contract.sent': { text: ({ title }) => `Se envió a firma el contrato con ${title}.` },
  'contract.signed': { text: ({ title }) => `Se firmó el contrato con ${title}.` },
  'contract.refused': {
    text: ({ title }) => `La contraparte no quiso firmar el contrato con ${title}.`,
    todo: `Acuerde el texto y envíelo de nuevo: sin contrato no se le entregan datos (art. 15 bis, ${LAW_NAME}).`,
  },
  'contract.expiring': {
    text: (event) => `El contrato con ${event.title} vence el ${day(event)}.`,
    todo: `Renuévelo, o pida la supresión o devolución de los datos: desde ese día el encargado queda sin contrato vigente (art. 15 bis, ${LAW_NAME}).`,
  },
  'contract.terminated': { text: ({ title }) => `Terminó el contrato con ${title}.` },

  'policy.published': {
    text: (event) =>
      `Se publicó la política de privacidad de ${event.title}, versión ${said(event, 'version')}.`,
  },
  'policy.drifted': {
    text: (event) =>
      `La política de privacidad publicada de ${event.title} ya no dice lo que dice el registro. ${said(event, 'firstChange')}`.trim(),
    todo: `Genere una versión nueva, revise los cambios y publíquela (art. 14 ter, ${LAW_NAME}).`,
  },
  'cookie_policy.published': {
    text: (event) =>
      `Se publicó la política de cookies de ${event.title}, versión ${said(event, 'version')}.`,
  },
  'consent_notice.published': {
    text: (event) =>
      `Se publicó el aviso de consentimiento «${event.title}», versión ${said(event, 'version')}.`,
  },

  'approval.waiting': {
    text: (event) =>
      `Tiene una aprobación pendiente: «${event.title}»${stage(event)}${event.due_at ? `, hasta el ${moment(event)}` : ''}.`,
    todo: 'Revísela y apruébela, rechácela o pida más información.',
  },
  'approval.decided': {
    text: (event) =>
      said(event, 'status') === 'REJECTED'
        ? `Se rechazó lo que usted pidió aprobar: «${event.title}».`
        : `Se aprobó lo que usted pidió aprobar: «${event.title}».`,
  },
  'approval.due_soon': {
    text: (event) => `Por vencer: «${event.title}»${stage(event)}. Vence el ${moment(event)}.`,
    todo: 'Resuélvala antes de esa hora.',
  },
  'approval.overdue': {
    text: (event) =>
      `Vencida: «${event.title}»${stage(event)}. Venció el ${moment(event)} y sigue sin resolverse.`,
    todo: 'Resuélvala o reasígnela.',
  },

  'processor.created': { text: ({ title }) => `Se registró el encargado «${title}».` },
  'member.joined': { text: ({ title }) => `${title} se sumó a la organización.` },
  'review.due': {
    text: (event) => `Toca revisar «${event.title}»${event.due_at ? `, desde el ${day(event)}` : ''}.`,
  },
  'import.finished': { text: ({ title }) => `Terminó la importación «${title}».` },
  'webhook.disabled': {
    text: ({ title }) => `Se apagó el webhook «${title}» porque su receptor falla hace días.`,
    todo: 'Repare el receptor y enciéndalo de nuevo en los ajustes.',
  },
}

export function textOf(event: Told): string {
  return WORDS[event.type]!.text(event)
}

export function todoOf(event: Told): string | undefined {
  const todo = WORDS[event.type]!.todo
  return typeof todo === 'function' ? todo(event) : todo
}
