import type { DataCategory } from '#kernel/data-categories.ts'
import type { LegalBasis, RetentionPeriod, RiskLevel } from '../../rules.ts'
import type { BasisArticle } from '../bases.ts'
import type { SecurityMeasure } from '../vocabulary.ts'

/**
 * A common activity of Chilean organisations, ready to publish once it has a system. Articles without a law are those of Ley
 * 19.628 as amended by Ley 21.719. Retention without a norm, risk and need of an assessment are our reading of the law.
 * Correct them freely: copies do not change with their template. Subjects and measures use the vocabulary of the data map if
 * it has the word. Everything but `note` may appear in a public policy: it addresses the people concerned, gives no advice
 * and promises nothing that the organisation has not said. `retentionNote` is printed after the label of `retentionPeriod`
 * and does not repeat it.
 */
export interface RatTemplate {
  id: string
  name: string
  area: string
  /** A task that any organisation may have, unlike the main activity of a business. A task explains a sentence first. */
  task?: true
  /** Words that identify this activity alone, folded; a trailing * marks a prefix. */
  keywords: readonly string[]
  /** Words that fit other activities too, so several are needed. */
  hints: readonly string[]
  purpose: string
  legalBasis: LegalBasis
  legalBasisArticle: BasisArticle
  legalNorm?: string
  legitimateInterest?: string
  dataCategories: readonly DataCategory[]
  /** Data that only some organisations hold: drafts include them only if the words mention them (art. 3 letra c). */
  ifTold?: readonly DataCategory[]
  /** Whether the data show the socioeconomic situation, which is sensitive (art. 2 letra g). */
  socioeconomic?: true
  subjectCategories: readonly string[]
  dataSource: string
  recipients: readonly string[]
  retentionPeriod: RetentionPeriod
  retentionNote: string
  securityMeasures: readonly SecurityMeasure[]
  /** The logic of an automated decision and its consequences (art. 8 bis), if there is one. */
  automatedLogic?: string
  consentWithdrawal?: string
  minorsSafeguard?: string
  riskLevel: RiskLevel
  dpiaRequired: boolean
  /** For the author of the record: when an assessment is needed, and what to check. */
  note: string
}

/** Splits «uno, dos» into a list. */
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
