import { type Selectable, sql, type Updateable } from 'kysely'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import { mailCodes } from '#db/mail-codes.ts'
import { json, MOST_ROWS } from '#db/sql.ts'
import type { Tables } from '#db/tables.ts'
import { tenantTable } from '#db/tenant-table.ts'
import { newId } from '#kernel/ids.ts'
import { type TaskRow, tasks } from '../tasks/repo.ts'
import { MOST_TRIES } from './rules.ts'

export const packages = tenantTable('dsar_packages', ['sources', 'redactions', 'contents', 'index_document'])
export type PackageRow = Selectable<Tables['dsar_packages']>

/** Oldest first: the systems asked, and their answers. */
export function listTasks(ctx: ReadCtx, requestId: string): Promise<TaskRow[]> {
  return tasks
    .select(ctx)
    .selectAll()
    .where('request_id', '=', requestId)
    .where('status', '<>', 'cancelled')
    .orderBy('created_at')
    .orderBy('id')
    .limit(MOST_ROWS)
    .execute()
}

/** The newest package of the request counts. */
export function findPackage(ctx: ReadCtx, requestId: string): Promise<PackageRow | undefined> {
  return newest(ctx, requestId).executeTakeFirst()
}

export function lockPackage(ctx: WriteCtx, requestId: string): Promise<PackageRow | undefined> {
  return newest(ctx, requestId).forUpdate().executeTakeFirst()
}

