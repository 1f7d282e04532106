import { ById, data, done } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import { ActivityDetail } from '../activities/schemas.ts'
import * as schemas from './schemas.ts'
import * as links from './service.ts'

const tags = ['rat']
const write = { role: 'ANALYST' } as const

export const routes: Routes = (app) => {
  app.post(
    '/rat/activities/:id/systems',
    {
      config: write,
      schema: {
        tags,
        operationId: 'linkSystemToActivity',
        summary: 'Vincular un sistema del mapa de datos',
        params: ById,
        body: schemas.SystemLink,
        response: { 201: data(schemas.LinkedSystemNow) },
      },
    },
    (req) => req.act((ctx) => links.linkSystem(ctx, req.params.id, req.body)),
  )

  app.post(
    '/rat/activities/:id/flows',
    {
      config: write,
      schema: {
        tags,
        operationId: 'linkFlowToActivity',
        summary: 'Vincular un flujo de datos',
        params: ById,
        body: schemas.FlowLink,
        response: { 201: data(schemas.LinkedFlowNow) },
      },
    },
    (req) => req.act((ctx) => links.linkFlow(ctx, req.params.id, req.body.flowId)),
  )

  app.post(
    '/rat/activities/:id/links',
    {
      config: write,
      schema: {
        tags,
        operationId: 'replaceActivityLinks',
        summary: 'Reemplazar todos los sistemas y flujos vinculados, todo o nada',
        description: 'Reemplaza todos los vínculos con sistemas y flujos, o ninguno.',
        params: ById,
        body: schemas.AllLinks,
        response: { 200: data(ActivityDetail) },
      },
    },
    (req) => req.act((ctx) => links.replaceLinks(ctx, req.params.id, req.body)),
  )

  app.post(
    '/rat/activities/:id/domains',
    {
      config: write,
      schema: {
        tags,
        operationId: 'linkDomainToActivity',
        summary: 'Vincular un dominio web',
        params: ById,
        body: schemas.DomainLink,
        response: { 201: data(schemas.LinkedDomainNow) },
      },
    },
    (req) => req.act((ctx) => links.linkDomain(ctx, req.params.id, req.body)),
  )

  app.post(
    '/rat/activities/:id/processors',
    {
      config: write,
      schema: {
        tags,
        operationId: 'linkProcessorToActivity',
        summary: 'Vincular a mano un encargado',
        params: ById,
        body: schemas.ProcessorLink,
        response: { 201: data(schemas.LinkedProcessorNow) },
      },
    },
    (req) => req.act((ctx) => links.linkProcessor(ctx, req.params.id, req.body.processorId)),
  )

  app.delete(
    '/rat/activities/:id/processors/:processorId',
    {
      config: write,
      schema: {
        tags,
        operationId: 'unlinkProcessorFromActivity',
        summary: 'Quitar un encargado vinculado a mano',
        params: schemas.OfProcessor,
        response: { 200: done },
      },
    },
    (req) => req.act((ctx) => links.unlinkProcessor(ctx, req.params.id, req.params.processorId)),
  )
}
