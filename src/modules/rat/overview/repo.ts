import { type Selectable, sql } from 'kysely'
import type { ReadCtx } from '#db/context.ts'
import { countsOf } from '#db/counts.ts'
import type { Tables } from '#db/tables.ts'
import type { LegalBasis, RiskLevel, State } from '../rules.ts'

/** The dimensions of the stored counts. */
export interface CountedActivities {
  status: State
  legal_basis: LegalBasis | null
  risk_level: RiskLevel | null
  has_sensitive_data: boolean
  transfer_exists: boolean
  dpia_required: boolean
  count: number
}

export function countActivities(ctx: ReadCtx): Promise<CountedActivities[]> {
  return countsOf<Omit<CountedActivities, 'count'>>(ctx, 'activities')
}

export async function countByDataCategory({ db, tenantId }: ReadCtx) {
  const { rows } = await sql<{ category: string; count: number }>`
    select key->>'category' as category, sum(amount) as count
    from list_counts
    where tenant_id = ${tenantId} and list = 'activities_by_category'
    group by 1 having sum(amount) > 0
    order by count desc, category`.execute(db)
  return rows
}

/**
 * Counts activities, not processors: one unsigned processor makes the activity pending. Leaves out activities without a
 * processor.
 */
export async function countByDpaStatus({ db, tenantId, now }: ReadCtx) {
  const { rows } = await sql<{ signed: number; pending: number }>`
    select count(*) filter (where all_signed) as signed, count(*) filter (where not all_signed) as pending
    from (
      select bool_and(p.signed_until > ${now}) as all_signed
      from processors_of_activities l
      join processor_register p on p.tenant_id = l.tenant_id and p.id = l.processor_id
      where l.tenant_id = ${tenantId}
      group by l.activity_id
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

/** More markers than any map can show. */
const MOST = 10_000

/** Number of activities whose places are read at once. */
const BATCH = 2500

/**
 * The places of data in activities that are not archived. Newest first, in batches until the map is full: reading all places
 * to keep the first ones would take seconds.
 */
export async function listPlaces(ctx: ReadCtx): Promise<Place[]> {
  const places: Place[] = []
  let last: Last | undefined
  do {
    const [found, end] = await Promise.all([listPlacesAfter(ctx, last), findLastAfter(ctx, last)])
    places.push(...found)
    last = end
  } while (last && places.length < MOST)
  return places.slice(0, MOST)
}

type Last = Pick<Selectable<Tables['activities']>, 'id' | 'created_at'>

const living = ({ db, tenantId }: ReadCtx, last: Last | undefined) => {
  const all = db
    .selectFrom('activities')
    .where('tenant_id', '=', tenantId)
    .where('status', '<>', 'archived')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
  return last ? all.where(sql<boolean>`(created_at, id) < (${last.created_at}, ${last.id}::uuid)`) : all
}

/** The last activity of the batch; undefined if the batch is not full, as none follows. */
function findLastAfter(ctx: ReadCtx, last: Last | undefined): Promise<Last | undefined> {
  return living(ctx, last)
    .select(['id', 'created_at'])
    .offset(sql.lit(BATCH - 1))
    .limit(sql.lit(1))
    .executeTakeFirst()
}

/** `limit` and `offset` keep the planner from reading all links and systems of the organisation for one batch. */
async function listPlacesAfter(ctx: ReadCtx, last: Last | undefined): Promise<Place[]> {
  const { db, tenantId } = ctx
  const batch = living(ctx, last)
    .select([
      'id',
      'name',
      'created_at',
      'system_id',
      'transfer_exists',
      'transfer_country',
      'transfer_mechanism',
    ])
    .limit(sql.lit(BATCH))
  const { rows } = await sql<Place>`
    with living as materialized (${batch}),
    hosting as materialized (
      select l.activity_id, s.name, s.hosting_country, s.processor_id
      from (
        select a.id as activity_id, l.system_id
        from living a cross join lateral (
          select system_id from activity_systems where tenant_id = ${tenantId} and activity_id = a.id offset 0
        ) l
        union
        select id, system_id from living where system_id is not null
      ) l
      cross join lateral (
        select name, hosting_country, processor_id from system_register
        where tenant_id = ${tenantId} and id = l.system_id limit 1
      ) s
    ),
    processing as (
      select activity_id, processor_id from hosting where processor_id is not null
      union
      select a.id, l.processor_id
      from living a cross join lateral (
        select processor_id from activity_processors where tenant_id = ${tenantId} and activity_id = a.id offset 0
      ) l
    )
    select a.id as "activityId", a.name as "activityName", place.country, place.type, place.detail
    from (
      select l.activity_id, p.country, 'processor' as type, p.name as detail
      from processing l join processor_register p on p.tenant_id = ${tenantId} and p.id = l.processor_id
      union all
      select activity_id, hosting_country, 'hosting', name from hosting
      union all
      select id, transfer_country, 'transfer', transfer_mechanism from living where transfer_exists
    ) as place
    join living a on a.id = place.activity_id
    where btrim(place.country) <> ''
    order by a.created_at desc, a.id desc, place.type, place.detail`.execute(db)
  return rows
}
