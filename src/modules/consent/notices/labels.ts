import type { Category, Purpose } from './rules.ts'

/** Labels for the codes of a purpose, for sites that draw the notice themselves. */

const BASES: Readonly<Record<string, string>> = {
  consent: 'Consentimiento del titular (art. 12)',
  contract: 'Contrato o medidas precontractuales (art. 13 letra c)',
  legal_obligation: 'Obligación legal (art. 13 letra b)',
  legitimate_interest: 'Interés legítimo (art. 13 letra d)',
}

const CATEGORY_LABELS: Readonly<Record<Category, string>> = {
  necessary: 'Necesarias',
  preferences: 'Preferencias',
  analytics: 'Medición',
  marketing: 'Publicidad',
  media: 'Contenido de otros sitios',
}

/** A basis in the organisation's own words is its own label. */
export function labelsOf({ legalBasis }: Purpose, category: Category | undefined) {
  return {
    legalBasisLabel: Object.hasOwn(BASES, legalBasis) ? BASES[legalBasis]! : legalBasis,
    ...(category && { categoryLabel: CATEGORY_LABELS[category] }),
  }
}
