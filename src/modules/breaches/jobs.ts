import type { TenantAccess } from '#db/access.ts'
import { SYSTEM, type WriteCtx } from '#db/context.ts'
import type { JobDefinition } from '#jobs/definition.ts'
import { after, DAY_MS } from '#kernel/dates.ts'
import { announceBreach } from './announcing.ts'
import { type Clock, dueReminder, isOwed } from './clock-rules.ts'
import * as repo from './repo.ts'
import { closes } from './rules.ts'
import { clocksOfRow } from './views.ts'

const AT_ONCE = 200
/** Longer than the longest clock plus the time in which its end may be announced. */
const RUNS_FOR_MS = 40 * DAY_MS

/** Announces, once each, that a clock of an open breach is about to end or is over. */
export const CLOCKS_JOB: JobDefinition = {
  name: 'breaches.clocks',
  every: '*/15 * * * *',
  retry: { limit: 3, delaySeconds: 60, longestDelaySeconds: 600 },
  expireInSeconds: 600,
  async run({ access, tools, log }) {
    for (let last: Running | undefined; ; ) {
      const running = await listRunning(access, after(tools.now(), -RUNS_FOR_MS), last)
      for (const { tenant_id: tenantId, id } of running) {
        await access
          .actFor(tenantId, SYSTEM, {}, (ctx) => remind(ctx, id))
          .catch((error: Error) => log.error({ breachId: id, reason: error.message }, 'no reminder given'))
      }
      last = running.at(-1)
      if (!last || running.length < AT_ONCE) return
    }
  },
}

interface Running {
  tenant_id: string
  id: string
  detected_at: Date
}

function listRunning(access: TenantAccess, since: Date, last: Running | undefined): Promise<Running[]> {
  return access.lookUp('find breaches whose clocks run', (db) => {
    let query = db
      .selectFrom('breaches')
      .select(['tenant_id', 'id', 'detected_at'])
      .where('status', 'in', ['detected', 'investigating', 'contained'])
      .where('detected_at', '>', since)
    if (last) {
      query = query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('detected_at', 'tenant_id', 'id'), '>', tuple(last.detected_at, last.tenant_id, last.id)),
      )
    }
    return query.orderBy('detected_at').orderBy('tenant_id').orderBy('id').limit(AT_ONCE).execute()
  })
}

async function remind(ctx: WriteCtx, id: string): Promise<void> {
  const [breach, entity] = await Promise.all([repo.breaches.find(ctx, id), repo.findEntityOf(ctx, id)])
  if (!breach || closes(breach.status)) return
  for (const clock of clocksOfRow(breach, entity, ctx.tools.law)) {
    const due = isOwed(clock, breach) ? dueReminder(clock, breach, ctx.now) : undefined
    if (due === undefined || !(await isFirst(ctx, id, clock, due === 'breach.overdue'))) continue
    await announceBreach(ctx, due, breach, {
      dueAt: clock.dueAt!,
      data: { clockKey: clock.key, clock: clock.label, basis: clock.basis },
    })
  }
}

async function isFirst({ db, tenantId, now }: WriteCtx, id: string, clock: Clock, isOver: boolean) {
  const written = await db
    .insertInto('breach_reminders')
    .values({
      tenant_id: tenantId,
      breach_id: id,
      clock: clock.key,
      due_at: clock.dueAt!,
      is_over: isOver,
      sent_at: now,
    })
    .onConflict((conflict) => conflict.constraint('breach_reminders_pkey').doNothing())
    .returning('clock')
    .executeTakeFirst()
  return written !== undefined
}
