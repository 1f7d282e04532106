import type { Reading } from '#db/context.ts'
import type { Language } from './document/rules.ts'
import { findPublishedPolicy } from './service.ts'
import { documentView } from './views.ts'

export { gap, type Html, html, list, paragraph, table } from './document/html.ts'
export {
  type CustomSections,
  completenessOf,
  documentOf,
  gapsOf,
  inOrder,
  LANGUAGES,
  type Language,
  type PolicyDocument,
  readLanguage,
  type Section,
  type Sections,
} from './document/rules.ts'
export {
  customisation,
  LanguageText,
  life,
  Publication,
  policy,
  Requested,
} from './document/schemas.ts'
export { wordsOf } from './knowledge/languages.ts'
export { lockEntity } from './repo.ts'
export type { State } from './rules.ts'
export { assertDraft, entityAskedFor, entityToWriteFor, inApproval } from './service.ts'
export { onlyDrafts } from './subject.ts'

/** The policy in force, as the public reads it. */
export async function findPublishedDocument(ctx: Reading, legalEntityId?: string, language?: Language) {
  const row = await findPublishedPolicy(ctx, legalEntityId, language)
  return row && { row, document: documentView(row) }
}
