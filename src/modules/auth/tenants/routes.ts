import { endpoints } from '#http/endpoints.ts'
import type { App } from '#http/types.ts'
import type { ModuleDeps } from '#modules/module.ts'
import { createSessionAnswers } from '../answers.ts'
import { callerOf, claimsOf } from '../caller.ts'
import { planOf } from '../registration.ts'
import { Selected } from '../schemas.ts'
import { assertMayOpenTenant } from '../signup-rules.ts'
import * as schemas from './schemas.ts'
import { openTenant } from './service.ts'

export function routes(app: App, { config, tokens, browsers, modules }: ModuleDeps): void {
  const route = endpoints(app, 'auth')
  const issuer = { tokens, browsers, tools: app.tools }
  const answers = createSessionAnswers(config.publicUrl, browsers)

  route.post('/auth/tenants', {
    id: 'openTenant',
    summary: 'Crear otra organización y pasar a ella',
    description: 'Quien la crea queda como OWNER. No se puede con SIGNUP=closed.',
    role: 'SIGNED_IN',
    body: schemas.NewTenant,
    created: Selected,
    refusals: [403, 409, 422],
    handle: async (req, reply) => {
      assertMayOpenTenant(config.signup)
      const fields = { organizationName: req.body.organizationName, plan: planOf(req.body.plan, config) }
      const answer = await req.asSystem('open another organisation of a person', (db, enter) =>
        openTenant(issuer, db, enter, claimsOf(req), fields, modules, callerOf(req)),
      )
      return { success: true, data: answers.opened(reply, answer.data) }
    },
  })
}
