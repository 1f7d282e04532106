import { ById, data, done, faults, listOf, PageOnly } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import * as schemas from './schemas.ts'
import * as keys from './service.ts'

const tags = ['settings']
const config = { role: 'ADMIN' } as const

export const routes: Routes = (app) => {
  app.get(
    '/settings/api-keys',
    {
      config,
      schema: {
        tags,
        operationId: 'listApiKeys',
        summary: 'Listar las claves de API',
        querystring: PageOnly,
        response: { 200: listOf('items', schemas.ApiKey) },
      },
    },
    (req) => req.read((ctx) => keys.listKeys(ctx, req.query)),
  )

  app.post(
    '/settings/api-keys',
    {
      config,
      schema: {
        tags,
        operationId: 'createApiKey',
        summary: 'Crear una clave de API; la clave se muestra solo en esta respuesta',
        description: 'La clave se muestra solo en esta respuesta.',
        body: schemas.NewApiKey,
        response: { 201: data(schemas.CreatedApiKey) },
      },
    },
    (req) => req.act((ctx) => keys.createKey(ctx, req.body)),
  )

  app.put(
    '/settings/api-keys/:id',
    {
      config,
      schema: {
        tags,
        operationId: 'updateApiKey',
        summary: 'Cambiar los campos enviados de una clave de API',
        params: ById,
        body: schemas.ApiKeyPatch,
        response: { 200: data(schemas.ApiKey), ...faults(422) },
      },
    },
    (req) => req.act((ctx) => keys.updateKey(ctx, req.params.id, req.body)),
  )

  app.delete(
    '/settings/api-keys/:id',
    {
      config,
      schema: {
        tags,
        operationId: 'revokeApiKey',
        summary: 'Revocar una clave de API, con efecto inmediato',
        params: ById,
        response: { 200: done },
      },
    },
    (req) => req.act((ctx) => keys.revokeKey(ctx, req.params.id)),
  )
}
