import { ById, data, faults, listOf, MaybePage } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import * as schemas from './schemas.ts'
import * as widgets from './service.ts'

const tags = ['dsar']

export const widgetRoutes: Routes = (app) => {
  app.get(
    '/dsar/widgets',
    {
      config: { role: 'VIEWER' },
      schema: {
        tags,
        operationId: 'listDsarWidgets',
        summary: 'Listar los formularios públicos de solicitudes',
        querystring: MaybePage,
        response: { 200: listOf('widgets', schemas.Widget) },
      },
    },
    (req) => req.read((ctx) => widgets.listWidgets(ctx, req.query)),
  )

  app.post(
    '/dsar/widgets',
    {
      config: { role: 'ANALYST' },
      schema: {
        tags,
        operationId: 'createDsarWidget',
        summary: 'Crear un formulario público de solicitudes',
        body: schemas.NewWidget,
        response: { 201: data(schemas.Widget) },
      },
    },
    (req) => req.act((ctx) => widgets.createWidget(ctx, req.body)),
  )

  app.patch(
    '/dsar/widgets/:id',
    {
      config: { role: 'ANALYST' },
      schema: {
        tags,
        operationId: 'updateDsarWidget',
        summary: 'Cambiar, desactivar o reactivar un formulario público',
        params: ById,
        body: schemas.WidgetPatch,
        response: { 200: data(schemas.Widget), ...faults(422) },
      },
    },
    (req) => req.act((ctx) => widgets.updateWidget(ctx, req.params.id, req.body)),
  )
}
