import type { Selectable } from 'kysely'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import { listPage } from '#db/list.ts'
import { recordKind } from '#db/records.ts'
import type { Tables } from '#db/tables.ts'
import { tenantTable } from '#db/tenant-table.ts'
import type { Page } from '#kernel/paging.ts'
import { versionsOf } from '../versions.ts'
import type { State } from './rules.ts'
import { NOTICES, type NoticesQuery } from './schemas.ts'

export type NoticeRow = Selectable<Tables['consent_notices']>
export type RecordRow = Selectable<Tables['consent_records']>

export const notices = tenantTable('consent_notices', ['purposes', 'config'])
export const noticeRecord = recordKind('consent_notices')
export const noticeVersions = versionsOf('consent_notice_versions', 'notice_id')

const MOST = 1000

export function pageNotices(
  ctx: ReadCtx,
  { status, domainId }: { status?: State; domainId?: string },
  query: NoticesQuery,
): Promise<Page<NoticeRow>> {
  let found = notices.select(ctx).selectAll()
  if (status !== undefined) found = found.where('status', '=', status)
  if (domainId !== undefined) found = found.where('domain_id', '=', domainId)
  return listPage(ctx, NOTICES, found, query)
}

export function listNoticesOfDomain(ctx: ReadCtx, domainId: string): Promise<NoticeRow[]> {
  return notices
    .select(ctx)
    .selectAll()
    .where('domain_id', '=', domainId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute()
}

/** The notices in force, for active sites or for no site in particular. */
export function listPublished({ db, tenantId }: ReadCtx, domainId?: string) {
  let published = db
    .selectFrom('consent_notices as n')
    .innerJoin('consent_notice_versions as v', (join) =>
      join
        .onRef('v.tenant_id', '=', 'n.tenant_id')
        .onRef('v.notice_id', '=', 'n.id')
        .onRef('v.version', '=', 'n.version'),
    )
    .leftJoin('domain_register as d', (join) =>
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

/** The embedding tags for the pages of a site: notices of its domain and those without a domain. */
export function listPublishedTags(ctx: ReadCtx, domainId: string) {
  return notices
    .select(ctx)
    .select(['name', 'widget_key', 'config'])
    .where('status', '=', 'PUBLISHED')
    .where('widget_key', 'is not', null)
    .where((eb) => eb.or([eb('domain_id', 'is', null), eb('domain_id', '=', domainId)]))
    .limit(MOST)
    .execute()
}

/** Takes `db` because the visitor's browser is no member's. */
export function findRecordOf(db: Db, tenantId: string, noticeId: string, clientKey: string) {
  return db
    .selectFrom('consent_record_keys as k')
    .innerJoin('consent_records as r', (join) =>
      join.onRef('r.tenant_id', '=', 'k.tenant_id').onRef('r.id', '=', 'k.record_id'),
    )
    .select(['r.id', 'r.receipt', 'r.created_at', 'r.is_effective'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('consent_confirmations as c')
            .select('c.id')
            .where('c.tenant_id', '=', tenantId)
            .whereRef('c.notice_record_id', '=', 'r.id'),
        )
        .$castTo<boolean>()
        .as('is_asked'),
    )
    .where('k.tenant_id', '=', tenantId)
    .where('k.notice_id', '=', noticeId)
    .where('k.client_key', '=', clientKey)
    .executeTakeFirstOrThrow()
}

/** Finds unpublished notices too: past decisions stay valid. */
export function findNoticeOfKey(db: Db, widgetKey: string) {
  return db
    .selectFrom('consent_notices as n')
    .innerJoin('tenants as t', 't.id', 'n.tenant_id')
    .select(['n.tenant_id', 'n.id', 't.suspended_at'])
    .where('n.widget_key', '=', widgetKey)
    .executeTakeFirst()
}

/** Finds the record by the key that the visitor's browser made. */
export function findRecordByKey({ db, tenantId }: ReadCtx, noticeId: string, clientKey: string) {
  return db
    .selectFrom('consent_record_keys')
    .select('record_id as id')
    .where('tenant_id', '=', tenantId)
    .where('notice_id', '=', noticeId)
    .where('client_key', '=', clientKey)
    .executeTakeFirst()
}

/** The person's last proven decision on a notice. */
export function findProvenRecord(
  { db, tenantId }: ReadCtx,
  noticeId: string,
  ref: string,
): Promise<RecordRow | undefined> {
  return db
    .selectFrom('consent_records')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('subject_ref', '=', ref)
    .where('notice_id', '=', noticeId)
    .where('proven_by', 'in', ['confirmed_email', 'subject_token'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export function findRecord({ db, tenantId }: ReadCtx, id: string): Promise<RecordRow | undefined> {
  return db
    .selectFrom('consent_records')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Set by the first proven decision, and never reset. */
export async function markProvenSubjects({ db, tenantId }: WriteCtx, noticeId: string): Promise<void> {
  await db
    .updateTable('consent_notices')
    .set({ has_proven_subjects: true })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', noticeId)
    .where('has_proven_subjects', '=', false)
    .execute()
}
