import { type Selectable, sql } from 'kysely'
import type { ReadCtx } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import { recordKind } from '#db/records.ts'
import type { Tables } from '#db/tables.ts'
import { tenantTable } from '#db/tenant-table.ts'
import { MOST_VERSIONS, VERSION, type VersionRow } from '#documents/history.ts'
import { DEFAULT_LANGUAGE, type Language } from '#documents/languages.ts'

export type PolicyRow = Selectable<Tables['privacy_policies']>

export const policies = tenantTable('privacy_policies', [
  'content',
  'custom_sections',
  'sources',
  'gate_override',
])
export const policyRecord = recordKind('privacy_policies')

/** The latest publication in any language, otherwise the latest draft. */
export function findCurrent(
  ctx: ReadCtx,
  entityId: string,
  language?: Language,
): Promise<PolicyRow | undefined> {
  let current = policies
    .select(ctx)
    .selectAll()
    .where('legal_entity_id', '=', entityId)
    .where('status', '<>', 'ARCHIVED')
  if (language !== undefined) current = current.where('language', '=', language)
  return current
    .orderBy('published_at', (order) => order.desc().nullsLast())
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** One for each language, Spanish first. */
export function listPublished(ctx: ReadCtx, entityId: string): Promise<PolicyRow[]> {
  return policies
    .select(ctx)
    .selectAll()
    .where('legal_entity_id', '=', entityId)
    .where('status', '=', 'PUBLISHED')
    .orderBy(sql`language = ${DEFAULT_LANGUAGE}`, 'desc')
    .orderBy('language')
    .execute()
}

export function listVersions({ db, tenantId }: ReadCtx, entityId: string): Promise<VersionRow[]> {
  return db
    .selectFrom('privacy_policies')
    .select(VERSION)
    .where('tenant_id', '=', tenantId)
    .where('legal_entity_id', '=', entityId)
    .orderBy('version', 'desc')
    .limit(MOST_VERSIONS)
    .execute()
}

/**
 * All versions published in this language, the one in force first. An older draft may be published later: it has a lower
 * number and yet replaces the newer one.
 */
export function listEverPublished(
  ctx: ReadCtx,
  { legal_entity_id, language }: Pick<PolicyRow, 'legal_entity_id' | 'language'>,
): Promise<PolicyRow[]> {
  return policies
    .select(ctx)
    .selectAll()
    .where('legal_entity_id', '=', legal_entity_id)
    .where('language', '=', language)
    .where('published_at', 'is not', null)
    .orderBy(sql`status = 'PUBLISHED'`, 'desc')
    .orderBy('published_at', 'desc')
    .orderBy('version', 'desc')
    .limit(MOST_VERSIONS)
    .execute()
}

/** The published policies of the domain's legal entity, one for each language. */
export function listPublishedOfDomain({ db, tenantId }: ReadCtx, domainId: string) {
  return db
    .selectFrom('privacy_policies as p')
    .innerJoin('domain_register as d', (join) =>
      join.onRef('d.tenant_id', '=', 'p.tenant_id').onRef('d.legal_entity_id', '=', 'p.legal_entity_id'),
    )
    .select(['p.id', 'p.version', 'p.status'])
    .where('p.tenant_id', '=', tenantId)
    .where('d.id', '=', domainId)
    .where('p.status', '=', 'PUBLISHED')
    .orderBy('p.version', 'desc')
    .execute()
}

export function archivePublished(
  { db, tenantId, now }: ReadCtx,
  { legal_entity_id, language }: Pick<PolicyRow, 'legal_entity_id' | 'language'>,
): Promise<{ id: string }[]> {
  return db
    .updateTable('privacy_policies')
    .set({ status: 'ARCHIVED', updated_at: now })
    .where('tenant_id', '=', tenantId)
    .where('legal_entity_id', '=', legal_entity_id)
    .where('language', '=', language)
    .where('status', '=', 'PUBLISHED')
    .returning('id')
    .execute()
}

/** Lock the entity first: otherwise two concurrent acts get the same number. */
export async function nextVersion({ db, tenantId }: ReadCtx, entityId: string): Promise<number> {
  const { last } = await db
    .selectFrom('privacy_policies')
    .select((of) => of.fn.max<number | null>('version').as('last'))
    .where('tenant_id', '=', tenantId)
    .where('legal_entity_id', '=', entityId)
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

export interface InForce {
  tenant_id: string
  id: string
}

/** Published policies of all tenants without an announced drift, sorted for paging. */
export function listInForce(db: Db, last: InForce | undefined, most: number): Promise<InForce[]> {
  let query = db
    .selectFrom('privacy_policies as p')
    .innerJoin('tenants as t', 't.id', 'p.tenant_id')
    .select(['p.tenant_id', 'p.id'])
    .where('p.status', '=', 'PUBLISHED')
    .where('p.drift_noticed_at', 'is', null)
    .where('t.suspended_at', 'is', null)
  if (last) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('p.tenant_id', 'p.id'), '>', tuple(last.tenant_id, last.id)),
    )
  }
  return query.orderBy('p.tenant_id').orderBy('p.id').limit(most).execute()
}

export async function hasPrivacyPolicy({ db, tenantId }: ReadCtx, legalEntityId: string): Promise<boolean> {
  const row = await db
    .selectFrom('published_privacy_policies')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('legal_entity_id', '=', legalEntityId)
    .executeTakeFirst()
  return row !== undefined
}
