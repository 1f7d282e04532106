import { assertShown } from '#db/access.ts'
import type { App } from '#http/types.ts'
import { html } from '#kernel/html.ts'
import { type Page, sendPage } from '#pages/page.ts'
import { PAGE } from '#pages/routes.ts'
import { createPublished } from './published.ts'
import type { PublicConfig } from './schemas.ts'

/** A page that stands for a site, with the banner as sites load it. It sends nothing: what is chosen there counts nowhere. */
export function previewPage(config: PublicConfig | undefined): Page {
  return {
    title: 'Vista previa del aviso · Resguardo',
    bare: true,
    mayBeFramed: true,
    // Without a configuration it waits for one, from the page around it.
    widget: { name: 'banner.js', options: { preview: config ? JSON.stringify(config) : '' } },
    content: html`<main>
<h1>Vista previa</h1>
<p>Esta página hace las veces de su sitio: el aviso se ve como lo verán sus visitas. Nada de lo que elija aquí se registra.</p>
</main>`,
  }
}

export function pages(app: App): void {
  const getPublished = createPublished(app.access)

  app.get('/w/preview', PAGE, (_request, reply) => sendPage(reply, previewPage(undefined)))

  app.get<{ Params: { widgetKey: string } }>('/w/preview/:widgetKey', PAGE, async (request, reply) => {
    const { data, suspendedAt } = await getPublished(request.params.widgetKey)
    assertShown(suspendedAt)
    return sendPage(reply, previewPage(data))
  })
}
