import { NO_SCRIPT } from '#http/pages.ts'
import { escapeHtml } from '#kernel/text.ts'
import type { FormConfig } from './schemas.ts'

/** The form of a widget for organisations that draw none of their own: a link to it is all they need. */
export function formPage({ title, intro, organizationName, rightTypes, theme, dpoEmail }: FormConfig) {
  const rights = rightTypes.map(
    ({ value, label, description }, index) =>
      `<label class="choice"><input type="radio" name="rightType" value="${value}"${index === 0 ? ' required' : ''}><strong>${escapeHtml(label)}</strong><br><span class="hint">${escapeHtml(description)}</span></label>`,
  )
  const content = `<p>${escapeHtml(organizationName)}</p>
${intro ? `<p>${escapeHtml(intro).replaceAll('\n', '<br>')}</p>\n` : ''}${NO_SCRIPT}
<form method="post" hidden>
<fieldset>
<legend>¿Qué derecho quiere ejercer?</legend>
${rights.join('\n')}
</fieldset>
${field('subjectName', 'Su nombre completo', 'autocomplete="name" maxlength="200" required')}
${field('subjectEmail', 'Su correo electrónico', 'type="email" autocomplete="email" maxlength="254" required', 'Ahí le responderemos.')}
${field('subjectRut', 'Su RUT (opcional)', 'maxlength="20"', 'Por ejemplo 12.345.678-5. Ayuda a verificar que es usted.')}
<label for="description">Detalle de lo que pide (opcional)</label>
<textarea id="description" name="description" rows="5" maxlength="10000"></textarea>
<label class="choice"><input type="checkbox" name="isRepresentative" aria-controls="representative">Actúo en representación de otra persona</label>
<fieldset id="representative" hidden>
<legend>Quien representa</legend>
<p class="hint">Arriba van los datos de la persona representada; aquí, los suyos.</p>
${field('representativeName', 'Su nombre completo', 'maxlength="200"')}
${field('representativeRut', 'Su RUT (opcional)', 'maxlength="20"')}
${field('representativeRelation', 'Su relación con la persona', 'maxlength="500"', 'Por ejemplo: madre, hijo, mandatario.')}
</fieldset>
<label class="choice"><input type="checkbox" name="declarationTruthful" required>Declaro que lo que informo es verdadero</label>
<div class="apart" aria-hidden="true"><label for="website">Deje esto vacío</label><input id="website" name="website" tabindex="-1" autocomplete="off"></div>
<button>Enviar la solicitud</button>
</form>
<p role="status" tabindex="-1"></p>
${dpoEmail ? `<p class="hint">¿Dudas? Escriba a ${escapeHtml(dpoEmail)}.</p>` : ''}`
  return { title, content, script: SCRIPT, ...themed(theme) }
}

function field(name: string, label: string, input: string, hint?: string): string {
  const described = hint ? ` aria-describedby="${name}-hint"` : ''
  return `<label for="${name}">${label}</label>
<input id="${name}" name="${name}" ${input}${described}>${hint ? `\n<p class="hint" id="${name}-hint">${hint}</p>` : ''}`
}

const COLOUR = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i
/** From here on, dark letters are the easier ones to read on it. */
const LIGHT = 140

/** A theme is free; of it the form takes `color` or `primaryColor`, written #rrggbb. */
function themed(theme: unknown): { style?: string } {
  const { color, primaryColor } = (theme ?? {}) as Record<string, unknown>
  const parts = COLOUR.exec(String(primaryColor ?? color))
  if (!parts) return {}
  const [red, green, blue] = parts.slice(1).map((part) => Number.parseInt(part, 16)) as [
    number,
    number,
    number,
  ]
  const brightness = 0.299 * red + 0.587 * green + 0.114 * blue
  return { style: `button { background: ${parts[0]}; color: ${brightness > LIGHT ? '#000' : '#fff'} }` }
}

/** Addresses are relative, so that the page also works behind a path of a proxy. */
const SCRIPT = `
const form = document.querySelector('form')
const button = form.querySelector('button')
const note = document.querySelector('[role=status]')
const boxes = [...form.querySelectorAll('[type=checkbox]')]
const representative = document.getElementById('representative')

function say(text, isFault) {
  note.textContent = text
  note.classList.toggle('fault', isFault)
  note.focus()
}

function read() {
  const filled = [...new FormData(form)].filter(([, value]) => value.trim() !== '')
  return { ...Object.fromEntries(filled), ...Object.fromEntries(boxes.map((box) => [box.name, box.checked])) }
}

function mark(details) {
  const wrong = details.map(({ path }) => path)
  for (const input of form.querySelectorAll('input, textarea')) {
    if (wrong.includes(input.name)) input.setAttribute('aria-invalid', 'true')
    else input.removeAttribute('aria-invalid')
  }
}

async function send() {
  const reply = await fetch(location.pathname, {
    method: 'POST',
    credentials: 'omit',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(read()),
  })
  const { success, data, error } = await reply.json()
  mark(error?.details ?? [])
  if (!success) return say(error.message, true)
  form.hidden = true
  const day = new Date(data.responseDeadline).toLocaleDateString('es-CL', { dateStyle: 'long', timeZone: 'America/Santiago' })
  say('Recibimos su solicitud. Su folio es ' + data.folioNumber + ': guárdelo. Le responderemos a más tardar el ' + day + '. ', false)
  const link = document.createElement('a')
  link.href = 'track/' + data.folioNumber
  link.textContent = 'Ver el estado de la solicitud'
  note.append(link)
}

boxes[0].addEventListener('change', () => { representative.hidden = !boxes[0].checked })
form.addEventListener('submit', (event) => {
  event.preventDefault()
  button.disabled = true
  send()
    .catch(() => say('No pudimos comunicarnos con el servicio. Revise su conexión e intente de nuevo.', true))
    .finally(() => { button.disabled = false })
})
form.hidden = false
`
