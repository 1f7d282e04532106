import type { FastifyReply, FastifyRequest } from 'fastify'
import { endpoints } from '#http/endpoints.ts'
import type { Routes } from '#http/types.ts'
import { etagOf, isUnchanged, wantsPage } from '#pages/negotiate.ts'
import { toPage } from '#pages/routes.ts'
import * as schemas from './schemas.ts'
import * as policies from './service.ts'

export const routes: Routes = (app) => {
  const route = endpoints(app, 'public-policies')

  route.get('/public/policies/:tenantSlug/privacy', {
    id: 'readPublishedPrivacyPolicy',
    summary: 'Leer la política de privacidad publicada',
    role: 'PUBLIC',
    params: schemas.OfTenant,
    query: schemas.PrivacyQuery,
    ok: schemas.PublishedPolicy,
    redirects: 303,
    notModified: true,
    handle: async (req, reply) =>
      wantsPage(req)
        ? toPage(reply, 'politica', req.params.tenantSlug)
        : answer(req, reply, await policies.readPrivacyPolicy(app.access, req.params.tenantSlug, req.query)),
  })

  route.get('/public/policies/:tenantSlug/cookies', {
    id: 'readPublishedCookiePolicy',
    summary: 'Leer la política de cookies publicada',
    role: 'PUBLIC',
    params: schemas.OfTenant,
    query: schemas.CookiesQuery,
    ok: schemas.PublishedCookiePolicy,
    redirects: 303,
    notModified: true,
    handle: async (req, reply) =>
      wantsPage(req)
        ? toPage(reply, 'cookies', req.params.tenantSlug)
        : answer(req, reply, await policies.readCookiePolicy(app.access, req.params.tenantSlug, req.query)),
  })
}

/** Data for programs, cached for five minutes and then revalidated. */
function answer(request: FastifyRequest, reply: FastifyReply, policy: schemas.PublishedPolicy): FastifyReply {
  const body = JSON.stringify({ success: true, data: policy })
  const etag = etagOf(body)
  reply.headers({ etag, vary: 'Accept', 'cache-control': 'public, max-age=300' })
  if (isUnchanged(request, etag)) return reply.code(304).send()
  return reply
    .code(200)
    .type('application/json; charset=utf-8')
    .serializer((text: string) => text)
    .send(body)
}
