import type { DataCategory } from '#kernel/data-categories.ts'
import type { LegalBasis, RetentionPeriod, RiskLevel } from '../../rules.ts'
import type { BasisArticle } from '../bases.ts'
import type { SecurityMeasure } from '../vocabulary.ts'

/**
 * A common activity of Chilean organisations, ready to be published once a system is given. Articles without a law
 * are those of Ley 19.628 as amended by Ley 21.719. Retention without a norm, risk and the need of an impact
 * assessment are our reading, not the law's words: correct them freely, a template is copied and never followed.
 * Subjects and measures use the vocabulary of the data map where it has a word.
 *
 * Everything but `note` may be printed in a public policy: it speaks to the people concerned, states no advice and
 * promises nothing that the organisation has not said. `retentionNote` stands beside the label of `retentionPeriod`
 * and does not repeat it.
 */
export interface RatTemplate {
  id: string
  name: string
  area: string
  /** What any organisation may do, as against what one kind of organisation is for: a task explains a sentence first. */
  task?: true
  /** Words that mean this activity by themselves, folded; one that ends in * is the beginning of a word. */
  keywords: readonly string[]
  /** Words that fit it and others as well: it takes several. */
  hints: readonly string[]
  purpose: string
  legalBasis: LegalBasis
  legalBasisArticle: BasisArticle
  legalNorm?: string
  legitimateInterest?: string
  dataCategories: readonly DataCategory[]
  /** Those of them that only some keep: a draft proposes them where the words tell of them (art. 3 letra c). */
  ifTold?: readonly DataCategory[]
  /** Whether the data tell the socioeconomic situation of the people, which is sensitive (art. 2 letra g). */
  socioeconomic?: true
  subjectCategories: readonly string[]
  dataSource: string
  recipients: readonly string[]
  retentionPeriod: RetentionPeriod
  retentionNote: string
  securityMeasures: readonly SecurityMeasure[]
  /** How the decision is made and what follows from it (art. 8 bis); only where there is one. */
  automatedLogic?: string
  consentWithdrawal?: string
  minorsSafeguard?: string
  riskLevel: RiskLevel
  dpiaRequired: boolean
  /** To the person who keeps the record: when an impact assessment is needed, and what to watch for. */
  note: string
}

/** «uno, dos» as a list. */
export function list(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

export const BASIC: readonly SecurityMeasure[] = ['ACCESS_CONTROL', 'LOGGING', 'BACKUP']
export const STRONG: readonly SecurityMeasure[] = ['ENCRYPTION', ...BASIC]

export const BY_MAIL = 'Escribiendo al correo de datos personales de la organización.'
export const PARENTS =
  'Por los menores de 14 años consienten sus padres, representantes legales o quien los cuida; por los menores de 16, si se trata de datos sensibles.'
export const LABOUR_TERM = 'Desde el término de la relación laboral (Dirección del Trabajo, Ord. 834/2021).'
export const TAX_TERM = 'Seis años (Código Tributario, art. 200).'
export const CIVIL_TERM = 'Desde el término del contrato, por las acciones que de él derivan.'
