import { type Item, sectionChecks } from '#documents/legal-checks.ts'
import { OUTLINE, type SectionKey } from '../rules.ts'

const LAW = 'Ley 19.628 (mod. Ley 21.719)'

const item = (key: SectionKey, what: string, articles: string): Item => ({
  item: what,
  article: `${articles}, ${LAW}`,
  severity: OUTLINE.mandatory.includes(key) ? 'medium' : 'low',
})

/**
 * No law orders a cookie policy. What it must say follows from a consent that has to be informed (art. 12), and from the
 * duty to name the controller and a way to reach it (art. 14 ter letras b and c).
 */
const ITEMS: Readonly<Record<SectionKey, Item>> = {
  policyInfo: item('policyInfo', 'su versión y su fecha', 'art. 14 ter letra a)'),
  sites: item('sites', 'los sitios a que se aplica', 'art. 12'),
  about: item('about', 'qué son las cookies', 'art. 12'),
  controller: item(
    'controller',
    'el responsable y una vía para ejercer los derechos',
    'art. 14 ter letras b) y c)',
  ),
  cookies: item('cookies', 'cada cookie, con su proveedor y su duración', 'art. 12'),
  consent: item('consent', 'las finalidades para las que se pide consentimiento', 'art. 12'),
  management: item('management', 'cómo se retira el consentimiento', 'art. 12'),
}

export const COOKIE_POLICY_CHECKS = sectionChecks(
  'cookies',
  'La política de cookies',
  ITEMS,
  OUTLINE.mandatory,
)
