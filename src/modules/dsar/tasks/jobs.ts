import type { TenantAccess } from '#db/access.ts'
import { SYSTEM, type WriteCtx } from '#db/context.ts'
import type { JobDefinition, JobEnv } from '#jobs/definition.ts'
import { chileanDay } from '#kernel/dates.ts'
import { requests } from '../requests/repo.ts'
import { isFinal } from '../rules.ts'
import { announceTask } from './completing.ts'
import * as repo from './repo.ts'
import { isEscalationDue, isLate, isReminderDue } from './rules.ts'
import { remind } from './sending.ts'

/** Reminds owners before the date of their task, and reports late tasks to those in charge of the request, each once. */
export const TASKS_JOB: JobDefinition = {
  name: 'dsar.tasks',
  every: '40 8 * * *',
  retry: { limit: 5, delaySeconds: 60, longestDelaySeconds: 3600 },
  expireInSeconds: 3600,
  async run({ access, tools, log }) {
    const now = tools.now()
    await remindOwners(access, now, log)
    await escalate(access, now, log)
  },
}

async function remindOwners(access: TenantAccess, now: Date, log: JobEnv['log']): Promise<void> {
  const today = chileanDay(now)
  const near = await access.lookUp('find tasks whose date is near', (db) => repo.listToRemind(db, now))
  for (const { tenant_id, id, ...row } of near) {
    if (!isReminderDue(datesOf(row), today)) continue
    await access
      .actFor(tenant_id, SYSTEM, {}, async (ctx) => {
        const task = await repo.tasks.lock(ctx, id)
        // Meanwhile another process may have reminded, or the owner may have answered.
        if (task?.status !== 'sent' || !isReminderDue(datesOf(task), today)) return
        await remind(ctx, (await requests.find(ctx, task.request_id))!, task)
      })
      .catch((error: Error) => log.error({ taskId: id, reason: error.message }, 'no reminder sent'))
  }
}

function datesOf(row: Pick<repo.TaskRow, 'due_on' | 'sent_at' | 'reminded_on'>) {
  return { dueOn: row.due_on, sentOn: chileanDay(row.sent_at!), remindedOn: row.reminded_on }
}

async function escalate(access: TenantAccess, now: Date, log: JobEnv['log']): Promise<void> {
  const today = chileanDay(now)
  const late = await access.lookUp('find tasks that are late', (db) => repo.listLate(db, now))
  const due = new Map(
    late
      .filter(({ due_on, escalated_on, legal_due_at }) =>
        isEscalationDue(
          { dueOn: due_on, legalDueOn: chileanDay(legal_due_at), escalatedOn: escalated_on },
          today,
        ),
      )
      .map(({ tenant_id, request_id }) => [request_id, tenant_id]),
  )
  for (const [requestId, tenantId] of due)
    await access
      .actFor(tenantId, SYSTEM, {}, (ctx) => escalateRequest(ctx, requestId))
      .catch((error: Error) => log.error({ requestId, reason: error.message }, 'nobody heard of late tasks'))
}

/** One notice for all late tasks of a request. */
async function escalateRequest(ctx: WriteCtx, requestId: string): Promise<void> {
  const request = await requests.lockFields(ctx, requestId)
  if (!request || isFinal(request.status)) return
  const today = chileanDay(ctx.now)
  const legalDueOn = chileanDay(request.legal_due_at)
  const late = (await repo.lockTasks(ctx, requestId)).filter((row) => isLate(row, today))
  const isDue = late.some(({ due_on, escalated_on }) =>
    isEscalationDue({ dueOn: due_on, legalDueOn, escalatedOn: escalated_on }, today),
  )
  if (!isDue) return
  await repo.markEscalated(
    ctx,
    late.map(({ id }) => id),
    today,
  )
  await announceTask(ctx, 'dsar.task_overdue', request, {
    late: late.length,
    systems: late.map(({ system_name }) => system_name),
    withoutOwner: late.filter(({ owner_email }) => owner_email === null).length,
  })
}
