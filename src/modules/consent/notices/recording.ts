import type { TenantAccess } from '#db/access.ts'
import type { ReadCtx, Tools, WriteCtx } from '#db/context.ts'
import { together } from '#db/sql.ts'
import { announce } from '#events/announce.ts'
import { iso } from '#kernel/dates.ts'
import { Failure, impossible } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { noneIfBlank } from '#kernel/text.ts'
import { hashOf } from '../proof.ts'
import { recording } from '../records.ts'
import { normaliseRef } from '../rules.ts'
import { ipHashOf, type Submitter } from '../submitter.ts'
import type { Shown } from '../versions.ts'
import type { Published } from './published.ts'
import { findRecordOf, noticeVersions } from './repo.ts'
import { decide, type NoticeContent } from './rules.ts'
import type { Decision } from './schemas.ts'
import { evidenceOf } from './views.ts'

/** What a visitor sent, and from where. */
interface Sent {
  decision: Decision
  submitter: Submitter
}

/** True when the visitor was shown the published version. A decision that names no version is about that one. */
export function isCurrent(published: Published, { version }: Decision): boolean {
  return version === undefined || version === null || version === published.version
}

/** A decision about the published version. Nothing has to be read, so it leaves as one batch. */
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

/** A page may stay open while a newer version is published: the record is of the version that was shown. */
export async function recordDecision(ctx: WriteCtx, published: Published, sent: Sent) {
  const shown = isCurrent(published, sent.decision)
    ? published
    : await findShown(ctx, published.noticeId, sent.decision.version!)
  const { statement, recorded, granted, action, withdrawn } = take(ctx, published.noticeId, shown, sent)
  const type = withdrawn ? 'consent.withdrawn' : 'consent.recorded'
  const data = { recordId: recorded.id, granted, action, version: shown.version }
  await together(
    ctx.db.executeQuery(statement),
    ...(published.interests.includes(type)
      ? [announce(ctx, { type, entityId: published.noticeId, title: published.name, data })]
      : []),
  )
  return recorded
}

/**
 * A browser that got no answer sends its decision again, with the key it has for it: the first record stands, and is
 * answered. The index decides, so that of two that arrive at once one is written.
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
    return { success: true as const, data: recorded }
  }
}

async function findShown(ctx: ReadCtx, noticeId: string, version: number): Promise<Shown<NoticeContent>> {
  const shown = await noticeVersions.find(ctx, noticeId, version)
  if (!shown) throw impossible('version', `La versión ${version} de este aviso no se ha publicado.`)
  return shown
}

/** The statement that writes the decision down, and the receipt for the visitor. */
function take(
  ctx: Pick<ReadCtx, 'tenantId' | 'now' | 'tools'>,
  noticeId: string,
  shown: Shown<NoticeContent>,
  { decision, submitter }: Sent,
) {
  if (!decision.decisions && (!decision.action || decision.action === 'custom')) {
    const message = decision.action
      ? '«decisions» es obligatorio cuando «action» es custom.'
      : 'Indique las decisiones («decisions») o la acción («action»).'
    throw new Failure('malformed', message, { details: [{ path: 'decisions', message }] })
  }
  const outcome = decide(shown.content.purposes, decision.decisions ?? {}, decision.action)
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
    proven_by: 'nobody',
    signal: decision.signal ?? null,
    language: noneIfBlank(decision.language) ?? null,
    client_key: decision.clientKey ?? null,
  }
  const receipt = hashOf(evidenceOf(record))
  const withdrawn = record.action === 'withdraw'
  const statement = recording(
    ctx,
    'consent_records',
    { ...record, receipt },
    { countedId: noticeId, granted: record.granted && !withdrawn, withdrawn },
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
