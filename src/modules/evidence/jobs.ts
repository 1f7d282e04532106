import type { JobDefinition } from '#jobs/definition.ts'
import { after, SECOND_MS } from '#kernel/dates.ts'
import { sealAll } from './sealing.ts'

const NAME = 'evidence.seal'
/** A schedule knows minutes only: each of its runs asks for those in between. */
const EVERY_SECONDS = 10
/** A run ends before the next one, and before a service that stops loses patience. */
const LONGEST_MS = 8 * SECOND_MS
/** Of the time of a process. At 0.2 ms an entry that is some 250 a second; what comes faster is sealed later. */
const SHARE = 0.05

export const SEAL_JOB: JobDefinition = {
  name: NAME,
  every: '* * * * *',
  atStart: true,
  // Of a process that is killed: no job has failed that the next run makes good.
  retry: { limit: 1, delaySeconds: 10, longestDelaySeconds: 10 },
  // Runs that fell due while no process was there would take their share each, all at once.
  batchSize: 1,
  async run({ access, tools }, data: { isBetween?: true }, { attempt }) {
    if (!data?.isBetween && attempt === 1) {
      const jobs = [1, 2, 3, 4, 5].map((turn) => ({
        data: { isBetween: true },
        startAfter: after(tools.now(), turn * EVERY_SECONDS * SECOND_MS),
      }))
      await access.asSystem('seal evidence again soon', (db) => tools.queue.sendMany(db, NAME, jobs))
    }
    await sealAll({ access, tools }, { share: SHARE, deadline: performance.now() + LONGEST_MS })
  },
}
