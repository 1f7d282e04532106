import { endpoints } from '#http/endpoints.ts'
import { ById, listOf } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import { definitionNotFound, malformed } from '../faults.ts'
import { definitionRecord } from './repo.ts'
import * as schemas from './schemas.ts'
import * as definitions from './service.ts'

const named = malformed(definitionNotFound)

export const routes: Routes = (app) => {
  const route = endpoints(app, 'workflows')

  route.get('/workflows', {
    id: 'listWorkflows',
    summary: 'Listar los flujos de aprobación, también los inactivos',
    role: 'VIEWER',
    query: schemas.DefinitionsQuery,
    ok: listOf('workflows', schemas.Definition),
    read: (ctx, { query }) => definitions.listDefinitions(ctx, query),
  })

  route.post('/workflows', {
    id: 'createWorkflow',
    summary: 'Crear un flujo de aprobación',
    role: 'ADMIN',
    sudo: ['webhooks'],
    record: definitionRecord,
    body: schemas.NewDefinition,
    created: schemas.Definition,
    refusals: [402],
    act: (ctx, { body }) => definitions.createDefinition(ctx, body),
  })

  route.post('/workflows/dry-run', {
    id: 'dryRunWorkflow',
    summary: 'Probar etapas con respuestas supuestas, sin guardar nada',
    description:
      'Recorre las etapas como lo haría una aprobación y dice por cuáles pasa, cuáles salta y por qué. Una respuesta que la etapa no admite se rechaza igual que en una aprobación.',
    role: 'VIEWER',
    // The conditions show data of the record, so only people can ask, and the read is logged.
    personOnly: true,
    trace: ({ body }) => definitions.readBy(app.tools, body as schemas.DryRunQuestion),
    audit: false,
    body: schemas.DryRunQuestion,
    ok: schemas.DryRunResult,
    refusals: [422],
    read: (ctx, { body }) => definitions.dryRunStages(ctx, body),
  })

  route.get('/workflows/:id', {
    id: 'readWorkflow',
    summary: 'Ver un flujo de aprobación; los secretos de sus webhooks, solo ADMIN o superior',
    ...named,
    role: 'VIEWER',
    params: ById,
    record: definitionRecord,
    ok: schemas.Definition,
    read: (ctx, { params }) => definitions.readDefinition(ctx, params.id),
  })

  route.put('/workflows/:id', {
    id: 'updateWorkflow',
    summary: 'Cambiar los campos enviados; otras etapas son otra versión',
    description: 'Cambiar las etapas sube la versión; lo que está en curso conserva la suya.',
    ...named,
    role: 'ADMIN',
    sudo: ['webhooks'],
    params: ById,
    record: definitionRecord,
    body: schemas.DefinitionPatch,
    ok: schemas.Definition,
    refusals: [402, 409, 422],
    act: (ctx, { params, body }) => definitions.updateDefinition(ctx, params.id, body),
  })

  route.delete('/workflows/:id', {
    id: 'deleteWorkflow',
    summary: 'Desactivar un flujo que no está en uso',
    description: 'Queda inactiva. Con aprobaciones en curso es 409 HAS_ACTIVE_INSTANCES.',
    ...named,
    role: 'ADMIN',
    params: ById,
    record: definitionRecord,
    refusals: [409],
    act: (ctx, { params }) => definitions.deleteDefinition(ctx, params.id),
  })

  route.get('/workflows/:id/deliveries', {
    id: 'listWorkflowDeliveries',
    summary: 'Listar los envíos a los webhooks de un flujo',
    ...named,
    role: 'VIEWER',
    params: ById,
    query: schemas.DeliveriesQuery,
    ok: listOf('items', schemas.Delivery),
    read: (ctx, { params, query }) => definitions.listDeliveries(ctx, params.id, query),
  })

  route.post('/workflows/:id/deliveries/:deliveryId/redeliver', {
    id: 'redeliverWorkflowWebhook',
    summary: 'Repetir un envío, con el mismo identificador y contenido',
    ...named,
    role: 'ADMIN',
    params: schemas.ByDelivery,
    record: definitionRecord,
    ok: schemas.Delivery,
    refusals: [409],
    act: (ctx, { params }) => definitions.redeliver(ctx, params.id, params.deliveryId),
  })
}
