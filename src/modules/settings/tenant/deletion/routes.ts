import { endpoints } from '#http/endpoints.ts'
import type { Routes } from '#http/types.ts'
import * as schemas from './schemas.ts'
import * as deletion from './service.ts'

export const routes: Routes = (app) => {
  const route = endpoints(app, 'settings')

  route.get('/settings/tenant/deletion', {
    id: 'showTenantDeletion',
    summary: 'Ver si la organización tiene una eliminación pendiente',
    role: 'VIEWER',
    ok: schemas.Deletion,
    read: (ctx) => deletion.showDeletion(ctx),
  })

  route.post('/settings/tenant/deletion', {
    id: 'requestTenantDeletion',
    summary: 'Pedir la eliminación de la organización y de todo lo suyo',
    description:
      'Se borra todo 30 días después; hasta entonces la organización funciona como siempre y un OWNER puede cancelar. Se avisa por correo a todos los OWNER.',
    role: 'OWNER',
    sudo: true,
    body: schemas.DeletionRequest,
    ok: schemas.Deletion,
    refusals: [409, 422],
    act: (ctx, { body }) => deletion.requestDeletion(ctx, body),
  })

  route.delete('/settings/tenant/deletion', {
    id: 'cancelTenantDeletion',
    summary: 'Cancelar la eliminación pendiente',
    role: 'OWNER',
    sudo: true,
    refusals: [409],
    act: (ctx) => deletion.cancelDeletion(ctx),
  })
}
