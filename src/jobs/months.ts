import { sql } from 'kysely'
import type { JobDefinition } from './definition.ts'

/** Nightly: makes the next monthly partitions before their first row. */
export const MONTHS_JOB: JobDefinition = {
  name: 'db.months',
  every: '7 4 * * *',
  retry: { limit: 5, delaySeconds: 60, longestDelaySeconds: 600 },
  async run({ access }) {
    await access.asSystem('make the months of tables', (db) => sql`select make_months()`.execute(db))
  },
}
