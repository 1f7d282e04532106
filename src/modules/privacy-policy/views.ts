import * as history from '#documents/history.ts'
import type { PolicyDocument } from '#documents/sections.ts'
import type { LawOnDay } from '#kernel/law/wording.ts'
import { wordsOf } from './knowledge/languages.ts'
import type { PolicyRow } from './repo.ts'
import { OUTLINE, SECTION_KEYS } from './rules.ts'
import type { Policy } from './schemas.ts'

export const policyView = (row: PolicyRow): Policy => history.policyView(row, SECTION_KEYS)

/** With gaps, for its authors. */
export const documentView = (row: PolicyRow): PolicyDocument =>
  history.documentView(row, OUTLINE, wordsOf(row.language))

/** The public form. */
export const publishedView = (row: PolicyRow, on: LawOnDay): PolicyDocument =>
  history.publishedView(row, OUTLINE, wordsOf(row.language), on)

/** For download: the public form, or a draft with its gaps. */
export const paperView = (row: PolicyRow, on: LawOnDay): PolicyDocument =>
  row.status === 'DRAFT' ? documentView(row) : publishedView(row, on)
