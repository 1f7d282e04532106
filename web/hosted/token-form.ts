import { form, onSubmit, post, say } from './form.ts'

/** The forms behind links of mails (invitation, password): the token of the link goes with the fields. */

const token = new URLSearchParams(location.search).get('token')
const { endpoint = '', done = '' } = form.dataset

onSubmit(async () => {
  const reply = await post(endpoint, { ...Object.fromEntries(new FormData(form)), token })
  form.hidden = reply.success
  say(reply.success ? done : reply.error.message, !reply.success)
})

form.hidden = !token
if (!token) say('A este enlace le falta una parte. Ábralo completo, tal como llegó en el correo.', true)
