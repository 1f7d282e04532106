import type { App } from '#http/types.ts'
import { sendPage } from '#pages/page.ts'
import { PAGE } from '#pages/routes.ts'
import { tokenFormPage } from '#pages/token-form.ts'

const CONFIRMATION = tokenFormPage({
  title: 'Confirmar su decisión',
  intro:
    'Recibimos con su correo una decisión distinta de la que usted había tomado. Confírmela solo si es suya.',
  fields: [],
  button: 'Sí, es mi decisión',
  endpoint: 'api/v1/public/consent/confirm/{token}',
  done: 'Listo: su decisión quedó registrada. Puede cerrar esta página.',
})

/** Where the letter that asks for a confirmation leads: opening it decides nothing, mail scanners do so too. */
export function pages(app: App): void {
  app.get('/confirmar', PAGE, (_request, reply) => sendPage(reply, CONFIRMATION))
}
