import { endpoints } from '#http/endpoints.ts'
import { ById } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import { activityRecord } from '../activities/repo.ts'
import { ActivityDetail } from '../activities/schemas.ts'
import * as schemas from './schemas.ts'
import * as links from './service.ts'

export const routes: Routes = (app) => {
  const route = endpoints(app, 'rat')

  route.post('/rat/activities/:id/systems', {
    id: 'linkSystemToActivity',
    summary: 'Vincular un sistema del mapa de datos',
    role: 'ANALYST',
    params: ById,
    record: activityRecord,
    body: schemas.SystemLink,
    created: schemas.LinkedSystemNow,
    act: (ctx, { params, body }) => links.linkSystem(ctx, params.id, body),
  })

  route.post('/rat/activities/:id/flows', {
    id: 'linkFlowToActivity',
    summary: 'Vincular un flujo de datos',
    role: 'ANALYST',
    params: ById,
    record: activityRecord,
    body: schemas.FlowLink,
    created: schemas.LinkedFlowNow,
    act: (ctx, { params, body }) => links.linkFlow(ctx, params.id, body.flowId),
  })

  route.post('/rat/activities/:id/links', {
    id: 'replaceActivityLinks',
    summary: 'Reemplazar todos los sistemas y flujos vinculados, todo o nada',
    description: 'Reemplaza todos los vínculos con sistemas y flujos, o ninguno.',
    role: 'ANALYST',
    params: ById,
    record: activityRecord,
    body: schemas.AllLinks,
    ok: ActivityDetail,
    act: (ctx, { params, body }) => links.replaceLinks(ctx, params.id, body),
  })

  route.post('/rat/activities/:id/domains', {
    id: 'linkDomainToActivity',
    summary: 'Vincular un dominio web',
    role: 'ANALYST',
    params: ById,
    record: activityRecord,
    body: schemas.DomainLink,
    created: schemas.LinkedDomainNow,
    act: (ctx, { params, body }) => links.linkDomain(ctx, params.id, body),
  })

  route.post('/rat/activities/:id/processors', {
    id: 'linkProcessorToActivity',
    summary: 'Vincular a mano un encargado',
    role: 'ANALYST',
    params: ById,
    record: activityRecord,
    body: schemas.ProcessorLink,
    created: schemas.LinkedProcessorNow,
    act: (ctx, { params, body }) => links.linkProcessor(ctx, params.id, body.processorId),
  })

  route.delete('/rat/activities/:id/processors/:processorId', {
    id: 'unlinkProcessorFromActivity',
    summary: 'Quitar un encargado vinculado a mano',
    role: 'ANALYST',
    params: schemas.OfProcessor,
    record: activityRecord,
    act: (ctx, { params }) => links.unlinkProcessor(ctx, params.id, params.processorId),
  })
}
