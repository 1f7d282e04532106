import type { Selectable } from 'kysely'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { listPage } from '#db/list.ts'
import { recordKind, recordPart } from '#db/records.ts'
import { together } from '#db/sql.ts'
import type { Tables } from '#db/tables.ts'
import { tenantTable } from '#db/tenant-table.ts'
import type { Page } from '#kernel/paging.ts'
import { DOMAINS, type DomainsQuery } from './schemas.ts'

type Row = Selectable<Tables['domains']>
export type DomainRow = Row & { entity_name: string }
export type LinkRow = Selectable<Tables['domain_activities']>
type NewLinkRow = Parameters<typeof links.insert>[1]

export const domains = tenantTable('domains')
export const domainRecord = recordKind('domains', recordPart('domain_activities', 'domain_id'))
export const links = tenantTable('domain_activities')

/** Plans limit the domains of most organisations. This bound is for lists of all domains. */
const MOST = 5000

const withEntity = ({ db, tenantId }: ReadCtx) =>
  db
    .selectFrom('domains')
    .innerJoin('entity_register as e', (join) =>
      join.onRef('e.tenant_id', '=', 'domains.tenant_id').onRef('e.id', '=', 'domains.legal_entity_id'),
    )
    .selectAll('domains')
    .select('e.name as entity_name')
    .where('domains.tenant_id', '=', tenantId)

export interface DomainFilter {
  legalEntityId?: string
  isActive?: boolean
}

export function pageDomains(
  ctx: ReadCtx,
  { legalEntityId, isActive }: DomainFilter,
  query: DomainsQuery,
): Promise<Page<DomainRow>> {
  let found = withEntity(ctx)
  if (legalEntityId !== undefined) found = found.where('domains.legal_entity_id', '=', legalEntityId)
  if (isActive !== undefined) found = found.where('domains.is_active', '=', isActive)
  return listPage(ctx, DOMAINS, found, query)
}

export function listDomains(ctx: ReadCtx, { isActive }: DomainFilter = {}): Promise<DomainRow[]> {
  let found = withEntity(ctx)
  if (isActive !== undefined) found = found.where('domains.is_active', '=', isActive)
  return found.orderBy('domains.created_at', 'desc').orderBy('domains.id', 'desc').limit(MOST).execute()
}

export async function listVerifiedUrls({
  db,
  tenantId,
}: Pick<ReadCtx, 'db' | 'tenantId'>): Promise<string[]> {
  const rows = await db
    .selectFrom('domains')
    .select('url')
    .where('tenant_id', '=', tenantId)
    .where('is_verified', '=', true)
    .limit(MOST)
    .execute()
  return rows.map(({ url }) => url)
}

export function findDomain(ctx: ReadCtx, id: string): Promise<DomainRow | undefined> {
  return withEntity(ctx).where('domains.id', '=', id).executeTakeFirst()
}

/** Locks the domain against deletion until this act ends. */
export function holdDomain(ctx: WriteCtx, id: string): Promise<{ id: string; url: string } | undefined> {
  return domains.select(ctx).select(['id', 'url']).where('id', '=', id).forKeyShare().executeTakeFirst()
}

export function findDomainByKey({ db, tenantId }: ReadCtx, urlKey: string) {
  return db
    .selectFrom('domains')
    .select(['id', 'url', 'name'])
    .where('tenant_id', '=', tenantId)
    .where('url_key', '=', urlKey)
    .executeTakeFirst()
}

export async function countDomains({ db, tenantId }: ReadCtx): Promise<number> {
  const { count } = await db
    .selectFrom('domains')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow()
  return count
}

// ── activities ──

export function listLinks({ db, tenantId }: ReadCtx, domainId: string): Promise<LinkRow[]> {
  return db
    .selectFrom('domain_activities')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('domain_id', '=', domainId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(MOST)
    .execute()
}

export function listDomainsOfActivity({ db, tenantId }: ReadCtx, activityId: string) {
  return db
    .selectFrom('domain_activities as l')
    .innerJoin('domains as d', (join) =>
      join.onRef('d.tenant_id', '=', 'l.tenant_id').onRef('d.id', '=', 'l.domain_id'),
    )
    .select(['d.id as domainId', 'd.url', 'l.role'])
    .where('l.tenant_id', '=', tenantId)
    .where('l.activity_id', '=', activityId)
    .orderBy('l.created_at')
    .orderBy('l.id')
    .limit(MOST)
    .execute()
}

export function removeLink(
  { db, tenantId }: ReadCtx,
  domainId: string,
  activityId: string,
): Promise<LinkRow | undefined> {
  return db
    .deleteFrom('domain_activities')
    .where('tenant_id', '=', tenantId)
    .where('domain_id', '=', domainId)
    .where('activity_id', '=', activityId)
    .returningAll()
    .executeTakeFirst()
}

/** Sets exactly these links. A link that stays keeps its id. */
export async function replaceLinks(
  { db, tenantId }: WriteCtx,
  domainId: string,
  rows: readonly NewLinkRow[],
): Promise<void> {
  const others = db
    .deleteFrom('domain_activities')
    .where('tenant_id', '=', tenantId)
    .where('domain_id', '=', domainId)
  if (rows.length === 0) {
    await others.execute()
    return
  }
  const kept = rows.map(({ activity_id }) => activity_id)
  await together(
    others.where('activity_id', 'not in', kept).execute(),
    db
      .insertInto('domain_activities')
      .values(rows.map((row) => ({ ...row, tenant_id: tenantId })))
      .onConflict((clash) =>
        clash
          .columns(['tenant_id', 'domain_id', 'activity_id'])
          .doUpdateSet((eb) => ({ role: eb.ref('excluded.role') })),
      )
      .execute(),
  )
}
