import { ById, data, done, listOf, PageOnly } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import * as schemas from './schemas.ts'
import * as dataMap from './service.ts'

const tags = ['data-map']
const write = { role: 'ANALYST' } as const
const read = { role: 'VIEWER' } as const

export const routes: Routes = (app) => {
  app.get(
    '/data-map/catalog',
    {
      config: read,
      schema: {
        tags,
        operationId: 'getDataMapCatalog',
        summary: 'Ver el resumen del mapa de datos y los valores sugeridos',
        response: { 200: schemas.Catalog },
      },
    },
    (req) => req.read((ctx) => dataMap.getCatalog(ctx)),
  )

  app.get(
    '/data-map/systems',
    {
      config: read,
      schema: {
        tags,
        operationId: 'listSystems',
        summary: 'Listar los sistemas',
        querystring: schemas.SystemsQuery,
        response: { 200: listOf('items', schemas.System) },
      },
    },
    (req) => req.read((ctx) => dataMap.listSystems(ctx, req.query)),
  )

  app.post(
    '/data-map/systems',
    {
      config: write,
      schema: {
        tags,
        operationId: 'createSystem',
        summary: 'Registrar un sistema; su proveedor queda como encargado',
        description: 'De un proveedor nace un encargado; el mismo nombre es el mismo encargado.',
        body: schemas.NewSystem,
        response: { 201: data(schemas.System) },
      },
    },
    (req) => req.act((ctx) => dataMap.createSystem(ctx, req.body)),
  )

  app.get(
    '/data-map/systems/:id',
    {
      config: read,
      schema: {
        tags,
        operationId: 'getSystem',
        summary: 'Ver un sistema',
        params: ById,
        response: { 200: data(schemas.System) },
      },
    },
    (req) => req.read((ctx) => dataMap.getSystem(ctx, req.params.id)),
  )

  app.put(
    '/data-map/systems/:id',
    {
      config: write,
      schema: {
        tags,
        operationId: 'updateSystem',
        summary: 'Cambiar los campos enviados de un sistema',
        params: ById,
        body: schemas.SystemPatch,
        response: { 200: data(schemas.System) },
      },
    },
    (req) => req.act((ctx) => dataMap.updateSystem(ctx, req.params.id, req.body)),
  )

  app.delete(
    '/data-map/systems/:id',
    {
      config: write,
      schema: {
        tags,
        operationId: 'deleteSystem',
        summary: 'Eliminar un sistema y todos sus flujos',
        description: 'Elimina también sus flujos y lo desvincula de sus actividades.',
        params: ById,
        response: { 200: done },
      },
    },
    (req) => req.act((ctx) => dataMap.deleteSystem(ctx, req.params.id)),
  )

  app.get(
    '/data-map/flows',
    {
      config: read,
      schema: {
        tags,
        operationId: 'listFlows',
        summary: 'Listar los flujos de datos',
        querystring: PageOnly,
        response: { 200: listOf('items', schemas.Flow) },
      },
    },
    (req) => req.read((ctx) => dataMap.listFlows(ctx, req.query)),
  )

  app.post(
    '/data-map/flows',
    {
      config: write,
      schema: {
        tags,
        operationId: 'createFlow',
        summary: 'Registrar un flujo de datos entre dos sistemas',
        description: 'De un sistema a sí mismo es 422. Si sale del país, conviene indicar las garantías.',
        body: schemas.NewFlow,
        response: { 201: data(schemas.Flow) },
      },
    },
    (req) => req.act((ctx) => dataMap.createFlow(ctx, req.body)),
  )

  app.delete(
    '/data-map/flows/:id',
    {
      config: write,
      schema: {
        tags,
        operationId: 'deleteFlow',
        summary: 'Eliminar un flujo de datos',
        params: ById,
        response: { 200: done },
      },
    },
    (req) => req.act((ctx) => dataMap.deleteFlow(ctx, req.params.id)),
  )
}
