import type { DataCategory } from '#kernel/data-categories.ts'
import type { LegalBasis, RetentionPeriod, ShownCategory } from '#modules/rat/public.ts'

/**
 * The only source of a policy: recorded facts of the organisation. The text and the drift alarm use exactly these fields, so
 * other changes of a record do not affect a policy.
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

/** The published activities as the text shows them: one by one, or in groups if there are too many to read. */
export interface Entries {
  grouped: boolean
  rows: readonly Entry[]
}

/** One row of the tables of a policy: an activity, or the activities of one purpose and one legal basis. */
export interface Entry {
  /** Identifies the row when two texts are compared; it is not printed. */
  key: string
  /** Null in a group. */
  name: string | null
  /** Null in the group of purposes without a row of their own. */
  purpose: string | null
  bases: Listed<Basis>
  /** Of legitimate interest. Null, here and below, means that nothing is recorded. */
  interests: Listed<string | null>
  dataCategories: Listed<ShownCategory>
  subjectCategories: Listed<string>
  recipients: Listed<string>
  transfers: readonly Transfer[]
  retentions: Listed<Retention>
  origins: Listed<Origin>
  securityMeasures: Listed<string>
  /** How to withdraw consent, if that is the basis. */
  withdrawals: Listed<string | null>
  /** The logic of automated decisions, if there are any. */
  automated: Listed<string | null>
  /** The systems that use biometric data (art. 16 ter). */
  biometricSystems: Listed<string>
  /** The safeguards for minors, if their data are processed. */
  safeguards: Listed<string | null>
}

/** The items in the text, and the number of further ones. */
export interface Listed<T> {
  items: readonly T[]
  more: number
}

export interface Basis {
  legalBasis: LegalBasis | null
  /** An article of the closed list: «13 a». */
  article: string | null
  /** These two apply if no article is chosen. */
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

/** Data sent to one country under one guarantee. */
export interface Transfer {
  /** ISO code if the text names a country, otherwise the text; null if nothing is recorded. */
  country: string | null
  /** As recorded: a word of the vocabulary or free text. */
  guarantee: string | null
  recipients: Listed<string>
}

/** A published consent notice. Readers see its purposes; its id and name identify it in a list of changes. */
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

/** An activity as recorded, with its processors, systems and international flows. */
export interface RecordedActivity extends RecordedFacts {
  id: string
  name: string
  /** Whether the responsible legal entity is a public body. */
  isPublicBody: boolean
}

/** The part of an activity that can be equal in two of them: everything but id and name. */
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
