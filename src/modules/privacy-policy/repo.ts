import { type Selectable, sql } from 'kysely'
import type { ReadCtx } from '#db/context.ts'
import type { Tables } from '#db/tables.ts'
import { tenantTable } from '#db/tenant-table.ts'
import { MOST_VERSIONS, VERSION, type VersionRow } from '#documents/history.ts'

export type PolicyRow = Selectable<Tables['privacy_policies']>

export const policies = tenantTable('privacy_policies', ['content', 'custom_sections', 'sources'])

/** The published one, else the latest draft. */
export function findCurrent(ctx: ReadCtx, entityId: string): Promise<PolicyRow | undefined> {
  return policies
    .select(ctx)
    .selectAll()
    .where('legal_entity_id', '=', entityId)
    .where('status', '<>', 'ARCHIVED')
    .orderBy(sql`status = 'PUBLISHED'`, 'desc')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export function findPublished(
  ctx: ReadCtx,
  entityId: string,
  language?: PolicyRow['language'],
): Promise<PolicyRow | undefined> {
  let published = policies
    .select(ctx)
    .selectAll()
    .where('legal_entity_id', '=', entityId)
    .where('status', '=', 'PUBLISHED')
  if (language !== undefined) published = published.where('language', '=', language)
  return published.executeTakeFirst()
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

/** The published policy of the legal entity that the domain belongs to. */
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
    .execute()
}

export function archivePublished(
  { db, tenantId, now }: ReadCtx,
  { legal_entity_id }: Pick<PolicyRow, 'legal_entity_id'>,
): Promise<{ id: string }[]> {
  return db
    .updateTable('privacy_policies')
    .set({ status: 'ARCHIVED', updated_at: now })
    .where('tenant_id', '=', tenantId)
    .where('legal_entity_id', '=', legal_entity_id)
    .where('status', '=', 'PUBLISHED')
    .returning('id')
    .execute()
}

/** Call with the entity locked: otherwise two acts at once take the same number. */
export async function nextVersion({ db, tenantId }: ReadCtx, entityId: string): Promise<number> {
  const { last } = await db
    .selectFrom('privacy_policies')
    .select((of) => of.fn.max<number | null>('version').as('last'))
    .where('tenant_id', '=', tenantId)
    .where('legal_entity_id', '=', entityId)
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}
