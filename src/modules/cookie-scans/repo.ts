import { type Selectable, sql } from 'kysely'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import { listPage } from '#db/list.ts'
import { recordKind, settingsRecord } from '#db/records.ts'
import type { Tables } from '#db/tables.ts'
import { tenantTable } from '#db/tenant-table.ts'
import type { Page } from '#kernel/paging.ts'
import type { Status } from './rules.ts'
import { COOKIE_SCANS, type CookieScansQuery } from './schemas.ts'

export type ScanRow = Selectable<Tables['cookie_scans']>

export const scans = tenantTable('cookie_scans', ['pages', 'items', 'notes', 'findings'])
export const scanRecord = recordKind('cookie_scans')
export const scanSettingsRecord = settingsRecord('cookie_scan_settings', 'cookie_scan_settings')

const SUMMARY = [
  'id',
  'domain_id',
  'domain_url',
  'status',
  'cause',
  'mode',
  'progress',
  'banner',
  'early_count',
  'undeclared_count',
  'error',
  'created_at',
  'updated_at',
  'started_at',
  'completed_at',
] as const
export type SummaryRow = Pick<ScanRow, (typeof SUMMARY)[number]>

export function pageScans(ctx: ReadCtx, query: CookieScansQuery): Promise<Page<SummaryRow>> {
  const { domainId, status, latest } = query
  let found = ctx.db.selectFrom('cookie_scans').select(SUMMARY).where('tenant_id', '=', ctx.tenantId)
  if (domainId !== undefined) found = found.where('domain_id', '=', domainId)
  if (status !== undefined) found = found.where('status', '=', status)
  if (latest) {
    found = found.where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('cookie_scans as later')
            .select('later.id')
            .whereRef('later.tenant_id', '=', 'cookie_scans.tenant_id')
            .whereRef('later.domain_id', '=', 'cookie_scans.domain_id')
            .where(sql<boolean>`(later.created_at, later.id) > (cookie_scans.created_at, cookie_scans.id)`),
        ),
      ),
    )
  }
  return listPage(ctx, COOKIE_SCANS, found, query)
}

/** Moves the scan only from this state: of two workers on the same scan, the second finds nothing to do. */
export async function moveFrom(
  ctx: WriteCtx,
  id: string,
  from: Status,
  fields: Parameters<typeof scans.update>[2],
): Promise<ScanRow | undefined> {
  const row = await scans.lock(ctx, id)
  if (row?.status !== from) return undefined
  return scans.update(ctx, id, { ...fields, updated_at: ctx.now })
}

const MOST_JUDGED = 1000

/** The last finished scan of each site. Only ids: each scan has up to a thousand items. */
export function listLatestDone({ db, tenantId }: ReadCtx): Promise<{ id: string }[]> {
  return db
    .selectFrom('cookie_scans')
    .distinctOn('domain_id')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'DONE')
    .orderBy('domain_id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_JUDGED)
    .execute()
}

/** When the last successful visit to a site began. */
export async function lastVisitAt({ db, tenantId }: ReadCtx, domainId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('cookie_scans')
    .select('started_at')
    .where('tenant_id', '=', tenantId)
    .where('domain_id', '=', domainId)
    .where('status', '=', 'DONE')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.started_at ?? undefined
}

// ── settings ──

export async function readMonthly({ db, tenantId }: ReadCtx): Promise<boolean> {
  const row = await db
    .selectFrom('cookie_scan_settings')
    .select('monthly')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  return row?.monthly ?? true
}

export async function saveMonthly({ db, tenantId, now }: WriteCtx, monthly: boolean): Promise<void> {
  await db
    .insertInto('cookie_scan_settings')
    .values({ tenant_id: tenantId, monthly, updated_at: now })
    .onConflict((clash) => clash.column('tenant_id').doUpdateSet({ monthly, updated_at: now }))
    .execute()
}

// ── above tenants ──

/**
 * The next scan to run. Scans of a suspended organisation wait. The organisation whose last scan is oldest comes first, so
 * one with many sites does not hold up the others. Rows that another process is taking are skipped.
 */
export async function takeNext(db: Db, now: Date) {
  const { rows } = await sql<{ tenant_id: string; id: string }>`
    update cookie_scans set status = 'RUNNING', progress = 1, started_at = ${now}, updated_at = ${now}
    where (tenant_id, id) = (
      select s.tenant_id, s.id from cookie_scans s join tenants t on t.id = s.tenant_id
      where s.status = 'PENDING' and t.suspended_at is null
        and (t.moving_until is null or t.moving_until < clock_timestamp())
      order by (select max(r.started_at) from cookie_scans r where r.tenant_id = s.tenant_id) nulls first,
        s.created_at, s.id
      limit 1
      for update of s skip locked)
    returning tenant_id, id`.execute(db)
  return rows[0]
}

/** Fails scans whose process died. */
export async function failAbandoned(db: Db, startedBefore: Date, now: Date, error: string): Promise<void> {
  await db
    .updateTable('cookie_scans')
    .set({ status: 'FAILED', error, completed_at: now, updated_at: now })
    .where('status', '=', 'RUNNING')
    .where('started_at', '<', startedBefore)
    .execute()
}

export async function countWaiting(db: Db, askedBefore: Date): Promise<number> {
  const { count } = await db
    .selectFrom('cookie_scans')
    .innerJoin('tenants', 'tenants.id', 'cookie_scans.tenant_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('cookie_scans.status', '=', 'PENDING')
    .where('cookie_scans.created_at', '<', askedBefore)
    .where('tenants.suspended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export async function forgetOld(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('cookie_scans').where('completed_at', '<', before).execute()
}

/** Sites that are due: never visited, or not since then. Longest-waiting first. */
export async function listDue(db: Db, visitedBefore: Date, most: number) {
  const { rows } = await sql<{ tenant_id: string; id: string; url: string }>`
    select d.tenant_id, d.id, d.url
    from verified_domains d join tenants t on t.id = d.tenant_id
      left join cookie_scan_settings c on c.tenant_id = d.tenant_id
      left join lateral (
        select max(s.created_at) as at from cookie_scans s where s.tenant_id = d.tenant_id and s.domain_id = d.id) l on true
    where t.suspended_at is null and coalesce(c.monthly, true) and (l.at is null or l.at < ${visitedBefore})
    order by l.at nulls first, d.id
    limit ${most}`.execute(db)
  return rows
}
