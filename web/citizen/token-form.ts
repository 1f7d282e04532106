import { form, onSubmit, post, say } from './lib/form.ts'

/**
 * The forms behind links of mails (invitation, password, confirmation): the token of the link goes with the fields, or
 * into the address.
 */

const token = new URLSearchParams(location.search).get('token')
const { endpoint = '', done = '' } = form.dataset

onSubmit(async () => {
  const fields = Object.fromEntries(new FormData(form))
  const reply = endpoint.includes('{token}')
    ? await post(endpoint.replace('{token}', encodeURIComponent(token ?? '')), fields)
    : await post(endpoint, { ...fields, token })
  form.hidden = reply.success
  say(reply.success ? done : reply.error.message, !reply.success)
})

form.hidden = !token
if (!token) say('A este enlace le falta una parte. Ábralo completo, tal como llegó en el correo.', true)
