import { sql } from 'kysely'
import type { ReadCtx } from '#db/context.ts'

/** Newest first, like the lists. Returns all ids in one text: a row for each would take ten times as long to read. */
export async function listIds(
  { db, tenantId }: ReadCtx,
  register: 'activity_register' | 'assessment_register',
): Promise<string[]> {
  const { ids } = await db
    .selectFrom(register)
    .select(sql<string | null>`string_agg(id::text, ',' order by created_at desc, id desc)`.as('ids'))
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow()
  return ids?.split(',') ?? []
}

export interface Around {
  activity_id: string
  systems: string | null
  domains: string | null
  assessment: string | null
  /** The legal entity responsible for it. */
  entity: string | null
  is_public_body: boolean
}

/** The role of a system in an activity. */
const roleWord = sql`case l.role
  when 'COLLECTION' then 'recolección' when 'STORAGE' then 'almacenamiento'
  when 'PROCESSING' then 'tratamiento' when 'TRANSFER' then 'transferencia' else l.role end`

/** Data that the export adds to activities: systems with their role, public domains, latest assessment, legal entity. */
export async function listAround({ db, tenantId }: ReadCtx, ids: readonly string[]): Promise<Around[]> {
  const { rows } = await sql<Around>`
    select a.id as activity_id,
      (select string_agg(s.name || ' (' || ${roleWord} || ')', '; ' order by s.name, s.id)
        from systems_of_activities l
        join system_register s on s.tenant_id = l.tenant_id and s.id = l.system_id
        where l.tenant_id = a.tenant_id and l.activity_id = a.id) as systems,
      (select string_agg(d.url, '; ' order by d.url)
        from activities_of_domains l
        join domain_register d on d.tenant_id = l.tenant_id and d.id = l.domain_id
        where l.tenant_id = a.tenant_id and l.activity_id = a.id
          and d.is_public) as domains,
      (select p.status from assessment_register p
        where p.tenant_id = a.tenant_id and p.activity_id = a.id
        order by p.is_approved desc, p.created_at desc, p.id desc limit 1) as assessment,
      e.name as entity, coalesce(e.is_public_body, false) as is_public_body
    from activity_register a
    left join entity_register e on e.tenant_id = a.tenant_id and e.id = a.legal_entity_id
    where a.tenant_id = ${tenantId} and a.id = any(${[...ids]}::uuid[])`.execute(db)
  return rows
}

export async function readSystemNames({ db, tenantId }: ReadCtx): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('system_register')
    .select(['id', 'name'])
    .where('tenant_id', '=', tenantId)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
