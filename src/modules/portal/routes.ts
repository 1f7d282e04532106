import { data, faults, MaybePage } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import { Failure } from '#kernel/failure.ts'
import { witnessOf } from '#modules/consent/public.ts'
import { Received } from '#modules/dsar/public.ts'
import { readIdentity } from './rules.ts'
import * as schemas from './schemas.ts'
import * as portal from './service.ts'

const tags = ['portal']
const BASE = '/public/privacy-portal/:tenantSlug'

export const routes: Routes = (app) => {
  const { doors, tools } = app
  const session = (req: Parameters<typeof portal.requireSession>[1] & { params: { tenantSlug: string } }) =>
    portal.requireSession(doors, req, req.params.tenantSlug, tools.now())

  app.get(
    `${BASE}/config`,
    {
      config: { role: 'PUBLIC' },
      schema: {
        tags,
        operationId: 'getPortalConfig',
        summary: 'Ver qué ofrece el portal de privacidad de una organización',
        params: schemas.OfTenant,
        response: { 200: data(schemas.PortalConfig) },
      },
    },
    async (req) => {
      const tenant = await portal.findPortal(doors, req.params.tenantSlug)
      return req.readFor(tenant.id, (ctx) => portal.portalConfig(ctx, tenant))
    },
  )

  app.post(
    `${BASE}/otp/init`,
    {
      config: { role: 'PUBLIC', budget: 'signin', audit: false },
      schema: {
        tags,
        operationId: 'requestPortalCode',
        summary: 'Pedir un código por correo; la respuesta es la misma para cualquier persona',
        description:
          'Responde lo mismo a cualquiera; un RUT que no pasa módulo 11 es 422 INVALID_RUT. El código dura 10 minutos y admite 5 intentos.',
        params: schemas.OfTenant,
        body: schemas.OtpInit,
        response: { 200: data(schemas.CodeSent) },
      },
    },
    async (req) => {
      const who = readIdentity(req.body)
      const { id } = await portal.findPortal(doors, req.params.tenantSlug)
      return req.actFor(id, portal.TITULAR, (ctx) => portal.sendCode(ctx, who))
    },
  )

  app.post(
    `${BASE}/otp/verify`,
    {
      config: { role: 'PUBLIC', budget: 'signin', audit: false },
      schema: {
        tags,
        operationId: 'openPortalSession',
        summary: 'Entrar al portal con el código recibido',
        description: 'El portal_token dura 30 minutos y va en «Authorization: Bearer».',
        params: schemas.OfTenant,
        body: schemas.OtpVerify,
        response: { 200: data(schemas.PortalSession), ...faults(401) },
      },
    },
    async (req) => {
      const who = readIdentity(req.body)
      const { id } = await portal.findPortal(doors, req.params.tenantSlug)
      const answer = await req.actFor(id, portal.TITULAR, (ctx) =>
        portal.openSession(ctx, who, req.body.code),
      )
      if (!('data' in answer) || !answer.data) {
        throw new Failure('unauthorized', 'El código no es correcto, ya se usó o venció. Pida uno nuevo.')
      }
      return { success: true as const, data: answer.data }
    },
  )

  app.get(
    `${BASE}/consent`,
    {
      config: { role: 'PORTAL' },
      schema: {
        tags,
        operationId: 'listMyConsents',
        summary: 'Ver los consentimientos propios y los que se ofrecen',
        params: schemas.OfTenant,
        response: { 200: schemas.MyConsents },
      },
    },
    async (req) => {
      const who = await session(req)
      return req.readFor(who.tenant_id, (ctx) => portal.myConsents(ctx, who))
    },
  )

  app.post(
    `${BASE}/consent`,
    {
      // The record is evidence of its own, append-only like the audit log.
      config: { role: 'PORTAL', audit: false },
      schema: {
        tags,
        operationId: 'decideMyConsent',
        summary: 'Otorgar o retirar un consentimiento',
        params: schemas.OfTenant,
        body: schemas.ConsentChoice,
        response: { 201: data(schemas.Recorded) },
      },
    },
    async (req) => {
      const who = await session(req)
      const witness = witnessOf(req)
      return req.actFor(who.tenant_id, portal.TITULAR, (ctx) => portal.decide(ctx, who, req.body, witness))
    },
  )

  app.post(
    `${BASE}/request`,
    {
      config: { role: 'PORTAL' },
      schema: {
        tags,
        operationId: 'makeMyRequest',
        summary: 'Ejercer un derecho',
        params: schemas.OfTenant,
        body: schemas.PortalRequest,
        response: { 201: data(Received) },
      },
    },
    async (req) => {
      const who = await session(req)
      return req.actFor(who.tenant_id, portal.TITULAR, (ctx) => portal.askFor(ctx, who, req.body))
    },
  )

  app.get(
    `${BASE}/requests`,
    {
      config: { role: 'PORTAL' },
      schema: {
        tags,
        operationId: 'listMyRequests',
        summary: 'Ver las solicitudes propias',
        params: schemas.OfTenant,
        querystring: MaybePage,
        response: { 200: schemas.MyRequests },
      },
    },
    async (req) => {
      const who = await session(req)
      return req.readFor(who.tenant_id, (ctx) => portal.myRequests(ctx, who, req.query))
    },
  )

  app.get(
    `${BASE}/request/:requestId/status`,
    {
      config: { role: 'PORTAL' },
      schema: {
        tags,
        operationId: 'getMyRequest',
        summary: 'Ver el estado de una solicitud propia',
        params: schemas.OfRequest,
        response: { 200: data(schemas.MyRequest) },
      },
    },
    async (req) => {
      const who = await session(req)
      return req.readFor(who.tenant_id, (ctx) => portal.myRequest(ctx, who, req.params.requestId))
    },
  )
}
