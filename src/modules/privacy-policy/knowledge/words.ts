import type { Language } from '#documents/languages.ts'
import type { Html } from '#kernel/html.ts'
import type { Law } from '#kernel/law/law.ts'
import type { RetentionPeriod, ShownCategory } from '#modules/rat/public.ts'
import type { Basis } from '../facts.ts'
import type { SectionKey } from '../rules.ts'

/** Labels for the suggested values of open lists. Any other text is shown unchanged. */
export type Labels = Readonly<Record<string, string>>

/** The caption of a table and its column headings. */
export interface TableWords {
  caption: string
  head: readonly string[]
}

/** All text of a policy except the organisation's facts, in one language. */
export interface Words {
  language: Language
  /** The opening of a gap: «[COMPLETAR: …]». */
  mark: string
  title(entity: string): string
  intro(entity: string): Html
  titles: Readonly<Record<SectionKey, string>>
  /** Undefined for an unknown code. */
  country(code: string): string | undefined
  data: Readonly<Record<ShownCategory, string>>
  /** The label of a basis, by the activity's article. Undefined if the activity has no basis yet. */
  basis(basis: Basis): { label: string; article: string } | undefined
  retentions: Readonly<Record<RetentionPeriod, string>>
  subjects: Labels
  measures: Labels
  mechanisms: Labels
  yes: string
  no: string
  sensitive: string
  /** The gap if no activity is published. */
  missingActivities: string

  /** For groups, if there are too many activities to list. */
  grouped: {
    lead: string
    /** Purposes without a row of their own. */
    others: string
    missingPurposes: string
    /** The end of a list that was cut. */
    more(count: number): string
  }
  policyInfo: {
    drafted(entity: string, version: number, day: string): Html
    published(entity: string, version: number, day: string): Html
    changes: string
  }
  controller: {
    is(entity: string): Html
    taxId: string
    legalRep: string
    dpo: string
    noDpo: string
    missingLegalRep: string
    /** The recorded number fails its check digit. */
    wrongTaxId(taxId: string): string
  }
  contact: {
    lead: string
    address: string
    email: string
    dpo: string
    form: string
    missingAddress: string
    missingEmail: string
  }
  processing: TableWords & {
    lead: string
    noRecipients: string
    interests: string
    interestsLead: string
    missingBasis(activity: string): string
    missingInterest(activity: string): string
  }
  security: { lead: string; missing: string }
  rights(law: Law): Html
  /** Art. 23: the rights that a public body may refuse. */
  rightsBeforePublicBody: string
  complaint(law: Law): Html
  transfers: TableWords & {
    none: string
    lead: string
    missingCountry(activity: string): string
    missingGuarantee(activity: string): string
  }
  retention: TableWords & { lead: string; missing(activity: string): string }
  sources: TableWords & { lead: string; missing(activity: string): string }
  consent: TableWords & {
    none: string
    lead: string
    write(email: string): string
    missing(activity: string): string
    notices: string
  }
  automated: TableWords & { none: string; lead: string; missing(activity: string): string }
  special: {
    none: string
    sensitive: TableWords & { lead: string }
    /** Art. 16 ter: the system, the purpose, the period, and how to exercise the rights. */
    biometric: TableWords & { lead: string; after: string; missingSystem(activity: string): string }
    /** Art. 16 sexies: kind of data, purpose, duration, and whether others get it. */
    location: TableWords & { lead: string }
    /** Art. 16 quáter. */
    minors: TableWords & { lead: string; missing(activity: string): string }
  }
  cookies: {
    sites: string
    notices: TableWords & { lead: string }
    after: string
    missingSites: string
    missingNotices: string
  }
}
