import type { Letter } from '#jobs/mail.ts'
import { AGENCY, BLOCKING_ARTICLE, COMPLAINT_ARTICLE, OUTCOMES, RIGHTS, STATUS_TEXTS } from './knowledge.ts'
import type { RequestRow } from './requests/repo.ts'
import type { Responsible } from './responsible.ts'
import {
  COMPLAINT_BUSINESS_DAYS,
  complaintUntil,
  type FinalResponse,
  type Reminder,
  refuses,
} from './rules.ts'

/** Letters to the person: each names the folio and where to follow it. */

type Addressed = Pick<RequestRow, 'folio_number' | 'right_type' | 'subject_name' | 'subject_email'>
type Arrived = Addressed & Pick<RequestRow, 'created_at' | 'deadline_at' | 'blocking_deadline_at'>

export function acknowledgement(row: Arrived, by: Responsible, publicUrl: string): Letter {
  return toSubject(row, by, publicUrl, `Recibimos su solicitud ${row.folio_number}`, [
    `El ${dayOf(row.created_at)} ${by.name} recibió su solicitud de ${rightOf(row)}. Su folio es ${row.folio_number}: guárdelo, con él puede seguir el estado de la solicitud.`,
    ...(row.blocking_deadline_at
      ? [
          `El bloqueo temporal se resuelve a más tardar el ${dayOf(row.blocking_deadline_at)}; mientras no le respondamos, sus datos no serán tratados (${BLOCKING_ARTICLE}).`,
        ]
      : []),
    `Le responderemos a más tardar el ${dayOf(row.deadline_at)}. Si necesitamos más tiempo, se lo avisaremos antes.`,
  ])
}

export function extension(row: RequestRow, by: Responsible, publicUrl: string): Letter {
  return toSubject(row, by, publicUrl, `Ampliamos el plazo de su solicitud ${row.folio_number}`, [
    `${by.name} necesita más tiempo para responder su solicitud de ${rightOf(row)}, folio ${row.folio_number}.`,
    `Motivo: ${row.extension_reason}`,
    `El nuevo plazo vence el ${dayOf(row.due_at)}. Se amplía una sola vez.`,
  ])
}

export function response(
  row: RequestRow,
  type: FinalResponse,
  by: Responsible,
  publicUrl: string,
  answeredAt: Date,
): Letter {
  const ground = row.denial_reason ?? (row.status === 'REJECTED' ? row.response_notes : null)
  return toSubject(row, by, publicUrl, `Respuesta a su solicitud ${row.folio_number}`, [
    `${by.name} resolvió su solicitud de ${rightOf(row)}, folio ${row.folio_number}: ${OUTCOMES[type]}.`,
    ...(row.response_notes && row.response_notes !== ground ? [row.response_notes] : []),
    ...(ground ? [`Fundamento de lo que no se acogió: ${ground}`] : []),
    ...(row.response_file_key
      ? [`La respuesta incluye un documento. Si no lo ha recibido, pídalo${contact(by) || ` a ${by.name}`}.`]
      : []),
    ...(refuses(type)
      ? [
          `Si no está conforme, puede reclamar ante la ${AGENCY} dentro de ${COMPLAINT_BUSINESS_DAYS} días hábiles, es decir, hasta el ${longDay(complaintUntil(answeredAt))} (${COMPLAINT_ARTICLE}).`,
        ]
      : []),
  ])
}

function toSubject(
  row: Addressed,
  by: Responsible,
  publicUrl: string,
  subject: string,
  paragraphs: readonly string[],
): Letter {
  return {
    to: row.subject_email,
    subject,
    paragraphs: [
      greeting(row.subject_name),
      ...paragraphs,
      ...(by.contactEmail ? [`Si tiene preguntas, escriba${contact(by)}.`] : []),
    ],
    action: {
      label: 'Ver el estado de la solicitud',
      url: `${publicUrl}/api/v1/public/dsar/track/${row.folio_number}`,
    },
    signature: by.name,
  }
}

/** Anyone may have a letter sent to anyone: a name that holds an address would make it an advertisement. */
function greeting(name: string): string {
  return /[\p{L}\d]\.[\p{L}\d]|:\/\//u.test(name) ? 'Hola:' : `Hola, ${name.replace(/\s+/g, ' ')}:`
}

/** To the people who have to answer. The letter does not name the subject: a mailbox is not a safe place. */
export function reminder(row: RequestRow, due: Reminder, to: string): Letter {
  const term = due.term === 'BLOCKING' ? 'bloqueo temporal' : 'respuesta'
  return {
    to,
    subject: `${when(due)}: solicitud ${row.folio_number}`,
    paragraphs: [
      `La solicitud ${row.folio_number} de ${rightOf(row)} está en «${STATUS_TEXTS[row.status].label}»` +
        `${row.assigned_to === null ? ' y nadie la tiene asignada' : ''}.`,
      due.daysBefore === 0
        ? `Su plazo de ${term} venció el ${dayOf(due.dueAt)}. Respóndala cuanto antes: la persona ya puede reclamar ante la ${AGENCY} (${COMPLAINT_ARTICLE}).`
        : `Su plazo de ${term} vence el ${dayOf(due.dueAt)}.`,
      ...(due.term === 'BLOCKING'
        ? [`Mientras no se responda, los datos no pueden tratarse (${BLOCKING_ARTICLE}).`]
        : []),
    ],
  }
}

export function when({ daysBefore, daysLeft }: Reminder): string {
  if (daysBefore === 0) return 'Vencida'
  if (daysLeft === 0) return 'Vence hoy'
  return daysLeft === 1 ? 'Queda 1 día' : `Quedan ${daysLeft} días`
}

function rightOf({ right_type }: Pick<RequestRow, 'right_type'>): string {
  return RIGHTS[right_type].label.toLowerCase()
}

function contact({ dpoName, dpoEmail, contactEmail }: Responsible): string {
  if (!contactEmail) return ''
  return dpoName && dpoEmail ? ` a ${dpoName} (${dpoEmail})` : ` a ${contactEmail}`
}

const LONG_DAY = new Intl.DateTimeFormat('es-CL', { timeZone: 'America/Santiago', dateStyle: 'long' })

function dayOf(instant: Date): string {
  return LONG_DAY.format(instant)
}

/** «31 de diciembre de 2026», in Chile; a day of the calendar is itself anywhere. */
export function longDay(when: Date | string): string {
  return dayOf(typeof when === 'string' ? new Date(`${when}T12:00:00Z`) : when)
}
