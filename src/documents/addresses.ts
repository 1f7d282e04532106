import type { ReadCtx } from '#db/context.ts'
import { readOrganisation } from '#db/organisation.ts'
import { html } from '#kernel/html.ts'
import { WIDGETS_VERSION } from '#pages/assets.ts'
import { DEFAULT_LANGUAGE, type Language } from './languages.ts'

/** The public address of a policy, and the snippet that shows it on the organisation's own site. */

interface Addressed {
  legal_entity_id: string
  language: Language
  domain_id?: string | null
}

const KINDS = {
  politica: { es: 'Política de tratamiento de datos', en: 'Privacy policy' },
  cookies: { es: 'Política de cookies', en: 'Cookie policy' },
} as const

export interface Addresses {
  pageUrl: string
  embedCode: string
}

/** The Spanish policy of the main entity, for all sites, needs only the name of the organisation. */
export async function addressesOf(
  ctx: ReadCtx,
  kind: keyof typeof KINDS,
  { legal_entity_id, domain_id, language }: Addressed,
  mainEntityId: string | undefined,
): Promise<Addresses> {
  const { slug } = await readOrganisation(ctx)
  const { publicUrl } = ctx.tools
  const query = new URLSearchParams({
    ...(legal_entity_id !== mainEntityId && { legalEntityId: legal_entity_id }),
    ...(domain_id && { domainId: domain_id }),
    ...(language !== DEFAULT_LANGUAGE && { language }),
  }).toString()
  const pageUrl = `${publicUrl}/${kind}/${slug}${query && `?${query}`}`
  const asked = query === '' ? html`` : html` data-query="${query}"`
  // Without the script, people see the link inside.
  const embedCode =
    html`<div data-resguardo-${kind}="${slug}"${asked}><a href="${pageUrl}">${KINDS[kind][language]}</a></div>
<script async src="${publicUrl}/w/${WIDGETS_VERSION}/politica.js"></script>`.markup
  return { pageUrl, embedCode }
}
