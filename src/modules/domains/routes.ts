import type { ModuleDeps } from '#http/module.ts'
import { ById, data, done, faults, listOf } from '#http/schema-kit.ts'
import type { App } from '#http/types.ts'
import * as links from './links.ts'
import * as schemas from './schemas.ts'
import * as domains from './service.ts'
import * as verification from './verification.ts'

const tags = ['domains']
const read = { role: 'VIEWER' } as const
const write = { role: 'ANALYST' } as const

export function routes(app: App, { modules, internet }: ModuleDeps): void {
  app.get(
    '/domains',
    {
      config: read,
      schema: {
        tags,
        operationId: 'listDomains',
        summary: 'Listar los dominios, también los inactivos',
        querystring: schemas.DomainsQuery,
        response: { 200: listOf('domains', schemas.Domain) },
      },
    },
    (req) => req.read((ctx) => domains.listDomains(ctx, req.query)),
  )

  app.post(
    '/domains',
    {
      config: write,
      schema: {
        tags,
        operationId: 'createDomain',
        summary: 'Registrar un dominio',
        description:
          'La dirección es única en la organización, sin contar esquema, mayúsculas ni barra final: 409 DUPLICATE_URL. El plan dice cuántos caben: 402 PLAN_LIMIT_REACHED.',
        body: schemas.NewDomain,
        response: { 201: data(schemas.Identified), ...faults(402) },
      },
    },
    (req) => req.act((ctx) => domains.createDomain(ctx, req.body)),
  )

  app.get(
    '/domains/:id',
    {
      config: read,
      schema: {
        tags,
        operationId: 'showDomain',
        summary: 'Ver un dominio con sus avisos, actividades y políticas',
        params: ById,
        response: { 200: data(schemas.DomainDetail) },
      },
    },
    (req) => req.read((ctx) => domains.showDomain(ctx, req.params.id, modules)),
  )

  app.patch(
    '/domains/:id',
    {
      config: write,
      schema: {
        tags,
        operationId: 'updateDomain',
        summary: 'Cambiar los campos enviados de un dominio',
        params: ById,
        body: schemas.DomainPatch,
        response: { 200: data(schemas.Identified), ...faults(409, 422) },
      },
    },
    (req) => req.act((ctx) => domains.updateDomain(ctx, req.params.id, req.body)),
  )

  app.delete(
    '/domains/:id',
    {
      config: write,
      schema: {
        tags,
        operationId: 'removeDomain',
        summary: 'Eliminar un dominio; lo que se refería a él queda sin dominio',
        description: 'Los avisos y las actividades que lo nombran quedan sin él.',
        params: ById,
        response: { 200: done },
      },
    },
    (req) => req.act((ctx) => domains.removeDomain(ctx, req.params.id)),
  )

  app.post(
    '/domains/:id/activities',
    {
      config: write,
      schema: {
        tags,
        operationId: 'linkDomainActivity',
        summary: 'Vincular una actividad de tratamiento al dominio',
        params: ById,
        body: schemas.NewLink,
        response: { 201: data(schemas.Identified) },
      },
    },
    (req) => req.act((ctx) => links.linkActivity(ctx, req.params.id, req.body)),
  )

  app.delete(
    '/domains/:id/activities/:activityId',
    {
      config: write,
      schema: {
        tags,
        operationId: 'unlinkDomainActivity',
        summary: 'Quitar el vínculo entre una actividad y el dominio',
        params: schemas.OfLink,
        response: { 200: done },
      },
    },
    (req) => req.act((ctx) => links.unlinkActivity(ctx, req.params.id, req.params.activityId)),
  )

  app.post(
    '/domains/:id/activities/bulk-sync',
    {
      config: write,
      schema: {
        tags,
        operationId: 'syncDomainActivities',
        summary: 'Reemplazar todas las actividades del dominio de una vez',
        description: 'Reemplaza todas las asociaciones, o ninguna.',
        params: ById,
        body: schemas.AllLinks,
        response: { 200: done },
      },
    },
    (req) => req.act((ctx) => links.replaceActivities(ctx, req.params.id, req.body.activities)),
  )

  app.put(
    '/domains/:id/activities',
    {
      config: write,
      schema: {
        tags,
        operationId: 'replaceDomainActivities',
        summary: 'Reemplazar todas las actividades del dominio de una vez (igual que bulk-sync)',
        description: 'Reemplaza todas las asociaciones, o ninguna.',
        params: ById,
        body: schemas.AllLinks,
        response: { 200: done, ...faults(409, 422) },
      },
    },
    (req) => req.act((ctx) => links.replaceActivities(ctx, req.params.id, req.body.activities)),
  )

  app.get(
    '/domains/:id/verification',
    {
      config: read,
      schema: {
        tags,
        operationId: 'showDomainVerification',
        summary: 'Ver cómo comprobar que el dominio es de la organización',
        params: ById,
        response: { 200: data(schemas.Verification) },
      },
    },
    (req) => req.read((ctx) => verification.showVerification(ctx, req.params.id)),
  )

  app.post(
    '/domains/:id/verify',
    {
      config: write,
      schema: {
        tags,
        operationId: 'verifyDomain',
        summary: 'Buscar la prueba en el DNS o en el sitio y marcar el dominio como verificado',
        params: ById,
        response: { 200: data(schemas.Verified) },
      },
    },
    async (req) => {
      const { data: claim } = await req.read((ctx) => verification.readClaim(ctx, req.params.id))
      const method = await verification.findProof(internet, claim)
      return req.act((ctx) => verification.markVerified(ctx, claim, method))
    },
  )
}
