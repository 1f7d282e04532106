import { endpoints } from '#http/endpoints.ts'
import { listOf, MaybePage } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import { createTurns } from '#kernel/concurrency.ts'
import { Failure } from '#kernel/failure.ts'
import { activityRecord } from '../activities/repo.ts'
import { ActivityDetail } from '../activities/schemas.ts'
import * as schemas from './schemas.ts'
import * as drafts from './service.ts'

/** An import costs as much as a hundred lists. Organisations take turns before the transaction begins. */
const AT_ONCE = { atOnce: 2, perKey: 50, total: 500 }

function tooManyImports(): Failure {
  const text = 'Su organización tiene muchas importaciones en curso. Intente de nuevo en unos segundos.'
  return new Failure('unavailable', text, { retryAfterSeconds: 5 })
}

export const routes: Routes = (app) => {
  const route = endpoints(app, 'rat')
  const imports = createTurns(AT_ONCE)

  route.post('/rat/activities/:id/from-template', {
    id: 'createActivityFromTemplate',
    summary: 'Crear una actividad desde una plantilla',
    description: '«id» es una actividad de la que se toma el sistema, o la palabra «new».',
    role: 'ANALYST',
    params: schemas.ActivityOrNew,
    body: schemas.FromTemplate,
    created: ActivityDetail,
    act: (ctx, { params, body }) => drafts.createFromTemplate(ctx, params.id, body),
  })

  route.get('/rat/templates', {
    id: 'listRatTemplates',
    summary: 'Listar las plantillas de actividades',
    role: 'VIEWER',
    query: MaybePage,
    ok: listOf('items', schemas.Template),
    read: (_, { query }) => drafts.listTemplates(query),
  })

  route.get('/rat/templates/:templateId', {
    id: 'getRatTemplate',
    summary: 'Ver una plantilla',
    role: 'VIEWER',
    params: schemas.ByTemplateId,
    ok: schemas.Template,
    read: (_, { params }) => drafts.getTemplate(params.templateId),
  })

  route.get('/rat/data-catalog', {
    id: 'listDataCatalog',
    summary: 'Ver el catálogo de categorías de datos personales',
    role: 'VIEWER',
    query: MaybePage,
    ok: listOf('items', schemas.CatalogItem),
    read: (_, { query }) => drafts.listDataCatalog(query),
  })

  route.post('/rat/bulk-import', {
    id: 'importActivities',
    summary: 'Importar hasta 200 actividades, todas o ninguna',
    description: 'Hasta 200 por llamada, todas o ninguna. Los errores se dan fila por fila en «details».',
    role: 'ANALYST',
    body: schemas.BulkImport,
    created: schemas.Imported,
    refusals: [503],
    handle: async (req) => {
      const turn = imports.run(req.tenantId, () => req.act((ctx) => drafts.importActivities(ctx, req.body)))
      if (!turn) throw tooManyImports()
      return turn
    },
  })

  route.post('/rat/from-system', {
    id: 'createActivityFromSystem',
    summary: 'Crear un borrador desde un sistema del mapa de datos',
    role: 'ANALYST',
    record: activityRecord,
    body: schemas.FromSystem,
    created: ActivityDetail,
    act: (ctx, { body }) => drafts.createFromSystem(ctx, body.systemId),
  })
}
