import { type Selectable, sql } from 'kysely'
import type { ReadCtx } from '#db/context.ts'
import { listPage } from '#db/list.ts'
import { recordKind } from '#db/records.ts'
import type { Tables } from '#db/tables.ts'
import { tenantTable } from '#db/tenant-table.ts'
import { DEFAULT_LANGUAGE } from '#documents/languages.ts'
import type { Page } from '#kernel/paging.ts'
import { VERSIONS, type VersionsQuery } from './schemas.ts'

export type PolicyRow = Selectable<Tables['cookie_policies']>

/** No entity has this many sites: the bound only protects the server. */
const MOST_PUBLISHED = 200

/** The same number as in the list of privacy policies. */
const MOST_VERSIONS = 50

export const policies = tenantTable('cookie_policies', [
  'content',
  'custom_sections',
  'cookies',
  'gate_override',
])
export const policyRecord = recordKind('cookie_policies')

/** One domain, or an entity with all its domains. */
export interface Scope {
  entityId?: string | undefined
  domainId?: string | undefined
}

function within(ctx: ReadCtx, { entityId, domainId }: Scope) {
  let found = policies.select(ctx).selectAll()
  if (entityId !== undefined) found = found.where('legal_entity_id', '=', entityId)
  if (domainId !== undefined) found = found.where('scope_id', '=', domainId)
  return found
}

/** The latest published version, else the latest draft. One for all sites comes before one for a single site. */
export function findCurrent(ctx: ReadCtx, scope: Scope): Promise<PolicyRow | undefined> {
  return within(ctx, scope)
    .where('status', '<>', 'ARCHIVED')
    .orderBy(sql`status = 'PUBLISHED'`, 'desc')
    .orderBy(sql`scope_id = legal_entity_id`, 'desc')
    .orderBy('published_at', (order) => order.desc().nullsLast())
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** One for each language and site. Those for all sites come first, and those in Spanish first among them. */
export function listPublished(ctx: ReadCtx, scope: Scope): Promise<PolicyRow[]> {
  return within(ctx, scope)
    .where('status', '=', 'PUBLISHED')
    .orderBy(sql`scope_id = legal_entity_id`, 'desc')
    .orderBy(sql`language = ${DEFAULT_LANGUAGE}`, 'desc')
    .orderBy('version', 'desc')
    .limit(MOST_PUBLISHED)
    .execute()
}

/**
 * Every version that was ever public for the same site and language, with the one in force first. An older draft may be
 * published after a newer one: it then replaces the newer one despite its lower number.
 */
export function listEverPublished(
  ctx: ReadCtx,
  { legal_entity_id, scope_id, language }: Pick<PolicyRow, 'legal_entity_id' | 'scope_id' | 'language'>,
): Promise<PolicyRow[]> {
  return within(ctx, { entityId: legal_entity_id, domainId: scope_id })
    .where('language', '=', language)
    .where('published_at', 'is not', null)
    .orderBy(sql`status = 'PUBLISHED'`, 'desc')
    .orderBy('published_at', 'desc')
    .orderBy('version', 'desc')
    .limit(MOST_VERSIONS)
    .execute()
}

export function pageVersions(ctx: ReadCtx, scope: Scope, query: VersionsQuery): Promise<Page<PolicyRow>> {
  return listPage(ctx, VERSIONS, within(ctx, scope), query)
}

export function listOfDomain({ db, tenantId }: ReadCtx, domainId: string) {
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

/** Archives the version that the newly published one replaces, in its language. */
export function archivePublished(
  { db, tenantId, now }: ReadCtx,
  { legal_entity_id, scope_id, language }: PolicyRow,
): Promise<{ id: string }[]> {
  return db
    .updateTable('cookie_policies')
    .set({ status: 'ARCHIVED', updated_at: now })
    .where('tenant_id', '=', tenantId)
    .where('legal_entity_id', '=', legal_entity_id)
    .where('scope_id', '=', scope_id)
    .where('language', '=', language)
    .where('status', '=', 'PUBLISHED')
    .returning('id')
    .execute()
}

/** Call it with the entity locked. Otherwise two simultaneous acts take the same number. */
export async function nextVersion({ db, tenantId }: ReadCtx, entityId: string): Promise<number> {
  const { last } = await db
    .selectFrom('cookie_policies')
    .select((of) => of.fn.max<number | null>('version').as('last'))
    .where('tenant_id', '=', tenantId)
    .where('legal_entity_id', '=', entityId)
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}
