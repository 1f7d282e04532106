import { ById, data, done, faults, listOf } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import * as schemas from './schemas.ts'
import * as processors from './service.ts'

const tags = ['processors']
const write = { role: 'ANALYST' } as const
const read = { role: 'VIEWER' } as const

export const routes: Routes = (app) => {
  app.get(
    '/processors',
    {
      config: read,
      schema: {
        tags,
        operationId: 'listProcessors',
        summary: 'Listar los encargados de tratamiento',
        querystring: schemas.ProcessorsQuery,
        response: { 200: listOf('items', schemas.Processor) },
      },
    },
    (req) => req.read((ctx) => processors.listProcessors(ctx, req.query)),
  )

  app.post(
    '/processors',
    {
      config: write,
      schema: {
        tags,
        operationId: 'createProcessor',
        summary: 'Registrar un encargado de tratamiento',
        body: schemas.NewProcessor,
        response: { 201: data(schemas.ProcessorDetail) },
      },
    },
    (req) => req.act((ctx) => processors.createProcessor(ctx, req.body)),
  )

  app.get(
    '/processors/:id',
    {
      config: read,
      schema: {
        tags,
        operationId: 'getProcessor',
        summary: 'Ver un encargado y los sistemas que opera',
        params: ById,
        response: { 200: data(schemas.ProcessorDetail) },
      },
    },
    (req) => req.read((ctx) => processors.getProcessor(ctx, req.params.id)),
  )

  app.put(
    '/processors/:id',
    {
      config: write,
      schema: {
        tags,
        operationId: 'updateProcessor',
        summary: 'Cambiar los campos enviados de un encargado',
        params: ById,
        body: schemas.ProcessorPatch,
        response: { 200: data(schemas.ProcessorDetail), ...faults(409) },
      },
    },
    (req) => req.act((ctx) => processors.updateProcessor(ctx, req.params.id, req.body)),
  )

  app.delete(
    '/processors/:id',
    {
      config: write,
      schema: {
        tags,
        operationId: 'deleteProcessor',
        summary: 'Eliminar un encargado que nada usa',
        params: ById,
        response: { 200: done, ...faults(409) },
      },
    },
    (req) => req.act((ctx) => processors.deleteProcessor(ctx, req.params.id)),
  )
}
