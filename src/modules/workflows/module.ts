import type { Module } from '#modules/module.ts'
import { DEFINITION_COPIES } from './copies.ts'
import { countOwnDefinitions } from './definitions/repo.ts'
import { routes as definitionRoutes } from './definitions/routes.ts'
import * as definitionsSchemas from './definitions/schemas.ts'
import { createBuiltIns } from './definitions/service.ts'
import { WEBHOOK_OWNER } from './definitions/webhooks.ts'
import { SLA_JOB } from './instances/jobs.ts'
import { countRunning } from './instances/repo.ts'
import { routes as instanceRoutes } from './instances/routes.ts'
import * as instancesSchemas from './instances/schemas.ts'
import { CONSTRAINTS } from './instances/service.ts'
import { countStates, listTasks } from './instances/tasks.ts'

export const workflows: Module = {
  name: 'workflows',
  tag: 'Flujos de aprobación: definiciones, aprobaciones en curso, acciones y webhooks',
  schemas: [{ ...definitionsSchemas, WorkflowDelivery: definitionsSchemas.Delivery }, instancesSchemas],
  copies: [DEFINITION_COPIES],
  routes(app) {
    definitionRoutes(app)
    instanceRoutes(app)
  },
  jobs: [SLA_JOB],
  constraints: CONSTRAINTS,
  sealed: [
    {
      table: 'workflow_definitions',
      column: 'webhooks',
      field: 'secretSealed',
      purpose: 'webhook',
      scope: 'tenant_id',
    },
  ],
  webhookOwners: [WEBHOOK_OWNER],
  onTenantCreated: createBuiltIns,
  usage: { workflowDefinitions: countOwnDefinitions },
  waiting: { approvals: countRunning },
  states: { approvals: countStates },
  tasks: { approval: listTasks },
}
