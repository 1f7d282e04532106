import { endOfChileanDay } from '#kernel/business-days.ts'
import { chileanDay, longDay } from '#kernel/dates.ts'
import { type Html, html, joined, lines, NOTHING } from '#kernel/html.ts'
import type { Law } from '#kernel/law/law.ts'
import { NO_SCRIPT, type Page, STATUS, titled } from '#pages/page.ts'
import { BLOCKING_ARTICLE, OUTCOMES, RIGHTS, STATUS_TEXTS } from '../knowledge.ts'
import { complaintWords } from '../letters.ts'
import { complaintUntil, isOverdue, mayComplain } from '../rules.ts'
import type { FormConfig, Tracking } from './schemas.ts'

// ── the form ──

/** The form of a widget for organisations that draw none of their own: a link to it is all they need. */
export function formPage({
  title,
  intro,
  organizationName,
  rightTypes,
  theme,
  notice,
  contactEmail,
}: FormConfig): Page {
  const rights = rightTypes.map(
    ({ value, label, description }, index) =>
      html`<label class="choice"><input type="radio" name="rightType" value="${value}"${index === 0 ? ' required' : ''}><strong>${label}</strong><br><span class="hint">${description}</span></label>`,
  )
  const content = html`<p>${organizationName}</p>
${intro ? html`<p>${lines(intro)}</p>\n` : NOTHING}${notice ? html`<p class="hint">${notice}</p>\n` : NOTHING}${NO_SCRIPT}
<form method="post" hidden>
<fieldset>
<legend>¿Qué derecho quiere ejercer?</legend>
${joined(rights, '\n')}
</fieldset>
${field('subjectName', 'Su nombre completo', html`autocomplete="name" maxlength="200" required`)}
${field('subjectEmail', 'Su correo electrónico', html`type="email" autocomplete="email" maxlength="254" required`, 'Ahí le responderemos.')}
${field('subjectRut', 'Su RUT (opcional)', html`maxlength="20"`, 'Por ejemplo 12.345.678-5. Ayuda a verificar que es usted.')}
<label for="description">Detalle de lo que pide (opcional)</label>
<textarea id="description" name="description" rows="5" maxlength="10000"></textarea>
<label class="choice"><input type="checkbox" name="isRepresentative" aria-controls="representative">Actúo en representación de otra persona</label>
<fieldset id="representative" hidden>
<legend>Quien representa</legend>
<p class="hint">Arriba van los datos de la persona representada; aquí, los suyos.</p>
${field('representativeName', 'Su nombre completo', html`maxlength="200"`)}
${field('representativeRut', 'Su RUT (opcional)', html`maxlength="20"`)}
${field('representativeRelation', 'Su relación con la persona', html`maxlength="500"`, 'Por ejemplo: madre, hijo, mandatario.')}
</fieldset>
<label class="choice"><input type="checkbox" name="declarationTruthful" required>Declaro que lo que informo es verdadero</label>
<div class="apart" aria-hidden="true"><label for="website">Deje esto vacío</label><input id="website" name="website" tabindex="-1" autocomplete="off"></div>
<button>Enviar la solicitud</button>
</form>
${STATUS}
${contactEmail ? html`<p class="hint">¿Dudas? Escriba a ${contactEmail}.</p>` : NOTHING}`
  return { ...titled(title, content), ...LOOK, theme, script: 'rights-request.js' }
}

const LOOK = { sheets: ['rights-request.css'] } as const

function field(name: string, label: string, input: Html, hint?: string): Html {
  const described = hint ? html` aria-describedby="${name}-hint"` : NOTHING
  const below = hint ? html`\n<p class="hint" id="${name}-hint">${hint}</p>` : NOTHING
  return html`<label for="${name}">${label}</label>
<input id="${name}" name="${name}" ${input}${described}>${below}`
}

// ── the state of a request ──

/** What a person who follows the link of a letter reads: the tracking view, and what may be done about it. */
export function trackingPage(view: Tracking, now: Date, law: Law): Page {
  const facts = [
    ['Responsable', view.responsibleEntity],
    ['Derecho', view.rightType],
    ['Estado', view.statusLabel],
    ['Recibida', day(view.receivedAt)],
    ...(view.completedAt
      ? [['Cerrada', day(view.completedAt)]]
      : [['Plazo para responder', longDay(view.legalDueOn)]]),
    ...(view.extensionReason ? [['Motivo de la ampliación', view.extensionReason]] : []),
    ...(view.dpoName ? [['Delegado de protección de datos', view.dpoName]] : []),
  ]
  const list = facts.map(([label, value]) => html`<dt>${label!}</dt><dd>${lines(value!)}</dd>`)
  if (view.contactEmail) list.push(html`<dt>Contacto</dt><dd>${mailLink(view.contactEmail)}</dd>`)
  const paragraphs = [...outcome(view), ...complaint(view, now, law)]
  const content = html`${joined(paragraphs.map(paragraphOf), '\n')}
<dl>
${joined(list, '\n')}
</dl>`
  return { ...titled(`Solicitud ${view.folio}`, content), ...LOOK }
}

function outcome({ status, responseType, rightType }: Tracking): string[] {
  if (status === 'COMPLETED' || status === 'REJECTED') {
    const became =
      responseType === null || responseType === 'EXTENDED' ? ENDED[status] : OUTCOMES[responseType]
    return [`Su solicitud ${became}. La respuesta completa se envió a su correo.`]
  }
  const said = STATUS_TEXTS[status].description
  if (rightType !== RIGHTS.BLOCKING.label) return [said]
  return [said, `Mientras no le respondamos, sus datos no serán tratados (${BLOCKING_ARTICLE}).`]
}

/** When nobody stated more than that. */
const ENDED = { COMPLETED: 'quedó completada', REJECTED: 'fue rechazada' } as const

/** Art. 41: of what was refused, and of what was not answered in time. */
function complaint(
  { status, responseType, completedAt, legalDueOn }: Tracking,
  now: Date,
  law: Law,
): string[] {
  const dueAt = endOfChileanDay(legalDueOn)
  const since = completedAt === null ? dueAt : new Date(completedAt)
  const unhappy = mayComplain({ status, responseType })
  if (!unhappy && !isOverdue({ dueAt, completedAt: completedAt === null ? null : since }, now)) return []
  const ground = unhappy
    ? 'Si no está conforme'
    : 'El plazo para responderle ya venció. Si no quiere esperar más'
  return [`${ground}, ${complaintWords({ law, day: chileanDay(now) }, complaintUntil(since, law))}`]
}

function day(instant: string): string {
  return longDay(new Date(instant))
}

const paragraphOf = (text: string): Html => html`<p>${lines(text)}</p>`

function mailLink(email: string): Html {
  return html`<a href="mailto:${encodeURIComponent(email).replace('%40', '@')}">${email}</a>`
}

/** Why there is nothing to see, for a person who came with a browser. */
export function refusalPage(message: string): Page {
  return titled('Solicitudes de derechos', html`<p>${message}</p>`)
}
