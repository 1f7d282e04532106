import { sql } from 'kysely'
import type { ReadCtx } from '#db/context.ts'
import type { RecordedFacts } from './facts.ts'

/** Reads the records of other modules for policies, through the views that these modules publish. */

/** Activities per read. Parsing this many delays other requests by a few milliseconds. */
const PAGE = 400

/** An activity whose facts are parsed on demand: a large register has many with equal facts. */
export interface ActivityRecord {
  id: string
  name: string
  /** Equal for activities that differ only in id and name. */
  print: string
  facts(): RecordedFacts
}

/**
 * The published activities for which the entity is responsible, by id, page by page, so that a register of any size fits in
 * memory. Leaves out activities on behalf of a client, who is responsible for them.
 */
export async function* publishedActivities(ctx: ReadCtx, entityId: string): AsyncGenerator<ActivityRecord[]> {
  let last: string | undefined
  do {
    const page = await readPage(ctx, entityId, last)
    yield page.map(({ id, name, print, facts }) => ({ id, name, print, facts: () => JSON.parse(facts) }))
    last = page.length < PAGE ? undefined : page.at(-1)!.id
  } while (last !== undefined)
}

async function readPage({ db, tenantId }: ReadCtx, entityId: string, after = NONE) {
  const { rows } = await sql<{ id: string; name: string; print: string; facts: string }>`
    with page as materialized (
      select * from activity_register
      where tenant_id = ${tenantId} and id > ${after} and is_published and controller_role = 'responsable'
        and legal_entity_id = ${entityId}
      order by id
      limit ${sql.lit(PAGE)}
    ),
    processors_of_page as (
      select l.activity_id, json_agg(json_build_object('name', p.name, 'country', p.country) order by p.name, p.id) as list
      from processors_of_activities l
      join processor_register p on p.tenant_id = l.tenant_id and p.id = l.processor_id
      where l.tenant_id = ${tenantId} and l.activity_id = any(array(select id from page))
      group by l.activity_id
    ),
    systems_of_page as (
      select l.activity_id,
        json_agg(json_build_object('name', s.name, 'hostingCountry', s.hosting_country) order by s.name, s.id) as list
      from systems_of_activities l
      join system_register s on s.tenant_id = l.tenant_id and s.id = l.system_id
      where l.tenant_id = ${tenantId} and l.activity_id = any(array(select id from page))
      group by l.activity_id
    ),
    flows_of_page as (
      select l.activity_id, json_agg(json_build_object('target', s.name, 'country', s.hosting_country,
        'safeguards', f.safeguards) order by s.name, f.id) as list
      from flows_of_activities l
      join flow_register f on f.tenant_id = l.tenant_id and f.id = l.flow_id and f.is_international
      join system_register s on s.tenant_id = f.tenant_id and s.id = f.target_system_id
      where l.tenant_id = ${tenantId} and l.activity_id = any(array(select id from page))
      group by l.activity_id
    ),
    recorded as materialized (
      select a.id, a.name, json_build_object(
          'purpose', a.purpose, 'legalBasis', a.legal_basis, 'legalBasisArticle', a.legal_basis_article,
          'legalNorm', a.legal_norm, 'socioeconomic', a.socioeconomic, 'legitimateInterest', a.legitimate_interest,
          'dataCategories', a.data_categories, 'subjectCategories', a.subject_categories,
          'dataSource', a.data_source, 'sourceIsPublic', a.source_is_public, 'recipients', a.recipients,
          'internationalTransfer', json_build_object('exists', a.transfer_exists, 'country', a.transfer_country,
            'mechanism', a.transfer_mechanism),
          'retentionPeriod', a.retention_period, 'retentionNote', a.retention_note,
          'securityMeasures', a.security_measures, 'automatedDecisions', a.automated_decisions,
          'automatedLogic', a.automated_logic, 'consentWithdrawal', a.consent_withdrawal,
          'minorsSafeguard', a.minors_safeguard, 'processors', coalesce(p.list, '[]'),
          'systems', coalesce(s.list, '[]'), 'flows', coalesce(f.list, '[]'))::text as facts
      from page a
      left join processors_of_page p on p.activity_id = a.id
      left join systems_of_page s on s.activity_id = a.id
      left join flows_of_page f on f.activity_id = a.id
    )
    select id, name, facts, md5(facts) as print from recorded order by id`.execute(db)
  return rows
}

const NONE = '00000000-0000-0000-0000-000000000000'

/** More security measures than anybody reads. It only protects the server. */
const MOST_MEASURES = 5000

/**
 * The security measures of systems used by activities of the entity, without duplicates. Unused systems count for the main
 * entity.
 */
export async function listMeasures(
  { db, tenantId }: ReadCtx,
  entity: { id: string; isMain: boolean },
): Promise<string[]> {
  const { rows } = await sql<{ measure: string }>`
    with used as materialized (
      select l.system_id, bool_or(a.legal_entity_id = ${entity.id}) as is_own
      from systems_of_activities l
      join activity_register a on a.tenant_id = l.tenant_id and a.id = l.activity_id and a.is_current
      where l.tenant_id = ${tenantId}
      group by l.system_id
    )
    select distinct measure
    from system_register s
    left join used u on u.system_id = s.id, unnest(s.security_measures) as measure
    where s.tenant_id = ${tenantId} and coalesce(u.is_own, ${entity.isMain})
    order by measure limit ${sql.lit(MOST_MEASURES)}`.execute(db)
  return rows.map(({ measure }) => measure)
}

/** The newest row of the organisation's audit log. */
export function findNewestChange({
  db,
  tenantId,
}: ReadCtx): Promise<{ id: string; created_at: Date } | undefined> {
  return db
    .selectFrom('audit_log')
    .select(['id', 'created_at'])
    .where('tenant_id', '=', tenantId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
