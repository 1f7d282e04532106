import { audit } from '#db/audit.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import type { Constraints } from '#db/errors.ts'
import { readOrganisation } from '#db/organisation.ts'
import { together } from '#db/sql.ts'
import { announce } from '#events/announce.ts'
import { Failure, found, impossible } from '#kernel/failure.ts'
import { isId, newId } from '#kernel/ids.ts'
import { emptyPage } from '#kernel/paging.ts'
import { newToken } from '#kernel/secrets.ts'
import { findDomain } from '#modules/domains/public.ts'
import { statsOf } from '../counts.ts'
import { hashOf } from '../proof.ts'
import { pageRecords } from '../records.ts'
import type { RecordsQuery, StatsQuery, VersionsQuery } from '../schemas.ts'
import { A_PAGE, type Reader, subjectSecretOf, withSubjectSecret } from '../subject-token.ts'
import { versionList } from '../versions.ts'
import { homeOf, publicConfigOf } from './public-config.ts'
import * as repo from './repo.ts'
import { notices, noticeVersions } from './repo.ts'
import { assertEditMove, completeContent, type NoticeContent } from './rules.ts'
import type { NewNotice, NoticePatch, NoticesQuery } from './schemas.ts'
import { contentOf, noticeView, recordView } from './views.ts'

const NOTICE = 'el aviso de consentimiento'

const noDomain = () => impossible('domainId', 'El dominio indicado no existe en su organización.')
export const CONSTRAINTS: Constraints = { consent_notices_domain_fkey: noDomain }

export async function listNotices(ctx: ReadCtx, query: NoticesQuery) {
  const { status, domainId } = query
  const filter = { ...(status && { status }), ...(domainId && { domainId }) }
  const names = !domainId || isId(domainId)
  const { rows, ...page } = names ? await repo.pageNotices(ctx, filter, query) : emptyPage(query)
  return { items: rows.map((row) => noticeView(row, ctx.tools)), ...page }
}

export async function showNotice(ctx: ReadCtx, id: string, by: Reader) {
  return detailOf(ctx, await find(ctx, id), by)
}

export async function createNotice(ctx: WriteCtx, body: NewNotice, by: Reader = A_PAGE) {
  const content = completeContent(body)
  await assertDomain(ctx, content.domainId)
  const notice = {
    id: newId(),
    ...columnsOf(content),
    status: 'DRAFT' as const,
    version: 1,
    created_at: ctx.now,
    updated_at: ctx.now,
  }
  const [row] = await together(
    notices.insert(ctx, notice),
    audit(ctx, { action: 'create', entityType: 'consent_notice', entityId: notice.id, after: notice }),
  )
  return detailOf(ctx, row, by)
}

function detailOf(ctx: ReadCtx, row: repo.NoticeRow, by: Reader) {
  return withSubjectSecret(ctx, row, noticeView(row, ctx.tools), by)
}

export async function showSubjectSecret(ctx: ReadCtx, id: string) {
  return secretView(ctx, await find(ctx, id))
}

/** Makes a new secret and invalidates the old one. */
export async function renewSubjectSecret(ctx: WriteCtx, id: string) {
  const before = await lock(ctx, id)
  const number = before.subject_secret_number + 1
  return secretView(ctx, await save(ctx, 'renew_secret', before, { subject_secret_number: number }))
}

function secretView({ tools, tenantId }: ReadCtx, row: repo.NoticeRow) {
  return { subjectSecret: subjectSecretOf(tools, tenantId, row), audience: row.widget_key }
}

/** Changes the draft. The public still sees the published version. */
export async function updateNotice(ctx: WriteCtx, id: string, patch: NoticePatch, by: Reader) {
  const before = await lock(ctx, id)
  const { status = before.status, ...sent } = patch
  assertEditMove(before.status, status)
  const content = completeContent({ ...contentOf(before), ...sent })
  if (content.domainId !== before.domain_id) await assertDomain(ctx, content.domainId)
  return detailOf(ctx, await save(ctx, 'update', before, { ...columnsOf(content), status }), by)
}

