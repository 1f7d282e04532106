import { ORGANISATION } from '#db/records.ts'
import { endpoints } from '#http/endpoints.ts'
import type { Routes } from '#http/types.ts'
import * as schemas from './schemas.ts'
import * as tenant from './service.ts'

export const routes: Routes = (app) => {
  const route = endpoints(app, 'settings')

  route.get('/settings/tenant', {
    id: 'showTenant',
    summary: 'Ver la configuración de la organización',
    role: 'VIEWER',
    record: ORGANISATION,
    ok: schemas.Tenant,
    read: (ctx) => tenant.showTenant(ctx),
  })

  route.put('/settings/tenant', {
    id: 'updateTenant',
    summary: 'Cambiar los campos enviados de la organización',
    role: 'ADMIN',
    sudo: ['siemSecret', 'siemSecretOverlapHours', 'requireMfa', 'ssoEnforced', 'sessionHours'],
    record: ORGANISATION,
    body: schemas.TenantPatch,
    ok: schemas.Tenant,
    refusals: [422],
    act: (ctx, { body }) => tenant.updateTenant(ctx, body),
  })

  route.get('/settings/tenant/dpo-check', {
    id: 'checkDpo',
    summary: 'Revisar qué entidades tienen un delegado de protección de datos',
    role: 'VIEWER',
    ok: schemas.DpoCheck,
    read: (ctx) => tenant.checkDpo(ctx),
  })
}
