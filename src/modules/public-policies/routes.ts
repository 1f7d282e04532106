import type { FastifyReply, FastifyRequest } from 'fastify'
import { endpoints } from '#http/endpoints.ts'
import type { Routes } from '#http/types.ts'
import { etagOf, isUnchanged, wantsPage } from '#pages/negotiate.ts'
import { renderPage, sendMarkup } from '#pages/page.ts'
import { policyPage } from './pages.ts'
import * as schemas from './schemas.ts'
import * as policies from './service.ts'

export const routes: Routes = (app) => {
  const route = endpoints(app, 'public-policies')

  route.get('/public/policies/:tenantSlug/privacy', {
    id: 'readPublishedPrivacyPolicy',
    summary: 'Leer la política de privacidad publicada (JSON, o una página para el navegador)',
    role: 'PUBLIC',
    params: schemas.OfTenant,
    query: schemas.PrivacyQuery,
    ok: schemas.PublishedPolicy,
    page: true,
    notModified: true,
    handle: async (req, reply) =>
      answer(req, reply, await policies.readPrivacyPolicy(app.access, req.params.tenantSlug, req.query)),
  })

  route.get('/public/policies/:tenantSlug/cookies', {
    id: 'readPublishedCookiePolicy',
    summary: 'Leer la política de cookies publicada (JSON, o una página para el navegador)',
    role: 'PUBLIC',
    params: schemas.OfTenant,
    query: schemas.CookiesQuery,
    ok: schemas.PublishedCookiePolicy,
    page: true,
    notModified: true,
    handle: async (req, reply) =>
      answer(req, reply, await policies.readCookiePolicy(app.access, req.params.tenantSlug, req.query)),
  })
}

type Query = Readonly<Record<string, string | undefined>>

/** A browser asks for a page, a program for data; each keeps what it got for five minutes, and then asks again. */
function answer(request: FastifyRequest, reply: FastifyReply, policy: schemas.PublishedPolicy): FastifyReply {
  const page = wantsPage(request)
    ? renderPage(request, policyPage(policy, request.query as Query))
    : undefined
  const body = page?.markup ?? JSON.stringify({ success: true, data: policy })
  const etag = etagOf(body)
  reply.headers({ etag, vary: 'Accept', 'cache-control': 'public, max-age=300' })
  if (isUnchanged(request, etag)) return reply.code(304).send()
  reply.code(200)
  if (page) return sendMarkup(reply, page.markup, page.policy)
  return reply
    .type('application/json; charset=utf-8')
    .serializer((text: string) => text)
    .send(body)
}
