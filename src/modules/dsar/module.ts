import type { Module } from '#modules/module.ts'
import { ACKNOWLEDGEMENTS_JOB } from './acknowledgements/jobs.ts'
import { acknowledgementPages } from './acknowledgements/pages.ts'
import { acknowledgementRoutes } from './acknowledgements/routes.ts'
import * as acknowledgementSchemas from './acknowledgements/schemas.ts'
import { dsarApprovable } from './approvable.ts'
import { WIDGET_COPIES } from './copies.ts'
import { pages as intakePages } from './intake/pages.ts'
import { intakeRoutes } from './intake/routes.ts'
import * as intakeSchemas from './intake/schemas.ts'
import { REMINDERS_JOB } from './jobs.ts'
import { PACKAGE_JOB, REMOVAL_JOB, SWEEP_JOB } from './package/jobs.ts'
import { packagePages } from './package/pages.ts'
import { packageRoutes } from './package/routes.ts'
import { USUAL_ANSWER_DAYS } from './package/rules.ts'
import * as packageSchemas from './package/schemas.ts'
import { identityRoutes } from './requests/identity/routes.ts'
import * as identitySchemas from './requests/identity/schemas.ts'
import * as recipientSchemas from './requests/recipient-schemas.ts'
import { countOpen, filesOf, namesFile, requests } from './requests/repo.ts'
import { requestRoutes } from './requests/routes.ts'
import * as requestsSchemas from './requests/schemas.ts'
import { CONSTRAINTS } from './requests/service.ts'
import { requestSheet } from './sheet/target.ts'
import { staffRoutes } from './staff/routes.ts'
import * as staffSchemas from './staff/schemas.ts'
import { TASKS_JOB } from './tasks/jobs.ts'
import { taskPages } from './tasks/pages.ts'
import { tasks } from './tasks/repo.ts'
import { taskRoutes } from './tasks/routes.ts'
import * as tasksSchemas from './tasks/schemas.ts'
import { countStates, listTasks } from './waiting.ts'
import { widgetRoutes } from './widgets/routes.ts'
import * as widgetsSchemas from './widgets/schemas.ts'

export const dsar: Module = {
  name: 'dsar',
  tag: 'Solicitudes de derechos: recepción pública, seguimiento por folio, plazos y respuesta',
  schemas: [
    { ...intakeSchemas, DsarFormConfig: intakeSchemas.FormConfig },
    requestsSchemas,
    recipientSchemas,
    acknowledgementSchemas,
    identitySchemas,
    staffSchemas,
    tasksSchemas,
    packageSchemas,
    widgetsSchemas,
  ],
  keeps: [
    {
      what: 'Solicitudes de derechos, con sus cartas',
      days: null,
      why: 'Acreditan que se respondió a tiempo (arts. 10 y 11).',
    },
    {
      what: 'Paquetes de respuesta y copias reunidas para ellos',
      days: USUAL_ANSWER_DAYS,
      why: 'Son copias de datos que están en otra parte: se eliminan a los días que fija la organización (de 15 a 365; si no fija otros, estos). Quedan la lista de lo entregado, sus huellas y las descargas (art. 11).',
    },
  ],
  copies: [WIDGET_COPIES],
  routes(app, deps) {
    intakeRoutes(app)
    requestRoutes(app)
    staffRoutes(app)
    identityRoutes(app)
    taskRoutes(app)
    acknowledgementRoutes(app)
    widgetRoutes(app)
    packageRoutes(app, deps)
  },
  pages(app, deps) {
    intakePages(app, deps)
    taskPages(app, deps)
    packagePages(app, deps)
    acknowledgementPages(app)
  },
  stored: [{ table: 'dsar_packages', parts: 'parts' }],
  jobs: [REMINDERS_JOB, TASKS_JOB, ACKNOWLEDGEMENTS_JOB, PACKAGE_JOB, REMOVAL_JOB, SWEEP_JOB],
  waiting: { requests: countOpen },
  states: { requests: countStates },
  tasks: { request: listTasks },
  constraints: CONSTRAINTS,
  sheets: [requestSheet],
  approvables: [dsarApprovable],
  usesFile: namesFile,
  filesOf: { dsar_request: filesOf },
  holdsFiles: { dsar_request: requests.has, dsar_task: tasks.has },
}
