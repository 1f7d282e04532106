import { endpoints } from '#http/endpoints.ts'
import { ById, listOf, PageOnly } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import * as schemas from './schemas.ts'
import * as keys from './service.ts'

export const routes: Routes = (app) => {
  const route = endpoints(app, 'settings')

  route.get('/settings/api-keys', {
    id: 'listApiKeys',
    summary: 'Listar las claves de API',
    role: 'ADMIN',
    query: PageOnly,
    ok: listOf('items', schemas.ApiKey),
    read: (ctx, { query }) => keys.listKeys(ctx, query),
  })

  route.post('/settings/api-keys', {
    id: 'createApiKey',
    summary: 'Crear una clave de API; la clave se muestra solo en esta respuesta',
    description: 'La clave se muestra solo en esta respuesta.',
    role: 'ADMIN',
    body: schemas.NewApiKey,
    created: schemas.CreatedApiKey,
    act: (ctx, { body }) => keys.createKey(ctx, body),
  })

  route.put('/settings/api-keys/:id', {
    id: 'updateApiKey',
    summary: 'Cambiar los campos enviados de una clave de API',
    role: 'ADMIN',
    params: ById,
    body: schemas.ApiKeyPatch,
    ok: schemas.ApiKey,
    refusals: [422],
    act: (ctx, { params, body }) => keys.updateKey(ctx, params.id, body),
  })

  route.delete('/settings/api-keys/:id', {
    id: 'revokeApiKey',
    summary: 'Revocar una clave de API, con efecto inmediato',
    role: 'ADMIN',
    params: ById,
    act: (ctx, { params }) => keys.revokeKey(ctx, params.id),
  })
}
