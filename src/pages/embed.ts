import { html, joined } from '#kernel/html.ts'
import { assetNamed, isBuilt, WIDGETS_PIN, WIDGETS_VERSION, type WidgetName } from './assets.ts'

/** A script for other sites, and what is said to it in `data-` attributes. */
export interface WidgetTag {
  name: WidgetName
  options: Readonly<Record<string, string>>
  /** Behind the address: what the script brings along. */
  query?: string
}

/** What somebody pastes into a site. Null where there is no key yet. */
export function embedCodeOf(publicUrl: string, tag: WidgetTag | null | undefined | ''): string | null {
  if (!tag) return null
  return html`<script src="${publicUrl}/w/${WIDGETS_VERSION}/${tag.name}${tag.query ? `?${tag.query}` : ''}"${optionsOf(tag)}></script>`
    .markup
}

/** The same, held to the bytes of this version: a browser refuses any others. */
export function pinnedCodeOf(publicUrl: string, tag: WidgetTag | null | undefined | ''): string | null {
  if (!tag || !isBuilt()) return null
  const { sha256 } = assetNamed(`w/${tag.name}`)
  return html`<script src="${publicUrl}/w/${WIDGETS_PIN}/${tag.name}" integrity="${sha256}" crossorigin="anonymous"${optionsOf(tag)}></script>`
    .markup
}

export function optionsOf({ options }: WidgetTag) {
  return joined(
    Object.entries(options).map(([name, value]) => html` data-${name}="${value}"`),
    '',
  )
}
