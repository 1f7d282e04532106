import { endpoints } from '#http/endpoints.ts'
import { ById, listOf } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import { definitionRecord } from '../definitions/repo.ts'
import { definitionNotFound, instanceNotFound, malformed } from '../faults.ts'
import { instanceRecord } from './repo.ts'
import * as schemas from './schemas.ts'
import * as instances from './service.ts'

const named = malformed(instanceNotFound)

export const routes: Routes = (app) => {
  const route = endpoints(app, 'workflows')

  route.post('/workflows/:definitionId/start', {
    id: 'startWorkflow',
    summary: 'Iniciar a mano la aprobación de un registro',
    description: 'Rara vez hace falta: los flujos comienzan solos cuando la entidad cambia de estado.',
    ...malformed(definitionNotFound),
    role: 'ANALYST',
    params: schemas.ByDefinition,
    record: definitionRecord,
    body: schemas.NewInstance,
    created: schemas.Instance,
    act: (ctx, { params, body }) => instances.startInstance(ctx, params.definitionId, body),
  })

  route.get('/workflow-instances', {
    id: 'listWorkflowInstances',
    summary: 'Listar las aprobaciones',
    role: 'VIEWER',
    query: schemas.InstancesQuery,
    ok: listOf('items', schemas.ListedInstance),
    handle: (req) => req.read((ctx) => instances.listInstances(ctx, req.query, req.claims?.userId)),
  })

  route.get('/workflow-instances/:id', {
    id: 'readWorkflowInstance',
    summary: 'Ver una aprobación con su historia',
    ...named,
    role: 'VIEWER',
    params: ById,
    record: instanceRecord,
    ok: schemas.InstanceDetail,
    read: (ctx, { params }) => instances.readInstance(ctx, params.id),
  })

  route.get('/workflow-instances/entity/:entityType/:entityId', {
    id: 'readLatestWorkflowInstance',
    summary: 'Ver la aprobación más reciente de un registro; nulo si no tiene',
    role: 'VIEWER',
    params: schemas.ByEntity,
    ok: schemas.LatestInstance,
    read: (ctx, { params }) => instances.readLatestOfEntity(ctx, params.entityType, params.entityId),
  })

  route.post('/workflow-instances/:id/action', {
    id: 'actOnWorkflowInstance',
    summary: 'Aprobar, rechazar, pedir información o reasignar',
    description:
      'Se revisa en este orden: que esté activa, la etapa, el rol, que la etapa ofrezca la acción, los campos y las subetapas.',
    ...named,
    role: 'ANALYST',
    personOnly: true,
    params: ById,
    record: instanceRecord,
    body: schemas.InstanceAction,
    ok: schemas.ActedInstance,
    official: true,
    refusals: [422],
    act: (ctx, { params, body }) => instances.actOnInstance(ctx, params.id, body),
  })

  route.post('/workflows/:instanceId/action', {
    id: 'actOnInstance',
    summary: 'Lo mismo que POST /workflow-instances/:id/action',
    description: 'La misma acción de POST /workflow-instances/{id}/action, por la otra ruta del contrato.',
    ...named,
    role: 'ANALYST',
    personOnly: true,
    params: schemas.ByInstance,
    record: instanceRecord,
    body: schemas.InstanceAction,
    ok: schemas.ActedInstance,
    official: true,
    refusals: [422],
    act: (ctx, { params, body }) => instances.actOnInstance(ctx, params.instanceId, body),
  })
}
