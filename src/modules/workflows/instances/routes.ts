import { ById, data, listOf } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import { definitionNotFound, instanceNotFound, malformed } from '../faults.ts'
import * as schemas from './schemas.ts'
import * as instances from './service.ts'

const tags = ['workflows']
const read = { role: 'VIEWER' } as const
const act = { role: 'ANALYST' } as const
const named = malformed(instanceNotFound)

export const routes: Routes = (app) => {
  app.post(
    '/workflows/:definitionId/start',
    {
      ...malformed(definitionNotFound),
      config: act,
      schema: {
        tags,
        operationId: 'startWorkflow',
        summary: 'Iniciar a mano la aprobación de un registro',
        description: 'Rara vez hace falta: los flujos comienzan solos cuando la entidad cambia de estado.',
        params: schemas.ByDefinition,
        body: schemas.NewInstance,
        response: { 201: data(schemas.Instance) },
      },
    },
    (req) => req.act((ctx) => instances.startInstance(ctx, req.params.definitionId, req.body)),
  )

  app.get(
    '/workflow-instances',
    {
      config: read,
      schema: {
        tags,
        operationId: 'listWorkflowInstances',
        summary: 'Listar las aprobaciones',
        querystring: schemas.InstancesQuery,
        response: { 200: listOf('items', schemas.Instance) },
      },
    },
    (req) => req.read((ctx) => instances.listInstances(ctx, req.query)),
  )

  app.get(
    '/workflow-instances/:id',
    {
      ...named,
      config: read,
      schema: {
        tags,
        operationId: 'readWorkflowInstance',
        summary: 'Ver una aprobación con su historia',
        params: ById,
        response: { 200: data(schemas.InstanceDetail) },
      },
    },
    (req) => req.read((ctx) => instances.readInstance(ctx, req.params.id)),
  )

  app.get(
    '/workflow-instances/entity/:entityType/:entityId',
    {
      config: read,
      schema: {
        tags,
        operationId: 'readLatestWorkflowInstance',
        summary: 'Ver la aprobación más reciente de un registro; nulo si no tiene',
        params: schemas.ByEntity,
        response: { 200: data(schemas.LatestInstance) },
      },
    },
    (req) => req.read((ctx) => instances.readLatestOfEntity(ctx, req.params.entityType, req.params.entityId)),
  )

  app.post(
    '/workflow-instances/:id/action',
    {
      ...named,
      config: act,
      schema: {
        tags,
        operationId: 'actOnWorkflowInstance',
        summary: 'Aprobar, rechazar, pedir información o reasignar',
        description:
          'Se revisa en este orden: que esté activa, la etapa, el rol, que la etapa ofrezca la acción, los campos y las subetapas.',
        params: ById,
        body: schemas.InstanceAction,
        response: { 200: data(schemas.Instance) },
      },
    },
    (req) => req.act((ctx) => instances.actOnInstance(ctx, req.params.id, req.body)),
  )

  app.post(
    '/workflows/:instanceId/action',
    {
      ...named,
      config: act,
      schema: {
        tags,
        operationId: 'actOnInstance',
        summary: 'Lo mismo que POST /workflow-instances/:id/action',
        description:
          'La misma acción de POST /workflow-instances/{id}/action, por la otra ruta del contrato.',
        params: schemas.ByInstance,
        body: schemas.InstanceAction,
        response: { 200: data(schemas.Instance) },
      },
    },
    (req) => req.act((ctx) => instances.actOnInstance(ctx, req.params.instanceId, req.body)),
  )
}
