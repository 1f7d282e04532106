import { ById, data, done, faults, listOf, PageOnly } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import { definitionNotFound, malformed } from '../faults.ts'
import * as schemas from './schemas.ts'
import * as definitions from './service.ts'

const tags = ['workflows']
const read = { role: 'VIEWER' } as const
const define = { role: 'ADMIN' } as const
const named = malformed(definitionNotFound)

export const routes: Routes = (app) => {
  app.get(
    '/workflows',
    {
      config: read,
      schema: {
        tags,
        operationId: 'listWorkflows',
        summary: 'Listar los flujos de aprobación, también los inactivos',
        querystring: schemas.DefinitionsQuery,
        response: { 200: listOf('workflows', schemas.Definition) },
      },
    },
    // An act, because secrets are shown by role.
    (req) => req.act((ctx) => definitions.listDefinitions(ctx, req.query)),
  )

  app.post(
    '/workflows',
    {
      config: define,
      schema: {
        tags,
        operationId: 'createWorkflow',
        summary: 'Crear un flujo de aprobación',
        body: schemas.NewDefinition,
        response: { 201: data(schemas.Definition), ...faults(402) },
      },
    },
    (req) => req.act((ctx) => definitions.createDefinition(ctx, req.body)),
  )

  app.get(
    '/workflows/:id',
    {
      ...named,
      config: read,
      schema: {
        tags,
        operationId: 'readWorkflow',
        summary: 'Ver un flujo de aprobación; los secretos de sus webhooks, solo ADMIN o superior',
        params: ById,
        response: { 200: data(schemas.Definition) },
      },
    },
    (req) => req.act((ctx) => definitions.readDefinition(ctx, req.params.id)),
  )

  app.put(
    '/workflows/:id',
    {
      ...named,
      config: define,
      schema: {
        tags,
        operationId: 'updateWorkflow',
        summary: 'Cambiar los campos enviados; otras etapas son otra versión',
        description: 'Cambiar las etapas sube la versión; lo que está en curso conserva la suya.',
        params: ById,
        body: schemas.DefinitionPatch,
        response: { 200: data(schemas.Definition), ...faults(402, 409, 422) },
      },
    },
    (req) => req.act((ctx) => definitions.updateDefinition(ctx, req.params.id, req.body)),
  )

  app.delete(
    '/workflows/:id',
    {
      ...named,
      config: define,
      schema: {
        tags,
        operationId: 'deleteWorkflow',
        summary: 'Desactivar un flujo que no está en uso',
        description: 'Queda inactiva. Con aprobaciones en curso es 409 HAS_ACTIVE_INSTANCES.',
        params: ById,
        response: { 200: done, ...faults(409) },
      },
    },
    (req) => req.act((ctx) => definitions.deleteDefinition(ctx, req.params.id)),
  )

  app.get(
    '/workflows/:id/deliveries',
    {
      ...named,
      config: read,
      schema: {
        tags,
        operationId: 'listWorkflowDeliveries',
        summary: 'Listar los envíos a los webhooks de un flujo',
        params: ById,
        querystring: PageOnly,
        response: { 200: listOf('items', schemas.Delivery) },
      },
    },
    (req) => req.read((ctx) => definitions.listDeliveries(ctx, req.params.id, req.query)),
  )

  app.post(
    '/workflows/:id/deliveries/:deliveryId/redeliver',
    {
      ...named,
      config: define,
      schema: {
        tags,
        operationId: 'redeliverWorkflowWebhook',
        summary: 'Repetir un envío, con el mismo identificador y contenido',
        params: schemas.ByDelivery,
        response: { 200: data(schemas.Delivery), ...faults(409) },
      },
    },
    (req) => req.act((ctx) => definitions.redeliver(ctx, req.params.id, req.params.deliveryId)),
  )
}
