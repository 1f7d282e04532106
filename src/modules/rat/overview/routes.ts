import { data } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import * as schemas from './schemas.ts'
import * as overview from './service.ts'

const tags = ['rat']
const read = { role: 'VIEWER' } as const

export const routes: Routes = (app) => {
  app.get(
    '/rat/stats',
    {
      config: read,
      schema: {
        tags,
        operationId: 'getRatStats',
        summary: 'Ver las estadísticas del registro',
        response: { 200: data(schemas.Stats) },
      },
    },
    (req) => req.read((ctx) => overview.getStats(ctx)),
  )

  app.get(
    '/rat/geo-summary',
    {
      config: read,
      schema: {
        tags,
        operationId: 'getRatGeoSummary',
        summary: 'Ver en qué países están o adónde van los datos',
        response: { 200: data(schemas.GeoSummary) },
      },
    },
    (req) => req.read((ctx) => overview.getGeoSummary(ctx)),
  )
}
