import type { Module } from '#modules/module.ts'
import { breachApprovable } from './approvable.ts'
import * as bodies from './bodies.ts'
import { CLOCKS_JOB } from './jobs.ts'
import { countOpen, filesOf, namesFile } from './repo.ts'
import { routes } from './routes.ts'
import * as schemas from './schemas.ts'
import { CONSTRAINTS } from './service.ts'
import { siemRoutes } from './siem/routes.ts'
import * as siemSchemas from './siem/schemas.ts'
import { countStates, listTasks } from './tasks.ts'

export const breaches: Module = {
  name: 'breaches',
  tag: 'Brechas de seguridad: registro, decisión y reporte a la Agencia, y alertas del SIEM',
  schemas: [bodies, { ...schemas, BreachNotice: schemas.Notice }, siemSchemas],
  routes: (app) => {
    routes(app)
    siemRoutes(app)
  },
  constraints: CONSTRAINTS,
  jobs: [CLOCKS_JOB],
  approvables: [breachApprovable],
  usesFile: namesFile,
  filesOf: { breach: filesOf },
  waiting: { breaches: countOpen },
  states: { breaches: countStates },
  tasks: { breach: listTasks },
}
