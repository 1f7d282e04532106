import { CompiledQuery, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { Reading } from '#db/context.ts'
import { page } from '#db/sql.ts'
import type { Tables } from '#db/tables.ts'
import type { Page, PageQuery } from '#kernel/paging.ts'
import { COUNT, counting, pageCounted } from '../counts.ts'
import type { State } from './rules.ts'
import '../tables.ts'

export type NoticeRow = Selectable<Tables['consent_notices']>
export type VersionRow = Selectable<Tables['consent_notice_versions']>
export type RecordRow = Selectable<Tables['consent_records']>

const MOST = 1000

const notices = ({ db, tenantId }: Reading) =>
  db.selectFrom('consent_notices').selectAll().where('tenant_id', '=', tenantId)

export function pageNotices(
  ctx: Reading,
  { status, domainId }: { status?: State; domainId?: string },
  query: PageQuery,
): Promise<Page<NoticeRow>> {
  let found = notices(ctx)
  if (status !== undefined) found = found.where('status', '=', status)
  if (domainId !== undefined) found = found.where('domain_id', '=', domainId)
  return page(ctx.db, found.orderBy('created_at', 'desc').orderBy('id', 'desc'), query)
}

export function listNoticesOfDomain(ctx: Reading, domainId: string): Promise<NoticeRow[]> {
  return notices(ctx)
    .where('domain_id', '=', domainId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute()
}

export function findNotice(ctx: Reading, id: string): Promise<NoticeRow | undefined> {
  return notices(ctx).where('id', '=', id).executeTakeFirst()
}

/** One editor or publisher at a time; records of it are written meanwhile. */
export function lockNotice(ctx: Reading, id: string): Promise<NoticeRow | undefined> {
  return notices(ctx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

export function insertNotice(
  { db }: Reading,
  row: Insertable<Tables['consent_notices']>,
): Promise<NoticeRow> {
  return db.insertInto('consent_notices').values(row).returningAll().executeTakeFirstOrThrow()
}

export function updateNotice(
  { db, tenantId }: Reading,
  id: string,
  fields: Updateable<Tables['consent_notices']>,
): Promise<NoticeRow> {
  return db
    .updateTable('consent_notices')
    .set(fields)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

// ── versions ──

export async function insertVersion(
  { db }: Reading,
  row: Insertable<Tables['consent_notice_versions']>,
): Promise<void> {
  await db.insertInto('consent_notice_versions').values(row).execute()
}

export function pageVersions(
  { db, tenantId }: Reading,
  noticeId: string,
  query: PageQuery,
): Promise<Page<VersionRow>> {
  const versions = db
    .selectFrom('consent_notice_versions')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('notice_id', '=', noticeId)
    .orderBy('version', 'desc')
  return page(db, versions, query)
}

export function findVersion(
  { db, tenantId }: Reading,
  noticeId: string,
  version: number,
): Promise<VersionRow | undefined> {
  return db
    .selectFrom('consent_notice_versions')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('notice_id', '=', noticeId)
    .where('version', '=', version)
    .executeTakeFirst()
}

/** As they are shown today, on sites that are active or on none in particular. */
export function listPublished({ db, tenantId }: Reading, domainId?: string) {
  let published = db
    .selectFrom('consent_notices as n')
    .innerJoin('consent_notice_versions as v', (join) =>
      join
        .onRef('v.tenant_id', '=', 'n.tenant_id')
        .onRef('v.notice_id', '=', 'n.id')
        .onRef('v.version', '=', 'n.version'),
    )
    .leftJoin('domains as d', (join) =>
      join.onRef('d.tenant_id', '=', 'n.tenant_id').onRef('d.id', '=', 'n.domain_id'),
    )
    .select(['n.id', 'n.domain_id', 'v.version', 'v.content'])
    .where('n.tenant_id', '=', tenantId)
    .where('n.status', '=', 'PUBLISHED')
    .where((eb) => eb.or([eb('n.domain_id', 'is', null), eb('d.is_active', '=', true)]))
  if (domainId !== undefined) {
    published = published.where((eb) =>
      eb.or([eb('n.domain_id', 'is', null), eb('n.domain_id', '=', domainId)]),
    )
  }
  return published.orderBy('n.created_at', 'desc').orderBy('n.id', 'desc').limit(MOST).execute()
}

// ── records ──

const RECORD = `with counted as (${COUNT})
  insert into consent_records (tenant_id, notice_id, id, notice_version, content_hash, subject_ref, decisions, action,
    granted, source, url, user_agent, ip_hash, receipt, created_at)
  values ($1, $2, $7, $8, $9, $10, $11::jsonb, $12, $13, $14, $15, $16, $17, $18, $19)`

/** A decision and its count, as one statement. */
export function recording(
  ctx: Pick<Reading, 'tenantId' | 'now'>,
  row: Selectable<Tables['consent_records']>,
): CompiledQuery {
  const withdrawn = row.action === 'withdraw'
  return CompiledQuery.raw(RECORD, [
    ...counting(ctx, row.notice_id, { granted: row.granted && !withdrawn, withdrawn }),
    row.id,
    row.notice_version,
    row.content_hash,
    row.subject_ref,
    JSON.stringify(row.decisions),
    row.action,
    row.granted,
    row.source,
    row.url,
    row.user_agent,
    row.ip_hash,
    row.receipt,
    row.created_at,
  ])
}

export function pageRecords(
  ctx: Reading,
  noticeId: string,
  { subjectRef, ...query }: PageQuery & { subjectRef: string | undefined },
): Promise<Page<RecordRow>> {
  const { db, tenantId } = ctx
  const records = db
    .selectFrom('consent_records')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('notice_id', '=', noticeId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
  if (subjectRef !== undefined) return page(db, records.where('subject_ref', '=', subjectRef), query)
  return pageCounted(ctx, records, noticeId, query)
}
