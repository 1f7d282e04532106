import type { Fault } from '../../../clients/typescript/src/api.ts'

/** Code that all hosted forms share. A form is hidden until its script runs. */

export const form = document.querySelector('form')!
const button = form.querySelector('button')!
const note = document.querySelector<HTMLElement>('[role=status]')!

export function say(text: string, isFault: boolean): void {
  note.textContent = text
  note.classList.toggle('wrong', isFault)
  note.focus()
}

/** The address is relative to the page, so that it also works behind a path of a proxy. */
export async function post<Data>(
  address: string,
  body: object,
): Promise<{ success: true; data: Data } | Fault> {
  const reply = await fetch(address, {
    method: 'POST',
    credentials: 'omit',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return reply.json()
}

const UNREACHABLE = 'No pudimos comunicarnos con el servicio. Revise su conexión e intente de nuevo.'

/** Disables the button while the request runs, so that nothing is sent twice. */
export function onSubmit(send: () => Promise<void>, unreachable = UNREACHABLE): void {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    button.disabled = true
    send()
      .catch(() => say(unreachable, true))
      .finally(() => {
        button.disabled = false
      })
  })
}
