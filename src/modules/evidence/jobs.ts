import type { JobDefinition } from '#jobs/definition.ts'
import { after, SECOND_MS } from '#kernel/dates.ts'
import { sealAll } from './sealing.ts'

const NAME = 'evidence.seal'
/** Schedules are per minute, so each scheduled run queues the runs in between. */
const EVERY_SECONDS = 10
/** A run ends before the next one starts and within the time that a stopping service waits. */
const LONGEST_MS = 8 * SECOND_MS
/** Share of a process's time. At 0.2 ms an entry this seals some 250 entries a second; a faster stream is sealed later. */
const SHARE = 0.05

export const SEAL_JOB: JobDefinition = {
  name: NAME,
  every: '* * * * *',
  atStart: true,
  // One retry, for a killed process. The next run makes up for any other failure.
  retry: { limit: 1, delaySeconds: 10, longestDelaySeconds: 10 },
  // After a pause, many runs are due at once. One at a time, so that together they do not take several shares.
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
