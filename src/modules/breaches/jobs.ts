import type { JobDefinition } from '#jobs/definition.ts'
import { alertsCountFrom } from './rules.ts'
import './tables.ts'

/** After a day the same bytes are a new alert: their trace is of no more use. */
export const FORGET_ALERTS_JOB: JobDefinition = {
  name: 'breaches.forget-alerts',
  every: '23 4 * * *',
  retry: { limit: 3, delaySeconds: 60, longestDelaySeconds: 600 },
  async run({ doors, tools }) {
    await doors.asSystem('forget the alerts of more than a day ago', (db) =>
      db.deleteFrom('siem_alerts').where('received_at', '<=', alertsCountFrom(tools.now())).execute(),
    )
  },
}
