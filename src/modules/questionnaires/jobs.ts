import { SYSTEM } from '#db/context.ts'
import type { JobDefinition } from '#jobs/definition.ts'
import { chileanDay } from '#kernel/dates.ts'
import { remind } from './answers.ts'
import * as repo from './repo.ts'
import { answers } from './repo.ts'
import { askedOn, isReminderDue, OPEN } from './rules.ts'

/** Reminders to people without an answer, three days and one day before the date. */
export const REMINDER_JOB: JobDefinition = {
  name: 'questionnaires.remind',
  every: '20 8 * * *',
  retry: { limit: 5, delaySeconds: 60, longestDelaySeconds: 3600 },
  async run({ access, tools, log }) {
    const now = tools.now()
    const today = chileanDay(now)
    const near = await access.lookUp('find questionnaires whose date is near', (db) =>
      repo.listToRemind(db, now),
    )
    for (const row of near) {
      const { tenant_id, id, due_on, reminded_on } = row
      const dates = { dueOn: due_on, sentOn: askedOn(row), remindedOn: reminded_on }
      if (!isReminderDue(dates, today)) continue
      await access
        .actFor(tenant_id, SYSTEM, {}, async (ctx) => {
          const held = await answers.lock(ctx, id)
          // Checks again under the lock: another process may have sent it, or the person answered.
          if (held && OPEN.includes(held.status) && held.reminded_on !== today) await remind(ctx, held)
        })
        .catch((error: Error) => log.error({ answerId: id, reason: error.message }, 'no reminder sent'))
    }
  },
}
