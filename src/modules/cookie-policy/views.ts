import * as history from '#documents/history.ts'
import type { PolicyDocument } from '#documents/sections.ts'
import type { LawOnDay } from '#kernel/law/wording.ts'
import type { PolicyRow } from './repo.ts'
import { OUTLINE, SECTION_KEYS } from './rules.ts'
import type { Policy, Version } from './schemas.ts'
import { wordsOf } from './sections.ts'

export function policyView(row: PolicyRow): Policy {
  return { ...history.policyView(row, SECTION_KEYS), domainId: row.domain_id, cookies: row.cookies }
}

export function versionView(row: PolicyRow): Version {
  return { ...history.versionView(row), domainId: row.domain_id }
}

/** With its gaps, for its authors. */
export const documentView = (row: PolicyRow): PolicyDocument =>
  history.documentView(row, OUTLINE, wordsOf(row.language))

/** As the public reads it. */
export const publishedView = (row: PolicyRow, on: LawOnDay): PolicyDocument =>
  history.publishedView(row, OUTLINE, wordsOf(row.language), on)

/** For download: as the public reads it, or a draft with its gaps, as its authors do. */
export const paperView = (row: PolicyRow, on: LawOnDay): PolicyDocument =>
  row.status === 'DRAFT' ? documentView(row) : publishedView(row, on)
