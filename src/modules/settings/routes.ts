import type { Module } from '#modules/module.ts'
import { routes as apiKeys } from './api-keys/routes.ts'
import { routes as auditLog } from './audit-log/routes.ts'
import { routes as law } from './law/routes.ts'
import { routes as members } from './members/routes.ts'
import { routes as retention } from './retention/routes.ts'
import { routes as scim } from './scim/routes.ts'
import { routes as signingCertificate } from './signing-certificate/routes.ts'
import { routes as sso } from './sso/routes.ts'
import { routes as deletion } from './tenant/deletion/routes.ts'
import { routes as exports } from './tenant/exports/routes.ts'
import { routes as tenant } from './tenant/routes.ts'
import { routes as usage } from './usage/routes.ts'
import { routes as webhooks } from './webhooks/routes.ts'

export const routes: Module['routes'] = (app, { config, modules, network }) => {
  tenant(app)
  deletion(app)
  exports(app, { config })
  usage(app, modules)
  apiKeys(app, { modules })
  members(app)
  sso(app, network)
  scim(app)
  signingCertificate(app)
  webhooks(app)
  law(app)
  retention(app, modules)
  auditLog(app)
}
