import type { JobDefinition } from '#jobs/definition.ts'
import { forget, listExpired } from './service.ts'

/** Every hour: removes uploads that no record took over within a day. */
export const SWEEP_JOB: JobDefinition = {
  name: 'files.sweep-uploads',
  every: '41 * * * *',
  retry: { limit: 3, delaySeconds: 60, longestDelaySeconds: 600 },
  async run({ access, tools, storage }) {
    for (;;) {
      const expired = await access.lookUp('find uploads that nobody took over', (db) =>
        listExpired(db, tools.now()),
      )
      if (expired.length === 0) return
      for (const { tenant_id, file_id } of expired)
        if (file_id !== null) await storage.remove(`${tenant_id}/${file_id}`)
      await access.asSystem('forget uploads that nobody took over', (db) => forget(db, expired))
    }
  },
}
