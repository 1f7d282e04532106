import type { JobDefinition } from '#jobs/definition.ts'
import { after, DAY_MS } from '#kernel/dates.ts'

/** Deletes ended codes and sessions every night: nobody needs them, and they show who asked. */
export const FORGET_JOB: JobDefinition = {
  name: 'portal.forget',
  every: '37 4 * * *',
  retry: { limit: 3, delaySeconds: 60, longestDelaySeconds: 600 },
  async run({ access, tools }) {
    const ended = after(tools.now(), -DAY_MS)
    await access.asSystem('forget ended portal codes and sessions', async (db) => {
      await db.deleteFrom('portal_codes').where('expires_at', '<', ended).execute()
      await db.deleteFrom('portal_sessions').where('expires_at', '<', ended).execute()
    })
  },
}
