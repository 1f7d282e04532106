import type { Module } from '#http/module.ts'
import { intakeRoutes } from './intake/routes.ts'
import { REMINDERS_JOB } from './jobs.ts'
import { namesFile } from './requests/repo.ts'
import { requestRoutes } from './requests/routes.ts'
import { dsarSubject } from './subject.ts'
import { widgetRoutes } from './widgets/routes.ts'

export const dsar: Module = {
  name: 'dsar',
  tag: 'Solicitudes de derechos: recepción pública, seguimiento por folio, plazos y respuesta',
  routes(app) {
    intakeRoutes(app)
    requestRoutes(app)
    widgetRoutes(app)
  },
  jobs: [REMINDERS_JOB],
  subjects: [dsarSubject],
  usesFile: namesFile,
}
