import type { ReadCtx } from '#db/context.ts'
import { type Language, pickLanguage } from '#documents/languages.ts'
import { lawToday } from '#kernel/law/wording.ts'
import { listEverPublished, type PolicyRow } from './repo.ts'
import { SECTION_KEYS } from './rules.ts'
import { listPublishedPolicies } from './service.ts'
import { publishedView } from './views.ts'

/** The public text of the policy in force: in the requested language, otherwise Spanish, otherwise any. */
export async function findPublishedDocument(ctx: ReadCtx, legalEntityId?: string, language?: Language) {
  return pickLanguage(await listPublishedPolicies(ctx, legalEntityId), language, (row) =>
    publishedView(row, lawToday(ctx)),
  )
}

/** All published versions of this policy, newest first, in their public form. */
export async function listPublishedVersions(ctx: ReadCtx, row: PolicyRow) {
  const rows = await listEverPublished(ctx, row)
  return rows.map((one) => ({ row: one, document: publishedView(one, lawToday(ctx)) }))
}

export { SECTION_KEYS }
