import type { Module } from '#http/module.ts'
import { listPublishedOfDomain } from './repo.ts'
import { routes } from './routes.ts'
import { privacyPolicySubject } from './subject.ts'

export const privacyPolicy: Module = {
  name: 'privacy-policy',
  tag: 'Políticas de privacidad: redacción desde los registros, versiones, aprobación y publicación',
  routes,
  subjects: [privacyPolicySubject],
  async domainDetail(ctx, domainId) {
    const policies = await listPublishedOfDomain(ctx, domainId)
    return { policies: policies.map((policy) => ({ ...policy, kind: 'PRIVACY' })) }
  },
}
