import type { LegalBasis, RetentionPeriod } from '../rules.ts'

/** Labels for the closed lists of the record. Articles are those of Ley 19.628 as amended by Ley 21.719. */

export const LEGAL_BASIS_LABELS: Readonly<Record<LegalBasis, { label: string; article: string }>> = {
  consent: { label: 'Consentimiento del titular', article: 'art. 12' },
  contract: { label: 'Contrato o medidas precontractuales', article: 'art. 13 letra c)' },
  legal_obligation: { label: 'Obligación legal', article: 'art. 13 letra b)' },
  vital_interest: { label: 'Interés vital', article: 'arts. 16 letra c) y 16 bis letra a)' },
  public_interest: { label: 'Interés público o función pública', article: 'arts. 16 quinquies y 20' },
  legitimate_interest: { label: 'Interés legítimo', article: 'art. 13 letra d)' },
}

export const RETENTION_LABELS: Readonly<Record<RetentionPeriod, string>> = {
  '1_year': '1 año',
  '2_years': '2 años',
  '3_years': '3 años',
  '5_years': '5 años',
  '10_years': '10 años',
  until_purpose_fulfilled: 'Hasta cumplir la finalidad',
  until_unsubscribe: 'Hasta que la persona se dé de baja',
  legal_minimum: 'El plazo que fija la ley',
  indefinite: 'Indefinido',
}

/** The data map's vocabulary of security measures (contract 2.7). */
export type SecurityMeasure =
  | 'ENCRYPTION'
  | 'ANONYMIZATION'
  | 'PSEUDONYMIZATION'
  | 'ACCESS_CONTROL'
  | 'LOGGING'
  | 'BACKUP'
  | 'NETWORK_SECURITY'
  | 'VULNERABILITY_MANAGEMENT'
