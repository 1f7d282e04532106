import {
  DATA_CATEGORIES,
  type DataCategory,
  isSensitive,
  SENSITIVE_CATEGORIES,
} from '#kernel/data-categories.ts'
import type { BasisArticle } from '../knowledge/bases.ts'
import { BY_MAIL, PARENTS } from '../knowledge/templates/template.ts'
import type { LegalBasis, RetentionPeriod } from '../rules.ts'
import type { Signals } from './signals.ts'

/**
 * Legal corrections of a proposal before anybody sees it, for our own drafts and those of a model. Articles are those of Ley
 * 19.628 as amended by Ley 21.719.
 */
export interface Founded {
  legalBasis: LegalBasis
  legalBasisArticle: BasisArticle | null
  legalNorm: string | null
  legitimateInterest: string | null
  dataCategories: DataCategory[]
  socioeconomic: boolean
  subjectCategories: string[]
  retentionPeriod: RetentionPeriod
  retentionNote: string | null
  securityMeasures: string[]
  consentWithdrawal: string | null
  minorsSafeguard: string | null
}

/** The data that the basis was written for. A norm does not cover data added to it. */
export interface Covered {
  dataCategories: readonly DataCategory[]
  socioeconomic: boolean
}

const PROHIBITION =
  'El art. 16 bis prohíbe usar datos de salud recogidos en el trabajo, la escuela, el deporte, los seguros, la seguridad o la identificación, salvo que una ley lo autorice: pida solo lo indispensable o indique esa ley.'

/** Corrects the basis in place. The reasons are shown to the person who asked. */
export function settleBasis(draft: Founded, signals: Signals, covered: Covered, reasons: string[]): void {
  const { traits } = signals
  const { socioeconomic } = draft
  const uncovered = SENSITIVE_CATEGORIES.filter(
    (key) => draft.dataCategories.includes(key) && !covered.dataCategories.includes(key),
  )
  const untold = socioeconomic && !covered.socioeconomic
  const publicBody = traits.has('publicBody') && isOfPublicBody(draft)

  if (publicBody) {
    const isAutonomous = draft.legalBasisArticle === '54' || traits.has('autonomous')
    found(draft, 'public_interest', isAutonomous ? '54' : '20')
    draft.legalNorm ??= 'La ley orgánica del organismo y la norma que fija esta función'
    draft.legitimateInterest = null
    reasons.push(
      isAutonomous
        ? 'Es un órgano autónomo: trata los datos dentro de sus funciones legales (arts. 54 y 55).'
        : 'Es un organismo público: trata los datos dentro de sus funciones legales (art. 20).',
    )
  }
  if (uncovered.includes('biometric')) {
    toConsent(draft, '16 ter')
    reasons.push(
      'Los datos biométricos exigen consentimiento expreso, una alternativa sin biometría y la información del art. 16 ter.',
    )
  } else if (!publicBody && uncovered.length > 0) {
    settleSensitive(draft, signals, uncovered, reasons)
  } else if (!publicBody && untold) {
    if (traits.has('nonprofit')) ofMembers(draft, reasons)
    else toConsent(draft, '16')
  }
  if (socioeconomic) {
    reasons.push('Revela la situación socioeconómica, que es un dato sensible (art. 2 letra g).')
  }
  settleChildren(draft, covered, reasons)
  if (
    draft.legalBasis === 'consent' &&
    [null, '12'].includes(draft.legalBasisArticle) &&
    isSensitive(draft)
  ) {
    draft.legalBasisArticle = '16'
  }
  // In any case, sensitive data exclude contract and legitimate interest (art. 16).
  if (isSensitive(draft) && !allowed(draft)) toConsent(draft, '16')
  if (
    draft.dataCategories.includes('criminal') &&
    !covered.dataCategories.includes('criminal') &&
    !publicBody
  ) {
    reasons.push(
      'Un privado no puede tratar infracciones o condenas sin una ley que lo autorice (art. 25): indíquela o deje de pedirlas.',
    )
  }
  if (
    draft.dataCategories.includes('health') &&
    isRestricted(signals) &&
    draft.legalBasisArticle !== '16 bis e'
  ) {
    reasons.push(PROHIBITION)
  }
  if (isSensitive(draft) && !draft.securityMeasures.includes('ENCRYPTION')) {
    draft.securityMeasures.push('ENCRYPTION')
  }
}

