import { endpoints } from '#http/endpoints.ts'
import { listOf } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import * as schemas from './schemas.ts'
import { listActs, listChanges } from './service.ts'

export const routes: Routes = (app) => {
  const route = endpoints(app, 'activity')

  route.get('/activity', {
    id: 'listActivity',
    summary: 'Ver quién hizo qué y cuándo, en un registro o en toda la organización',
    description:
      'Sin los valores: esos están en el registro, y para ADMIN en GET /settings/audit-log, que también muestra lo de cuentas, claves y ajustes. Una clave ve lo de los módulos que puede leer.',
    role: 'VIEWER',
    query: schemas.ActivityQuery,
    ok: listOf('items', schemas.ActivityEntry),
    handle: (req) => req.read((ctx) => listActs(ctx, req.query, req.keyHolder)),
  })

  route.get('/activity/changes', {
    id: 'listChanges',
    summary: 'Ver qué cambió en un registro, campo por campo, antes y después',
    description:
      'De actividades, evaluaciones y sus riesgos, encargados, contratos, sistemas, flujos, brechas, dominios y la organización. Lo de solicitudes y archivos está en GET /settings/audit-log.',
    role: 'ANALYST',
    query: schemas.ChangesQuery,
    ok: listOf('items', schemas.RecordChange),
    handle: (req) => req.read((ctx) => listChanges(ctx, req.query, req.keyHolder)),
  })
}
