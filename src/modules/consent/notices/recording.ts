import { isDeepStrictEqual } from 'node:util'
import type { TenantAccess } from '#db/access.ts'
import type { ReadCtx, Tools, WriteCtx } from '#db/context.ts'
import { together } from '#db/sql.ts'
import { announce, listInterests } from '#events/announce.ts'
import type { EventType } from '#events/catalogue.ts'
import { iso } from '#kernel/dates.ts'
import { Failure, found, impossible } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { noneIfBlank } from '#kernel/text.ts'
import { askToConfirm } from '../confirmation.ts'
import { hashOf } from '../proof.ts'
import { recording } from '../records.ts'
import { normaliseRef } from '../rules.ts'
import { ipHashOf, type Submitter } from '../submitter.ts'
import type { Shown } from '../versions.ts'
import type { Published } from './published.ts'
import {
  findProvenRecord,
  findRecord,
  findRecordOf,
  markProvenSubjects,
  notices,
  noticeVersions,
} from './repo.ts'
import { decide, type NoticeContent } from './rules.ts'
import type { Decision } from './schemas.ts'
import { evidenceOf } from './views.ts'

/** A visitor's decision and its origin. */
interface Sent {
  decision: Decision
  submitter: Submitter
  /** How the person was proven, if at all. */
  provenBy?: 'confirmed_email' | 'subject_token'
}

/** True if the visitor saw the published version. A decision without a version is about that one. */
export function isCurrent(published: Published, { version }: Decision): boolean {
  return version === undefined || version === null || version === published.version
}

/** Records a decision about the published version. Nothing has to be read, so it takes one batch. */
export async function recordAtOnce(
  { access, tools }: { access: TenantAccess; tools: Tools },
  published: Published,
  sent: Sent,
) {
  const { tenantId, noticeId } = published
  const { statement, recorded } = take({ tenantId, now: tools.now(), tools }, noticeId, published, sent)
  await access.write(tenantId, [statement])
  return recorded
}

/**
 * A page may stay open while a newer version is published: the record names the version that was shown. An unproven decision
 * does not override a proven one: it waits, and the person is asked.
 */
export async function recordDecision(ctx: WriteCtx, published: Published, sent: Sent) {
  const { noticeId, name } = published
  const shown = isCurrent(published, sent.decision)
    ? published
    : await findShown(ctx, noticeId, sent.decision.version!)
  const ref = normaliseRef(sent.decision.subjectRef)
  const standing =
    sent.provenBy === undefined && published.hasProvenSubjects
      ? await findProvenRecord(ctx, noticeId, ref)
      : undefined
  const { decisions } = outcomeOf(shown, sent.decision)
  if (standing && !isDeepStrictEqual(standing.decisions, decisions)) {
    const { statement, recorded } = take(ctx, noticeId, shown, { ...sent, isEffective: false })
    await ctx.db.executeQuery(statement)
    const about = { id: noticeId, name, recordId: recorded.id, kind: 'notice' as const }
    const asked = { subjectRef: ref, wanted: 'cambiar sus preferencias', kept: 'como usted lo decidió' }
    return { ...recorded, confirmationSent: await askToConfirm(ctx, about, asked) }
  }
  return write(ctx, { noticeId, name, shown, interests: published.interests }, sent)
}

/** The person used the letter's link: the same decision is recorded again, and now counts. */
export async function confirmNoticeRecord(ctx: WriteCtx, recordId: string, submitter: Submitter) {
  const asked = found(await findRecord(ctx, recordId), 'la decisión')
  const [notice, shown, interests] = await Promise.all([
    notices.find(ctx, asked.notice_id),
    findShown(ctx, asked.notice_id, asked.notice_version),
    listInterests(ctx),
  ])
  const { subject_ref, decisions, action, url, language } = asked
  const decision = { subjectRef: subject_ref, decisions, action, url, language }
  return write(
    ctx,
    { noticeId: asked.notice_id, name: notice!.name, shown, interests },
    { decision, submitter, provenBy: 'confirmed_email' },
  )
}

interface Of {
  noticeId: string
  name: string
  shown: Shown<NoticeContent>
  interests: readonly EventType[]
}

