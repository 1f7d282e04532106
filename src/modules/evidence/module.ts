import type { Module } from '#modules/module.ts'
import { SEAL_JOB } from './jobs.ts'
import { EVIDENCE_SEALS } from './keys.ts'
import { findOldestWaiting } from './repo.ts'
import { routes } from './routes.ts'
import * as schemas from './schemas.ts'
import { createStampJobs } from './stamping/jobs.ts'

export const evidence: Module = {
  name: 'evidence',
  tag: 'Evidencia que cualquiera puede verificar: pruebas, claves y cabezas firmadas',
  schemas: [schemas],
  routes,
  jobs: [SEAL_JOB],
  jobsOver: createStampJobs,
  sealed: EVIDENCE_SEALS,
  figures: [
    {
      name: 'evidence_oldest_unsealed_seconds',
      help: 'Age of the oldest record that no signed head covers yet',
      async read(access, now) {
        const oldest = await access.lookUp('oldest record that waits for its seal', findOldestWaiting)
        return oldest ? Math.max(now.getTime() - oldest.getTime(), 0) / 1000 : 0
      },
    },
  ],
}
