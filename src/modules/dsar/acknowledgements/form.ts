import type { Organisation } from '#kernel/branding.ts'
import { longDay } from '#kernel/dates.ts'
import type { FaultDetail } from '#kernel/failure.ts'
import { html, joined, lines, NOTHING } from '#kernel/html.ts'
import { area, choices, facts, faultList, field, note } from '#pages/controls.ts'
import type { Page } from '#pages/page.ts'
import type { PublicAcknowledgement } from './schemas.ts'

/** A notice as the third party sees it, and the form where it says what it did. Needs no script. */

export interface Shown {
  view: PublicAcknowledgement
  organisation: Organisation
  /** The page's own address, relative. */
  here: string
  values?: URLSearchParams
  faults?: readonly FaultDetail[]
  message?: string
}

const DONE = [
  { value: 'true', label: 'Sí, lo hicimos' },
  { value: 'false', label: 'No lo hicimos', hint: 'Explique abajo por qué.' },
] as const

export function acknowledgementPage(shown: Shown): Page {
  const { view, here, values, faults = [], message } = shown
  const { organizationName, subject, contactEmail } = view
  const faultOf = (path: string) => faults.find((one) => one.path === path)?.message
  return {
    ...frame(shown),
    content: html`<h1 tabindex="-1">Aviso sobre datos que recibió</h1>
${message ? faultList(message, faults) : NOTHING}
${joined(
  view.asked.map((text) => html`<p>${lines(text)}</p>`),
  '\n',
)}
${facts([
  ['Lo pide', organizationName],
  ['A', view.recipientName],
  ['Folio', view.folioNumber],
  ['Derecho', `${view.rightLabel} (${view.article})`],
  ...(subject ? [['Persona', subject.name] as const] : []),
  ...(subject?.rut ? [['RUT', subject.rut] as const] : []),
])}
<form method="post" action="${here}" novalidate>
${choices('done', '¿Hizo lo que se le pide?', DONE, { value: values?.get('done') ?? undefined, fault: faultOf('done') })}
${field({
  name: 'name',
  label: 'Quién responde',
  hint: 'Su nombre y su cargo o área.',
  value: values?.get('name') ?? '',
  fault: faultOf('name'),
  isRequired: false,
  input: html`maxlength="200" autocomplete="name"`,
})}
${area({
  name: 'notes',
  label: 'Qué hizo y cuándo, o por qué no',
  hint: 'No escriba datos de la persona: basta con el folio.',
  value: values?.get('notes') ?? '',
  fault: faultOf('notes'),
  isOptional: true,
  isRequired: false,
  input: html`rows="4" maxlength="2000"`,
})}
<p class="hint">Se envía una sola vez y queda como prueba de que el aviso llegó. El enlace sirve hasta el ${longDay(new Date(view.expiresAt))}.${contactEmail ? html` Si tiene preguntas, escriba a ${contactEmail}.` : NOTHING}</p>
<button>Enviar la confirmación</button>
</form>`,
    posts: true,
  }
}

/** After the answer: a receipt, without the person. */
export function acknowledgedPage(shown: Pick<Shown, 'view' | 'organisation'>): Page {
  const { organizationName, recipientName, folioNumber, acknowledgedAt, done, contactEmail } = shown.view
  return {
    ...frame(shown),
    content: html`<h1>Recibimos su confirmación</h1>
${note('ok', html`<p>${organizationName} recibió la respuesta de ${recipientName}${acknowledgedAt ? html` el ${longDay(new Date(acknowledgedAt))}` : NOTHING}.</p>`)}
${facts([
  ['Folio', folioNumber],
  ['Respuesta', done ? 'Hizo lo que se le pidió' : 'No se hizo lo que se pidió'],
])}
<p>Ya puede cerrar esta página. ${contactEmail ? html`Si algo cambia, escriba a ${contactEmail}.` : 'Si algo cambia, responda la carta que recibió.'}</p>`,
  }
}

function frame({ view, organisation }: Pick<Shown, 'view' | 'organisation'>) {
  return { title: `Aviso ${view.folioNumber} · ${organisation.name}`, organisation }
}
