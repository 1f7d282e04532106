import { type Item, sectionChecks } from '#documents/legal-checks.ts'
import { articleOf, OUTLINE, type SectionKey } from '../rules.ts'

/** An incomplete policy is a leve (art. 34 bis letra a). No law orders the section on cookies. */
const item = (key: SectionKey, what: string): Item => ({
  item: what,
  article: articleOf(key),
  severity: OUTLINE.mandatory.includes(key) ? 'medium' : 'low',
})

/** The content that each letter of art. 14 ter and other articles demand of a policy. */
const ITEMS: Readonly<Record<SectionKey, Item>> = {
  policyInfo: item('policyInfo', 'su fecha y su versión'),
  controller: item('controller', 'el responsable, su representante legal y su delegado, si lo hay'),
  contact: item('contact', 'el domicilio y una vía de contacto para ejercer los derechos'),
  processing: item(
    'processing',
    'las categorías de datos, las personas, los destinatarios, las finalidades y la base de licitud de cada tratamiento',
  ),
  security: item('security', 'las medidas de seguridad'),
  rights: item('rights', 'los derechos de las personas'),
  complaint: item('complaint', 'el derecho a reclamar ante la Agencia'),
  transfers: item('transfers', 'las transferencias internacionales y su garantía'),
  retention: item('retention', 'el plazo de conservación de los datos'),
  sources: item('sources', 'el origen de los datos y si su fuente es de acceso público'),
  consent: item('consent', 'cómo se retira el consentimiento'),
  automatedDecisions: item(
    'automatedDecisions',
    'las decisiones automatizadas, su lógica y sus consecuencias',
  ),
  specialData: item(
    'specialData',
    'lo que la ley agrega para los datos sensibles, biométricos, de ubicación y de menores',
  ),
  cookies: item('cookies', 'los sitios web y las finalidades de sus cookies'),
}

export const POLICY_CHECKS = sectionChecks('policy', 'La política', ITEMS, OUTLINE.mandatory)
