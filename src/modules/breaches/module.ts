import type { Module } from '#http/module.ts'
import { FORGET_ALERTS_JOB } from './jobs.ts'
import { namesFile } from './repo.ts'
import { routes } from './routes.ts'
import { siemRoutes } from './siem/routes.ts'
import { breachSubject } from './subject.ts'

export const breaches: Module = {
  name: 'breaches',
  tag: 'Brechas de seguridad: registro, decisión y reporte a la Agencia, y alertas del SIEM',
  routes: (app) => {
    routes(app)
    siemRoutes(app)
  },
  jobs: [FORGET_ALERTS_JOB],
  subjects: [breachSubject],
  usesFile: namesFile,
}
