import type { Organisation } from '#kernel/branding.ts'
import { longDay } from '#kernel/dates.ts'
import { html, lines, NOTHING } from '#kernel/html.ts'
import { checkedAt, facts, note } from '#pages/controls.ts'
import { type Page, titled } from '#pages/page.ts'
import type { ConsentRecord } from '../subjects/schemas.ts'

/** The receipt of a visitor's choice: the decision, the text, and where anybody can verify it. */
export function receiptPage(record: ConsentRecord, organisation: Organisation, checkUrl: string): Page {
  const { shown, receipt, version, occurredAt, isEffective, valid, signal } = record
  const said = !isEffective
    ? 'Esta decisión todavía no cuenta: espera que se confirme desde el correo.'
    : signal
      ? 'Esto decidió la señal de privacidad de su navegador (Global Privacy Control). Puede cambiarlo cuando quiera en el mismo sitio, con el botón «Privacidad».'
      : 'Esto es lo que usted decidió. Puede cambiarlo cuando quiera en el mismo sitio, con el botón «Privacidad».'
  const rows = shown.purposes.map(
    ({ name, description, required, granted }) =>
      html`<li><strong>${name}</strong>: ${required ? 'necesaria, siempre activa' : granted ? 'aceptada' : 'rechazada'}${description ? html`<br><span class="hint">${description}</span>` : NOTHING}</li>`,
  )
  const body = html`<p>${said}</p>
${valid ? NOTHING : note('danger', html`<p>El registro o el texto cambiaron después de su decisión y ya no dan este comprobante. Avise a la organización.</p>`)}
<ul>${rows}</ul>
${facts([
  ['Organización', organisation.name],
  ['Fecha', longDay(new Date(occurredAt))],
  ['Versión del aviso', String(version)],
  ['Comprobante', html`<code>${receipt}</code>`],
])}
${shown.text ? html`<h2>El texto que se le mostró</h2>\n<blockquote><p>${lines(shown.text)}</p></blockquote>` : NOTHING}
<h2>Comprobar el registro</h2>
${checkedAt(checkUrl)}
<div class="actions"><button type="button" class="plain" data-act="print" hidden>Imprimir o guardar</button></div>`
  return { ...titled('Su elección de cookies', body), organisation, script: 'receipt.js' }
}
