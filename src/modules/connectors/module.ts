import type { Module } from '#modules/module.ts'
import { createConnectorJobs } from './jobs.ts'
import { routes } from './routes.ts'
import * as schemas from './schemas.ts'
import { CONSTRAINTS, SEAL } from './service.ts'

export const connectors: Module = {
  name: 'connectors',
  tag: 'Conectores: los sistemas de la organización que responden por sí solos a las solicitudes',
  schemas: [{ ...schemas, ConnectorTrialResult: schemas.TrialResult }],
  routes,
  constraints: CONSTRAINTS,
  jobsOver: createConnectorJobs,
  sealed: [{ table: 'connectors', column: 'secret_sealed', purpose: SEAL, scope: 'tenant_id' }],
  keeps: [
    {
      what: 'Conectores y sus ejecuciones',
      days: null,
      why: 'Acreditan qué se buscó en cada sistema y quién lo aprobó (arts. 5 y 11).',
    },
  ],
}
