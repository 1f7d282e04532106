import type { ReadCtx } from '#db/context.ts'
import { listPublished, listPublishedTags } from './notices/repo.ts'
import { listActiveTemplates } from './templates/repo.ts'
import { templateView } from './templates/views.ts'

export { consentPeriod, formReceipts, noticeReceipts, RECEIPT_COLUMNS } from './folder.ts'
export { countKept, keepKeys, letGo } from './months.ts'
export { withdrawnWords } from './rules.ts'
export { SubjectConsent } from './subjects/schemas.ts'
/** The decisions in force for the person with these references (email, RUT). */
export { type FormConsent, listConsentsOf, listFormConsentsOf } from './subjects/service.ts'
export { type Submitter, submitterOf } from './submitter.ts'
/** A person grants or withdraws in the portal, which makes a record with source `portal`. */
export { recordInPortal } from './templates/recording.ts'
export { portalConsent } from './templates/schemas.ts'

/** Whether a legal entity has published a privacy policy: its forms then link to it. */
export type HasPolicy = (ctx: ReadCtx, legalEntityId: string) => Promise<boolean>

/** The forms that a person can be offered. */
export async function listOfferedTemplates(ctx: ReadCtx) {
  return (await listActiveTemplates(ctx)).map((row) => templateView(row, ctx.tools))
}

/** The published notices that a site may show: the key in their code, and the pages that they allow. */
export async function listPublishedKeys(ctx: ReadCtx, domainId: string) {
  const rows = await listPublishedTags(ctx, domainId)
  return rows.map(({ name, widget_key, config }) => ({
    name,
    widgetKey: widget_key!,
    allowedOrigins: config['allowedOrigins'],
  }))
}

/** The published notices with their cookies; with a domain, only those of that domain. */
export async function listPublishedNotices(ctx: ReadCtx, domainId?: string) {
  const rows = await listPublished(ctx, domainId)
  return rows.map(({ id, domain_id, version, content }) => ({ ...content, id, domainId: domain_id, version }))
}
