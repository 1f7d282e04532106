import { sql } from 'kysely'
import { type ReadCtx, SYSTEM, type WriteCtx } from '#db/context.ts'
import type { JobDefinition } from '#jobs/definition.ts'
import { addDays, chileanDay } from '#kernel/dates.ts'
import { readFacts } from './facts.ts'
import type { ScoreHistoryQuery } from './schemas.ts'
import { scoreOf } from './score.ts'

/** The trend of the score, one figure a day. */

export const DEFAULT_DAYS = 60

/** Oldest first. A day on which the service did not run has no figure. */
export async function listHistory(
  { db, tenantId, now }: ReadCtx,
  { days = DEFAULT_DAYS }: ScoreHistoryQuery,
) {
  const rows = await db
    .selectFrom('score_history')
    .select(['day as on', 'score'])
    .where('tenant_id', '=', tenantId)
    .where('day', '>', addDays(chileanDay(now), -days))
    .orderBy('day')
    .limit(days)
    .execute()
  return { items: rows }
}

const AT_ONCE = 200

/**
 * Stores the score of every organisation at the end of the day. At the start of a process, only for organisations without a
 * score for today, so that a new one has a first figure.
 */
export const SCORE_HISTORY_JOB: JobDefinition = {
  name: 'governance.score_history',
  every: '50 23 * * *',
  atStart: true,
  retry: { limit: 3, delaySeconds: 60, longestDelaySeconds: 600 },
  expireInSeconds: 3600,
  async run({ access, tools, log }, { atStart = false }: { atStart?: boolean }) {
    const day = chileanDay(tools.now())
    for (let last = ''; ; ) {
      const tenants = await access.lookUp('find organisations to keep the score of', (db) =>
        db
          .selectFrom('tenants')
          .select('id')
          .where(sql`id::text`, '>', last)
          .where('suspended_at', 'is', null)
          .$if(atStart, (found) =>
            found.where(({ not, exists, selectFrom }) =>
              not(
                exists(
                  selectFrom('score_history as h')
                    .whereRef('h.tenant_id', '=', 'tenants.id')
                    .where('h.day', '=', day),
                ),
              ),
            ),
          )
          .orderBy(sql`id::text`)
          .limit(AT_ONCE)
          .execute(),
      )
      for (const { id } of tenants) {
        await access
          .actFor(id, SYSTEM, {}, keepScore)
          .catch((error: Error) => log.error({ tenantId: id, reason: error.message }, 'no score kept'))
      }
      last = tenants.at(-1)?.id ?? ''
      if (tenants.length < AT_ONCE) return
    }
  },
}

/** Overwrites an earlier figure of the day. */
async function keepScore(ctx: WriteCtx): Promise<void> {
  const { score } = scoreOf(await readFacts(ctx))
  await ctx.db
    .insertInto('score_history')
    .values({ tenant_id: ctx.tenantId, day: chileanDay(ctx.now), score })
    .onConflict((conflict) => conflict.constraint('score_history_pkey').doUpdateSet({ score }))
    .execute()
}
