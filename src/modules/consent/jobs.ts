import { sql } from 'kysely'
import type { JobDefinition } from '#jobs/definition.ts'
import { after, chileanDay, DAY_MS } from '#kernel/dates.ts'

/** Days of one notice or form in one transaction. */
const DAYS_AT_ONCE = 20_000

/**
 * Runs every night: merges the counter slots of past days into one, and sums such days per notice or form. Past days get no
 * more counts, so a day needs one row instead of sixteen, and a total needs one row and the last days.
 */
export const FOLD_COUNTS: JobDefinition = {
  name: 'consent.fold_counts',
  every: '23 3 * * *',
  retry: { limit: 5, delaySeconds: 60, longestDelaySeconds: 600 },
  async run({ access, tools }) {
    // Leaves yesterday alone: a process whose clock is behind may still be in it.
    const before = chileanDay(after(tools.now(), -DAY_MS))
    const fold = () =>
      access.asSystem('fold the counts of past days', (db) =>
        sql`with days as (
            select distinct tenant_id, counted_id, day from consent_daily_counts
            where slot > 0 and day < ${before}::date limit ${DAYS_AT_ONCE}
          ), folded as (
            delete from consent_daily_counts c using days d
            where c.tenant_id = d.tenant_id and c.counted_id = d.counted_id and c.day = d.day and c.slot > 0
            returning c.*
          ), summed as (
            insert into consent_past_counts as p (tenant_id, counted_id, before, total, granted, withdrawn)
            select c.tenant_id, c.counted_id, ${before}::date, sum(c.total), sum(c.granted), sum(c.withdrawn)
            from consent_daily_counts c join (select distinct tenant_id, counted_id from days) d using (tenant_id, counted_id)
            where c.day < ${before}::date group by 1, 2
            on conflict (tenant_id, counted_id) do update set before = excluded.before, total = excluded.total,
              granted = excluded.granted, withdrawn = excluded.withdrawn
          )
          insert into consent_daily_counts as c (tenant_id, counted_id, day, slot, total, granted, withdrawn)
          select tenant_id, counted_id, day, 0, sum(total), sum(granted), sum(withdrawn) from folded group by 1, 2, 3
          on conflict (tenant_id, counted_id, day, slot) do update set total = c.total + excluded.total,
            granted = c.granted + excluded.granted, withdrawn = c.withdrawn + excluded.withdrawn`.execute(db),
      )
    while (Number((await fold()).numAffectedRows) === DAYS_AT_ONCE);
  },
}
