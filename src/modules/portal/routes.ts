import { endpoints } from '#http/endpoints.ts'
import { MaybePage } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import { Failure } from '#kernel/failure.ts'
import { submitterOf } from '#modules/consent/public.ts'
import { citizenFaults, createFolios, Received, withFolio } from '#modules/dsar/public.ts'
import { issueUpload, NewUpload, Upload } from '#modules/files/public.ts'
import { readIdentity } from './rules.ts'
import * as schemas from './schemas.ts'
import * as portal from './service.ts'

const BASE = '/public/privacy-portal/:tenantSlug'

export const routes: Routes = (app) => {
  const route = endpoints(app, 'portal')

  const { access, tools } = app
  const nextFolio = createFolios(access, tools.vault.lasting('dsar.folio'))
  const session = (req: Parameters<typeof portal.requireSession>[1] & { params: { tenantSlug: string } }) =>
    portal.requireSession(access, req, req.params.tenantSlug, tools.now())

  route.get(`${BASE}/config`, {
    id: 'getPortalConfig',
    summary: 'Ver qué ofrece el portal de privacidad de una organización',
    role: 'PUBLIC',
    params: schemas.OfTenant,
    ok: schemas.PortalConfig,
    handle: async (req) => {
      const tenant = await portal.findPortal(access, req.params.tenantSlug)
      return req.readFor(tenant.id, (ctx) => portal.portalConfig(ctx, tenant))
    },
  })

  route.post(`${BASE}/otp/init`, {
    id: 'requestPortalCode',
    summary: 'Pedir un código por correo; la respuesta es la misma para cualquier persona',
    description:
      'Responde lo mismo a cualquiera; un RUT que no pasa módulo 11 es 422 INVALID_RUT. El código dura 10 minutos y admite 5 intentos.',
    role: 'PUBLIC',
    budget: 'signin',
    audit: false,
    params: schemas.OfTenant,
    body: schemas.OtpInit,
    schemaErrorFormatter: citizenFaults,
    ok: schemas.CodeSent,
    handle: async (req) => {
      const who = readIdentity(req.body)
      const { id } = await portal.findPortal(access, req.params.tenantSlug)
      return req.actFor(id, portal.TITULAR, (ctx) => portal.sendCode(ctx, who))
    },
  })

  route.post(`${BASE}/otp/verify`, {
    id: 'openPortalSession',
    summary: 'Entrar al portal con el código recibido',
    description: 'El portal_token dura 30 minutos y va en «Authorization: Bearer».',
    role: 'PUBLIC',
    budget: 'signin',
    audit: false,
    params: schemas.OfTenant,
    body: schemas.OtpVerify,
    schemaErrorFormatter: citizenFaults,
    ok: schemas.PortalSession,
    refusals: [401],
    handle: async (req) => {
      const who = readIdentity(req.body)
      const { id } = await portal.findPortal(access, req.params.tenantSlug)
      const answer = await req.actFor(id, portal.TITULAR, (ctx) =>
        portal.openSession(ctx, who, req.body.code),
      )
      if (!('data' in answer) || !answer.data) {
        throw new Failure('unauthorized', 'El código no es correcto, ya se usó o venció. Pida uno nuevo.')
      }
      return { success: true as const, data: answer.data }
    },
  })

  route.get(`${BASE}/consent`, {
    id: 'listMyConsents',
    summary: 'Ver los consentimientos propios y los que se ofrecen',
    role: 'PORTAL',
    params: schemas.OfTenant,
    ok: schemas.MyConsents,
    handle: async (req) => {
      const who = await session(req)
      return req.readFor(who.tenant_id, (ctx) => portal.myConsents(ctx, who))
    },
  })

  route.post(`${BASE}/consent`, {
    // The consent record is evidence itself, append-only like the audit log.
    id: 'decideMyConsent',
    summary: 'Otorgar o retirar un consentimiento',
    role: 'PORTAL',
    audit: false,
    params: schemas.OfTenant,
    body: schemas.ConsentChoice,
    created: schemas.Recorded,
    handle: async (req) => {
      const who = await session(req)
      const submitter = submitterOf(req)
      return req.actFor(who.tenant_id, portal.TITULAR, (ctx) =>
        portal.recordMyConsent(ctx, who, req.body, submitter),
      )
    },
  })

  route.post(`${BASE}/request`, {
    id: 'makeMyRequest',
    summary: 'Ejercer un derecho',
    description: 'Ante la entidad legal que se elija de la configuración; por omisión, la principal.',
    role: 'PORTAL',
    params: schemas.OfTenant,
    body: schemas.PortalRequest,
    schemaErrorFormatter: citizenFaults,
    created: Received,
    handle: async (req) => {
      const who = await session(req)
      return withFolio(nextFolio, tools.now(), (folio) =>
        req.actFor(who.tenant_id, portal.TITULAR, (ctx) => portal.createMyRequest(ctx, who, req.body, folio)),
      )
    },
  })

  route.post(`${BASE}/uploads`, {
    id: 'requestPortalUpload',
    summary: 'Pedir una clave para adjuntar un archivo a una solicitud propia',
    role: 'PORTAL',
    // Nothing changes for the organisation until a request brings the file.
    audit: false,
    params: schemas.OfTenant,
    body: NewUpload,
    schemaErrorFormatter: citizenFaults,
    created: Upload,
    handle: async (req) => {
      const who = await session(req)
      return req.actFor(who.tenant_id, portal.TITULAR, (ctx) => issueUpload(ctx, req.body))
    },
  })

  route.get(`${BASE}/requests`, {
    id: 'listMyRequests',
    summary: 'Ver las solicitudes propias',
    role: 'PORTAL',
    params: schemas.OfTenant,
    query: MaybePage,
    ok: schemas.MyRequests,
    handle: async (req) => {
      const who = await session(req)
      return req.readFor(who.tenant_id, (ctx) => portal.myRequests(ctx, who, req.query))
    },
  })

  route.get(`${BASE}/request/:requestId/status`, {
    id: 'getMyRequest',
    summary: 'Ver el estado de una solicitud propia',
    role: 'PORTAL',
    params: schemas.OfRequest,
    ok: schemas.MyRequest,
    handle: async (req) => {
      const who = await session(req)
      return req.readFor(who.tenant_id, (ctx) => portal.myRequest(ctx, who, req.params.requestId))
    },
  })
}
