import type { EventType } from '#events/catalogue.ts'
import type { EventRow } from '#events/hand-out.ts'
import { longDay } from '#kernel/dates.ts'
import { FORMER_LAW } from '#kernel/law/law.ts'
import { businessDays, LAW_NAME } from '#kernel/law/wording.ts'

/** The parts of an event that its text uses: in the list, in its own letter and in the digest. */

export type Told = Pick<EventRow, 'type' | 'title' | 'data' | 'due_at'>

interface Words {
  /** What happened, and when something is due. */
  text: (event: Told) => string
  /** What the reader should do, with its article. */
  todo?: string | ((event: Told) => string | undefined)
}

const MOMENT = new Intl.DateTimeFormat('es-CL', {
  timeZone: 'America/Santiago',
  dateStyle: 'long',
  timeStyle: 'short',
  // «p. m.» would end a sentence with two full stops.
  hourCycle: 'h23',
})

const COUNT = new Intl.NumberFormat('es-CL')

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

/** A block rests on an article of its own besides the one on answering. */
const answering = (event: Told) => `${isBlock(event) ? 'arts. 8 ter y 11' : 'art. 11'}, ${LAW_NAME}`

/** A block binds from the day of the request, and its term is never extended. */
const blocking = (event: Told) =>
  `Suspenda desde ya todo uso de esos datos, salvo conservarlos, y responda a más tardar ese día: el plazo no se amplía (${answering(event)}).`

/** Until the law binds, the former text and its shorter term apply. */
const former = (event: Told) => {
  const until = said(event, 'formerDueOn')
  return until
    ? ` Ese plazo es el de la ley que aún no rige. Hasta entonces, si no se pronuncia en ${businessDays(FORMER_LAW.answerBusinessDays)}, es decir, hasta el ${longDay(until)}, la persona puede recurrir al juez de letras en lo civil (${FORMER_LAW.article}).`
    : ''
}

/** «meta interna» of «Meta interna». Only the first letter changes, because a name may follow. */
const inSentence = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** How many names fit into a sentence. */
const MOST_NAMED = 5

const systems = ({ data }: Told) => named(data['systems'])
const keys = ({ data }: Told) => named(data['keys'])

const named = (list: Told['data'][string] | undefined) => {
  const names = [list ?? []].flat().map((name) => `«${name}»`)
  const more = names.length - MOST_NAMED
  return more > 0 ? `${names.slice(0, MOST_NAMED).join(', ')} y ${more} más` : names.join(', ')
}

/** «Creó 4.980 registros y cambió 20». */
const brought = ({ data: { created, updated } }: Told) => {
  const [made, changed] = [Number(created ?? 0), Number(updated ?? 0)]
  const noun = (count: number) => (count === 1 ? 'registro' : 'registros')
  const parts = [
    ...(made > 0 ? [`creó ${COUNT.format(made)} ${noun(made)}`] : []),
    ...(changed > 0 ? [`cambió ${COUNT.format(changed)}${made > 0 ? '' : ` ${noun(changed)}`}`] : []),
  ]
  return parts.join(' y ') || 'no cambió nada'
}

const severity = (event: Told) => {
  const word = SEVERITIES[said(event, 'severity')]
  return word ? `, de gravedad ${word}` : ''
}

/** The organisation processes these data for a controller. */
const isEntrusted = (event: Told) => said(event, 'actsAs') === 'processor'

/** «La adenda con Nube Andina SpA». */
const contract = (event: Told) => `${said(event, 'document') || 'El contrato'} con ${event.title}`

const stage = (event: Told) => {
  const name = said(event, 'stageName')
  return name ? `, etapa «${name}»` : ''
}

