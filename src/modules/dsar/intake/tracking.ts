import type { Organisation } from '#kernel/branding.ts'
import { daysBetween, endOfChileanDay } from '#kernel/business-days.ts'
import { chileanDay, longDay } from '#kernel/dates.ts'
import { type Html, html, joined, lines, mailLink, NOTHING } from '#kernel/html.ts'
import type { Law } from '#kernel/law/law.ts'
import { byLaw, LAW_NAME } from '#kernel/law/wording.ts'
import { checkedAt, clock, facts, faultList, field, note } from '#pages/controls.ts'
import { type Page, titled } from '#pages/page.ts'
import { complaintWords } from '../complaint.ts'
import { BLOCKING_ARTICLE, OUTCOMES, RIGHTS, STATUS_TEXTS } from '../knowledge.ts'
import { isOverdue, mayComplain, RIGHT_TYPES, type RightType } from '../rules.ts'
import type { Tracking } from './schemas.ts'

/** The page behind a folio: the state of the request and what the person can do. */

export interface Followed {
  view: Tracking
  organisation: Organisation
  now: Date
  law: Law
  /** Paths where the receipt of the request and, once answered, of the answer can be verified. */
  checks: { request: string; answer?: string | undefined }
  /** How the answer was sent. Undefined before there is an answer, and for answers older than this service. */
  sentBy: 'mail' | 'paper' | undefined
}

const LOOK = { script: 'receipt.js' } as const

const PRINT = html`<button type="button" class="plain" data-act="print" hidden>Imprimir o guardar</button>`

export function trackingPage({ view, organisation, now, law, checks, sentBy }: Followed): Page {
  const said = outcome(view, now, law, sentBy).map((text) => html`<p>${lines(text)}</p>`)
  const content = html`${joined(said, '\n')}
${incomplete(view)}${dueClock(view, now)}${complaintNote(view, now, law)}
${factsOf(view)}
<h2>${checks.answer ? 'Comprobante de la respuesta' : 'Comprobante de la solicitud'}</h2>
${checkedAt(checks.answer ?? checks.request)}
<div class="actions">${PRINT}</div>`
  return { ...titled(`Solicitud ${view.folio}`, content), organisation, ...LOOK }
}

/** The receipt: the folio, the last day, and what happens until then. */
export function receiptPage(
  { view, organisation, now, law, checks }: Followed,
  trackUrl: string,
  embeddedBy: readonly string[] | undefined,
): Page {
  const content = html`<p class="folio">Su folio <strong>${view.folio}</strong></p>
<p>Guárdelo: con él puede seguir la solicitud. Le enviamos una copia a su correo; si no llega en unos minutos, revise la carpeta de correo no deseado.</p>
${dueClock(view, now)}
<h2>Qué pasa ahora</h2>
<ol>
<li>${view.responsibleEntity} revisa su solicitud. Puede pedirle que acredite quién es.</li>
<li>Le responde por escrito a su correo. ${untilThen(view, now, law)}</li>
<li>Si no le responden a tiempo o no está conforme, puede reclamar. La página de seguimiento le dirá ante quién y hasta cuándo.</li>
</ol>
${factsOf(view)}
<h2>Comprobante</h2>
${checkedAt(checks.request)}
<div class="actions"><a class="button" href="${trackUrl}"${embeddedBy ? html` target="_blank" rel="noopener"` : NOTHING}>Seguir la solicitud</a>${PRINT}</div>`
  return {
    ...titled('Recibimos su solicitud', content),
    organisation,
    sheets: ['rights-request.css'],
    ...LOOK,
    ...(embeddedBy && { isEmbedded: true, mayBeFramed: embeddedBy }),
  }
}

/** A block is never extended (arts. 8 ter and 11). */
function untilThen({ rightType }: Tracking, now: Date, law: Law): string {
  return rightType === RIGHTS.BLOCKING.label
    ? blocked(now, law)
    : `Si necesita más tiempo, se lo avisa antes; el plazo se amplía una sola vez (art. 11, ${LAW_NAME}).`
}

function factsOf(view: Tracking): Html {
  const { dpoName, contactEmail, extensionReason, completedAt } = view
  return facts([
    ['Responsable', view.responsibleEntity],
    ['Derecho', view.rightType],
    ['Estado', view.statusLabel],
    ['Recibida', day(view.receivedAt)],
    ...(completedAt ? [['Cerrada', day(completedAt)] as const] : []),
    ...(extensionReason ? [['Motivo de la ampliación', extensionReason] as const] : []),
    ...(dpoName ? [['Delegado de protección de datos', dpoName] as const] : []),
    ...(contactEmail ? [['Contacto', mailLink(contactEmail)] as const] : []),
  ])
}

const SOON_DAYS = 5