/** Keeps a proposed consent and the special rules for health and work. All else rests on the body's functions. */
function isOfPublicBody({ legalBasis, legalBasisArticle }: Founded): boolean {
  return legalBasis !== 'consent' && !/^16 (bis|e|ter|quinquies)/.test(legalBasisArticle ?? '')
}

function settleSensitive(
  draft: Founded,
  { traits, people }: Signals,
  uncovered: readonly DataCategory[],
  reasons: string[],
) {
  const labels = uncovered.map((key) => `«${DATA_CATEGORIES[key].label}»`).join(', ')
  const atWork = people.includes('employees') || draft.subjectCategories.includes('employees')
  if (
    draft.legalBasisArticle === '16 e' &&
    atWork &&
    uncovered.every((key) => key === 'health' || key === 'political')
  )
    return
  if (
    uncovered.includes('health') &&
    traits.has('healthProvider') &&
    !traits.has('insurer') &&
    !atWork &&
    draft.legalBasis !== 'consent'
  ) {
    found(draft, 'legal_obligation', '16 bis e')
    draft.legalNorm ??= 'Ley 20.584'
    reasons.push('La atención de salud trata estos datos sin consentimiento (art. 16 bis letra e).')
    return
  }
  if (traits.has('nonprofit') && !uncovered.includes('health') && draft.legalBasis !== 'consent') {
    ofMembers(draft, reasons)
    return
  }
  toConsent(draft, '16')
  reasons.push(
    `Agrega datos sensibles (${labels}) que la base no cubre: se propone consentimiento expreso (art. 16), salvo que una ley autorice el tratamiento.`,
  )
}

function ofMembers(draft: Founded, reasons: string[]): void {
  found(draft, 'legitimate_interest', '16 b')
  draft.legitimateInterest =
    'Fines propios de la entidad respecto de sus miembros, sin comunicar los datos a terceros sin su consentimiento (art. 16 letra b).'
  reasons.push(
    'Una entidad sin fines de lucro puede tratar datos sensibles de sus miembros para sus fines (art. 16 letra b).',
  )
}

/** Art. 16 quáter: parents consent unless a law permits it. */
function settleChildren(draft: Founded, covered: Covered, reasons: string[]): void {
  if (!draft.dataCategories.includes('minor_data')) return
  const byLaw = draft.legalBasis === 'legal_obligation' || draft.legalBasis === 'public_interest'
  if (!byLaw && !covered.dataCategories.includes('minor_data') && draft.legalBasisArticle !== '16 ter') {
    toConsent(draft, '16 quáter')
    reasons.push(
      'Los datos de niños, niñas y adolescentes piden el consentimiento de sus padres o representantes (art. 16 quáter).',
    )
  }
  draft.minorsSafeguard ??= PARENTS
}

function isRestricted({ traits }: Signals): boolean {
  return (['insurer', 'school', 'sport', 'employer'] as const).some((trait) => traits.has(trait))
}

function allowed({ legalBasis, legalBasisArticle: article }: Founded): boolean {
  if (legalBasis !== 'contract' && legalBasis !== 'legitimate_interest') return true
  return article?.startsWith('16 ') === true && article !== '16 sexies' && article !== '16 quinquies'
}

function found(draft: Founded, basis: LegalBasis, article: BasisArticle): void {
  draft.legalBasis = basis
  draft.legalBasisArticle = article
}

/** The norm and the term of the former basis do not apply to consent. */
function toConsent(draft: Founded, article: BasisArticle): void {
  if (draft.legalBasis !== 'consent') {
    draft.legalNorm = null
    draft.legitimateInterest = null
    if (draft.retentionPeriod !== 'until_unsubscribe') {
      draft.retentionPeriod = 'until_purpose_fulfilled'
      draft.retentionNote = 'Los datos se eliminan al terminar la relación o al revocar el consentimiento.'
    }
  }
  found(draft, 'consent', article)
  draft.consentWithdrawal ??= BY_MAIL
}
