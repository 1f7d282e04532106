import type { Module } from '#modules/module.ts'
import { dpiaApprovable } from './approvable.ts'
import { listAssessedActivities } from './repo.ts'
import { routes } from './routes.ts'
import * as schemas from './schemas.ts'
import { CONSTRAINTS } from './service.ts'
import { listTasks } from './tasks.ts'

export const dpia: Module = {
  name: 'dpia',
  tag: 'Evaluaciones de impacto (EIPD): riesgos, aprobación, informe en PDF y análisis previo',
  schemas: [{ ...schemas, AssessmentRisk: schemas.Risk }],
  routes,
  constraints: CONSTRAINTS,
  approvables: [dpiaApprovable],
  tasks: { assessment: listTasks },
  assessedActivities: listAssessedActivities,
}
