import { endpoints } from '#http/endpoints.ts'
import { listOf, MaybePage } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import * as schemas from './schemas.ts'
import { applyPack, listPacks } from './service.ts'

export const routes: Routes = (app) => {
  const route = endpoints(app, 'rat')

  route.get('/rat/packs', {
    id: 'listRatPacks',
    summary: 'Listar los paquetes por rubro: lo que una organización de cada tipo suele hacer',
    role: 'VIEWER',
    query: MaybePage,
    ok: listOf('items', schemas.RatPack),
    read: (_, { query }) => listPacks(query),
  })

  route.post('/rat/packs/:key/apply', {
    id: 'applyRatPack',
    summary: 'Crear como borradores las actividades de un paquete',
    description: 'Las que ya existen por su plantilla no se crean otra vez.',
    role: 'ANALYST',
    params: schemas.ByPackKey,
    ok: schemas.AppliedPack,
    act: (ctx, { params }) => applyPack(ctx, params.key),
  })
}
