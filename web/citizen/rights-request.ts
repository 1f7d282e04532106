import type { Operations } from '../../clients/typescript/src/api.ts'
import { form, offerLink, onSubmit, post, say } from './lib/form.ts'

/** The form of a widget through which a person exercises a right. */

const boxes = [...form.querySelectorAll<HTMLInputElement>('[type=checkbox]')]
const isRepresentative = boxes[0]!
const representative = document.getElementById('representative')!

/** A blank field was not filled in. Boxes say false too, which a form leaves out. */
function read(): Record<string, unknown> {
  const filled = [...new FormData(form)].filter(([, value]) => String(value).trim() !== '')
  return { ...Object.fromEntries(filled), ...Object.fromEntries(boxes.map((box) => [box.name, box.checked])) }
}

function mark(wrong: readonly string[]): void {
  for (const input of form.querySelectorAll<HTMLInputElement>('input, textarea')) {
    if (wrong.includes(input.name)) input.setAttribute('aria-invalid', 'true')
    else input.removeAttribute('aria-invalid')
  }
}

onSubmit(async () => {
  const reply = await post<Operations['POST /public/dsar/{widgetKey}']['data']>(location.pathname, read())
  if (!reply.success) {
    mark((reply.error.details ?? []).map(({ path }) => path))
    say(reply.error.message, true)
    return
  }
  const { folioNumber, legalDueOn } = reply.data
  const day = new Date(`${legalDueOn}T12:00:00Z`).toLocaleDateString('es-CL', {
    dateStyle: 'long',
    timeZone: 'America/Santiago',
  })
  mark([])
  form.hidden = true
  say(
    `Recibimos su solicitud. Su folio es ${folioNumber}: guárdelo. Le responderemos a más tardar el ${day}. `,
    false,
  )
  offerLink(`track/${folioNumber}`, 'Ver el estado de la solicitud')
})

isRepresentative.addEventListener('change', () => {
  representative.hidden = !isRepresentative.checked
})
form.hidden = false
