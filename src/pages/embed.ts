import { html, joined } from '#kernel/html.ts'
import { assetNamed, isBuilt, WIDGETS_PIN, WIDGETS_VERSION, type WidgetName } from './assets.ts'

/** A script for other sites, with its settings as `data-` attributes. */
export interface WidgetTag {
  name: WidgetName
  options: Readonly<Record<string, string>>
  /** The query of the script's address: further parts that it brings along. */
  query?: string
}

/** The snippet for a site. Null while there is no key. */
export function embedCodeOf(publicUrl: string, tag: WidgetTag | null | undefined | ''): string | null {
  if (!tag) return null
  return html`<script src="${publicUrl}/w/${WIDGETS_VERSION}/${tag.name}${tag.query ? `?${tag.query}` : ''}"${optionsOf(tag)}></script>`
    .markup
}

/** The same snippet, bound to the bytes of this version: browsers refuse any others. */
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
