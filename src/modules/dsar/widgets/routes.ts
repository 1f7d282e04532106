import { endpoints } from '#http/endpoints.ts'
import { ById, listOf } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import * as schemas from './schemas.ts'
import * as widgets from './service.ts'

export const widgetRoutes: Routes = (app) => {
  const route = endpoints(app, 'dsar')

  route.get('/dsar/widgets', {
    id: 'listDsarWidgets',
    summary: 'Listar los formularios públicos de solicitudes',
    role: 'VIEWER',
    query: schemas.WidgetsQuery,
    ok: listOf('widgets', schemas.Widget),
    read: (ctx, { query }) => widgets.listWidgets(ctx, query),
  })

  route.post('/dsar/widgets', {
    id: 'createDsarWidget',
    summary: 'Crear un formulario público de solicitudes',
    role: 'ANALYST',
    body: schemas.NewWidget,
    created: schemas.Widget,
    refusals: [422],
    act: (ctx, { body }) => widgets.createWidget(ctx, body),
  })

  route.patch('/dsar/widgets/:id', {
    id: 'updateDsarWidget',
    summary: 'Cambiar, desactivar o reactivar un formulario público',
    role: 'ANALYST',
    params: ById,
    body: schemas.WidgetPatch,
    ok: schemas.Widget,
    refusals: [422],
    act: (ctx, { params, body }) => widgets.updateWidget(ctx, params.id, body),
  })

  route.delete('/dsar/widgets/:id', {
    id: 'deleteDsarWidget',
    summary: 'Eliminar un formulario por el que nadie ha escrito',
    description: 'Uno que recibió solicitudes se desactiva con PATCH: 409.',
    role: 'ANALYST',
    params: ById,
    refusals: [409],
    act: (ctx, { params }) => widgets.deleteWidget(ctx, params.id),
  })
}