/** The version rises with the content. Of two simultaneous publications the second finds nothing left to publish. */
export async function publishNotice(ctx: WriteCtx, id: string, by: Reader) {
  const before = await lock(ctx, id)
  if (before.status === 'ARCHIVED') {
    throw new Failure('conflict', 'El aviso está archivado. Reábralo (status DRAFT) antes de publicarlo.')
  }
  const content = contentOf(before)
  // The stored hash may be outdated: a notice loses its domain when the domain is deleted.
  const contentHash = hashOf(content)
  const changed = contentHash !== before.published_hash
  if (before.status === 'PUBLISHED' && !changed) {
    throw new Failure('conflict', `La versión ${before.version} ya está publicada y no tiene cambios.`)
  }
  const version = changed && before.published_hash !== null ? before.version + 1 : before.version
  const fields = {
    status: 'PUBLISHED' as const,
    version,
    widget_key: before.widget_key ?? newToken(),
    content_hash: contentHash,
    published_hash: contentHash,
    published_at: ctx.now,
  }
  const [notice] = await together(
    save(ctx, 'publish', before, fields),
    ...(changed ? [noticeVersions.keep(ctx, id, { version, content, contentHash })] : []),
    announce(ctx, {
      type: 'consent_notice.published',
      entityId: id,
      title: before.name,
      data: { version, domainId: before.domain_id },
    }),
  )
  return detailOf(ctx, notice, by)
}

async function save(
  ctx: WriteCtx,
  action: 'update' | 'publish' | 'renew_secret',
  before: repo.NoticeRow,
  fields: Partial<repo.NoticeRow>,
): Promise<repo.NoticeRow> {
  const { id } = before
  const after = { ...before, ...fields }
  const [row] = await together(
    notices.update(ctx, id, { ...fields, updated_at: ctx.now }),
    audit(ctx, { action, entityType: 'consent_notice', entityId: id, before, after }),
  )
  return row
}

/** The draft with its unsaved changes, as sites would get it if it were published now. */
export async function previewNotice(ctx: ReadCtx, id: string, unsaved?: NoticePatch) {
  const [row, organisation] = await Promise.all([find(ctx, id), readOrganisation(ctx)])
  const { status: _status, ...changes } = unsaved ?? {}
  const content = unsaved ? completeContent({ ...contentOf(row), ...changes }) : contentOf(row)
  return publicConfigOf({
    widgetKey: row.widget_key ?? '',
    version: row.version,
    content,
    contentHash: hashOf(content),
    organization: organisation.name,
    home: homeOf(ctx.tools, organisation.slug),
    publishedAt: ctx.now,
  })
}

export async function listVersions(ctx: ReadCtx, id: string, query: VersionsQuery) {
  const [, page] = await Promise.all([find(ctx, id), noticeVersions.page(ctx, id, query)])
  return versionList(page)
}

export async function listRecords(ctx: ReadCtx, id: string, query: RecordsQuery) {
  const [, { rows, ...page }] = await Promise.all([
    find(ctx, id),
    pageRecords(ctx, 'consent_records', 'notice_id', id, query),
  ])
  return { items: rows.map(recordView), ...page }
}

export async function showStats(ctx: ReadCtx, id: string, query: StatsQuery) {
  const [, stats] = await Promise.all([find(ctx, id), statsOf(ctx, id, query)])
  return stats
}

async function lock(ctx: WriteCtx, id: string): Promise<repo.NoticeRow> {
  // A weaker lock, so that records of the notice can be written while somebody edits or publishes it.
  return found(await notices.lockFields(ctx, id), NOTICE)
}

async function find(ctx: ReadCtx, id: string): Promise<repo.NoticeRow> {
  return found(await notices.find(ctx, id), NOTICE)
}

async function assertDomain(ctx: ReadCtx, id: string | null): Promise<void> {
  if (id === null) return
  const domain = isId(id) ? await findDomain(ctx, id) : undefined
  if (!domain) throw noDomain()
}

function columnsOf({ domainId, ...content }: NoticeContent) {
  return { ...content, domain_id: domainId, content_hash: hashOf({ ...content, domainId }) }
}
