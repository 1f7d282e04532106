import type { ReadCtx } from '#db/context.ts'
import type { Language } from '#documents/languages.ts'
import { findPublishedPolicy } from './service.ts'
import { documentView } from './views.ts'

/** The policy in force, as the public reads it. */
export async function findPublishedDocument(ctx: ReadCtx, legalEntityId?: string, language?: Language) {
  const row = await findPublishedPolicy(ctx, legalEntityId, language)
  return row && { row, document: documentView(row) }
}
