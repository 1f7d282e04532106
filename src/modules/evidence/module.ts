import type { Module } from '#modules/module.ts'
import { SEAL_JOB } from './jobs.ts'
import { EVIDENCE_SEALS } from './keys.ts'
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
}
