import { endpoints } from '#http/endpoints.ts'
import { ById, listOf } from '#http/schema-kit.ts'
import type { App } from '#http/types.ts'
import type { ModuleDeps } from '#modules/module.ts'
import { keyRecord } from './repo.ts'
import * as schemas from './schemas.ts'
import * as keys from './service.ts'

export function routes(app: App, { modules }: Pick<ModuleDeps, 'modules'>): void {
  const route = endpoints(app, 'settings')

  route.get('/settings/api-keys/scopes', {
    id: 'listApiKeyScopes',
    summary: 'Listar los permisos que puede tener una clave de API',
    role: 'ADMIN',
    personOnly: true,
    ok: schemas.ApiKeyScopes,
    read: async () => keys.listScopes(modules),
  })

  route.get('/settings/api-keys', {
    id: 'listApiKeys',
    summary: 'Listar las claves de API',
    role: 'ADMIN',
    personOnly: true,
    query: schemas.KeysQuery,
    ok: listOf('items', schemas.ApiKey),
    read: (ctx, { query }) => keys.listKeys(ctx, query),
  })

  route.post('/settings/api-keys', {
    id: 'createApiKey',
    summary: 'Crear una clave de API; la clave se muestra solo en esta respuesta',
    description: 'La clave se muestra solo en esta respuesta.',
    role: 'ADMIN',
    sudo: true,
    personOnly: true,
    record: keyRecord,
    body: schemas.NewApiKey,
    created: schemas.CreatedApiKey,
    refusals: [422],
    act: (ctx, { body }) => keys.createKey(ctx, body),
  })

  route.get('/settings/api-keys/:id', {
    id: 'getApiKey',
    summary: 'Ver una clave de API, sin la clave misma',
    role: 'ADMIN',
    personOnly: true,
    params: ById,
    record: keyRecord,
    ok: schemas.ApiKey,
    read: (ctx, { params }) => keys.getKey(ctx, params.id),
  })

  route.post('/settings/api-keys/:id/rotate', {
    id: 'rotateApiKey',
    summary: 'Cambiar una clave de API por otra con los mismos permisos',
    description:
      'La clave nueva se muestra solo en esta respuesta; la anterior sirve 24 horas más, o las que indique.',
    role: 'ADMIN',
    sudo: true,
    personOnly: true,
    params: ById,
    record: keyRecord,
    body: schemas.Rotation,
    ok: schemas.CreatedApiKey,
    act: (ctx, { params, body }) => keys.rotateKey(ctx, params.id, body),
  })

  route.put('/settings/api-keys/:id', {
    id: 'updateApiKey',
    summary: 'Cambiar los campos enviados de una clave de API',
    role: 'ADMIN',
    sudo: true,
    personOnly: true,
    params: ById,
    record: keyRecord,
    body: schemas.ApiKeyPatch,
    ok: schemas.ApiKey,
    refusals: [422],
    act: (ctx, { params, body }) => keys.updateKey(ctx, params.id, body),
  })

  route.delete('/settings/api-keys/:id', {
    id: 'revokeApiKey',
    summary: 'Revocar una clave de API, con efecto inmediato',
    role: 'ADMIN',
    sudo: true,
    personOnly: true,
    params: ById,
    record: keyRecord,
    act: (ctx, { params }) => keys.revokeKey(ctx, params.id),
  })

  route.get('/external/key', {
    id: 'getOwnApiKey',
    summary: 'Ver la clave de API con que se llama: su rol, sus permisos y cuándo vence',
    role: 'API_KEY',
    ok: schemas.ApiKey,
    handle: (req) => req.read((ctx) => keys.getKey(ctx, req.keyHolder!.keyId)),
  })
}
