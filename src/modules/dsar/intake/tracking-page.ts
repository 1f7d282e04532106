import { escapeHtml } from '#kernel/text.ts'
import { AGENCY, COMPLAINT_ARTICLE, OUTCOMES } from '../knowledge.ts'
import { longDay } from '../letters.ts'
import { complaintUntil, isOverdue, refuses } from '../rules.ts'
import type { Tracking } from './schemas.ts'

/** What a person who follows the link of a letter reads: the tracking view, and what may be done about it. */
export function trackingPage(view: Tracking, now: Date): { title: string; content: string } {
  const facts = [
    ['Responsable', view.responsibleEntity],
    ['Derecho', view.rightType],
    ['Estado', view.statusLabel],
    ['Recibida', day(view.receivedAt)],
    ...(view.completedAt
      ? [['Cerrada', day(view.completedAt)]]
      : [['Plazo para responder', day(view.responseDeadline)]]),
    ...(view.extensionReason ? [['Motivo de la ampliación', view.extensionReason]] : []),
    ...(view.dpoName ? [['Delegado de protección de datos', view.dpoName]] : []),
  ]
  const list = facts.map(([label, value]) => `<dt>${label}</dt><dd>${text(value!)}</dd>`)
  if (view.dpoEmail) list.push(`<dt>Contacto</dt><dd>${mailLink(view.dpoEmail)}</dd>`)
  const paragraphs = [outcome(view) ?? view.statusDescription, ...complaint(view, now)]
  return {
    title: `Solicitud ${view.folio}`,
    content: `${paragraphs.map((paragraph) => `<p>${text(paragraph)}</p>`).join('\n')}
<dl>
${list.join('\n')}
</dl>`,
  }
}

function outcome({ responseType }: Tracking): string | undefined {
  if (responseType === null || responseType === 'EXTENDED') return undefined
  return `Su solicitud ${OUTCOMES[responseType]}. La respuesta completa se envió a su correo.`
}

/** Art. 41: of what was refused, and of what was not answered in time. */
function complaint({ responseType, completedAt, responseDeadline }: Tracking, now: Date): string[] {
  const dueAt = new Date(responseDeadline)
  const refused = responseType !== null && responseType !== 'EXTENDED' && refuses(responseType)
  const since = completedAt === null ? dueAt : new Date(completedAt)
  if (!refused && !isOverdue({ dueAt, completedAt: completedAt === null ? null : since }, now)) return []
  const ground = refused
    ? 'Si no está conforme'
    : 'El plazo para responderle ya venció. Si no quiere esperar más'
  return [
    `${ground}, puede reclamar ante la ${AGENCY} hasta el ${longDay(complaintUntil(since))} (${COMPLAINT_ARTICLE}).`,
  ]
}

function day(instant: string): string {
  return longDay(new Date(instant))
}

function text(value: string): string {
  return escapeHtml(value).replaceAll('\n', '<br>')
}

function mailLink(email: string): string {
  return `<a href="mailto:${encodeURIComponent(email).replace('%40', '@')}">${escapeHtml(email)}</a>`
}