function newest(ctx: ReadCtx, requestId: string) {
  return packages
    .select(ctx)
    .selectAll()
    .where('request_id', '=', requestId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
}

/** Undefined if the package was removed or is no longer pending. */
export function updatePending(
  { db, tenantId }: ReadCtx,
  id: string,
  { contents, index_document, ...fields }: Updateable<Tables['dsar_packages']>,
): Promise<PackageRow | undefined> {
  return db
    .updateTable('dsar_packages')
    .set({
      ...fields,
      ...(contents && { contents: json(contents) }),
      ...(index_document && { index_document: json(index_document) }),
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returningAll()
    .executeTakeFirst()
}

/** The published activities that the index can describe (art. 5). */
export async function listPublishedActivities(
  { db, tenantId }: ReadCtx,
  legalEntityId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('activity_register')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('legal_entity_id', '=', legalEntityId)
    .where('is_published', '=', true)
    .orderBy('id')
    .limit(MOST_ROWS)
    .execute()
  return rows.map(({ id }) => id)
}

// ── by the link ──

/** Undefined for unknown, expired, revoked and removed packages alike. */
export function findByKey(db: Db, keyHash: string, now: Date) {
  return db
    .selectFrom('dsar_packages as p')
    .innerJoin('dsar_requests as r', (join) =>
      join.onRef('r.tenant_id', '=', 'p.tenant_id').onRef('r.id', '=', 'p.request_id'),
    )
    .innerJoin('tenants as t', 't.id', 'p.tenant_id')
    .select([
      'p.tenant_id',
      'p.id',
      'p.request_id',
      'p.key_hash',
      'p.contents',
      'p.parts',
      'p.size_bytes',
      'p.sha256',
      'p.sent_to',
      'p.expires_at',
      'r.folio_number',
      'r.right_type',
      'r.legal_entity_id',
      't.name as organization',
      't.slug',
      't.branding',
      't.suspended_at',
    ])
    .where('p.key_hash', '=', keyHash)
    .where('p.status', '=', 'ready')
    .where('p.revoked_at', 'is', null)
    .where('p.expires_at', '>', now)
    .executeTakeFirst()
}

export const codes = mailCodes({
  table: 'dsar_answer_codes',
  opens: 'package_id',
  lock: 5,
  mostTries: MOST_TRIES,
})

export async function insertCode(
  { db, tenantId, now }: WriteCtx,
  code: { package_id: string; mailbox_hash: string; code_hash: string; expires_at: Date },
): Promise<void> {
  await db
    .insertInto('dsar_answer_codes')
    .values({ ...code, tenant_id: tenantId, id: newId(), tries: 0, created_at: now })
    .execute()
}

/** The database increments, so simultaneous downloads all count. */
export async function countDownload({ db, tenantId, now }: WriteCtx, id: string): Promise<number> {
  const { downloads } = await db
    .updateTable('dsar_packages')
    .set((eb) => ({ downloads: eb('downloads', '+', 1), last_download_at: now, updated_at: now }))
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returning('downloads')
    .executeTakeFirstOrThrow()
  return downloads
}

// ── over all tenants ──

/** Fails packages that a dead process left pending. */
export function failAbandoned(db: Db, createdBefore: Date, now: Date, error: string) {
  return db
    .updateTable('dsar_packages')
    .set({ status: 'failed', error, updated_at: now })
    .where('status', '=', 'pending')
    .where('created_at', '<', createdBefore)
    .returning(['tenant_id', 'id', 'parts'])
    .execute()
}

const AT_ONCE = 200

/** Packages past the retention that their organisation sets today, counted from the delivery or else from the making. */
export function listExpired(db: Db, now: Date) {
  return db
    .selectFrom('dsar_packages as p')
    .innerJoin('tenants as t', 't.id', 'p.tenant_id')
    .select(['p.tenant_id', 'p.id'])
    .where('p.status', '=', 'ready')
    .where(
      sql<boolean>`coalesce(p.sent_at, p.built_at) + t.answer_retention_days * interval '1 day' < ${now}`,
    )
    .orderBy('p.created_at')
    .limit(AT_ONCE)
    .execute()
}

/** Tasks of requests that ended longer ago than their organisation's retention. Their systems' files are to be deleted. */
export function listTasksWithCopies(db: Db, now: Date) {
  return db
    .selectFrom('dsar_tasks as k')
    .innerJoin('dsar_requests as r', (join) =>
      join.onRef('r.tenant_id', '=', 'k.tenant_id').onRef('r.id', '=', 'k.request_id'),
    )
    .innerJoin('tenants as t', 't.id', 'k.tenant_id')
    .select(['k.tenant_id', 'k.id'])
    .where('k.files_removed_at', 'is', null)
    .where(sql<boolean>`r.completed_at + t.answer_retention_days * interval '1 day' < ${now}`)
    .where(({ exists, selectFrom, not }) =>
      not(
        exists(
          selectFrom('dsar_packages as p')
            .select('p.id')
            .whereRef('p.tenant_id', '=', 'r.tenant_id')
            .whereRef('p.request_id', '=', 'r.id')
            .where('p.status', 'in', ['pending', 'ready']),
        ),
      ),
    )
    .orderBy('k.created_at')
    .limit(AT_ONCE)
    .execute()
}

/** Removed packages past the retention. The replacements that staff made for them are to be deleted too. */
export function listPackagesWithCopies(db: Db, now: Date) {
  return db
    .selectFrom('dsar_packages as p')
    .innerJoin('tenants as t', 't.id', 'p.tenant_id')
    .select(['p.tenant_id', 'p.id'])
    .where('p.copies_removed_at', 'is', null)
    .where('p.status', 'in', ['expired', 'failed'])
    .where(
      sql<boolean>`coalesce(p.sent_at, p.built_at, p.created_at) + t.answer_retention_days * interval '1 day' < ${now}`,
    )
    .orderBy('p.created_at')
    .limit(AT_ONCE)
    .execute()
}

/** Replacement files that pending or ready packages of the request use. */
export async function replacementsInUse(ctx: ReadCtx, requestId: string): Promise<Set<string>> {
  const rows = await packages
    .select(ctx)
    .select('sources')
    .where('request_id', '=', requestId)
    .where('status', 'in', ['pending', 'ready'])
    .execute()
  return new Set(rows.flatMap(({ sources }) => sources.flatMap(({ replacementId }) => replacementId ?? [])))
}

export async function forgetCodes(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('dsar_answer_codes').where('expires_at', '<', before).execute()
}
