import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Reading } from '#db/context.ts'
import type { Tables } from '#db/tables.ts'
import './tables.ts'

export type PolicyRow = Selectable<Tables['privacy_policies']>

/** Contract part 8: the version list shows at most so many. */
const MOST_VERSIONS = 50

/** Records of one organisation; the bound only guards the server. */
const MOST = 5000

const policies = ({ db, tenantId }: Reading) =>
  db.selectFrom('privacy_policies').selectAll().where('tenant_id', '=', tenantId)

export function findPolicy(ctx: Reading, id: string): Promise<PolicyRow | undefined> {
  return policies(ctx).where('id', '=', id).executeTakeFirst()
}

/** Nobody changes it until this act ends. */
export function lockPolicy(ctx: Reading, id: string): Promise<PolicyRow | undefined> {
  return policies(ctx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** The published one, else the latest draft. */
export function findCurrent(ctx: Reading, entityId: string): Promise<PolicyRow | undefined> {
  return policies(ctx)
    .where('legal_entity_id', '=', entityId)
    .where('status', '<>', 'ARCHIVED')
    .orderBy(sql`status = 'PUBLISHED'`, 'desc')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export function findPublished(
  ctx: Reading,
  entityId: string,
  language?: PolicyRow['language'],
): Promise<PolicyRow | undefined> {
  let published = policies(ctx).where('legal_entity_id', '=', entityId).where('status', '=', 'PUBLISHED')
  if (language !== undefined) published = published.where('language', '=', language)
  return published.executeTakeFirst()
}

const VERSION = [
  'id',
  'version',
  'status',
  'language',
  'legal_entity_id',
  'published_at',
  'published_by',
  'publish_notes',
  'created_at',
] as const
export type VersionRow = Pick<PolicyRow, (typeof VERSION)[number]>

export function listVersions({ db, tenantId }: Reading, entityId: string): Promise<VersionRow[]> {
  return db
    .selectFrom('privacy_policies')
    .select(VERSION)
    .where('tenant_id', '=', tenantId)
    .where('legal_entity_id', '=', entityId)
    .orderBy('version', 'desc')
    .limit(MOST_VERSIONS)
    .execute()
}

/** The published policy of whoever the domain belongs to. */
export function listPublishedOfDomain({ db, tenantId }: Reading, domainId: string) {
  return db
    .selectFrom('privacy_policies as p')
    .innerJoin('domains as d', (join) =>
      join.onRef('d.tenant_id', '=', 'p.tenant_id').onRef('d.legal_entity_id', '=', 'p.legal_entity_id'),
    )
    .select(['p.id', 'p.version', 'p.status'])
    .where('p.tenant_id', '=', tenantId)
    .where('d.id', '=', domainId)
    .where('p.status', '=', 'PUBLISHED')
    .execute()
}

export function insertPolicy(
  { db }: Reading,
  row: Insertable<Tables['privacy_policies']>,
): Promise<PolicyRow> {
  return db.insertInto('privacy_policies').values(row).returningAll().executeTakeFirstOrThrow()
}

export function updatePolicy(
  { db, tenantId }: Reading,
  id: string,
  fields: Updateable<Tables['privacy_policies']>,
): Promise<PolicyRow> {
  return db
    .updateTable('privacy_policies')
    .set(fields)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function archivePublished(
  { db, tenantId, now }: Reading,
  entityId: string,
): Promise<{ id: string; version: number }[]> {
  return db
    .updateTable('privacy_policies')
    .set({ status: 'ARCHIVED', updated_at: now })
    .where('tenant_id', '=', tenantId)
    .where('legal_entity_id', '=', entityId)
    .where('status', '=', 'PUBLISHED')
    .returning(['id', 'version'])
    .execute()
}

/** Call with the entity locked: two who generate at once must not get the same number. */
export async function nextVersion({ db, tenantId }: Reading, entityId: string): Promise<number> {
  const { last } = await db
    .selectFrom('privacy_policies')
    .select((of) => of.fn.max<number | null>('version').as('last'))
    .where('tenant_id', '=', tenantId)
    .where('legal_entity_id', '=', entityId)
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

/** One numbers or publishes the policies of an entity at a time; rows that refer to it may come meanwhile. */
export async function lockEntity({ db, tenantId }: Reading, entityId: string): Promise<void> {
  await db
    .selectFrom('legal_entities')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', entityId)
    .forNoKeyUpdate()
    .execute()
}

// ── what a policy is written from ──

export function listSystemsOfActivities({ db, tenantId }: Reading) {
  return db
    .selectFrom('systems_of_activities as l')
    .innerJoin('systems as s', (join) =>
      join.onRef('s.tenant_id', '=', 'l.tenant_id').onRef('s.id', '=', 'l.system_id'),
    )
    .innerJoin('activities as a', (join) =>
      join.onRef('a.tenant_id', '=', 'l.tenant_id').onRef('a.id', '=', 'l.activity_id'),
    )
    .select(['l.activity_id', 's.name', 's.hosting_country'])
    .where('l.tenant_id', '=', tenantId)
    .where('a.status', '=', 'published')
    .orderBy('s.name')
    .orderBy('s.id')
    .limit(MOST)
    .execute()
}

export function listInternationalFlows({ db, tenantId }: Reading) {
  return db
    .selectFrom('activity_flows as l')
    .innerJoin('data_flows as f', (join) =>
      join.onRef('f.tenant_id', '=', 'l.tenant_id').onRef('f.id', '=', 'l.flow_id'),
    )
    .innerJoin('systems as s', (join) =>
      join.onRef('s.tenant_id', '=', 'f.tenant_id').onRef('s.id', '=', 'f.target_system_id'),
    )
    .innerJoin('activities as a', (join) =>
      join.onRef('a.tenant_id', '=', 'l.tenant_id').onRef('a.id', '=', 'l.activity_id'),
    )
    .select(['l.activity_id', 's.name', 's.hosting_country', 'f.safeguards'])
    .where('l.tenant_id', '=', tenantId)
    .where('a.status', '=', 'published')
    .where('f.is_international', '=', true)
    .orderBy('s.name')
    .orderBy('f.id')
    .limit(MOST)
    .execute()
}

/** Every security measure of the data map, once. */
export async function listMeasures({ db, tenantId }: Reading): Promise<string[]> {
  const { rows } = await sql<{ measure: string }>`
    select distinct measure from systems, unnest(security_measures) as measure
    where tenant_id = ${tenantId} order by measure limit ${sql.lit(MOST)}`.execute(db)
  return rows.map(({ measure }) => measure)
}

/**
 * The activities a policy tells of, each with a hash over what the policy tells: hashed where they are, so that looking
 * for changes moves two short texts per activity.
 */
export async function listFingerprints({ db, tenantId }: Reading) {
  const { rows } = await sql<{ id: string; name: string; hash: string }>`
    select a.id, a.name, md5(jsonb_build_array(
        a.name, a.purpose, a.legal_basis, a.legal_basis_article, a.legal_norm, a.legitimate_interest,
        a.data_categories, a.subject_categories, a.data_source, a.source_is_public, a.recipients,
        a.transfer_exists, a.transfer_country, a.transfer_mechanism, a.retention_period, a.retention_note,
        a.security_measures, a.automated_decisions, a.automated_logic, a.consent_withdrawal, a.minors_safeguard,
        processor.facts, system.facts, flow.facts)::text) as hash
    from activities a
    left join (
      select l.activity_id, jsonb_agg(jsonb_build_array(p.name, p.country) order by p.id) as facts
      from processors_of_activities l
      join processors p on p.tenant_id = l.tenant_id and p.id = l.processor_id
      where l.tenant_id = ${tenantId}
      group by l.activity_id
    ) as processor on processor.activity_id = a.id
    left join (
      select l.activity_id, jsonb_agg(jsonb_build_array(s.name, s.hosting_country) order by s.id) as facts
      from systems_of_activities l
      join systems s on s.tenant_id = l.tenant_id and s.id = l.system_id
      where l.tenant_id = ${tenantId}
      group by l.activity_id
    ) as system on system.activity_id = a.id
    left join (
      select l.activity_id, jsonb_agg(jsonb_build_array(s.name, s.hosting_country, f.safeguards) order by f.id) as facts
      from activity_flows l
      join data_flows f on f.tenant_id = l.tenant_id and f.id = l.flow_id and f.is_international
      join systems s on s.tenant_id = f.tenant_id and s.id = f.target_system_id
      where l.tenant_id = ${tenantId}
      group by l.activity_id
    ) as flow on flow.activity_id = a.id
    where a.tenant_id = ${tenantId} and a.status = 'published' and a.controller_role = 'responsable'
    order by a.created_at, a.id`.execute(db)
  return rows
}
