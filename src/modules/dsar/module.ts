import type { Module } from '#modules/module.ts'
import { dsarApprovable } from './approvable.ts'
import { WIDGET_COPIES } from './copies.ts'
import { pages } from './intake/pages.ts'
import { intakeRoutes } from './intake/routes.ts'
import * as intakeSchemas from './intake/schemas.ts'
import { REMINDERS_JOB } from './jobs.ts'
import { countOpen, filesOf, namesFile, requests } from './requests/repo.ts'
import { requestRoutes } from './requests/routes.ts'
import * as requestsSchemas from './requests/schemas.ts'
import { CONSTRAINTS } from './requests/service.ts'
import { requestSheet } from './sheet/target.ts'
import { countStates, listTasks } from './tasks.ts'
import { widgetRoutes } from './widgets/routes.ts'
import * as widgetsSchemas from './widgets/schemas.ts'

export const dsar: Module = {
  name: 'dsar',
  tag: 'Solicitudes de derechos: recepción pública, seguimiento por folio, plazos y respuesta',
  schemas: [{ ...intakeSchemas, DsarFormConfig: intakeSchemas.FormConfig }, requestsSchemas, widgetsSchemas],
  keeps: [
    {
      what: 'Solicitudes de derechos, con sus cartas',
      days: null,
      why: 'Acreditan que se respondió a tiempo (arts. 10 y 11).',
    },
  ],
  copies: [WIDGET_COPIES],
  routes(app) {
    intakeRoutes(app)
    requestRoutes(app)
    widgetRoutes(app)
  },
  pages,
  jobs: [REMINDERS_JOB],
  waiting: { requests: countOpen },
  states: { requests: countStates },
  tasks: { request: listTasks },
  constraints: CONSTRAINTS,
  sheets: [requestSheet],
  approvables: [dsarApprovable],
  usesFile: namesFile,
  filesOf: { dsar_request: filesOf },
  holdsFiles: { dsar_request: requests.has },
}
