import { endpoints } from '#http/endpoints.ts'
import { ById, listOf } from '#http/schema-kit.ts'
import type { App } from '#http/types.ts'
import type { ModuleDeps } from '#modules/module.ts'
import * as links from './links.ts'
import { domainRecord } from './repo.ts'
import * as schemas from './schemas.ts'
import * as domains from './service.ts'
import * as verification from './verification.ts'

export function routes(app: App, { modules, network }: ModuleDeps): void {
  const route = endpoints(app, 'domains')

  route.get('/domains', {
    id: 'listDomains',
    summary: 'Listar los dominios, también los inactivos',
    role: 'VIEWER',
    query: schemas.DomainsQuery,
    ok: listOf('domains', schemas.Domain),
    read: (ctx, { query }) => domains.listDomains(ctx, query),
  })

  route.post('/domains', {
    id: 'createDomain',
    summary: 'Registrar un dominio',
    description:
      'La dirección es única en la organización, sin contar esquema, mayúsculas ni barra final: 409 DUPLICATE_URL. El plan dice cuántos caben: 402 PLAN_LIMIT_REACHED.',
    role: 'ANALYST',
    record: domainRecord,
    body: schemas.NewDomain,
    created: schemas.Identified,
    refusals: [402],
    act: (ctx, { body }) => domains.createDomain(ctx, body),
  })

  route.get('/domains/:id', {
    id: 'showDomain',
    summary: 'Ver un dominio con sus avisos, actividades y políticas',
    role: 'VIEWER',
    params: ById,
    record: domainRecord,
    ok: schemas.DomainDetail,
    read: (ctx, { params }) => domains.showDomain(ctx, params.id, modules),
  })

  route.patch('/domains/:id', {
    id: 'updateDomain',
    summary: 'Cambiar los campos enviados de un dominio',
    role: 'ANALYST',
    params: ById,
    record: domainRecord,
    body: schemas.DomainPatch,
    ok: schemas.Identified,
    refusals: [409, 422],
    act: (ctx, { params, body }) => domains.updateDomain(ctx, params.id, body),
  })

  route.delete('/domains/:id', {
    id: 'removeDomain',
    summary: 'Eliminar un dominio; lo que se refería a él queda sin dominio',
    description: 'Los avisos y las actividades que lo nombran quedan sin él.',
    role: 'ANALYST',
    params: ById,
    record: domainRecord,
    act: (ctx, { params }) => domains.removeDomain(ctx, params.id),
  })

  route.post('/domains/:id/activities', {
    id: 'linkDomainActivity',
    summary: 'Vincular una actividad de tratamiento al dominio',
    role: 'ANALYST',
    params: ById,
    record: domainRecord,
    body: schemas.NewLink,
    created: schemas.Identified,
    act: (ctx, { params, body }) => links.linkActivity(ctx, params.id, body),
  })

  route.delete('/domains/:id/activities/:activityId', {
    id: 'unlinkDomainActivity',
    summary: 'Quitar el vínculo entre una actividad y el dominio',
    role: 'ANALYST',
    params: schemas.OfLink,
    record: domainRecord,
    act: (ctx, { params }) => links.unlinkActivity(ctx, params.id, params.activityId),
  })

  route.post('/domains/:id/activities/bulk-sync', {
    id: 'syncDomainActivities',
    summary: 'Reemplazar todas las actividades del dominio de una vez',
    description: 'Reemplaza todas las asociaciones, o ninguna.',
    role: 'ANALYST',
    params: ById,
    record: domainRecord,
    body: schemas.AllLinks,
    act: (ctx, { params, body }) => links.replaceActivities(ctx, params.id, body.activities),
  })

  route.put('/domains/:id/activities', {
    id: 'replaceDomainActivities',
    summary: 'Reemplazar todas las actividades del dominio de una vez (igual que bulk-sync)',
    description: 'Reemplaza todas las asociaciones, o ninguna.',
    role: 'ANALYST',
    params: ById,
    record: domainRecord,
    body: schemas.AllLinks,
    refusals: [409, 422],
    act: (ctx, { params, body }) => links.replaceActivities(ctx, params.id, body.activities),
  })

  route.get('/domains/:id/verification', {
    id: 'showDomainVerification',
    summary: 'Ver cómo comprobar que el dominio es de la organización',
    role: 'VIEWER',
    params: ById,
    ok: schemas.Verification,
    read: (ctx, { params }) => verification.showVerification(ctx, params.id),
  })

  route.post('/domains/:id/verify', {
    id: 'verifyDomain',
    summary: 'Buscar la prueba en el DNS o en el sitio y marcar el dominio como verificado',
    role: 'ANALYST',
    params: ById,
    record: domainRecord,
    ok: schemas.Verified,
    handle: async (req) => {
      const { data: claim } = await req.read((ctx) => verification.readClaim(ctx, req.params.id))
      const method = await verification.findProof(network, claim)
      return req.act((ctx) => verification.markVerified(ctx, claim, method))
    },
  })
}
