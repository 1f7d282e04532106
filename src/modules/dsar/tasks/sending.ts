import { sql } from 'kysely'
import { audit } from '#db/audit.ts'
import type { WriteCtx } from '#db/context.ts'
import { lockTenant, together } from '#db/sql.ts'
import { enqueue } from '#jobs/definition.ts'
import { assertLettersLeft, lettersLeft } from '#jobs/mail.ts'
import { chileanDay } from '#kernel/dates.ts'
import { Failure } from '#kernel/failure.ts'
import type { RequestRow } from '../requests/repo.ts'
import * as requests from '../requests/repo.ts'
import { keyHashOf } from './keys.ts'
import { writeToOwners } from './letters.ts'
import { lockTasks, type TaskRow, tasks } from './repo.ts'
import { expiryOf } from './rules.ts'

export const TASK_ENTITY = 'dsar_task'

/**
 * Letters to owners leave when work on the request begins: earlier, the asker's identity is not proven (art. 11). Tasks
 * without an address wait, and so do those beyond the day's limit of letters. The request shows them.
 */
export async function sendOnStart(ctx: WriteCtx, request: RequestRow): Promise<void> {
  const { open, ready } = await sortTasks(ctx, request)
  await runConnectors(ctx, open)
  if (ready.length === 0) return
  await lockTenant(ctx)
  await send(ctx, request, ready.slice(0, await lettersLeft(ctx)))
}

/** Sends all letters that can be sent, or none. The request is locked. */
export async function sendReady(ctx: WriteCtx, request: RequestRow) {
  const { open, ready, withoutOwner } = await sortTasks(ctx, request)
  if (ready.length === 0)
    throw new Failure(
      'conflict',
      withoutOwner > 0
        ? 'Las tareas que faltan no tienen un correo a quien pedirlas. Indíquelo, y envíelas.'
        : 'No hay tareas por enviar.',
    )
  await lockTenant(ctx)
  await assertLettersLeft(ctx, ready.length)
  await together(send(ctx, request, ready), runConnectors(ctx, open))
  return { sent: ready.length, withoutOwner }
}

/** Open tasks: owners with an address get letters, the others wait. A connector may answer any of them first. */
async function sortTasks(ctx: WriteCtx, request: RequestRow) {
  const open = (await lockTasks(ctx, request.id)).filter(({ status }) => status === 'open')
  const ready = open.filter(({ owner_email }) => owner_email !== null)
  return { open, ready, withoutOwner: open.length - ready.length }
}

/** Connectors run in this job, so nothing slow happens in the act. */
export const TASKS_TO_RUN_JOB = 'dsar.tasks-to-run'
export interface TasksToRun {
  tenantId: string
  taskIds: string[]
}

async function runConnectors(ctx: WriteCtx, rows: readonly TaskRow[]): Promise<void> {
  if (rows.length === 0) return
  const job: TasksToRun = { tenantId: ctx.tenantId, taskIds: rows.map(({ id }) => id) }
  await enqueue(ctx, TASKS_TO_RUN_JOB, job)
}

export async function send(ctx: WriteCtx, request: RequestRow, rows: readonly TaskRow[]): Promise<void> {
  if (rows.length === 0) return
  const today = chileanDay(ctx.now)
  const ids = rows.map(({ id }) => id)
  const hashes = rows.map((row) => keyHashOf(ctx.tools, ctx.tenantId, row))
  const expiries = rows.map(({ due_on }) => expiryOf(due_on, today).toISOString())
  await together(
    sql`update dsar_tasks k set status = 'sent', key_hash = v.hash, expires_at = v.expires, sent_at = ${ctx.now},
        updated_at = ${ctx.now}
      from unnest(${ids}::uuid[], ${hashes}::text[], ${expiries}::timestamptz[]) as v (id, hash, expires)
      where k.tenant_id = ${ctx.tenantId} and k.id = v.id`.execute(ctx.db),
    writeToOwners(ctx, 'first', request, rows),
    requests.insertEvents(ctx, request.id, {
      type: 'task_sent',
      notes: rows.map(({ system_name }) => system_name).join(', '),
    }),
    // The log is never emptied, so it leaves out the owners' addresses.
    audit(
      ctx,
      ...rows.map(({ id, system_name, due_on }) => ({
        action: 'send',
        entityType: TASK_ENTITY,
        entityId: id,
        before: { status: 'open' },
        after: { status: 'sent', requestId: request.id, systemName: system_name, dueOn: due_on },
      })),
    ),
  )
}

/** The letter, and the day it was sent. For a late task the link stays valid longer. */
export async function remind(ctx: WriteCtx, request: RequestRow, before: TaskRow): Promise<TaskRow> {
  const today = chileanDay(ctx.now)
  const [row] = await together(
    tasks.update(ctx, before.id, {
      reminded_on: today,
      key_hash: keyHashOf(ctx.tools, ctx.tenantId, before),
      expires_at: expiryOf(before.due_on, today),
      updated_at: ctx.now,
    }),
    writeToOwners(ctx, 'reminder', request, [before]),
    audit(ctx, {
      action: 'remind',
      entityType: TASK_ENTITY,
      entityId: before.id,
      before: { remindedOn: before.reminded_on },
      after: { remindedOn: today },
    }),
  )
  return row
}
