import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Reading } from '#db/context.ts'
import { page } from '#db/sql.ts'
import type { Tables } from '#db/tables.ts'
import type { Page, PageQuery } from '#kernel/paging.ts'
import './tables.ts'

export type SystemRow = Selectable<Tables['systems']>
export type FlowRow = Selectable<Tables['data_flows']>

// ── systems ──

export function listSystems(
  { db, tenantId }: Reading,
  { type, contractStatus, ...paging }: PageQuery & { type?: string; contractStatus?: string },
): Promise<Page<SystemRow>> {
  let query = db.selectFrom('systems').selectAll().where('tenant_id', '=', tenantId)
  if (type) query = query.where('type', '=', type)
  if (contractStatus) query = query.where('contract_status', '=', contractStatus)
  return page(db, query.orderBy('created_at', 'desc').orderBy('id', 'desc'), paging)
}

export function findSystem({ db, tenantId }: Reading, id: string): Promise<SystemRow | undefined> {
  return db
    .selectFrom('systems')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export function lockSystem({ db, tenantId }: Reading, id: string): Promise<SystemRow | undefined> {
  return db
    .selectFrom('systems')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** In no particular order; those that do not exist are left out. */
export function listSystemsByIds({ db, tenantId }: Reading, ids: readonly string[]): Promise<SystemRow[]> {
  return db
    .selectFrom('systems')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', ({ fn, val }) => fn.any(val([...ids])))
    .execute()
}

export function insertSystem({ db }: Reading, row: Insertable<Tables['systems']>): Promise<SystemRow> {
  return db.insertInto('systems').values(row).returningAll().executeTakeFirstOrThrow()
}

export function updateSystem(
  { db, tenantId }: Reading,
  id: string,
  fields: Updateable<Tables['systems']>,
): Promise<SystemRow> {
  return db
    .updateTable('systems')
    .set(fields)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function removeSystem({ db, tenantId }: Reading, id: string): Promise<void> {
  await db.deleteFrom('systems').where('tenant_id', '=', tenantId).where('id', '=', id).execute()
}

// ── flows ──

export function listFlows({ db, tenantId }: Reading, paging: PageQuery): Promise<Page<FlowRow>> {
  const query = db.selectFrom('data_flows').selectAll().where('tenant_id', '=', tenantId)
  return page(db, query.orderBy('created_at', 'desc').orderBy('id', 'desc'), paging)
}

export function findFlow({ db, tenantId }: Reading, id: string): Promise<FlowRow | undefined> {
  return db
    .selectFrom('data_flows')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** In no particular order; those that do not exist are left out. */
export function listFlowsByIds({ db, tenantId }: Reading, ids: readonly string[]): Promise<FlowRow[]> {
  return db
    .selectFrom('data_flows')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', ({ fn, val }) => fn.any(val([...ids])))
    .execute()
}

export function insertFlow({ db }: Reading, row: Insertable<Tables['data_flows']>): Promise<FlowRow> {
  return db.insertInto('data_flows').values(row).returningAll().executeTakeFirstOrThrow()
}

export function removeFlow({ db, tenantId }: Reading, id: string): Promise<FlowRow | undefined> {
  return db
    .deleteFrom('data_flows')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

export async function removeFlowsOf({ db, tenantId }: Reading, systemId: string): Promise<string[]> {
  const rows = await db
    .deleteFrom('data_flows')
    .where('tenant_id', '=', tenantId)
    .where(({ eb, or }) => or([eb('source_system_id', '=', systemId), eb('target_system_id', '=', systemId)]))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

// ── catalogue ──

/** Types and categories are whatever people wrote: the rarest are left out, and the totals still count them. */
const MOST = 1000

export function countSystemsByType({ db, tenantId }: Reading) {
  return db
    .selectFrom('systems')
    .select((of) => [
      'type',
      of.fn.countAll<number>().as('count'),
      sql<number>`sum(count(*)) over ()`.as('total'),
      sql<number>`sum(count(*) filter (where has_sensitive_data)) over ()`.as('sensitive'),
    ])
    .where('tenant_id', '=', tenantId)
    .groupBy('type')
    .orderBy('count', 'desc')
    .orderBy('type')
    .limit(MOST)
    .execute()
}

export function countFlows({ db, tenantId }: Reading) {
  return db
    .selectFrom('data_flows')
    .select((of) => [
      of.fn.countAll<number>().as('total'),
      of.fn.countAll<number>().filterWhere('is_international', '=', true).as('international'),
    ])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow()
}

export async function countCategories({ db, tenantId }: Reading) {
  const { rows } = await sql<{ category: string; systems: number; flows: number; total: number }>`
    select category, count(distinct system_id) as systems, count(distinct flow_id) as flows, count(*) over () as total
    from (
      select unnest(data_categories) as category, id as system_id, null::uuid as flow_id
      from systems where tenant_id = ${tenantId}
      union all
      select unnest(data_categories), null, id
      from data_flows where tenant_id = ${tenantId}
    ) as used
    group by category
    order by systems desc, flows desc, category
    limit ${sql.lit(MOST)}`.execute(db)
  return rows
}
