import { sql } from 'kysely'
import type { ReadCtx } from '#db/context.ts'
import { after, DAY_MS } from '#kernel/dates.ts'

const YEAR_MS = 365 * DAY_MS
/** Far more than a plan shows; it only protects the server. */
const MOST = 100

/** Leaves out contracts whose renewal is signed: they need no task. */
export function listEnding({ db, tenantId, now }: ReadCtx) {
  return db
    .selectFrom('contract_register as c')
    .innerJoin('processor_register as p', (join) =>
      join.onRef('p.tenant_id', '=', 'c.tenant_id').onRef('p.id', '=', 'c.processor_id'),
    )
    .select(['p.name as processor', 'c.expires_at'])
    .where('c.tenant_id', '=', tenantId)
    .where('c.status', '=', 'SIGNED')
    .where('c.is_renewed', '=', false)
    .where('c.expires_at', '>', now)
    .where('c.expires_at', '<', after(now, YEAR_MS))
    .orderBy('c.expires_at')
    .limit(MOST)
    .execute()
}

interface Month {
  month: string
  count: number
}

/** By the month in which an activity has gone a year without a change. Overdue ones count for this month. */
export async function countReviews({ db, tenantId, now }: ReadCtx): Promise<Month[]> {
  const { rows } = await sql<Month>`
    select to_char(greatest(updated_at + interval '365 days', ${now}) at time zone 'America/Santiago', 'YYYY-MM') as month,
      count(*) as count
    from activity_register where tenant_id = ${tenantId} and is_published
    group by 1 order by 1`.execute(db)
  return rows
}

export async function countDueRequests({ db, tenantId, now }: ReadCtx): Promise<Month[]> {
  const { rows } = await sql<Month>`
    select to_char(greatest(overdue_from, ${now}) at time zone 'America/Santiago', 'YYYY-MM') as month,
      count(*) as count
    from request_register where tenant_id = ${tenantId} and is_open
    group by 1 order by 1`.execute(db)
  return rows
}

export async function countOpenBreaches({ db, tenantId }: ReadCtx): Promise<number> {
  const { count } = await db
    .selectFrom('breach_register')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('is_open', '=', true)
    .executeTakeFirstOrThrow()
  return count
}

const MOST_ACTIVITIES = 60

/** The published activities with the highest risk. The characterisation lists them one by one (DS 662, art. 3 d). */
export function listRiskiest({ db, tenantId }: ReadCtx) {
  return (
    db
      .selectFrom('activity_register as a')
      .leftJoin('entity_register as e', (join) =>
        join.onRef('e.tenant_id', '=', 'a.tenant_id').onRef('e.id', '=', 'a.legal_entity_id'),
      )
      .select([
        'a.id',
        'a.name',
        'a.purpose',
        'a.legal_basis as legalBasis',
        'a.legal_basis_article as legalBasisArticle',
        'a.has_sensitive_data as hasSensitiveData',
        'a.data_categories',
        'a.data_source as dataSource',
        'a.socioeconomic',
        'a.risk_level',
        'a.dpia_required',
        'a.transfer_exists',
        'a.transfer_country',
      ])
      // Art. 20: public bodies have bases of their own.
      .select(({ fn }) => fn.coalesce('e.is_public_body', sql<boolean>`false`).as('isPublicBody'))
      .where('a.tenant_id', '=', tenantId)
      .where('a.is_published', '=', true)
      .orderBy(sql`case a.risk_level when 'high' then 0 when 'medium' then 1 else 2 end`)
      .orderBy('a.dpia_required', 'desc')
      .orderBy('a.name')
      .orderBy('a.id')
      .limit(MOST_ACTIVITIES)
      .execute()
  )
}

/** The countries of the systems and processors of these activities. */
export async function listPlaces(
  { db, tenantId }: ReadCtx,
  activityIds: readonly string[],
): Promise<{ activityId: string; country: string }[]> {
  if (activityIds.length === 0) return []
  const systems = db
    .selectFrom('systems_of_activities as l')
    .innerJoin('system_register as s', (join) =>
      join.onRef('s.tenant_id', '=', 'l.tenant_id').onRef('s.id', '=', 'l.system_id'),
    )
    .select(['l.activity_id as activityId', 's.hosting_country as country'])
    .where('l.tenant_id', '=', tenantId)
    .where('l.activity_id', 'in', activityIds)
  const processors = db
    .selectFrom('processors_of_activities as l')
    .innerJoin('processor_register as p', (join) =>
      join.onRef('p.tenant_id', '=', 'l.tenant_id').onRef('p.id', '=', 'l.processor_id'),
    )
    .select(['l.activity_id as activityId', 'p.country'])
    .where('l.tenant_id', '=', tenantId)
    .where('l.activity_id', 'in', activityIds)
  const rows = await systems.union(processors).orderBy('country').execute()
  return rows.flatMap(({ activityId, country }) => (country === null ? [] : [{ activityId, country }]))
}
