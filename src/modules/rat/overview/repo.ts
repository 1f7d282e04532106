import { sql } from 'kysely'
import type { Reading } from '#db/context.ts'
import '../tables.ts'

/** One scan, one row per value of each column: `dimension` names the column, null counts them all. */
export async function countByDimension({ db, tenantId }: Reading) {
  const { rows } = await sql<{ dimension: string | null; value: string | null; count: number }>`
    select
      case
        when grouping(status) = 0 then 'status'
        when grouping(legal_basis) = 0 then 'legal_basis'
        when grouping(risk_level) = 0 then 'risk_level'
        when grouping(has_sensitive_data) = 0 then 'has_sensitive_data'
        when grouping(transfer_exists) = 0 then 'transfer_exists'
        when grouping(dpia_required) = 0 then 'dpia_required'
      end as dimension,
      coalesce(status, legal_basis, risk_level, has_sensitive_data::text, transfer_exists::text, dpia_required::text)
        as value,
      count(*)::int as count
    from activities
    where tenant_id = ${tenantId}
    group by grouping sets
      ((status), (legal_basis), (risk_level), (has_sensitive_data), (transfer_exists), (dpia_required), ())`.execute(
    db,
  )
  return rows
}

export async function countByDataCategory({ db, tenantId }: Reading) {
  const { rows } = await sql<{ category: string; count: number }>`
    select category, count(*)::int as count
    from activities, unnest(data_categories) as category
    where tenant_id = ${tenantId}
    group by category
    order by count desc, category`.execute(db)
  return rows
}

/** Activities, not processors: one unsigned processor makes the whole activity pending. */
export async function countByDpaStatus({ db, tenantId, now }: Reading) {
  const { rows } = await sql<{ signed: number; pending: number; notRequired: number }>`
    select
      count(*) filter (where all_signed)::int as signed,
      count(*) filter (where not all_signed)::int as pending,
      count(*) filter (where all_signed is null)::int as "notRequired"
    from (
      select a.id, bool_and(p.dpa_status = 'SIGNED'
        and (p.dpa_valid_until is null or p.dpa_valid_until > ${now})) as all_signed
      from activities a
      left join processors_of_activities l on l.tenant_id = a.tenant_id and l.activity_id = a.id
      left join processors p on p.tenant_id = l.tenant_id and p.id = l.processor_id
      where a.tenant_id = ${tenantId}
      group by a.id
    ) as activity`.execute(db)
  return rows[0]!
}

export interface Place {
  activityId: string
  activityName: string
  country: string
  type: 'processor' | 'hosting' | 'transfer'
  detail: string | null
}

/** More pins than any map can show. */
const MOST = 10_000

/** Where data of living activities are or go; an archived one processes no more. */
export async function listPlaces({ db, tenantId }: Reading): Promise<Place[]> {
  const { rows } = await sql<Place>`
    with living as (
      select id, name, created_at, transfer_exists, transfer_country, transfer_mechanism
      from activities where tenant_id = ${tenantId} and status <> 'archived'
    )
    select "activityId", "activityName", country, type, detail from (
      select a.id as "activityId", a.name as "activityName", p.country, 'processor' as type, p.name as detail, a.created_at
      from living a
      join processors_of_activities l on l.tenant_id = ${tenantId} and l.activity_id = a.id
      join processors p on p.tenant_id = l.tenant_id and p.id = l.processor_id
      union all
      select a.id, a.name, s.hosting_country, 'hosting', s.name, a.created_at
      from living a
      join systems_of_activities l on l.tenant_id = ${tenantId} and l.activity_id = a.id
      join systems s on s.tenant_id = l.tenant_id and s.id = l.system_id
      union all
      select a.id, a.name, a.transfer_country, 'transfer', a.transfer_mechanism, a.created_at
      from living a
      where a.transfer_exists
    ) as place
    where btrim(country) <> ''
    order by created_at desc, "activityId" desc, type, detail
    limit ${sql.lit(MOST)}`.execute(db)
  return rows
}