function dueClock({ completedAt, legalDueOn, rightType, isExtended }: Tracking, now: Date): Html {
  if (completedAt !== null) return NOTHING
  const left = daysBetween(chileanDay(now), legalDueOn)
  const article = rightType === RIGHTS.BLOCKING.label ? BLOCKING_ARTICLE : `art. 11, ${LAW_NAME}`
  const tone = left < 0 ? 'danger' : left <= SOON_DAYS ? 'warn' : undefined
  return clock({
    label: isExtended ? 'Plazo ampliado para responder' : 'Plazo para responder',
    due: longDay(legalDueOn),
    note: `${leftWords(left)} · ${article}`,
    ...(tone && { tone }),
  })
}

function leftWords(left: number): string {
  if (left < 0) return left === -1 ? 'Venció ayer' : `Venció hace ${-left} días`
  if (left === 0) return 'Vence hoy'
  return left === 1 ? 'Queda un día' : `Quedan ${left} días`
}

/** People without a mailbox get the answer on paper. */
const WENT = {
  mail: ' La respuesta completa se envió a su correo.',
  paper: ' La respuesta completa se le entrega por escrito.',
} as const

function outcome(
  { status, responseType, nothingHeld, rightType }: Tracking,
  now: Date,
  law: Law,
  sentBy: Followed['sentBy'],
): string[] {
  if (status === 'COMPLETED' || status === 'REJECTED') {
    const where = sentBy ? WENT[sentBy] : ''
    if (nothingHeld) return [`Su solicitud fue respondida.${where}`]
    const became =
      responseType === null || responseType === 'EXTENDED' ? ENDED[status] : OUTCOMES[responseType]
    return [`Su solicitud ${became}.${where}`]
  }
  const said = STATUS_TEXTS[status].description
  if (rightType !== RIGHTS.BLOCKING.label) return [said]
  return [said, blocked(now, law)]
}

/** Anyone with the folio reads it, so it does not say whose data they are. */
function blocked(now: Date, law: Law): string {
  return byLaw(
    { law, day: chileanDay(now) },
    `mientras no le respondan, los datos solo pueden conservarse: no pueden usarse ni comunicarse (${BLOCKING_ARTICLE}).`,
  )
}

/** After a grant there is no ground to complain yet: a person who misses something asks for it first. */
function incomplete({ status, responseType, nothingHeld, contactEmail }: Tracking): Html {
  if (status !== 'COMPLETED' || !contactEmail || mayComplain({ status, responseType, nothingHeld }))
    return NOTHING
  return html`<p>Si no la recibió, o le falta algo de lo que pidió, escriba a ${mailLink(contactEmail)} con su folio.</p>
`
}

/** The outcome when nobody stated more. */
const ENDED = { COMPLETED: 'quedó completada', REJECTED: 'fue rechazada' } as const

/** Art. 41: for a refusal, and for a request that was not answered in time. */
function complaintNote(
  { status, responseType, nothingHeld, completedAt, legalDueOn, rightType }: Tracking,
  now: Date,
  law: Law,
): Html {
  const dueAt = endOfChileanDay(legalDueOn)
  const since = completedAt === null ? dueAt : new Date(completedAt)
  const unhappy = mayComplain({ status, responseType, nothingHeld })
  if (!unhappy && !isOverdue({ dueAt, completedAt: completedAt === null ? null : since }, now)) return NOTHING
  const ground = unhappy
    ? 'Si no está conforme'
    : 'El plazo para responderle ya venció. Si no quiere esperar más'
  const words = `${ground}, ${complaintWords({ law, day: chileanDay(now) }, chileanDay(since), rightOf(rightType))}`
  return note('warn', html`<p>${words}</p>`)
}

/** The tracking page shows a right by its label. */
function rightOf(label: string): RightType {
  return RIGHT_TYPES.find((type) => RIGHTS[type].label === label)!
}

function day(instant: string): string {
  return longDay(new Date(instant))
}

// ── which request ──

/** For a person who has the folio but not the link. */
export function folioPage(action: string, typed = '', fault?: string): Page {
  const content = html`${fault ? faultList('No pudimos abrir la solicitud', [{ path: 'folio', message: fault }]) : NOTHING}
<p>Escriba el folio que recibió al presentarla. Está en la copia que llegó a su correo, o en el comprobante que le entregaron. Si no lo encuentra, pídalo a la organización a la que hizo la solicitud.</p>
<form method="post" action="${action}">
${field({
  name: 'folio',
  label: 'Folio',
  hint: 'Tiene la forma ARCO-2026-01234.',
  value: typed,
  fault,
  input: html`maxlength="30" autocomplete="off" autocapitalize="characters" spellcheck="false"`,
})}
<button>Ver el estado</button>
</form>`
  return { ...titled('Seguir una solicitud', content), posts: true }
}
