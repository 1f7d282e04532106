import type { ReadCtx } from '#db/context.ts'
import { listPublished } from './notices/repo.ts'
import { listActiveTemplates } from './templates/repo.ts'
import { templateView } from './templates/views.ts'

export { consentPeriod, formReceipts, noticeReceipts, RECEIPT_COLUMNS } from './folder.ts'
export { withdrawnWords } from './rules.ts'
export { SubjectConsent } from './subjects/schemas.ts'
/** What holds today for the person with these references (email, RUT). */
export { listConsentsOf } from './subjects/service.ts'
export { type Submitter, submitterOf } from './submitter.ts'
/** A person grants or withdraws in the portal: a record of its own, with source `portal`. */
export { recordInPortal } from './templates/recording.ts'
export { portalConsent } from './templates/schemas.ts'

/** The forms a person may be offered. */
export async function listOfferedTemplates(ctx: ReadCtx) {
  return (await listActiveTemplates(ctx)).map((row) => templateView(row, ctx.tools))
}

/** The published notices with their cookies; with a domain, those it shows. */
export async function listPublishedNotices(ctx: ReadCtx, domainId?: string) {
  const rows = await listPublished(ctx, domainId)
  return rows.map(({ id, domain_id, version, content }) => ({ ...content, id, domainId: domain_id, version }))
}
