import type { Tools } from '#db/context.ts'
import { html } from '#kernel/html.ts'
import { WIDGETS_VERSION } from '#pages/assets.ts'

/** The address of a widget's form, and the code that embeds it in a site of the organisation. */

type Installed = Pick<Tools, 'publicUrl'>

export function pageUrl({ publicUrl }: Installed, widgetKey: string): string {
  return `${publicUrl}/derechos/${widgetKey}`
}

/** Without the script, people see the link inside. */
export function embedCode(tools: Installed, widgetKey: string): string {
  return html`<div data-resguardo-derechos="${widgetKey}"><a href="${pageUrl(tools, widgetKey)}">Ejercer mis derechos</a></div>
<script async src="${tools.publicUrl}/w/${WIDGETS_VERSION}/derechos.js"></script>`.markup
}
