import type { App } from '#http/types.ts'
import { html } from '#kernel/html.ts'
import { sendPage } from '#pages/page.ts'
import { PAGE } from '#pages/routes.ts'
import { type TokenForm, tokenFormPage } from '#pages/token-form.ts'

/** The pages behind the links of mails: a form and a few lines of script. */
export function pages(app: App): void {
  for (const [path, form] of Object.entries(FORMS)) {
    const page = tokenFormPage(form)
    app.get(path, PAGE, (_request, reply) => sendPage(reply, page))
  }
}

/** A relative link: these pages and the console share a directory. */
const TO_CONSOLE = html`\n<p><a href="./">Ir a iniciar sesión</a></p>`

const PASSWORD_INPUT = html`type="password" autocomplete="new-password" minlength="8" maxlength="128"`

const FORMS: Record<string, TokenForm> = {
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
    done: 'Listo: ya es parte de la organización. Ya puede iniciar sesión.',
    after: TO_CONSOLE,
    mayAskFactor: true,
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
    after: TO_CONSOLE,
  },
}
