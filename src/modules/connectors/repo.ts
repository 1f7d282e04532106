import { type Selectable, sql } from 'kysely'
import type { ReadCtx } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import { listPage } from '#db/list.ts'
import { recordKind } from '#db/records.ts'
import type { Tables } from '#db/tables.ts'
import { tenantTable } from '#db/tenant-table.ts'
import { after, MINUTE_MS } from '#kernel/dates.ts'
import { isId } from '#kernel/ids.ts'
import { CONNECTORS, type ConnectorsQuery, RUNS, type RunsQuery } from './schemas.ts'

export type ConnectorRow = Selectable<Tables['connectors']>
export type RunRow = Selectable<Tables['connector_runs']>

export const connectors = tenantTable('connectors', ['config', 'queries'])
export const runs = tenantTable('connector_runs')
export const connectorRecord = recordKind('connectors')

export type ConnectorItem = ConnectorRow & { system_name: string }

function items({ db, tenantId }: ReadCtx) {
  return db
    .selectFrom('connectors as c')
    .innerJoin('system_register as s', (on) =>
      on.onRef('s.tenant_id', '=', 'c.tenant_id').onRef('s.id', '=', 'c.system_id'),
    )
    .selectAll('c')
    .select('s.name as system_name')
    .where('c.tenant_id', '=', tenantId)
}

export function listConnectors(ctx: ReadCtx, query: ConnectorsQuery) {
  const { systemId, kind, approved } = query
  let rows = items(ctx)
  if (systemId?.trim())
    rows = isId(systemId) ? rows.where('c.system_id', '=', systemId) : rows.where(sql<boolean>`false`)
  if (kind !== undefined) rows = rows.where('c.kind', '=', kind)
  if (approved !== undefined) rows = rows.where('c.approved_at', approved ? 'is not' : 'is', null)
  return listPage<ConnectorItem>(ctx, CONNECTORS, rows, query)
}

export function findItem(ctx: ReadCtx, id: string): Promise<ConnectorItem | undefined> {
  return items(ctx).where('c.id', '=', id).executeTakeFirst()
}

export async function listOfSystems(
  ctx: ReadCtx,
  systemIds: readonly string[],
): Promise<Map<string, ConnectorRow>> {
  if (systemIds.length === 0) return new Map()
  const rows = await connectors
    .select(ctx)
    .selectAll()
    .where('system_id', '=', sql<string>`any(${systemIds}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.system_id, row]))
}

/** The number of other people who could approve a connector. */
export async function countOtherApprovers({ db, tenantId }: ReadCtx, userId: string): Promise<number> {
  const { others } = await db
    .selectFrom('memberships')
    .select(({ fn }) => fn.countAll<number>().as('others'))
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'ACTIVE')
    .where('role', 'in', ['OWNER', 'ADMIN', 'DPO'])
    .where('user_id', '<>', userId)
    .executeTakeFirstOrThrow()
  return Number(others)
}

/** Whether this person wrote part of what an approval would allow: every change since the last approval counts. */
export async function wroteSinceApproval(
  { db, tenantId }: ReadCtx,
  id: string,
  userId: string,
): Promise<boolean> {
  const { rows } = await sql<{ wrote: boolean }>`
    select exists (
      select from audit_log w
      where w.tenant_id = ${tenantId} and w.entity_type = 'connector' and w.entity_id = ${id}
        and w.action in ('create', 'update') and w.actor_id = ${userId}
        and w.id > coalesce((
          select max(a.id::text)::uuid from audit_log a
          where a.tenant_id = ${tenantId} and a.entity_type = 'connector' and a.entity_id = ${id}
            and a.action = 'approve'), '00000000-0000-0000-0000-000000000000')) as wrote`.execute(db)
  return rows[0]!.wrote
}

// ── runs ──

export type RunItem = RunRow & { folio: string }

export function listRuns(ctx: ReadCtx, connectorId: string, query: RunsQuery) {
  let rows = runItems(ctx).where('r.connector_id', '=', connectorId)
  if (query.status !== undefined) rows = rows.where('r.status', '=', query.status)
  return listPage<RunItem>(ctx, RUNS, rows, { ...query, connectorId })
}

function runItems({ db, tenantId }: ReadCtx) {
  return db
    .selectFrom('connector_runs as r')
    .innerJoin('searchable_requests as q', (on) =>
      on.onRef('q.tenant_id', '=', 'r.tenant_id').onRef('q.id', '=', 'r.request_id'),
    )
    .selectAll('r')
    .select('q.title as folio')
    .where('r.tenant_id', '=', tenantId)
}

/** The tasks among these that already have a run in progress. */
export async function listBusyTasks(ctx: ReadCtx, taskIds: readonly string[]): Promise<Set<string>> {
  if (taskIds.length === 0) return new Set()
  const rows = await runs
    .select(ctx)
    .select('task_id')
    .where('task_id', '=', sql<string>`any(${taskIds}::uuid[])`)
    .where('status', 'in', ['pending', 'running', 'waiting'])
    .execute()
  return new Set(rows.map(({ task_id }) => task_id))
}

/** Across tenants: a caller of the callback brings only the key. */
export function findByCallback(db: Db, hash: string, now: Date) {
  return db
    .selectFrom('connector_runs as r')
    .innerJoin('connectors as c', (on) =>
      on.onRef('c.tenant_id', '=', 'r.tenant_id').onRef('c.id', '=', 'r.connector_id'),
    )
    .innerJoin('tenants as t', 't.id', 'r.tenant_id')
    .select(['r.tenant_id', 'r.id', 'r.task_id', 'r.right_type', 'c.secret_sealed'])
    .where('r.callback_hash', '=', hash)
    .where('r.callback_expires_at', '>', now)
    .where('r.status', 'in', ['running', 'waiting'])
    .where('t.suspended_at', 'is', null)
    .executeTakeFirst()
}

/** Across tenants: runs that a dead process left, and runs that nobody called back for. */
export function listLeft(db: Db, now: Date) {
  return db
    .selectFrom('connector_runs')
    .select(['tenant_id', 'id', 'status', 'attempts', 'next_attempt_at'])
    .where('status', 'in', ['pending', 'running', 'waiting'])
    .where((eb) =>
      eb.or([
        eb.and([eb('status', '=', 'pending'), eb('next_attempt_at', '<', after(now, -MINUTE_MS))]),
        eb.and([eb('status', '=', 'running'), eb('claimed_until', '<', now)]),
        eb.and([eb('status', '=', 'waiting'), eb('callback_expires_at', '<', now)]),
      ]),
    )
    .orderBy('created_at')
    .limit(500)
    .execute()
}
