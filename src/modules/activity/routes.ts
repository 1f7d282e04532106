import { endpoints } from '#http/endpoints.ts'
import { listOf } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import * as schemas from './schemas.ts'
import { listActs } from './service.ts'

export const routes: Routes = (app) => {
  const route = endpoints(app, 'activity')

  route.get('/activity', {
    id: 'listActivity',
    summary: 'Ver quién hizo qué y cuándo, en un registro o en toda la organización',
    description:
      'Sin los valores: esos están en el registro, y para ADMIN en GET /settings/audit-log, que también muestra lo de cuentas, claves y ajustes.',
    role: 'VIEWER',
    query: schemas.ActivityQuery,
    ok: listOf('items', schemas.ActivityEntry),
    read: (ctx, { query }) => listActs(ctx, query),
  })
}
