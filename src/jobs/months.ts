import { sql } from 'kysely'
import type { JobDefinition } from './definition.ts'

/** Every night: the next months are there before their first row is. */
export const MONTHS_JOB: JobDefinition = {
  name: 'db.months',
  every: '7 4 * * *',
  retry: { limit: 5, delaySeconds: 60, longestDelaySeconds: 600 },
  async run({ access }) {
    await access.asSystem('make the months of tables', (db) => sql`select make_months()`.execute(db))
  },
}
