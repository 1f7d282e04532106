import { audit } from '#db/audit.ts'
import type { Ctx, Reading } from '#db/context.ts'
import { constraintMeans } from '#db/faults.ts'
import { json } from '#db/sql.ts'
import { iso } from '#kernel/dates.ts'
import { Failure, impossible, notFound } from '#kernel/failure.ts'
import { isId, newId } from '#kernel/ids.ts'
import { type PageQuery, pagination } from '#kernel/paging.ts'
import { newToken } from '#kernel/secrets.ts'
import { noneIfBlank } from '#kernel/text.ts'
import { findDomain } from '#modules/domains/public.ts'
import { statsOf } from '../counts.ts'
import { hashOf } from '../proof.ts'
import { normaliseRef } from '../rules.ts'
import { type RecordsQuery, recordsFilter, type StatsQuery } from '../schemas.ts'
import { ipHashOf, type Witness } from '../witness.ts'
import type { Published } from './published.ts'
import * as repo from './repo.ts'
import { assertEditMove, completeContent, decide, type NoticeContent } from './rules.ts'
import type { Decision, NewNotice, NoticePatch, NoticesQuery } from './schemas.ts'
import { contentOf, evidenceOf, noticeView, recordView, versionView } from './views.ts'

const noDomain = () => impossible('domainId', 'El dominio indicado no existe en su organización.')
constraintMeans('consent_notices_domain_fkey', noDomain)

export async function listNotices(ctx: Reading, { page, limit, status, domainId }: NoticesQuery) {
  if (domainId && !isId(domainId)) {
    return { items: [], pagination: pagination({ page, limit }, 0) }
  }
  const filter = { ...(status && { status }), ...(domainId && { domainId }) }
  const { rows, total } = await repo.pageNotices(ctx, filter, { page, limit })
  return { items: rows.map(noticeView), pagination: pagination({ page, limit }, total) }
}

export async function showNotice(ctx: Reading, id: string) {
  return noticeView(await getNotice(ctx, id))
}

export async function createNotice(ctx: Ctx, body: NewNotice) {
  const content = completeContent(body)
  await assertDomain(ctx, content.domainId)
  const row = await repo.insertNotice(ctx, {
    tenant_id: ctx.tenantId,
    id: newId(),
    ...columnsOf(content),
    status: 'DRAFT',
    version: 1,
    created_at: ctx.now,
    updated_at: ctx.now,
  })
  await audit(ctx, { action: 'create', entityType: 'consent_notice', entityId: row.id, after: row })
  return noticeView(row)
}

/** Changes what is being edited; the public goes on seeing the version that was published. */
export async function updateNotice(ctx: Ctx, id: string, patch: NoticePatch) {
  const before = await lockNotice(ctx, id)
  const { status = before.status, ...sent } = patch
  assertEditMove(before.status, status)
  const content = completeContent({ ...contentOf(before), ...sent })
  if (content.domainId !== before.domain_id) await assertDomain(ctx, content.domainId)
  const row = await repo.updateNotice(ctx, id, {
    ...columnsOf(content),
    status,
    updated_at: ctx.now,
  })
  await audit(ctx, { action: 'update', entityType: 'consent_notice', entityId: id, before, after: row })
  return noticeView(row)
}

/** The version rises with the content. Of two who publish at once, the second finds nothing left to publish. */
export async function publishNotice(ctx: Ctx, id: string) {
  const before = await lockNotice(ctx, id)
  if (before.status === 'ARCHIVED') {
    throw new Failure('conflict', 'El aviso está archivado. Reábralo (status DRAFT) antes de publicarlo.')
  }
  const content = contentOf(before)
  // Anew: with a domain that was deleted the notice lost its own.
  const contentHash = hashOf(content)
  const changed = contentHash !== before.published_hash
  if (before.status === 'PUBLISHED' && !changed) {
    throw new Failure('conflict', `La versión ${before.version} ya está publicada y no tiene cambios.`)
  }
  const version = changed && before.published_hash !== null ? before.version + 1 : before.version
  if (changed) {
    await repo.insertVersion(ctx, {
      tenant_id: ctx.tenantId,
      notice_id: id,
      version,
      content: json(content),
      content_hash: contentHash,
      published_by: ctx.actor.id ?? null,
      published_at: ctx.now,
    })
  }
  const row = await repo.updateNotice(ctx, id, {
    status: 'PUBLISHED',
    version,
    widget_key: before.widget_key ?? newToken(),
    content_hash: contentHash,
    published_hash: contentHash,
    published_at: ctx.now,
    updated_at: ctx.now,
  })
  await audit(ctx, { action: 'publish', entityType: 'consent_notice', entityId: id, before, after: row })
  return noticeView(row)
}

