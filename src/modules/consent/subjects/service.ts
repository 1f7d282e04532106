import { assertShown, type TenantAccess } from '#db/access.ts'
import type { ReadCtx } from '#db/context.ts'
import { listWhole } from '#db/list-whole.ts'
import { readOrganisation } from '#db/organisation.ts'
import { iso } from '#kernel/dates.ts'
import { notFound } from '#kernel/failure.ts'
import { isId } from '#kernel/ids.ts'
import { citation, lawToday } from '#kernel/law/wording.ts'
import { type PrintedReceipt, receiptOf } from '#modules/evidence/public.ts'
import { findMember } from '#modules/org/public.ts'
import type { RecordRow as NoticeRecordRow } from '../notices/repo.ts'
import { evidenceOf as noticeEvidence, proofOf as noticeProof } from '../notices/views.ts'
import { hashOf } from '../proof.ts'
import { normaliseRef } from '../rules.ts'
import type { RecordRow as FormRecordRow } from '../templates/repo.ts'
import { evidenceOf as formEvidence, proofOf } from '../templates/views.ts'
import { proofDocument } from './proof-document.ts'
import * as repo from './repo.ts'
import {
  type ConsentRecord,
  SUBJECT_CONSENTS,
  SUBJECT_RECORDS,
  type SubjectConsent,
  type SubjectQuery,
  type SubjectRecord,
  type SubjectRecordsQuery,
  type VerifiedReceipt,
} from './schemas.ts'

/**
 * The decisions in force for a person: the last one on each notice and each form, newest first, across all their references.
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

/** A form that the person decided about, in use or not: every consent can be withdrawn (art. 12). */
export interface FormConsent {
  templateId: string
  name: string
  granted: boolean
  since: string
  /** The text of the version decided on, even if the form has changed. */
  purposeText: string
  version: number
  isInUse: boolean
}

/** The person's decisions about forms, including forms that were switched off or deleted. */
export async function listFormConsentsOf(ctx: ReadCtx, ref: string): Promise<FormConsent[]> {
  const rows = await repo.latestOnTemplates(ctx, [normaliseRef(ref)])
  return rows.map((row) => ({
    templateId: row.template_id,
    name: row.name,
    granted: row.granted,
    since: iso(row.occurred_at),
    purposeText: row.content.purposeText,
    version: row.template_version,
    isInUse: row.is_active,
  }))
}

/** A person has few consents: they are read whole, and shown in pages like every list. */
export async function showSubject(ctx: ReadCtx, ref: string, query: SubjectQuery) {
  const subjectRef = normaliseRef(ref)
  const consents = await listConsentsOf(ctx, [ref])
  const { rows, ...page } = listWhole(ctx, SUBJECT_CONSENTS, consents, { ...query, subjectRef })
  return { subjectRef, items: rows, ...page }
}

/** Every decision of a person, newest first: in force, superseded, and waiting for confirmation. */
export async function listSubjectRecords(ctx: ReadCtx, query: SubjectRecordsQuery) {
  const subjectRef = normaliseRef(query.subjectRef ?? '')
  const all = subjectRef === '' ? [] : await decisionsOf(ctx, subjectRef)
  const { rows, ...page } = listWhole(ctx, SUBJECT_RECORDS, all, {
    ...query,
    subjectRef,
  } as SubjectRecordsQuery)
  return { subjectRef, items: rows, ...page }
}

async function decisionsOf(ctx: ReadCtx, subjectRef: string): Promise<SubjectRecord[]> {
  const [onNotices, onTemplates] = await Promise.all([
    repo.decisionsOnNotices(ctx, subjectRef),
    repo.decisionsOnTemplates(ctx, subjectRef),
  ])
  return [
    ...onNotices.map((row) => ({ ...noticeDecision(row), ...heldOf(row), isEffective: row.is_effective })),
    ...onTemplates.map((row) => ({ ...formDecision(row), ...heldOf(row), isEffective: row.is_effective })),
  ]
}

/** One decision with the text shown, and whether its receipt still matches. */
export async function showRecord(ctx: ReadCtx, id: string): Promise<ConsentRecord> {
  const [notice, form] = isId(id)
    ? await Promise.all([repo.findOnNotice(ctx, id), repo.findOnTemplate(ctx, id)])
    : []
  if (notice) {
    const { content, decisions } = notice
    return {
      ...noticeDecision(notice),
      ...heldOf(notice),
      isEffective: notice.is_effective,
      valid: holds(notice, noticeEvidence(notice)),
      contentHash: notice.content_hash,
      shown: {
        title: content.title,
        text: content.description,
        purposes: content.purposes.map(({ key, name, description, required }) => ({
          key,
          name,
          description,
          required,
          granted: decisions[key] ?? false,
        })),
      },
      ...NOT_OF_NOTICES,
      url: notice.url,
      userAgent: notice.user_agent,
      language: notice.language,
      signal: notice.signal,
    }
  }
  if (!form) throw notFound('el registro de consentimiento')
  const by = form.recorded_by === null ? undefined : await findMember(ctx, form.recorded_by)
  const { evidence } = form
  return {
    ...formDecision(form),
    ...heldOf(form),
    isEffective: form.is_effective,
    valid: holds(form, formEvidence(form)),
    contentHash: form.content_hash,
    shown: { title: form.name, text: form.content.purposeText, purposes: [] },
    values: form.values,
    representative: form.representative as Record<string, unknown> | null,
    channel: form.channel,
    evidence: evidence === null || typeof evidence === 'string' ? evidence : JSON.stringify(evidence),
    recordedBy: by?.name ?? null,
    url: null,
    userAgent: form.user_agent,
    language: null,
    signal: null,
  }
}

/** Fields that only forms have. */
const NOT_OF_NOTICES = { values: {}, representative: null, channel: null, evidence: null, recordedBy: null }

/** The printed proof: the decision, the text shown, and the person's other decisions. */
export async function printRecord(ctx: ReadCtx, id: string): Promise<PrintedReceipt> {
  const record = await showRecord(ctx, id)
  const [{ name }, all, form, receipt] = await Promise.all([
    readOrganisation(ctx),
    decisionsOf(ctx, record.subjectRef),
    repo.findOnTemplate(ctx, id),
    receiptOf(ctx, RECORD_TYPES[record.kind], record.id),
  ])
  const { law } = ctx.tools
  all.sort((a, b) => compare(b.occurredAt, a.occurredAt) || compare(b.id, a.id))
  return {
    document: proofDocument(record, all, {
      organisation: name,
      lawVersion: law.version,
      fields: form?.content.fields ?? [],
      cited: citation(lawToday(ctx), 'art. 12'),
      receipt,
    }),
    name: ['prueba de consentimiento', record.name],
    receipt,
  }
}

/** The names of these records in the chain of evidence. */
export const RECORD_TYPES = { notice: 'consent_record', template: 'consent_form_record' } as const

/** The holder of a receipt learns that it is genuine and its content, but not whose it is. */
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

/** The record still gives its receipt, and the stored text is the one of the receipt. */
function holds(row: { receipt: string; content_hash: string; content: object }, evidence: object): boolean {
  return hashOf(evidence) === row.receipt && hashOf(row.content) === row.content_hash
}

function issuerOf(row: { content_hash: string; organization: string }) {
  return { contentHash: row.content_hash, organization: { name: row.organization } }
}

function heldOf(row: { id: string; name: string; subject_ref: string; receipt: string }) {
  return { id: row.id, name: row.name, subjectRef: row.subject_ref, receipt: row.receipt }
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
    provenBy: noticeProof(row),
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
