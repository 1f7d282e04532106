import type { Module } from '#modules/module.ts'
import { breachApprovable } from './approvable.ts'
import * as bodies from './bodies.ts'
import { CLOCKS_JOB } from './jobs.ts'
import { breaches as breachRows, countOpen, filesOf, namesFile } from './repo.ts'
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
  keeps: [
    {
      what: 'Registro de vulneraciones',
      days: null,
      why: 'La ley exige registrar las que se reportan (art. 14 sexies); las demás acreditan por qué no hubo que hacerlo (art. 14 quinquies).',
    },
  ],
  routes: (app) => {
    routes(app)
    siemRoutes(app)
  },
  constraints: CONSTRAINTS,
  jobs: [CLOCKS_JOB],
  approvables: [breachApprovable],
  usesFile: namesFile,
  filesOf: { breach: filesOf },
  holdsFiles: { breach: breachRows.has },
  waiting: { breaches: countOpen },
  states: { breaches: countStates },
  tasks: { breach: listTasks },
}