export async function listVersions(ctx: Reading, id: string, query: PageQuery) {
  const [, { rows, total }] = await Promise.all([getNotice(ctx, id), repo.pageVersions(ctx, id, query)])
  return { items: rows.map(versionView), pagination: pagination(query, total) }
}

export async function listRecords(ctx: Reading, id: string, query: RecordsQuery) {
  const [, { rows, total }] = await Promise.all([
    getNotice(ctx, id),
    repo.pageRecords(ctx, id, recordsFilter(query)),
  ])
  return { items: rows.map(recordView), pagination: pagination(query, total) }
}

export async function showStats(ctx: Reading, id: string, query: StatsQuery) {
  const [, stats] = await Promise.all([getNotice(ctx, id), statsOf(ctx, id, query)])
  return stats
}

/** A page may stay open while a newer version is published: the record is of the one that was shown. */
/** What was decided about what was shown: the statement that writes it down, and the receipt. */
export function takeDecision(
  ctx: Omit<Reading, 'db'>,
  published: Published,
  shown: Shown,
  body: Decision,
  witness: Witness,
) {
  if (!body.decisions && !body.action) {
    const message = 'Indique las decisiones («decisions») o la acción («action»).'
    throw new Failure('malformed', message, { details: [{ path: 'decisions', message }] })
  }
  const { decisions, action, granted } = decide(shown.content.purposes, body.decisions ?? {}, body.action)
  const record = {
    tenant_id: ctx.tenantId,
    id: newId(),
    notice_id: published.noticeId,
    notice_version: shown.version,
    content_hash: shown.contentHash,
    subject_ref: normaliseRef(body.subjectRef),
    decisions,
    action,
    granted,
    source: 'banner',
    url: noneIfBlank(body.url) ?? null,
    user_agent: witness.userAgent,
    ip_hash: ipHashOf(ctx, witness.ip),
    created_at: ctx.now,
  }
  const receipt = hashOf(evidenceOf(record))
  const statement = repo.recording(ctx, { ...record, receipt })
  return { statement, recorded: { id: record.id, receipt, createdAt: iso(ctx.now) } }
}

export async function recordDecision(ctx: Ctx, published: Published, body: Decision, witness: Witness) {
  const shown = await versionShown(ctx, published, body.version)
  const { statement, recorded } = takeDecision(ctx, published, shown, body, witness)
  await ctx.db.executeQuery(statement)
  return recorded
}

type Shown = Pick<Published, 'version' | 'content' | 'contentHash'>

async function versionShown(
  ctx: Ctx,
  published: Published,
  version: number | null = published.version,
): Promise<Shown> {
  if (version === null || isCurrent(published, version)) return published
  const row = await repo.findVersion(ctx, published.noticeId, version)
  if (!row) throw impossible('version', `La versión ${version} de este aviso no se ha publicado.`)
  return { version: row.version, content: row.content, contentHash: row.content_hash }
}

/** Whoever names no version saw the one that is published. */
export function isCurrent(published: Published, version: number | null = published.version): boolean {
  return version === null || version === published.version
}

async function getNotice(ctx: Reading, id: string): Promise<repo.NoticeRow> {
  const row = await repo.findNotice(ctx, id)
  if (!row) throw notFound('el aviso de consentimiento')
  return row
}

async function lockNotice(ctx: Ctx, id: string): Promise<repo.NoticeRow> {
  const row = await repo.lockNotice(ctx, id)
  if (!row) throw notFound('el aviso de consentimiento')
  return row
}

async function assertDomain(ctx: Reading, id: string | null): Promise<void> {
  if (id === null) return
  const domain = isId(id) ? await findDomain(ctx, id) : undefined
  if (!domain) throw noDomain()
}

function columnsOf(content: NoticeContent) {
  const { domainId, purposes, config, ...texts } = content
  return {
    ...texts,
    domain_id: domainId,
    purposes: json(purposes),
    config: json(config),
    content_hash: hashOf(content),
  }
}
