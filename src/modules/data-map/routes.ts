import { endpoints } from '#http/endpoints.ts'
import { ById, listOf } from '#http/schema-kit.ts'
import { mayRead } from '#http/scopes.ts'
import type { App } from '#http/types.ts'
import type { ModuleDeps } from '#modules/module.ts'
import { type ActivitiesOfMap, getGraph } from './graph.ts'
import { flowRecord, systemRecord } from './repo.ts'
import * as schemas from './schemas.ts'
import * as dataMap from './service.ts'

export function routes(app: App, { modules }: ModuleDeps): void {
  const route = endpoints(app, 'data-map')
  const activities: ActivitiesOfMap = {
    ofFlows: async (ctx, most) => {
      const found = await Promise.all(modules.map((module) => module.activitiesOfFlows?.(ctx, most)))
      return found.flatMap((some) => some ?? [])
    },
    ofSystems: async (ctx, most) => {
      const found = await Promise.all(modules.map((module) => module.activitiesOfSystems?.(ctx, most)))
      return found.flatMap((some) => some ?? [])
    },
  }

  route.get('/data-map/catalog', {
    id: 'getDataMapCatalog',
    summary: 'Ver el resumen del mapa de datos y los valores sugeridos',
    role: 'VIEWER',
    ok: schemas.Catalog,
    read: (ctx) => dataMap.getCatalog(ctx),
  })

  route.get('/data-map/graph', {
    id: 'getDataMapGraph',
    summary: 'Ver el mapa entero: sistemas, encargados, países y flujos con sus actividades',
    role: 'VIEWER',
    ok: schemas.Graph,
    handle: (req) => req.read((ctx) => getGraph(ctx, activities, mayRead(req.keyHolder, 'rat'))),
  })

  route.get('/data-map/systems', {
    id: 'listSystems',
    summary: 'Listar los sistemas',
    role: 'VIEWER',
    query: schemas.SystemsQuery,
    ok: listOf('items', schemas.System),
    read: (ctx, { query }) => dataMap.listSystems(ctx, query),
  })

  route.post('/data-map/systems', {
    id: 'createSystem',
    summary: 'Registrar un sistema; su proveedor queda como encargado',
    description: 'De un proveedor nace un encargado; el mismo nombre es el mismo encargado.',
    role: 'ANALYST',
    record: systemRecord,
    body: schemas.NewSystem,
    created: schemas.System,
    act: (ctx, { body }) => dataMap.createSystem(ctx, body),
  })

  route.get('/data-map/systems/:id', {
    id: 'getSystem',
    summary: 'Ver un sistema',
    role: 'VIEWER',
    params: ById,
    record: systemRecord,
    ok: schemas.System,
    read: (ctx, { params }) => dataMap.getSystem(ctx, params.id),
  })

  route.put('/data-map/systems/:id', {
    id: 'updateSystem',
    summary: 'Cambiar los campos enviados de un sistema',
    role: 'ANALYST',
    params: ById,
    record: systemRecord,
    body: schemas.SystemPatch,
    ok: schemas.System,
    act: (ctx, { params, body }) => dataMap.updateSystem(ctx, params.id, body),
  })

  route.delete('/data-map/systems/:id', {
    id: 'deleteSystem',
    summary: 'Eliminar un sistema y todos sus flujos',
    description:
      'Elimina también sus flujos y lo desvincula de sus actividades. Mientras tiene un conector: 409.',
    role: 'ANALYST',
    params: ById,
    record: systemRecord,
    refusals: [409],
    act: (ctx, { params }) => dataMap.deleteSystem(ctx, params.id),
  })

  route.get('/data-map/flows', {
    id: 'listFlows',
    summary: 'Listar los flujos de datos',
    role: 'VIEWER',
    query: schemas.FlowsQuery,
    ok: listOf('items', schemas.Flow),
    read: (ctx, { query }) => dataMap.listFlows(ctx, query),
  })

  route.post('/data-map/flows', {
    id: 'createFlow',
    summary: 'Registrar un flujo de datos entre dos sistemas',
    description: 'De un sistema a sí mismo es 422. Si sale del país, conviene indicar las garantías.',
    role: 'ANALYST',
    record: flowRecord,
    body: schemas.NewFlow,
    created: schemas.Flow,
    act: (ctx, { body }) => dataMap.createFlow(ctx, body),
  })

  route.put('/data-map/flows/:id', {
    id: 'updateFlow',
    summary: 'Cambiar los campos enviados de un flujo de datos',
    role: 'ANALYST',
    params: ById,
    record: flowRecord,
    body: schemas.FlowPatch,
    ok: schemas.Flow,
    refusals: [422],
    act: (ctx, { params, body }) => dataMap.updateFlow(ctx, params.id, body),
  })

  route.delete('/data-map/flows/:id', {
    id: 'deleteFlow',
    summary: 'Eliminar un flujo de datos',
    role: 'ANALYST',
    params: ById,
    record: flowRecord,
    act: (ctx, { params }) => dataMap.deleteFlow(ctx, params.id),
  })
}
