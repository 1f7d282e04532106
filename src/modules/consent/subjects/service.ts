import { assertShown, type TenantAccess } from '#db/access.ts'
import type { ReadCtx } from '#db/context.ts'
import { listWhole } from '#db/list-whole.ts'
import { iso } from '#kernel/dates.ts'
import { notFound } from '#kernel/failure.ts'
import type { RecordRow as NoticeRecordRow } from '../notices/repo.ts'
import { evidenceOf as noticeEvidence } from '../notices/views.ts'
import { hashOf } from '../proof.ts'
import { normaliseRef } from '../rules.ts'
import type { RecordRow as FormRecordRow } from '../templates/repo.ts'
import { evidenceOf as formEvidence, proofOf } from '../templates/views.ts'
import * as repo from './repo.ts'
import { SUBJECT_CONSENTS, type SubjectConsent, type SubjectQuery, type VerifiedReceipt } from './schemas.ts'

/**
 * What holds today for a person: their last decision on each notice and each form, the newest first. Under whichever
 * of their references it was taken, the last one counts.
 */
export async function listConsentsOf(ctx: ReadCtx, refs: readonly string[]): Promise<SubjectConsent[]> {
  const known = [...new Set(refs.map(normaliseRef))]
  if (known.length === 0) return []
  const [onNotices, onTemplates] = await Promise.all([
    repo.latestOnNotices(ctx, known),
    repo.latestOnTemplates(ctx, known),
  ])
  const consents = [
    ...onNotices.map((row) => ({ ...noticeDecision(row), ...recordOf(row) })),
    ...onTemplates.map((row) => ({ ...formDecision(row), ...recordOf(row) })),
  ]
  consents.sort((a, b) => compare(b.occurredAt, a.occurredAt) || compare(b.recordId, a.recordId))
  const latest = Map.groupBy(consents, ({ noticeId, templateId }) => noticeId ?? templateId)
  return [...latest.values()].map(([newest]) => newest!)
}

/** A person has few of them: they are read whole, and shown in pages like every list. */
export async function showSubject(ctx: ReadCtx, ref: string, query: SubjectQuery) {
  const subjectRef = normaliseRef(ref)
  const consents = await listConsentsOf(ctx, [ref])
  const { rows, ...page } = listWhole(ctx, SUBJECT_CONSENTS, consents, { ...query, subjectRef })
  return { subjectRef, items: rows, ...page }
}

/** The holder of a receipt learns that it is genuine and what it says, but not whose it is. */
export async function verifyReceipt(access: TenantAccess, receipt: string): Promise<VerifiedReceipt> {
  const [notice, form] = await access.lookUp('verify a receipt of consent', (db) =>
    Promise.all([repo.findNoticeReceipt(db, receipt), repo.findFormReceipt(db, receipt)]),
  )
  assertShown((notice ?? form)?.suspended_at ?? null)
  if (notice) {
    return { valid: holds(notice, noticeEvidence(notice)), ...noticeDecision(notice), ...issuerOf(notice) }
  }
  if (form) return { valid: holds(form, formEvidence(form)), ...formDecision(form), ...issuerOf(form) }
  throw notFound('el recibo de consentimiento')
}

/** The record still gives its receipt, and the text that is kept is the one it was given for. */
function holds(row: { receipt: string; content_hash: string; content: object }, evidence: object): boolean {
  return hashOf(evidence) === row.receipt && hashOf(row.content) === row.content_hash
}

function issuerOf(row: { content_hash: string; organization: string }) {
  return { contentHash: row.content_hash, organization: { name: row.organization } }
}

function recordOf(row: { id: string; name: string; subject_ref: string; receipt: string }) {
  return { name: row.name, subjectRef: row.subject_ref, recordId: row.id, receipt: row.receipt }
}

function noticeDecision(row: NoticeRecordRow) {
  return {
    kind: 'notice' as const,
    noticeId: row.notice_id,
    templateId: null,
    version: row.notice_version,
    granted: row.granted,
    decisions: row.decisions,
    action: row.action,
    source: row.source,
    provenBy: 'nobody' as const,
    occurredAt: iso(row.created_at),
    createdAt: iso(row.created_at),
  }
}

function formDecision(row: FormRecordRow) {
  return {
    kind: 'template' as const,
    noticeId: null,
    templateId: row.template_id,
    version: row.template_version,
    granted: row.granted,
    decisions: null,
    action: null,
    source: row.source,
    provenBy: proofOf(row),
    occurredAt: iso(row.occurred_at),
    createdAt: iso(row.created_at),
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
