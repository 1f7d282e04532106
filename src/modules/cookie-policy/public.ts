import type { Reading } from '#db/context.ts'
import type { Language } from '#modules/privacy-policy/public.ts'
import { findPublishedPolicy } from './service.ts'
import { documentView } from './views.ts'

export { Cookie } from './schemas.ts'

/** The policy in force, as the public reads it. */
export async function findPublishedDocument(
  ctx: Reading,
  query: { legalEntityId?: string; domainId?: string },
  language?: Language,
) {
  const row = await findPublishedPolicy(ctx, query, language)
  return row && { row, document: documentView(row) }
}
