import { endpoints } from '#http/endpoints.ts'
import { ById, listOf } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import { sendPage } from '#pages/page.ts'
import { previewForm } from './preview.ts'
import { widgetRecord } from './repo.ts'
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

  route.get('/dsar/widgets/:id', {
    id: 'getDsarWidget',
    summary: 'Ver un formulario público de solicitudes',
    role: 'VIEWER',
    params: ById,
    record: widgetRecord,
    ok: schemas.Widget,
    read: (ctx, { params }) => widgets.getWidget(ctx, params.id),
  })

  route.post('/dsar/widgets', {
    id: 'createDsarWidget',
    summary: 'Crear un formulario público de solicitudes',
    role: 'ANALYST',
    record: widgetRecord,
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
    record: widgetRecord,
    body: schemas.WidgetPatch,
    ok: schemas.Widget,
    refusals: [422],
    act: (ctx, { params, body }) => widgets.updateWidget(ctx, params.id, body),
  })

  route.get('/dsar/widgets/:id/preview', {
    id: 'previewDsarWidget',
    summary: 'Ver el formulario como lo verán las personas, también con cambios que aún no se guardan',
    description:
      'Por ella no se envía nada. Una página sin scripts, que solo se muestra dentro de páginas de este mismo origen.',
    role: 'VIEWER',
    params: ById,
    query: schemas.PreviewQuery,
    file: { description: 'La página', types: ['text/html'] },
    handle: async (req, reply) => {
      const { data } = await req.read((ctx) => previewForm(ctx, req.params.id, req.query))
      return sendPage(reply, data)
    },
  })

  route.delete('/dsar/widgets/:id', {
    id: 'deleteDsarWidget',
    summary: 'Eliminar un formulario por el que nadie ha escrito',
    description: 'Uno que recibió solicitudes se desactiva con PATCH: 409.',
    role: 'ANALYST',
    params: ById,
    record: widgetRecord,
    refusals: [409],
    act: (ctx, { params }) => widgets.deleteWidget(ctx, params.id),
  })
}
