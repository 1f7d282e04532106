import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Reading } from '#db/context.ts'
import { page } from '#db/sql.ts'
import type { Tables } from '#db/tables.ts'
import type { Page, PageQuery } from '#kernel/paging.ts'
import './tables.ts'

type Row = Selectable<Tables['domains']>
export type DomainRow = Row & { entity_name: string }
export type LinkRow = Selectable<Tables['domain_activities']>

/** The plan bounds the domains of most; this bounds the rest, for whoever takes them all at once. */
const MOST = 5000

const domains = ({ db, tenantId }: Reading) =>
  db
    .selectFrom('domains')
    .innerJoin('legal_entities', (join) =>
      join
        .onRef('legal_entities.tenant_id', '=', 'domains.tenant_id')
        .onRef('legal_entities.id', '=', 'domains.legal_entity_id'),
    )
    .selectAll('domains')
    .select('legal_entities.name as entity_name')
    .where('domains.tenant_id', '=', tenantId)

export interface DomainFilter {
  legalEntityId?: string
  isActive?: boolean
}

export function pageDomains(
  ctx: Reading,
  { legalEntityId, isActive }: DomainFilter,
  query: PageQuery,
): Promise<Page<DomainRow>> {
  let found = domains(ctx)
  if (legalEntityId !== undefined) found = found.where('domains.legal_entity_id', '=', legalEntityId)
  if (isActive !== undefined) found = found.where('domains.is_active', '=', isActive)
  return page(ctx.db, found.orderBy('domains.created_at', 'desc').orderBy('domains.id', 'desc'), query)
}

export function listDomains(ctx: Reading, { isActive }: DomainFilter = {}): Promise<DomainRow[]> {
  let found = domains(ctx)
  if (isActive !== undefined) found = found.where('domains.is_active', '=', isActive)
  return found.orderBy('domains.created_at', 'desc').orderBy('domains.id', 'desc').limit(MOST).execute()
}

export function findDomain(ctx: Reading, id: string): Promise<DomainRow | undefined> {
  return domains(ctx).where('domains.id', '=', id).executeTakeFirst()
}

/** Keeps other writers of the same domain waiting; links to it may still be added. */
export function lockDomain({ db, tenantId }: Reading, id: string): Promise<Row | undefined> {
  return db
    .selectFrom('domains')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Nobody deletes it until this act ends. False when there is none. */
export async function holdDomain({ db, tenantId }: Reading, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('domains')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

export function findDomainByKey({ db, tenantId }: Reading, urlKey: string) {
  return db
    .selectFrom('domains')
    .select(['id', 'url', 'name'])
    .where('tenant_id', '=', tenantId)
    .where('url_key', '=', urlKey)
    .executeTakeFirst()
}

export async function countDomains({ db, tenantId }: Reading): Promise<number> {
  const { count } = await db
    .selectFrom('domains')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow()
  return count
}

export function insertDomain({ db }: Reading, row: Insertable<Tables['domains']>): Promise<Row> {
  return db.insertInto('domains').values(row).returningAll().executeTakeFirstOrThrow()
}

export function updateDomain(
  { db, tenantId }: Reading,
  id: string,
  fields: Updateable<Tables['domains']>,
): Promise<Row> {
  return db
    .updateTable('domains')
    .set(fields)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function removeDomain({ db, tenantId }: Reading, id: string): Promise<Row | undefined> {
  return db
    .deleteFrom('domains')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

// ── activities ──

export function listLinks({ db, tenantId }: Reading, domainId: string): Promise<LinkRow[]> {
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

export function listDomainsOfActivity({ db, tenantId }: Reading, activityId: string) {
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

export function insertLink({ db }: Reading, row: Insertable<Tables['domain_activities']>): Promise<LinkRow> {
  return db.insertInto('domain_activities').values(row).returningAll().executeTakeFirstOrThrow()
}

export function removeLink(
  { db, tenantId }: Reading,
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

/** These and no others; a link that stays keeps its id. */
export async function replaceLinks(
  { db, tenantId }: Reading,
  domainId: string,
  rows: Insertable<Tables['domain_activities']>[],
): Promise<void> {
  let gone = db
    .deleteFrom('domain_activities')
    .where('tenant_id', '=', tenantId)
    .where('domain_id', '=', domainId)
  if (rows.length > 0) {
    const kept = rows.map(({ activity_id }) => activity_id)
    gone = gone.where('activity_id', 'not in', kept)
  }
  await gone.execute()
  if (rows.length === 0) return
  await db
    .insertInto('domain_activities')
    .values(rows)
    .onConflict((clash) =>
      clash
        .columns(['tenant_id', 'domain_id', 'activity_id'])
        .doUpdateSet((eb) => ({ role: eb.ref('excluded.role') })),
    )
    .execute()
}
