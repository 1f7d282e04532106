import { sql } from 'kysely'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { lockTenant } from '#db/sql.ts'
import { lettersLeft } from '#jobs/mail.ts'
import { listChecks } from '../requests/identity/repo.ts'
import { identityOf } from '../requests/identity/rules.ts'
import { requests } from '../requests/repo.ts'
import { type TaskRow, tasks } from './repo.ts'
import { mailboxOfPerson, WAITING } from './rules.ts'
import { send } from './sending.ts'

/** What a connector reads of a task and writes to it. */

export interface ConnectorTask {
  id: string
  request_id: string
  system_id: string | null
  system_name: string
  status: TaskRow['status']
  due_on: string
  right_type: string
  folio_number: string
  subject_name: string
  subject_email: string | null
  subject_rut: string | null
  assigned_to: string | null
  /** The facts about the asker that were checked. */
  proven: { email: boolean; rut: boolean }
  legal_entity_id: string
}

/** The tasks, with the person each is about. */
export async function listConnectorTasks(ctx: ReadCtx, ids: readonly string[]): Promise<ConnectorTask[]> {
  if (ids.length === 0) return []
  const { db, tenantId } = ctx
  const rows = await db
    .selectFrom('dsar_tasks as t')
    .innerJoin('dsar_requests as r', (on) =>
      on.onRef('r.tenant_id', '=', 't.tenant_id').onRef('r.id', '=', 't.request_id'),
    )
    .select(['t.id', 't.request_id', 't.system_id', 't.system_name', 't.status', 't.due_on'])
    .select(['r.right_type', 'r.folio_number', 'r.subject_name', 'r.subject_email', 'r.subject_rut'])
    .select(['r.assigned_to', 'r.legal_entity_id', 'r.source', 'r.is_representative', 'r.heir_name'])
    .where('t.tenant_id', '=', tenantId)
    .where('t.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  const requests = [...new Set(rows.map(({ request_id }) => request_id))]
  const checks = await Promise.all(requests.map((id) => listChecks(ctx, id)))
  return rows.map(({ source, is_representative, heir_name, ...row }) => {
    const asker = { ...row, source, is_representative, heir_name }
    const { email, rut } = identityOf(asker, checks[requests.indexOf(row.request_id)]!)
    return {
      ...row,
      subject_email: mailboxOfPerson(asker),
      proven: { email: email === 'proven', rut: rut === 'proven' },
    }
  })
}

/**
 * The same tasks, locked until the act ends, in the order of `lockTasks`. Lock order: tasks first, then the organisation,
 * which storing a file or writing a letter locks. The other order would deadlock with letters to owners.
 */
export async function lockConnectorTasks(ctx: WriteCtx, ids: readonly string[]): Promise<ConnectorTask[]> {
  await tasks
    .select(ctx)
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('created_at')
    .orderBy('id')
    .forUpdate()
    .execute()
  return listConnectorTasks(ctx, ids)
}

/** Records why the connector could not answer. The owner is asked instead. */
export async function noteByConnector(ctx: WriteCtx, taskId: string, note: string): Promise<void> {
  const before = await tasks.lock(ctx, taskId)
  if (!before || !WAITING.includes(before.status)) return
  const row = await tasks.update(ctx, taskId, { notes: note, updated_at: ctx.now })
  if (row.status !== 'open' || row.owner_email === null) return
  await lockTenant(ctx)
  if ((await lettersLeft(ctx)) < 1) return
  await send(ctx, (await requests.find(ctx, row.request_id))!, [row])
}
