import type { Module } from '#http/module.ts'
import { REPORT_JOB, SWEEP_JOB } from './jobs.ts'
import { routes } from './routes.ts'

export const governance: Module = {
  name: 'governance',
  tag: 'Gobierno: puntaje de cumplimiento, informes, exportaciones y carpeta de fiscalización',
  routes,
  jobs: [REPORT_JOB, SWEEP_JOB],
}
