import { type Selectable, sql } from 'kysely'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { countedTotal } from '#db/counts.ts'
import { listPage } from '#db/list.ts'
import { recordKind } from '#db/records.ts'
import { MOST_ROWS } from '#db/sql.ts'
import type { Tables } from '#db/tables.ts'
import { tenantTable } from '#db/tenant-table.ts'
import type { Page } from '#kernel/paging.ts'
import { FLOWS, type FlowsQuery, SYSTEMS, type SystemsQuery } from './schemas.ts'

export type SystemRow = Selectable<Tables['systems']>
export const systems = tenantTable('systems')
export const systemRecord = recordKind('systems')

export type FlowRow = Selectable<Tables['data_flows']>
export const flows = tenantTable('data_flows')
export const flowRecord = recordKind('data_flows')

// ── systems ──

export function listSystems(ctx: ReadCtx, query: SystemsQuery): Promise<Page<SystemRow>> {
  const { db, tenantId } = ctx
  const { type, contractStatus } = query
  let rows = db.selectFrom('systems').selectAll().where('tenant_id', '=', tenantId)
  if (type) rows = rows.where('type', '=', type)
  if (contractStatus) rows = rows.where('contract_status', '=', contractStatus)
  const counted = countedTotal(ctx, 'systems', {
    type: type || undefined,
    contract_status: contractStatus || undefined,
  })
  return listPage(ctx, SYSTEMS, rows, query, counted)
}

/** In no order. Unknown ids are left out. */
export function listSystemsByIds({ db, tenantId }: ReadCtx, ids: readonly string[]): Promise<SystemRow[]> {
  return db
    .selectFrom('systems')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', ({ fn, val }) => fn.any(val([...ids])))
    .execute()
}

export function listSystemsOfProcessor(
  { db, tenantId }: ReadCtx,
  processorId: string,
): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('systems')
    .select(['id', 'name'])
    .where('tenant_id', '=', tenantId)
    .where('processor_id', '=', processorId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_ROWS)
    .execute()
}

/** Whether another system of the processor is hosted in the country. */
export async function hasSystemIn(
  { db, tenantId }: ReadCtx,
  { processorId, country, but }: { processorId: string; country: string; but: string },
): Promise<boolean> {
  const found = await db
    .selectFrom('systems')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('processor_id', '=', processorId)
    .where('id', '<>', but)
    .where(sql`btrim(hosting_country)`, '=', country)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

// ── flows ──

export function listFlows(ctx: ReadCtx, query: FlowsQuery): Promise<Page<FlowRow>> {
  const { db, tenantId } = ctx
  const rows = db.selectFrom('data_flows').selectAll().where('tenant_id', '=', tenantId)
  const counted = countedTotal(ctx, 'data_flows')
  return listPage(ctx, FLOWS, rows, query, counted)
}

/** In no order. Unknown ids are left out. */
export function listFlowsByIds({ db, tenantId }: ReadCtx, ids: readonly string[]): Promise<FlowRow[]> {
  return db
    .selectFrom('data_flows')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', ({ fn, val }) => fn.any(val([...ids])))
    .execute()
}

/** The flows into a system and out of it. */
export async function listFlowsOf(ctx: ReadCtx, systemId: string): Promise<string[]> {
  const rows = await flows
    .select(ctx)
    .select('id')
    .where(({ eb, or }) => or([eb('source_system_id', '=', systemId), eb('target_system_id', '=', systemId)]))
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function removeFlowsOf({ db, tenantId }: WriteCtx, systemId: string): Promise<void> {
  await db
    .deleteFrom('data_flows')
    .where('tenant_id', '=', tenantId)
    .where(({ eb, or }) => or([eb('source_system_id', '=', systemId), eb('target_system_id', '=', systemId)]))
    .execute()
}

// ── catalogue ──

/** Types and categories are free text: the rarest are left out, but the totals count them. */
const MOST = 1000

export async function countSystemsByType({ db, tenantId }: ReadCtx) {
  const { rows } = await sql<{ type: string; count: number; total: number; sensitive: number }>`
    select key->>'type' as type, sum(amount) as count, sum(sum(amount)) over () as total,
      coalesce(sum(sum(amount) filter (where (key->>'has_sensitive_data')::boolean)) over (), 0) as sensitive
    from list_counts
    where tenant_id = ${tenantId} and list = 'systems'
    group by 1 having sum(amount) > 0
    order by count desc, type
    limit ${sql.lit(MOST)}`.execute(db)
  return rows
}

export async function countFlows({ db, tenantId }: ReadCtx) {
  const { rows } = await sql<{ total: number; international: number }>`
    select coalesce(sum(amount), 0) as total,
      coalesce(sum(amount) filter (where (key->>'is_international')::boolean), 0) as international
    from list_counts where tenant_id = ${tenantId} and list = 'data_flows'`.execute(db)
  return rows[0]!
}

export async function countCategories({ db, tenantId }: ReadCtx) {
  const { rows } = await sql<{ category: string; systems: number; flows: number; total: number }>`
    select category, systems, flows, count(*) over () as total
    from (
      select key->>'category' as category,
        coalesce(sum(amount) filter (where list = 'systems_by_category'), 0) as systems,
        coalesce(sum(amount) filter (where list = 'data_flows_by_category'), 0) as flows
      from list_counts
      where tenant_id = ${tenantId} and list in ('systems_by_category', 'data_flows_by_category')
      group by 1
    ) as used
    where systems > 0 or flows > 0
    order by systems desc, flows desc, category
    limit ${sql.lit(MOST)}`.execute(db)
  return rows
}
