import { data, listOf, MaybePage } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import { ActivityDetail } from '../activities/schemas.ts'
import * as schemas from './schemas.ts'
import * as drafts from './service.ts'

const tags = ['rat']
const read = { role: 'VIEWER' } as const
const write = { role: 'ANALYST' } as const

export const routes: Routes = (app) => {
  app.post(
    '/rat/activities/:id/from-template',
    {
      config: write,
      schema: {
        tags,
        operationId: 'createActivityFromTemplate',
        summary: 'Crear una actividad desde una plantilla',
        description: '«id» es una actividad de la que se toma el sistema, o la palabra «new».',
        params: schemas.ActivityOrNew,
        body: schemas.FromTemplate,
        response: { 201: data(ActivityDetail) },
      },
    },
    (req) => req.act((ctx) => drafts.createFromTemplate(ctx, req.params.id, req.body)),
  )

  app.get(
    '/rat/templates',
    {
      config: read,
      schema: {
        tags,
        operationId: 'listRatTemplates',
        summary: 'Listar las plantillas de actividades',
        querystring: MaybePage,
        response: { 200: listOf('items', schemas.Template) },
      },
    },
    (req) => req.read(() => drafts.listTemplates(req.query)),
  )

  app.get(
    '/rat/templates/:templateId',
    {
      config: read,
      schema: {
        tags,
        operationId: 'getRatTemplate',
        summary: 'Ver una plantilla',
        params: schemas.ByTemplateId,
        response: { 200: data(schemas.Template) },
      },
    },
    (req) => req.read(() => drafts.getTemplate(req.params.templateId)),
  )

  app.get(
    '/rat/data-catalog',
    {
      config: read,
      schema: {
        tags,
        operationId: 'listDataCatalog',
        summary: 'Ver el catálogo de categorías de datos personales',
        querystring: MaybePage,
        response: { 200: listOf('items', schemas.CatalogItem) },
      },
    },
    (req) => req.read(() => drafts.listDataCatalog(req.query)),
  )

  app.post(
    '/rat/bulk-import',
    {
      config: write,
      schema: {
        tags,
        operationId: 'importActivities',
        summary: 'Importar hasta 200 actividades, todas o ninguna',
        description: 'Hasta 200 por llamada, todas o ninguna. Los errores se dan fila por fila en «details».',
        body: schemas.BulkImport,
        response: { 201: data(schemas.Imported) },
      },
    },
    (req) => req.act((ctx) => drafts.importActivities(ctx, req.body)),
  )

  app.post(
    '/rat/from-system',
    {
      config: write,
      schema: {
        tags,
        operationId: 'createActivityFromSystem',
        summary: 'Crear un borrador desde un sistema del mapa de datos',
        body: schemas.FromSystem,
        response: { 201: data(ActivityDetail) },
      },
    },
    (req) => req.act((ctx) => drafts.createFromSystem(ctx, req.body.systemId)),
  )
}
