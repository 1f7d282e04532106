import { endpoints } from '#http/endpoints.ts'
import type { Routes } from '#http/types.ts'
import * as schemas from './schemas.ts'
import * as overview from './service.ts'

export const routes: Routes = (app) => {
  const route = endpoints(app, 'rat')

  route.get('/rat/stats', {
    id: 'getRatStats',
    summary: 'Ver las estadísticas del registro',
    role: 'VIEWER',
    ok: schemas.Stats,
    read: (ctx) => overview.getStats(ctx),
  })

  route.get('/rat/geo-summary', {
    id: 'getRatGeoSummary',
    summary: 'Ver en qué países están o adónde van los datos',
    role: 'VIEWER',
    ok: schemas.GeoSummary,
    read: (ctx) => overview.getGeoSummary(ctx),
  })
}
