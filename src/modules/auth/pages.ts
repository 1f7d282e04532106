import type { FastifySchema } from 'fastify'
import type { App } from '#http/types.ts'
import { type Html, html, joined, NOTHING } from '#kernel/html.ts'
import { NO_SCRIPT, type Page, STATUS, sendPage, titled } from '#pages/page.ts'

/** Where the links in mails lead: a form and a few lines of script. */
export function pages(app: App): void {
  for (const [path, form] of Object.entries(FORMS)) {
    const page = formPage(form)
    app.get(
      path,
      { config: { role: 'PUBLIC' }, schema: { hide: true } as FastifySchema },
      (_request, reply) => sendPage(reply, page),
    )
  }
}

interface Form {
  title: string
  intro: string
  fields: readonly Field[]
  button: string
  /** Relative, so that the pages also work behind a path of a proxy. The token of the link goes with the fields. */
  endpoint: string
  done: string
}

interface Field {
  name: string
  label: string
  hint?: string
  /** Attributes of the input. */
  input: Html
}

const PASSWORD_INPUT = html`type="password" autocomplete="new-password" minlength="8" maxlength="128"`

const FORMS: Record<string, Form> = {
  '/invitacion': {
    title: 'Aceptar la invitación',
    intro: 'Le invitaron a una organización en Resguardo. Complete sus datos para entrar.',
    fields: [
      { name: 'name', label: 'Su nombre', input: html`type="text" autocomplete="name" maxlength="200"` },
      {
        name: 'password',
        label: 'Contraseña',
        hint: 'De 8 a 128 caracteres. Si ya tiene una cuenta con este correo, escriba la contraseña de esa cuenta.',
        input: PASSWORD_INPUT,
      },
    ],
    button: 'Aceptar la invitación',
    endpoint: 'api/v1/auth/invitations/accept',
    done: 'Listo: ya es parte de la organización. Puede cerrar esta página e iniciar sesión.',
  },
  '/restablecer': {
    title: 'Cambiar la contraseña',
    intro: 'Elija una contraseña nueva para su cuenta de Resguardo.',
    fields: [
      {
        name: 'password',
        label: 'Contraseña nueva',
        hint: 'De 8 a 128 caracteres. Una frase larga y propia es mejor que signos difíciles de recordar.',
        input: PASSWORD_INPUT,
      },
    ],
    button: 'Cambiar la contraseña',
    endpoint: 'api/v1/auth/password/reset',
    done: 'Listo: su contraseña cambió y cerramos todas sus sesiones. Ya puede iniciar sesión con la nueva.',
  },
}

function formPage({ title, intro, fields, button, endpoint, done }: Form): Page {
  const content = html`${NO_SCRIPT}
<form method="post" data-endpoint="${endpoint}" data-done="${done}" hidden>
<p>${intro}</p>
${joined(fields.map(fieldOf), '\n')}
<button>${button}</button>
</form>
${STATUS}`
  return { ...titled(title, content), script: 'token-form.js' }
}

function fieldOf({ name, label, hint, input }: Field): Html {
  const described = hint ? html` aria-describedby="${name}-hint"` : NOTHING
  const below = hint ? html`\n<p class="hint" id="${name}-hint">${hint}</p>` : NOTHING
  return html`<label for="${name}">${label}</label>
<input id="${name}" name="${name}" required ${input}${described}>${below}`
}
