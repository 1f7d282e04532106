import type { Module } from '#http/module.ts'
import { listAssessedActivities } from './repo.ts'
import { routes } from './routes.ts'
import { dpiaSubject } from './subject.ts'

export const dpia: Module = {
  name: 'dpia',
  tag: 'Evaluaciones de impacto (EIPD): riesgos, aprobación, informe en PDF y análisis previo',
  routes,
  subjects: [dpiaSubject],
  assessedActivities: listAssessedActivities,
}
