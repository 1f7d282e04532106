import type { Data } from '#client'
import { DATA_CATEGORIES, type DataCategory } from '#kernel/data-categories.ts'
import { LEGAL_BASIS_LABELS, RETENTION_LABELS } from '#modules/rat/knowledge/vocabulary.ts'
import { countryName } from '../../countries.ts'
import type { Values } from './values.ts'
import type { Draft } from './words.ts'

type Vocabulary = Data<'GET /data-map/catalog'>['vocabulary']
type Field = keyof Values & string

/** The label of each proposed field, and the form fields that it sets. */
export const PROPOSED: Readonly<Record<string, readonly [label: string, ...fields: Field[]]>> = {
  name: ['Nombre', 'name'],
  purpose: ['Finalidad', 'purpose'],
  legalBasis: [
    'Base de licitud',
    'legalBasis',
    'legalBasisArticle',
    'legalNorm',
    'legitimateInterest',
    'consentWithdrawal',
  ],
  dataCategories: ['Datos', 'dataCategories', 'socioeconomic', 'minorsSafeguard'],
  subjectCategories: ['Personas', 'subjectCategories'],
  retentionPeriod: ['Se conservan', 'retentionPeriod', 'retentionNote'],
  recipients: ['Destinatarios', 'recipients'],
  securityMeasures: ['Medidas de seguridad', 'securityMeasures'],
  internationalTransfer: ['Salen de Chile', 'transfers', 'transferCountry', 'transferMechanism'],
  automatedDecisions: ['Decisiones automatizadas', 'automatedDecisions', 'automatedLogic'],
  controllerRole: ['La organización es', 'controllerRole'],
  dataSource: ['De dónde vienen', 'dataSource'],
  responsibleArea: ['Área a cargo', 'responsibleArea'],
}

/** The accepted values of a proposal. */
export function takenValues(proposed: Partial<Values>, taken: ReadonlySet<string>): Partial<Values> {
  const fields = new Set([...taken].flatMap((field) => PROPOSED[field]?.slice(1) ?? []))
  return Object.fromEntries(Object.entries(proposed).filter(([field]) => fields.has(field)))
}

/** The value of a proposed field in words. */
export function proposedWords(field: string, activity: Draft['activity'], vocabulary: Vocabulary): string {
  const label = (list: readonly { value: string; label: string }[], value: string) =>
    list.find((one) => one.value === value)?.label ?? value
  switch (field) {
    case 'legalBasis':
      return activity.legalBasis === null ? '' : LEGAL_BASIS_LABELS[activity.legalBasis].label
    case 'dataCategories':
      return activity.dataCategories.map((one) => DATA_CATEGORIES[one as DataCategory].label).join(', ')
    case 'subjectCategories':
      return activity.subjectCategories.map((one) => label(vocabulary.subjectCategories, one)).join(', ')
    case 'retentionPeriod':
      return activity.retentionPeriod === null ? '' : RETENTION_LABELS[activity.retentionPeriod]
    case 'securityMeasures':
      return (activity.securityMeasures ?? [])
        .map((one) => label(vocabulary.securityMeasures, one))
        .join(', ')
    case 'recipients':
      return (activity.recipients ?? []).join(', ')
    case 'internationalTransfer':
      return countryName(activity.internationalTransfer?.country ?? null) || 'sí'
    case 'automatedDecisions':
      return activity.automatedLogic ?? 'sí'
    case 'controllerRole':
      return 'Encargada, por cuenta de otro'
    default:
      return String(activity[field as keyof Draft['activity']] ?? '')
  }
}
