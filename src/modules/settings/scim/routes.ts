import { endpoints } from '#http/endpoints.ts'
import { ById, listOf } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import * as schemas from './schemas.ts'
import * as scim from './service.ts'

export const routes: Routes = (app) => {
  const route = endpoints(app, 'settings')

  route.get('/settings/scim/tokens', {
    id: 'listScimTokens',
    summary: 'Listar los tokens con que un proveedor de identidad administra las personas (SCIM)',
    role: 'ADMIN',
    personOnly: true,
    query: schemas.TokensQuery,
    ok: listOf('items', schemas.ScimToken),
    read: (ctx, { query }) => scim.listTokens(ctx, query),
  })

  route.post('/settings/scim/tokens', {
    id: 'createScimToken',
    summary: 'Crear un token de SCIM; se muestra solo en esta respuesta',
    role: 'ADMIN',
    personOnly: true,
    sudo: true,
    body: schemas.NewScimToken,
    created: schemas.CreatedScimToken,
    act: (ctx, { body }) => scim.createToken(ctx, body),
  })

  route.delete('/settings/scim/tokens/:id', {
    id: 'revokeScimToken',
    summary: 'Revocar un token de SCIM, con efecto inmediato',
    role: 'ADMIN',
    personOnly: true,
    sudo: true,
    params: ById,
    act: (ctx, { params }) => scim.revokeToken(ctx, params.id),
  })
}
