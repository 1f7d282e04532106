import type { ReadCtx } from '#db/context.ts'
import { type Language, pickLanguage } from '#documents/languages.ts'
import { lawToday } from '#kernel/law/wording.ts'
import { listEverPublished, type PolicyRow } from './repo.ts'
import { SECTION_KEYS } from './rules.ts'
import { listPublishedPolicies } from './service.ts'
import { publishedView } from './views.ts'

export { Cookie } from './schemas.ts'

/** The policy in force as the public reads it: in the requested language, else in Spanish, else in any. */
export async function findPublishedDocument(
  ctx: ReadCtx,
  query: { legalEntityId?: string; domainId?: string },
  language?: Language,
) {
  return pickLanguage(await listPublishedPolicies(ctx, query, language), language, (row) =>
    publishedView(row, lawToday(ctx)),
  )
}

/** All versions of this policy that were ever public, newest first, as the public reads them. */
export async function listPublishedVersions(ctx: ReadCtx, row: PolicyRow) {
  const rows = await listEverPublished(ctx, row)
  return rows.map((one) => ({ row: one, document: publishedView(one, lawToday(ctx)) }))
}

/** The names of the cookies in the site's policy in force. Null if it has none. */
export async function listPolicyCookies(ctx: ReadCtx, domainId: string): Promise<string[] | null> {
  const rows = await listPublishedPolicies(ctx, { domainId })
  return rows.length === 0 ? null : rows.flatMap(({ cookies }) => cookies.map(({ name }) => name))
}

export { SECTION_KEYS }
