import { form, onSubmit, post, say } from './lib/form.ts'

/** The form under a contract that its other party signs. */

onSubmit(async () => {
  const { name, rut, authority } = Object.fromEntries(new FormData(form))
  const reply = await post(location.pathname, { name, rut, declaresAuthority: authority === 'yes' })
  form.hidden = reply.success
  say(reply.success ? 'Listo: su firma quedó registrada.' : reply.error.message, !reply.success)
}, 'No pudimos registrar la firma. Intente de nuevo.')

form.hidden = false
