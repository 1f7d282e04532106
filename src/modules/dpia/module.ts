import type { Module } from '#modules/module.ts'
import { dpiaApprovable } from './approvable.ts'
import { assessments, listAssessedActivities } from './repo.ts'
import { listReviews, REVIEW_JOB } from './reviews.ts'
import { routes } from './routes.ts'
import * as schemas from './schemas.ts'
import { CONSTRAINTS } from './service.ts'
import { countStates, listTasks } from './tasks.ts'

export const dpia: Module = {
  name: 'dpia',
  tag: 'Evaluaciones de impacto (EIPD): riesgos, aprobación, informe en PDF y análisis previo',
  schemas: [{ ...schemas, AssessmentRisk: schemas.Risk }],
  routes,
  constraints: CONSTRAINTS,
  approvables: [dpiaApprovable],
  jobs: [REVIEW_JOB],
  states: { assessments: countStates },
  tasks: { assessment: listTasks, review: listReviews },
  holdsFiles: { dpia_assessment: assessments.has },
  assessedActivities: listAssessedActivities,
}
