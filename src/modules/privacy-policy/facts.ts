import type { ActivityFacts } from '#modules/rat/public.ts'

/** What a policy is written from: the organisation's own records, and nothing else. */
export interface Facts {
  version: number
  /** Chilean calendar days. */
  draftedOn: string
  entity: EntityFacts
  activities: readonly PolicyActivity[]
  /** Of the systems of the data map, by their words there. */
  measures: readonly string[]
  sites: readonly string[]
  purposes: readonly NoticePurpose[]
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
}

export type PolicyActivity = ActivityFacts & { systems: readonly SystemFacts[]; flows: readonly FlowFacts[] }

export interface SystemFacts {
  name: string
  hostingCountry: string | null
}

/** A flow of the activity that leaves the country. */
export interface FlowFacts {
  target: string
  country: string | null
  safeguards: string | null
}

/** A purpose that the published consent notices ask about. */
export interface NoticePurpose {
  name: string
  description: string | null
  required: boolean
}
