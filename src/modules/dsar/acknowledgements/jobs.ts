import { SYSTEM, type WriteCtx } from '#db/context.ts'
import type { JobDefinition } from '#jobs/definition.ts'
import { chileanDay } from '#kernel/dates.ts'
import { requests } from '../requests/repo.ts'
import { remind } from './reminding.ts'
import { listWaiting, recipients, type Waiting } from './repo.ts'
import { remindersAt } from './rules.ts'

const AT_ONCE = 200

/**
 * Reminds recipients who have not answered 7 and 14 days after the letter. Each reminder leaves once, however often the job
 * runs.
 */
export const ACKNOWLEDGEMENTS_JOB: JobDefinition = {
  name: 'dsar.acknowledgements',
  every: '40 8 * * *',
  retry: { limit: 5, delaySeconds: 60, longestDelaySeconds: 3600 },
  expireInSeconds: 3600,
  async run({ access, tools, log }) {
    for (let last: Waiting | undefined; ; ) {
      const waiting = await access.lookUp('find third parties that have not answered', (db) =>
        listWaiting(db, tools.now(), last, AT_ONCE),
      )
      for (const one of waiting)
        await access
          .actFor(one.tenant_id, SYSTEM, {}, (ctx) => remindOf(ctx, one))
          .catch((error: Error) =>
            log.error({ recipientId: one.id, reason: error.message }, 'no reminder sent'),
          )
      last = waiting.at(-1)
      if (!last || waiting.length < AT_ONCE) return
    }
  },
}

async function remindOf(ctx: WriteCtx, { id, request_id }: Waiting): Promise<void> {
  const request = await requests.lockFields(ctx, request_id)
  const row = await recipients.lock(ctx, id)
  // Meanwhile another process or a member may have reminded, or the third party may have answered.
  if (!request || !row?.written_at || row.email === null || row.acknowledged_at !== null) return
  if (remindersAt(row.written_at, ctx.now) <= row.reminders_due) return
  if (row.reminded_at !== null && chileanDay(row.reminded_at) === chileanDay(ctx.now)) return
  await remind(ctx, request, row)
}
