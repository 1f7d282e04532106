import { html } from '#kernel/html.ts'
import { type Page, titled } from '#pages/page.ts'

/** For a person whose sign-in failed: what happened, and where to continue. */
export function refusalPage(message: string): Page {
  return titled(
    'No pudimos iniciar su sesión',
    html`<p>${message}</p>
<p><a href="/">Volver al inicio</a></p>`,
  )
}
