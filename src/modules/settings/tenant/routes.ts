import { data, faults } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import * as schemas from './schemas.ts'
import * as tenant from './service.ts'

const tags = ['settings']

export const routes: Routes = (app) => {
  app.get(
    '/settings/tenant',
    {
      config: { role: 'VIEWER' },
      schema: {
        tags,
        operationId: 'showTenant',
        summary: 'Ver la configuración de la organización',
        response: { 200: data(schemas.Tenant) },
      },
    },
    // The view depends on the role, which a read does not know.
    (req) => req.act((ctx) => tenant.showTenant(ctx)),
  )

  app.put(
    '/settings/tenant',
    {
      config: { role: 'ADMIN' },
      schema: {
        tags,
        operationId: 'updateTenant',
        summary: 'Cambiar los campos enviados de la organización',
        body: schemas.TenantPatch,
        response: { 200: data(schemas.Tenant), ...faults(422) },
      },
    },
    (req) => req.act((ctx) => tenant.updateTenant(ctx, req.body)),
  )

  app.get(
    '/settings/tenant/dpo-check',
    {
      config: { role: 'VIEWER' },
      schema: {
        tags,
        operationId: 'checkDpo',
        summary: 'Revisar qué entidades tienen un delegado de protección de datos',
        response: { 200: data(schemas.DpoCheck) },
      },
    },
    (req) => req.read((ctx) => tenant.checkDpo(ctx)),
  )
}
