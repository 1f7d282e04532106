import type { FastifyReply, FastifyRequest } from 'fastify'
import Type, { type TSchema } from 'typebox'
import { data } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import { digest } from '#kernel/secrets.ts'
import { PAGE_POLICY, policyPage } from './page.ts'
import * as schemas from './schemas.ts'
import * as policies from './service.ts'

const tags = ['public-policies']
const open = { role: 'PUBLIC' } as const

const answers = <S extends TSchema>(payload: S) => ({
  200: data(payload),
  304: Type.Null({ description: 'Sin cambios desde la respuesta anterior (If-None-Match)' }),
})

export const routes: Routes = (app) => {
  app.get(
    '/public/policies/:tenantSlug/privacy',
    {
      config: open,
      schema: {
        tags,
        operationId: 'readPublishedPrivacyPolicy',
        summary: 'Leer la política de privacidad publicada (JSON, o una página para el navegador)',
        params: schemas.OfTenant,
        querystring: schemas.PrivacyQuery,
        response: answers(schemas.PublishedPolicy),
      },
    },
    async (req, reply) =>
      answer(req, reply, await policies.readPrivacyPolicy(app.doors, req.params.tenantSlug, req.query)),
  )

  app.get(
    '/public/policies/:tenantSlug/cookies',
    {
      config: open,
      schema: {
        tags,
        operationId: 'readPublishedCookiePolicy',
        summary: 'Leer la política de cookies publicada (JSON, o una página para el navegador)',
        params: schemas.OfTenant,
        querystring: schemas.CookiesQuery,
        response: answers(schemas.PublishedCookiePolicy),
      },
    },
    async (req, reply) =>
      answer(req, reply, await policies.readCookiePolicy(app.doors, req.params.tenantSlug, req.query)),
  )
}

/** A browser asks for a page, everyone else for data; each keeps what it got for five minutes, and then asks again. */
function answer(
  { headers }: Pick<FastifyRequest, 'headers'>,
  reply: Pick<FastifyReply, 'headers' | 'code'>,
  policy: schemas.PublishedPolicy,
): never {
  const page = headers.accept?.includes('text/html') === true
  const body = page ? policyPage(policy) : JSON.stringify({ success: true, data: policy })
  const etag = `"${digest(body).slice(0, 32)}"`
  reply.headers({ etag, vary: 'Accept', 'cache-control': 'public, max-age=300' })
  if (isKnown(headers['if-none-match'], etag)) return reply.code(304).send() as never
  if (page) reply.headers({ 'content-security-policy': PAGE_POLICY })
  const type = page ? 'text/html' : 'application/json'
  return reply
    .code(200)
    .type(`${type}; charset=utf-8`)
    .serializer((text: string) => text)
    .send(body) as never
}

function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch?.trim() === '*') return true
  return ifNoneMatch?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag) ?? false
}
