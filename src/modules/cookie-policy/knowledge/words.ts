import type { Language } from '#documents/languages.ts'
import type { Html } from '#kernel/html.ts'
import type { Law } from '#kernel/law/law.ts'
import type { SectionKey } from '../rules.ts'

/** All texts of a cookie policy in one language, except the organisation's facts. */
export interface CookieWords {
  language: Language
  mark: string
  title(entity: string): string
  intro(entity: string): Html
  titles: Readonly<Record<SectionKey, string>>
  yes: string
  no: string
  /** For cookies the site needs on a legitimate interest: no switch, but a right to oppose. */
  mayOppose: string
  policyInfo: {
    drafted(version: number, day: string): Html
    published(version: number, day: string): Html
  }
  sites: { lead: string; missing: string }
  about: Html
  controller: { is(entity: string): Html; email: string; missingEmail: string; more: string }
  cookies: {
    lead: string
    head: readonly string[]
    /** The caption of one purpose's table. */
    caption(purpose: string): string
    missing: string
    missingPurpose: string
    missingProvider(cookie: string): string
    missingDuration(cookie: string): string
  }
  consent: {
    lead: Html
    caption: string
    head: readonly string[]
    missing: string
    bases: Readonly<Record<string, string>>
  }
  management(law: Law): Html
}
