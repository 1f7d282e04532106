import type { Module } from '#modules/module.ts'
import { cookiePolicyApprovable } from './publication.ts'
import { listOfDomain } from './repo.ts'
import { routes } from './routes.ts'
import * as schemas from './schemas.ts'
import { CONSTRAINTS } from './service.ts'

export const cookiePolicy: Module = {
  name: 'cookie-policy',
  tag: 'Políticas de cookies: redacción desde los avisos publicados, versiones y cobertura',
  schemas: [
    {
      ...schemas,
      NewCookiePolicy: schemas.Generation,
      CookiePolicy: schemas.Policy,
      CookiePolicyDetail: schemas.PolicyDetail,
      CookiePolicyPatch: schemas.PolicyPatch,
      CookiePolicyVersion: schemas.Version,
    },
  ],
  routes,
  constraints: CONSTRAINTS,
  approvables: [cookiePolicyApprovable],
  async domainDetail(ctx, domainId) {
    const policies = await listOfDomain(ctx, domainId)
    return { policies: policies.map((policy) => ({ ...policy, kind: 'COOKIE' })) }
  },
}
