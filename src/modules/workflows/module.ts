import type { Module } from '#http/module.ts'
import { WEBHOOK_JOBS } from '#jobs/webhooks.ts'
import { countOwnDefinitions } from './definitions/repo.ts'
import { routes as definitionRoutes } from './definitions/routes.ts'
import { createBuiltIns } from './definitions/service.ts'
import { SLA_JOB } from './instances/jobs.ts'
import { routes as instanceRoutes } from './instances/routes.ts'

export const workflows: Module = {
  name: 'workflows',
  tag: 'Flujos de aprobación: definiciones, aprobaciones en curso, acciones y webhooks',
  routes(app) {
    definitionRoutes(app)
    instanceRoutes(app)
  },
  jobs: [SLA_JOB, ...WEBHOOK_JOBS],
  onTenantCreated: createBuiltIns,
  usage: { workflowDefinitions: countOwnDefinitions },
}
