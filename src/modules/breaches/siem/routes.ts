import type { FastifyReply, FastifyRequest } from 'fastify'
import { data, faults } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import { Failure } from '#kernel/failure.ts'
import * as schemas from './schemas.ts'
import { findSigner, receiveAlert, SIEM } from './service.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The tenant whose secret signed the alert. */
    siemTenantId: string | undefined
  }
}

/** A SIEM under attack sends 50 alerts a second; twice that is a fault of its own. */
const ALERTS_PER_MINUTE = 6000

export const siemRoutes: Routes = (app) => {
  app.decorateRequest('siemTenantId', undefined)
  const countAlert = app.rateLimit({
    max: ALERTS_PER_MINUTE,
    keyGenerator: (request) => `siem:${request.siemTenantId}`,
  })
  const countStranger = app.rateLimit()

  /**
   * Judges the signature before the form of the body. Signed alerts count for their tenant; whoever cannot sign spends
   * the budget of their address, so that nobody can use up the SIEM's.
   */
  async function authenticate(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { tenantSlug } = request.params as { tenantSlug: string }
    const signature = String(request.headers['x-siem-signature'] ?? '')
    const signer = await findSigner(app.doors, app.tools, tenantSlug, request.rawBody, signature)
    request.siemTenantId = signer
    await (signer === undefined ? countStranger : countAlert).call(request.server, request, reply)
    if (signer === undefined) {
      throw new Failure(
        'unauthorized',
        'La firma no es válida. Envíe en «X-Siem-Signature» el HMAC-SHA256 del cuerpo con el secreto SIEM de su organización.',
      )
    }
    if (request.bodyFault) throw request.bodyFault
  }

  app.post(
    '/webhooks/siem/:tenantSlug',
    {
      // The same alert delivered again changes nothing, and so leaves no audit row.
      config: { role: 'PUBLIC', rawBody: true, rateLimit: false, audit: false },
      preValidation: authenticate,
      schema: {
        tags: ['breaches'],
        operationId: 'receiveSiemAlert',
        summary: 'Recibir una alerta firmada del SIEM y registrar la brecha',
        description:
          'La autentica la firma de los bytes del cuerpo. El nivel de la regla da la gravedad: 0 a 7 baja, 8 a 10 media, 11 a 13 alta, 14 o más crítica. La misma alerta enviada de nuevo dentro de 24 horas responde la misma brecha.',
        security: [{ siem: [] }],
        params: schemas.OfTenant,
        headers: schemas.SiemHeaders,
        body: schemas.SiemPayload,
        response: { 201: data(schemas.ReceivedAlert), ...faults(401) },
      },
    },
    (req) => req.actFor(req.siemTenantId!, SIEM, (ctx) => receiveAlert(ctx, req.rawBody!, req.body)),
  )
}
