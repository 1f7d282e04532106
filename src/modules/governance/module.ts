import type { Module } from '#modules/module.ts'
import { SCORE_HISTORY_JOB } from './history.ts'
import { REMOVAL_JOB, REPORT_JOB, SWEEP_JOB } from './jobs.ts'
import { LAW_REVIEW_JOB } from './reissue.ts'
import { routes } from './routes.ts'
import * as schemas from './schemas.ts'

export const governance: Module = {
  name: 'governance',
  tag: 'Gobierno: puntaje de cumplimiento, informes, exportaciones y carpeta de fiscalización',
  schemas: [schemas],
  routes,
  stored: [{ table: 'governance_reports', parts: 'parts' }],
  jobs: [LAW_REVIEW_JOB, REPORT_JOB, REMOVAL_JOB, SCORE_HISTORY_JOB, SWEEP_JOB],
}