export const WORDS: Readonly<Partial<Record<EventType, Words>>> = {
  'dsar.received': {
    text: (event) => `Llegó ${request(event)}. El plazo para responderla vence el ${day(event)}.`,
    todo: (event) =>
      `${isBlock(event) ? blocking(event) : `Asígnela y respóndala a más tardar ese día (${answering(event)}).`}${former(event)}`,
  },
  'dsar.assigned': {
    text: (event) => `Le asignaron ${request(event)}. El plazo para responderla vence el ${day(event)}.`,
    todo: (event) =>
      `${isBlock(event) ? blocking(event) : `Revísela y prepare la respuesta (${answering(event)}).`}${former(event)}`,
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
  'dsar.task_done': {
    text: (event) =>
      `Respondieron por «${said(event, 'systemName')}» en ${request(event)}: van ${said(event, 'done')} de ${said(event, 'total')}.`,
    todo: (event) =>
      event.data['done'] === event.data['total']
        ? 'Están todas las respuestas: prepare la suya a la persona.'
        : undefined,
  },
  'dsar.task_overdue': {
    text: (event) =>
      `Faltan respuestas de sistemas en ${request(event)}, que vence el ${day(event)}: ${systems(event)}.`,
    todo: (event) =>
      `${Number(event.data['withoutOwner'] ?? 0) > 0 ? 'Algunos no tienen a quién preguntar: indíquelo. ' : ''}Recuérdeselo a quien está a cargo, o anote usted la respuesta (${answering(event)}).`,
  },

  'dsar.recipient_answered': {
    text: (event) =>
      `«${said(event, 'recipientName')}» respondió al aviso de ${request(event)}: ${event.data['done'] === true ? 'hizo lo que se le pidió' : 'no lo hizo'}.`,
    todo: (event) =>
      event.data['done'] === true
        ? undefined
        : 'Lea por qué en los avisos a terceros de la solicitud, e insista si corresponde.',
  },

  'breach.created': {
    text: (event) =>
      `Se registró la brecha «${event.title}»${severity(event)}${said(event, 'detectionSource') === 'siem' ? ', por una alerta del SIEM' : ''}. ${isEntrusted(event) ? 'La meta interna para informar al responsable de los datos' : 'La meta interna para decidir y reportar'} es el ${moment(event)}.`,
    todo: (event) =>
      isEntrusted(event)
        ? `Infórmela de inmediato al responsable, por cuya cuenta se tratan los datos (art. 15 bis, ${LAW_NAME}).`
        : `Investíguela y decida si se reporta: se hace por el medio más expedito y sin dilaciones indebidas (art. 14 sexies, ${LAW_NAME}).`,
  },
  'breach.decided': {
    text: (event) => {
      if (isEntrusted(event)) {
        return `Se evaluó la brecha «${event.title}»: como encargada, la organización la informa al responsable de los datos.`
      }
      return event.data['requiresNotification']
        ? `Se decidió que la brecha «${event.title}» se reporta a la Agencia.`
        : `Se decidió que la brecha «${event.title}» no se reporta a la Agencia.`
    },
    todo: (event) =>
      isEntrusted(event)
        ? `Si aún no lo hace, infórmele, y registre la fecha (art. 15 bis, ${LAW_NAME}).`
        : undefined,
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
    text: (event) =>
      event.data['isPublicBody']
        ? `La actividad «${event.title}» es de las que ameritan una evaluación de impacto.`
        : `La actividad «${event.title}» ahora requiere una evaluación de impacto.`,
    todo: (event) =>
      event.data['isPublicBody']
        ? `La ley no la exige a un órgano público: es una buena práctica hacerla antes de tratar los datos (arts. 15 ter y 21, ${LAW_NAME}).`
        : `Hágala antes de tratar los datos (art. 15 ter, ${LAW_NAME}).`,
  },
  'dpia.created': { text: ({ title }) => `Se creó la evaluación de impacto «${title}».` },
  'dpia.approved': { text: ({ title }) => `Se aprobó la evaluación de impacto «${title}».` },
  'dpia.rejected': { text: ({ title }) => `Se rechazó la evaluación de impacto «${title}».` },

  'contract.sent': { text: (event) => `Se envió a firma: ${inSentence(contract(event))}.` },
  'contract.signed': { text: (event) => `Se firmó: ${inSentence(contract(event))}.` },
  'contract.refused': {
    text: (event) => `La contraparte no quiso firmar: ${inSentence(contract(event))}.`,
    todo: (event) => said(event, 'advice') || undefined,
  },
  'contract.expiring': {
    text: (event) => `${contract(event)} ${said(event, 'ends') || 'vence'} el ${day(event)}.`,
    todo: (event) => said(event, 'advice') || undefined,
  },
  'contract.terminated': { text: (event) => `Terminó: ${inSentence(contract(event))}.` },

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

  'questionnaire.answered': {
    text: (event) =>
      event.data['again']
        ? `Completaron una respuesta al cuestionario «${event.title}».`
        : `Respondieron el cuestionario «${event.title}».`,
    todo: 'Lea la respuesta, y conviértala en un borrador o devuélvala con lo que falte.',
  },

  'connector.failed': {
    text: (event) =>
      `El conector «${said(event, 'connector')}» no pudo responder por el sistema «${said(event, 'system')}» en la solicitud ${event.title}.`,
    todo: 'La tarea sigue abierta: resuélvala a mano o corrija el conector.',
  },

  'processor.created': { text: ({ title }) => `Se registró el encargado «${title}».` },
  'api_key.holder_left': {
    text: (event) =>
      `${event.title} ya no es parte de la organización, y conoce claves de API que siguen sirviendo: ${keys(event)}.`,
    todo: 'Renuévelas en los ajustes, y revoque las que nadie use.',
  },
  'member.joined': { text: ({ title }) => `${title} se sumó a la organización.` },
  'review.due': {
    text: (event) => `Toca revisar «${event.title}»${event.due_at ? `, desde el ${day(event)}` : ''}.`,
  },
  'comment.mentioned': {
    text: (event) =>
      `${said(event, 'authorName') || 'Alguien de su organización'} le mencionó en un comentario sobre «${event.title}».`,
    todo: 'Ábralo y responda ahí mismo.',
  },
  'import.finished': { text: (event) => `Terminó la importación «${event.title}»: ${brought(event)}.` },
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
