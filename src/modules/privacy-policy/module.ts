import * as documentSchemas from '#documents/schemas.ts'
import type { Module } from '#modules/module.ts'
import { DRIFT_JOB } from './jobs.ts'
import { privacyPolicyApprovable } from './publication.ts'
import { hasPrivacyPolicy, listPublishedOfDomain } from './repo.ts'
import { routes } from './routes.ts'
import * as schemas from './schemas.ts'
import { listTasks } from './tasks.ts'

export const privacyPolicy: Module = {
  name: 'privacy-policy',
  tag: 'Políticas de privacidad: redacción desde los registros, versiones, aprobación y publicación',
  schemas: [
    documentSchemas,
    {
      ...schemas,
      NewPrivacyPolicy: schemas.Generation,
      PrivacyPolicy: schemas.Policy,
      PrivacyPolicyDetail: schemas.PolicyDetail,
      PrivacyPolicyPatch: schemas.PolicyPatch,
      PrivacyPolicyVersion: schemas.Version,
    },
  ],
  routes,
  jobs: [DRIFT_JOB],
  tasks: { policy: listTasks },
  approvables: [privacyPolicyApprovable],
  hasPrivacyPolicy,
  async domainDetail(ctx, domainId) {
    const policies = await listPublishedOfDomain(ctx, domainId)
    return { policies: policies.map((policy) => ({ ...policy, kind: 'PRIVACY' })) }
  },
}
