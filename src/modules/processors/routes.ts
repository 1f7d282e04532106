import { endpoints } from '#http/endpoints.ts'
import { ById, listOf } from '#http/schema-kit.ts'
import type { App } from '#http/types.ts'
import type { ModuleDeps } from '#modules/module.ts'
import * as schemas from './schemas.ts'
import * as processors from './service.ts'

export function routes(app: App, { modules }: ModuleDeps): void {
  const route = endpoints(app, 'processors')
  const systemsOf = processors.systemsIn(modules)

  route.get('/processors', {
    id: 'listProcessors',
    summary: 'Listar los encargados de tratamiento',
    role: 'VIEWER',
    query: schemas.ProcessorsQuery,
    ok: listOf('items', schemas.Processor),
    read: (ctx, { query }) => processors.listProcessors(ctx, query),
  })

  route.post('/processors', {
    id: 'createProcessor',
    summary: 'Registrar un encargado de tratamiento',
    role: 'ANALYST',
    body: schemas.NewProcessor,
    created: schemas.ProcessorDetail,
    act: (ctx, { body }) => processors.createProcessor(ctx, body),
  })

  route.get('/processors/:id', {
    id: 'getProcessor',
    summary: 'Ver un encargado y los sistemas que opera',
    role: 'VIEWER',
    params: ById,
    ok: schemas.ProcessorDetail,
    read: (ctx, { params }) => processors.getProcessor(ctx, params.id, systemsOf),
  })

  route.put('/processors/:id', {
    id: 'updateProcessor',
    summary: 'Cambiar los campos enviados de un encargado',
    role: 'ANALYST',
    params: ById,
    body: schemas.ProcessorPatch,
    ok: schemas.ProcessorDetail,
    refusals: [409],
    act: (ctx, { params, body }) => processors.updateProcessor(ctx, params.id, body, systemsOf),
  })

  route.delete('/processors/:id', {
    id: 'deleteProcessor',
    summary: 'Eliminar un encargado que nada usa',
    role: 'ANALYST',
    params: ById,
    refusals: [409],
    act: (ctx, { params }) => processors.deleteProcessor(ctx, params.id, systemsOf),
  })
}
