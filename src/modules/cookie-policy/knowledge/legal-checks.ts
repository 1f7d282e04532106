import { type Item, sectionChecks } from '#documents/legal-checks.ts'
import { LAW_NAME } from '#kernel/law/wording.ts'
import { OUTLINE, type SectionKey } from '../rules.ts'

const item = (what: string, articles: string, severity: Item['severity'] = 'low'): Item => ({
  item: what,
  article: `${articles}, ${LAW_NAME}`,
  severity,
})

/**
 * No law requires a cookie policy. Its contents follow from consent, which must be informed and can be withdrawn (art. 12),
 * and from the duty to name the controller and a contact (art. 14 ter letras b and c). Without those, the consent that the
 * policy explains is invalid.
 */
const ITEMS: Readonly<Record<SectionKey, Item>> = {
  policyInfo: item('su versión y su fecha', 'art. 14 ter letra a)'),
  sites: item('los sitios a que se aplica', 'art. 12'),
  about: item('qué son las cookies', 'art. 12'),
  controller: item(
    'el responsable y una vía para ejercer los derechos',
    'art. 14 ter letras b) y c)',
    'medium',
  ),
  cookies: item('cada cookie, con su proveedor y su duración', 'art. 12'),
  consent: item('las finalidades para las que se pide consentimiento', 'art. 12', 'medium'),
  management: item('cómo se retira el consentimiento', 'art. 12', 'medium'),
}

/** The article behind a section. */
export const articleOf = (key: SectionKey): string => ITEMS[key].article

export const COOKIE_POLICY_CHECKS = sectionChecks(
  'cookies',
  'La política de cookies',
  ITEMS,
  OUTLINE.mandatory,
)