async function write(ctx: WriteCtx, { noticeId, name, shown, interests }: Of, sent: Sent) {
  const { statement, recorded, granted, action, withdrawn } = take(ctx, noticeId, shown, sent)
  const type = withdrawn ? 'consent.withdrawn' : 'consent.recorded'
  const data = { recordId: recorded.id, granted, action, version: shown.version }
  await together(
    ctx.db.executeQuery(statement),
    ...(sent.provenBy === undefined ? [] : [markProvenSubjects(ctx, noticeId)]),
    ...(interests.includes(type) ? [announce(ctx, { type, entityId: noticeId, title: name, data })] : []),
  )
  return recorded
}

/**
 * A browser that got no answer sends its decision again with the same key, and gets the answer of the first record. The
 * primary key of `consent_record_keys` decides, so of two simultaneous calls one is written.
 */
export async function recordOnce<R>(
  access: TenantAccess,
  { tenantId, noticeId }: Published,
  { clientKey }: Decision,
  record: () => Promise<R>,
) {
  try {
    return await record()
  } catch (error) {
    if (!clientKey || (error as { constraint?: string }).constraint !== 'consent_records_once') throw error
    const first = await access.lookUp('find the record of a repeated decision', (db) =>
      findRecordOf(db, tenantId, noticeId, clientKey),
    )
    const recorded = { id: first.id, receipt: first.receipt, createdAt: iso(first.created_at) }
    // A decision that waited for the person still waits. The letter has left.
    const data = first.is_effective ? recorded : { ...recorded, confirmationSent: first.is_asked }
    return { success: true as const, data }
  }
}

async function findShown(ctx: ReadCtx, noticeId: string, version: number): Promise<Shown<NoticeContent>> {
  const shown = await noticeVersions.find(ctx, noticeId, version)
  if (!shown) throw impossible('version', `La versión ${version} de este aviso no se ha publicado.`)
  return shown
}

/** The statement that records the decision, and the visitor's receipt. */
function take(
  ctx: Pick<ReadCtx, 'tenantId' | 'now' | 'tools'>,
  noticeId: string,
  shown: Shown<NoticeContent>,
  { decision, submitter, provenBy = 'nobody', isEffective = true }: TakenDecision,
) {
  const outcome = outcomeOf(shown, decision)
  const record = {
    tenant_id: ctx.tenantId,
    id: newId(),
    notice_id: noticeId,
    notice_version: shown.version,
    content_hash: shown.contentHash,
    subject_ref: normaliseRef(decision.subjectRef),
    decisions: outcome.decisions,
    action: outcome.action,
    granted: outcome.granted,
    source: 'banner',
    url: noneIfBlank(decision.url) ?? null,
    user_agent: submitter.userAgent,
    ip_hash: ipHashOf(ctx, submitter.ip),
    created_at: ctx.now,
    proven_by: provenBy,
    signal: decision.signal ?? null,
    language: noneIfBlank(decision.language) ?? null,
    client_key: decision.clientKey ?? null,
    is_effective: isEffective,
  }
  const receipt = hashOf(evidenceOf(record))
  const withdrawn = isEffective && record.action === 'withdraw'
  const statement = recording(
    ctx,
    'consent_records',
    { ...record, receipt },
    { countedId: noticeId, granted: isEffective && record.granted && !withdrawn, withdrawn },
  )
  const { granted, action } = record
  return {
    statement,
    recorded: { id: record.id, receipt, createdAt: iso(ctx.now) },
    granted,
    action,
    withdrawn,
  }
}

interface TakenDecision extends Omit<Sent, 'provenBy'> {
  provenBy?: NonNullable<Sent['provenBy']> | 'nobody'
  /** False while the decision waits for its confirmation. */
  isEffective?: boolean
}

function outcomeOf({ content }: Shown<NoticeContent>, { decisions, action }: Decision) {
  if (!decisions && (!action || action === 'custom')) {
    const message = action
      ? '«decisions» es obligatorio cuando «action» es custom.'
      : 'Indique las decisiones («decisions») o la acción («action»).'
    throw new Failure('malformed', message, { details: [{ path: 'decisions', message }] })
  }
  return decide(content.purposes, decisions ?? {}, action)
}
