import type { Module } from '#http/module.ts'
import { cookiePolicySubject } from './publication.ts'
import { listOfDomain } from './repo.ts'
import { routes } from './routes.ts'

export const cookiePolicy: Module = {
  name: 'cookie-policy',
  tag: 'Políticas de cookies: redacción desde los avisos publicados, versiones y cobertura',
  routes,
  subjects: [cookiePolicySubject],
  async domainDetail(ctx, domainId) {
    const policies = await listOfDomain(ctx, domainId)
    return { policies: policies.map((policy) => ({ ...policy, kind: 'COOKIE' })) }
  },
}
