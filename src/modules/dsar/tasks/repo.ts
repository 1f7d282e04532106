import { type Selectable, sql } from 'kysely'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import type { Tables } from '#db/tables.ts'
import { tenantTable } from '#db/tenant-table.ts'
import { addDays, chileanDay } from '#kernel/dates.ts'
import { type Candidate, MOST_TASKS, REMINDER_DAYS, systemOf, type TaskSystem } from './rules.ts'

export type TaskRow = Selectable<Tables['dsar_tasks']>
export const tasks = tenantTable('dsar_tasks')

/** The tasks of one request, oldest first. */
export function listTasks(ctx: ReadCtx, requestId: string): Promise<TaskRow[]> {
  return tasks
    .select(ctx)
    .selectAll()
    .where('request_id', '=', requestId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(MOST_TASKS * 2)
    .execute()
}

/** Like `listTasks`, but locked until the act ends. */
export function lockTasks(ctx: WriteCtx, requestId: string): Promise<TaskRow[]> {
  return tasks
    .select(ctx)
    .selectAll()
    .where('request_id', '=', requestId)
    .orderBy('created_at')
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Undefined for a task of another request. */
export async function lockTask(ctx: WriteCtx, requestId: string, id: string): Promise<TaskRow | undefined> {
  const row = await tasks.lock(ctx, id)
  return row?.request_id === requestId ? row : undefined
}

const MOST_CANDIDATES = 5000

/** The systems of the published activities of a legal entity; without one, of the main entity. */
export async function listCandidates(
  { db, tenantId }: ReadCtx,
  legalEntityId: string | null,
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select distinct s.id as system_id, s.name, s.owner, s.owner_email, p.name as processor_name,
      p.contact_name, p.contact_email, a.subject_categories
    from activity_register a
    join systems_of_activities x on x.tenant_id = a.tenant_id and x.activity_id = a.id
    join system_register s on s.tenant_id = x.tenant_id and s.id = x.system_id
    left join processor_register p on p.tenant_id = s.tenant_id and p.id = s.processor_id
    where a.tenant_id = ${tenantId} and a.is_published
      and a.legal_entity_id = coalesce(${legalEntityId}::uuid, main_entity())
    order by s.name, s.id
    limit ${sql.lit(MOST_CANDIDATES)}`.execute(db)
  return rows
}

/** A system of the data map, whether or not an activity names it. */
export async function findSystem({ db, tenantId }: ReadCtx, id: string): Promise<TaskSystem | undefined> {
  const row = await db
    .selectFrom('system_register as s')
    .leftJoin('processor_register as p', (on) =>
      on.onRef('p.tenant_id', '=', 's.tenant_id').onRef('p.id', '=', 's.processor_id'),
    )
    .select(['s.id as system_id', 's.name', 's.owner', 's.owner_email'])
    .select(['p.name as processor_name', 'p.contact_name', 'p.contact_email'])
    .where('s.tenant_id', '=', tenantId)
    .where('s.id', '=', id)
    .executeTakeFirst()
  return row && systemOf(row)
}

export interface Progress {
  total: number
  done: number
}

/** The progress of several requests, without cancelled tasks. */
export async function countTasks(
  { db, tenantId }: ReadCtx,
  requestIds: readonly string[],
): Promise<Map<string, Progress>> {
  if (requestIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('dsar_tasks')
    .select(({ fn }) => [
      'request_id',
      fn.countAll<number>().as('total'),
      fn.countAll<number>().filterWhere('status', '=', 'done').as('done'),
    ])
    .where('tenant_id', '=', tenantId)
    .where('request_id', '=', sql<string>`any(${requestIds}::uuid[])`)
    .where('status', '<>', 'cancelled')
    .groupBy('request_id')
    .execute()
  return new Map(rows.map(({ request_id, total, done }) => [request_id, { total, done }]))
}

/** Across tenants: the owner brings only the key. */
export function findByKey(db: Db, hash: string, now: Date) {
  return db
    .selectFrom('dsar_tasks as k')
    .innerJoin('dsar_requests as r', (on) =>
      on.onRef('r.tenant_id', '=', 'k.tenant_id').onRef('r.id', '=', 'k.request_id'),
    )
    .innerJoin('tenants as t', 't.id', 'k.tenant_id')
    .selectAll('k')
    .select([
      'r.right_type',
      'r.subtype',
      'r.subject_name',
      'r.subject_rut',
      'r.subject_email',
      'r.heir_name',
      'r.is_representative',
      'r.description',
      'r.specific_data',
      'r.legal_entity_id',
    ])
    .select(['t.suspended_at', 't.name as organization', 't.slug', 't.branding'])
    .where('k.key_hash', '=', hash)
    .where('k.expires_at', '>', now)
    .executeTakeFirst()
}

/** Across tenants: tasks that were sent and not answered, and whose date is near. */
export function listToRemind(db: Db, now: Date) {
  const today = chileanDay(now)
  return db
    .selectFrom('dsar_tasks as k')
    .innerJoin('tenants as t', 't.id', 'k.tenant_id')
    .select(['k.tenant_id', 'k.id', 'k.due_on', 'k.reminded_on', 'k.sent_at'])
    .where('t.suspended_at', 'is', null)
    .where('k.status', '=', 'sent')
    .where('k.due_on', '>=', today)
    .where('k.due_on', '<=', addDays(today, Math.max(...REMINDER_DAYS)))
    .orderBy('k.due_on')
    .orderBy('k.id')
    .execute()
}

/** Across tenants: late tasks, with the legal day of their request. */
export function listLate(db: Db, now: Date) {
  return db
    .selectFrom('dsar_tasks as k')
    .innerJoin('dsar_requests as r', (on) =>
      on.onRef('r.tenant_id', '=', 'k.tenant_id').onRef('r.id', '=', 'k.request_id'),
    )
    .innerJoin('tenants as t', 't.id', 'k.tenant_id')
    .select(['k.tenant_id', 'k.request_id', 'k.due_on', 'k.escalated_on', 'r.legal_due_at'])
    .where('t.suspended_at', 'is', null)
    .where('r.completed_at', 'is', null)
    .where('k.status', 'in', ['open', 'sent'])
    .where('k.due_on', '<', chileanDay(now))
    .orderBy('k.due_on')
    .orderBy('k.id')
    .execute()
}

/** Cancels the unanswered tasks of a request and closes their links. Returns how many there were. */
export async function endTasks(ctx: WriteCtx, requestId: string): Promise<number> {
  const { db, tenantId, now } = ctx
  const rows = await db
    .updateTable('dsar_tasks')
    .set({
      status: sql`case when status in ('open', 'sent') then 'cancelled' else status end`,
      key_hash: null,
      updated_at: now,
    })
    .where('tenant_id', '=', tenantId)
    .where('request_id', '=', requestId)
    .where(({ eb, or }) => or([eb('status', 'in', ['open', 'sent']), eb('key_hash', 'is not', null)]))
    .returning(sql<boolean>`done_at is null`.as('was_waiting'))
    .execute()
  return rows.filter(({ was_waiting }) => was_waiting).length
}

export async function markEscalated(
  { db, tenantId, now }: WriteCtx,
  ids: readonly string[],
  today: string,
): Promise<void> {
  await db
    .updateTable('dsar_tasks')
    .set({ escalated_on: today, updated_at: now })
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', ids)
    .execute()
}
