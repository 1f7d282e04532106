import type { DataCategory } from '#kernel/data-categories.ts'
import type { LegalBasis, RetentionPeriod, ShownCategory } from '#modules/rat/public.ts'

/**
 * What a policy is written from: the organisation's records, and nothing else. The text is written from these fields
 * alone, and the drift alarm compares these fields alone: a record that changes elsewhere changes no policy.
 */
export interface Facts {
  entity: EntityFacts
  activities: Entries
  /** The security measures of the systems of the data map. */
  measures: readonly string[]
  sites: readonly string[]
  /** The address of the hosted form for requests of this entity. */
  rightsForm: string | null
  notices: readonly NoticeFacts[]
}

export interface EntityFacts {
  name: string
  taxId: string | null
  legalRepName: string | null
  legalRepEmail: string | null
  dpoName: string | null
  dpoEmail: string | null
  postalAddress: string | null
  arcoPublicEmail: string | null
  isPublicBody: boolean
}

/** The published activities as the text shows them: one by one, or grouped once there are too many to read. */
export interface Entries {
  grouped: boolean
  rows: readonly Entry[]
}

/** One row of the tables of a policy: an activity, or the activities of one purpose and one legal basis. */
export interface Entry {
  /** Names the row when two texts are compared; readers do not see it. */
  key: string
  /** Null in a group. */
  name: string | null
  /** Null in the group of the purposes that have no row of their own. */
  purpose: string | null
  bases: Listed<Basis>
  /** Of legitimate interest; null when the interest is not on record. So are the other nulls below. */
  interests: Listed<string | null>
  dataCategories: Listed<ShownCategory>
  subjectCategories: Listed<string>
  recipients: Listed<string>
  transfers: readonly Transfer[]
  retentions: Listed<Retention>
  origins: Listed<Origin>
  securityMeasures: Listed<string>
  /** How consent is withdrawn, where consent is the basis. */
  withdrawals: Listed<string | null>
  /** The logic of automated decisions, where there are any. */
  automated: Listed<string | null>
  /** The systems that use biometric data (art. 16 ter). */
  biometricSystems: Listed<string>
  /** The safeguard of minors, where their data are processed. */
  safeguards: Listed<string | null>
}

/** The items that the text names, and how many more there are. */
export interface Listed<T> {
  items: readonly T[]
  more: number
}

export interface Basis {
  legalBasis: LegalBasis | null
  /** Of the closed list: «13 a». */
  article: string | null
  /** These two count where no article is chosen. */
  hasSensitiveData: boolean
  isPublicBody: boolean
  norm: string | null
}

export interface Retention {
  period: RetentionPeriod | null
  note: string | null
}

export interface Origin {
  source: string | null
  isPublic: boolean
}

/** Data that leave Chile for one country under one guarantee. */
export interface Transfer {
  /** ISO code where the text names a country, the text itself otherwise; null when it is not on record. */
  country: string | null
  /** As recorded: a word of the vocabulary or free text. */
  guarantee: string | null
  recipients: Listed<string>
}

/** A published consent notice. Readers see its purposes; its id and name say which notice a change means. */
export interface NoticeFacts {
  id: string
  name: string
  purposes: readonly NoticePurpose[]
}

export interface NoticePurpose {
  name: string
  description: string | null
  required: boolean
}

/** An activity as it is recorded, with the processors, systems and international flows it uses. */
export interface RecordedActivity extends RecordedFacts {
  id: string
  name: string
  /** Whether the legal entity that answers for it is a public body. */
  isPublicBody: boolean
}

/** Two activities that do the same thing differ in id and name alone. */
export interface RecordedFacts {
  purpose: string
  legalBasis: LegalBasis | null
  legalBasisArticle: string | null
  legalNorm: string | null
  legitimateInterest: string | null
  dataCategories: readonly DataCategory[]
  socioeconomic: boolean
  subjectCategories: readonly string[]
  dataSource: string | null
  sourceIsPublic: boolean
  recipients: readonly string[]
  internationalTransfer: { exists: boolean; country: string | null; mechanism: string | null }
  retentionPeriod: RetentionPeriod | null
  retentionNote: string | null
  securityMeasures: readonly string[]
  automatedDecisions: boolean
  automatedLogic: string | null
  consentWithdrawal: string | null
  minorsSafeguard: string | null
  processors: readonly { name: string; country: string | null }[]
  systems: readonly { name: string; hostingCountry: string | null }[]
  flows: readonly { target: string; country: string | null; safeguards: string | null }[]
}
