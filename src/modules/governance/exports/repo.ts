import { sql } from 'kysely'
import type { Reading } from '#db/context.ts'

/** Newest first, as the lists show them. */
export async function listIds(
  { db, tenantId }: Reading,
  table: 'activities' | 'dpia_assessments',
): Promise<string[]> {
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where('tenant_id', '=', tenantId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ id }) => id)
}

export interface Around {
  activity_id: string
  systems: string | null
  domains: string | null
  assessment: string | null
}

/** What stands around these activities: systems with their role, public domains, and the latest assessment. */
export async function listAround({ db, tenantId }: Reading, ids: readonly string[]): Promise<Around[]> {
  const { rows } = await sql<Around>`
    select a.id as activity_id,
      (select string_agg(s.name || ' (' || l.role || ')', '; ' order by s.name, s.id)
        from systems_of_activities l
        join systems s on s.tenant_id = l.tenant_id and s.id = l.system_id
        where l.tenant_id = a.tenant_id and l.activity_id = a.id) as systems,
      (select string_agg(d.url, '; ' order by d.url)
        from domain_activities l
        join domains d on d.tenant_id = l.tenant_id and d.id = l.domain_id
        where l.tenant_id = a.tenant_id and l.activity_id = a.id
          and d.is_active and d.environment = 'PRODUCTION') as domains,
      (select p.status from dpia_assessments p
        where p.tenant_id = a.tenant_id and p.activity_id = a.id
        order by p.status = 'approved' desc, p.created_at desc, p.id desc limit 1) as assessment
    from activities a
    where a.tenant_id = ${tenantId} and a.id = any(${[...ids]}::uuid[])`.execute(db)
  return rows
}
