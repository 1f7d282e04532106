import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Reading } from '#db/context.ts'
import { page } from '#db/sql.ts'
import type { Tables } from '#db/tables.ts'
import type { Page, PageQuery } from '#kernel/paging.ts'
import type { Language } from '#modules/privacy-policy/public.ts'
import './tables.ts'

export type PolicyRow = Selectable<Tables['cookie_policies']>

/** As many as the list of privacy policies shows. */
const MOST_VERSIONS = 50

const policies = ({ db, tenantId }: Reading) =>
  db.selectFrom('cookie_policies').selectAll().where('tenant_id', '=', tenantId)

/** Of one domain, or of an entity and all its domains. */
export interface Scope {
  entityId?: string | undefined
  domainId?: string | undefined
}

function within(ctx: Reading, { entityId, domainId }: Scope) {
  let found = policies(ctx)
  if (entityId !== undefined) found = found.where('legal_entity_id', '=', entityId)
  if (domainId !== undefined) found = found.where('scope_id', '=', domainId)
  return found
}

export function findPolicy(ctx: Reading, id: string): Promise<PolicyRow | undefined> {
  return policies(ctx).where('id', '=', id).executeTakeFirst()
}

/** Nobody changes it until this act ends. */
export function lockPolicy(ctx: Reading, id: string): Promise<PolicyRow | undefined> {
  return policies(ctx).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** The published one, else the latest draft; one for all sites before one for a single site. */
export function findCurrent(ctx: Reading, scope: Scope): Promise<PolicyRow | undefined> {
  return within(ctx, scope)
    .where('status', '<>', 'ARCHIVED')
    .orderBy(sql`status = 'PUBLISHED'`, 'desc')
    .orderBy(sql`scope_id = legal_entity_id`, 'desc')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export function findPublished(
  ctx: Reading,
  scope: Scope,
  language?: Language,
): Promise<PolicyRow | undefined> {
  let published = within(ctx, scope).where('status', '=', 'PUBLISHED')
  if (language !== undefined) published = published.where('language', '=', language)
  return published
    .orderBy(sql`scope_id = legal_entity_id`, 'desc')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export function pageVersions(ctx: Reading, scope: Scope, query: PageQuery): Promise<Page<PolicyRow>> {
  return page(ctx.db, within(ctx, scope).orderBy('version', 'desc').orderBy('created_at', 'desc'), query)
}

export function listOfDomain({ db, tenantId }: Reading, domainId: string) {
  return db
    .selectFrom('cookie_policies')
    .select(['id', 'version', 'status'])
    .where('tenant_id', '=', tenantId)
    .where('domain_id', '=', domainId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_VERSIONS)
    .execute()
}

export function insertPolicy(
  { db }: Reading,
  row: Insertable<Tables['cookie_policies']>,
): Promise<PolicyRow> {
  return db.insertInto('cookie_policies').values(row).returningAll().executeTakeFirstOrThrow()
}

export function updatePolicy(
  { db, tenantId }: Reading,
  id: string,
  fields: Updateable<Tables['cookie_policies']>,
): Promise<PolicyRow> {
  return db
    .updateTable('cookie_policies')
    .set(fields)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function removePolicy({ db, tenantId }: Reading, id: string): Promise<void> {
  await db.deleteFrom('cookie_policies').where('tenant_id', '=', tenantId).where('id', '=', id).execute()
}

/** What the newly published one replaces. */
export function archivePublished(
  { db, tenantId, now }: Reading,
  { legal_entity_id, scope_id }: PolicyRow,
): Promise<{ id: string }[]> {
  return db
    .updateTable('cookie_policies')
    .set({ status: 'ARCHIVED', updated_at: now })
    .where('tenant_id', '=', tenantId)
    .where('legal_entity_id', '=', legal_entity_id)
    .where('scope_id', '=', scope_id)
    .where('status', '=', 'PUBLISHED')
    .returning('id')
    .execute()
}

/** Call with the entity locked: two who generate at once must not get the same number. */
export async function nextVersion({ db, tenantId }: Reading, entityId: string): Promise<number> {
  const { last } = await db
    .selectFrom('cookie_policies')
    .select((of) => of.fn.max<number | null>('version').as('last'))
    .where('tenant_id', '=', tenantId)
    .where('legal_entity_id', '=', entityId)
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}
