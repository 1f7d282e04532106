import type { FastifyReply, FastifyRequest } from 'fastify'
import { endpoints } from '#http/endpoints.ts'
import { perRequest } from '#http/per-request.ts'
import type { Routes } from '#http/types.ts'
import { Failure } from '#kernel/failure.ts'
import { findSlug } from '../repo.ts'
import * as schemas from './schemas.ts'
import { findSigner, receiveAlert, SIEM, tryAlert } from './service.ts'

/** A SIEM under attack sends 50 alerts a second. Twice that is a fault of the SIEM. */
const ALERTS_PER_MINUTE = 6000

export const siemRoutes: Routes = (app) => {
  const route = endpoints(app, 'breaches')
  /** The tenant whose secret signed the alert. */
  const signers = perRequest<string>()
  const countAlert = app.rateLimit({
    max: ALERTS_PER_MINUTE,
    keyGenerator: (request) => `siem:${signers.get(request)}`,
  })
  const countStranger = app.rateLimit()

  /**
   * Checks the signature before the body is validated. Signed alerts count for their tenant. Unsigned ones use up the budget
   * of their address, so they cannot use up the SIEM's.
   */
  async function authenticate(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { tenantSlug } = request.params as { tenantSlug: string }
    const signature = String(request.headers['x-siem-signature'] ?? '')
    const signer = await findSigner(app.access, app.tools, tenantSlug, request.rawBody, signature)
    if (signer !== undefined) signers.set(request, signer)
    await (signer === undefined ? countStranger : countAlert).call(request.server, request, reply)
    if (signer === undefined) {
      throw new Failure(
        'unauthorized',
        'La firma no es válida. Envíe en «X-Siem-Signature» el HMAC-SHA256 del cuerpo con el secreto SIEM de su organización.',
      )
    }
    if (request.bodyFault) throw request.bodyFault
  }

  /** Nobody signed a body that was not read (413, 415). Such a call counts as a stranger's too. */
  async function countUnread(fault: Error, request: FastifyRequest, reply: FastifyReply): Promise<never> {
    if (!reply.hasHeader('x-ratelimit-limit')) await countStranger.call(request.server, request, reply)
    throw fault
  }

  route.post('/webhooks/siem/:tenantSlug', {
    id: 'receiveSiemAlert',
    summary: 'Recibir una alerta firmada del SIEM y registrar la brecha',
    description:
      'La autentica la firma de los bytes del cuerpo. El nivel de la regla da la gravedad: 0 a 7 baja, 8 a 10 media, 11 a 13 alta, 14 o más crítica. Una fecha más de 10 minutos en el futuro no se rechaza: la detección es entonces el momento en que llegó. Una fecha antigua tampoco. La misma alerta enviada de nuevo, por mucho tiempo que haya pasado, responde la misma brecha.',
    role: 'PUBLIC',
    rawBody: true,
    rateLimit: false,
    // A repeated alert changes nothing and therefore writes no audit row.
    audit: false,
    preValidation: authenticate,
    errorHandler: countUnread,
    params: schemas.OfTenant,
    headers: schemas.SiemHeaders,
    body: schemas.SiemPayload,
    created: schemas.ReceivedAlert,
    refusals: [401],
    describe: { security: [{ siem: [] }] },
    handle: (req) => req.actFor(signers.get(req), SIEM, (ctx) => receiveAlert(ctx, req.rawBody!, req.body)),
  })

  route.post('/settings/siem/test', {
    id: 'trySiemAlert',
    summary: 'Probar la conexión con el SIEM sin registrar una brecha',
    description:
      'Firma una alerta de muestra, o la que se envíe en «payload», con el secreto SIEM de la organización y la lleva por el mismo camino que una real. Responde la brecha que se habría registrado y lo que el SIEM debe enviar: dirección, firma y cuerpo.',
    role: 'ADMIN',
    personOnly: true,
    sudo: true,
    body: schemas.SiemTrial,
    ok: schemas.TriedAlert,
    refusals: [409],
    handle: async (req) => {
      const { data: slug } = await req.read((ctx) => findSlug(ctx))
      const organisation = { tenantId: req.tenantId, slug }
      return { success: true as const, data: await tryAlert(app.access, app.tools, organisation, req.body) }
    },
  })
}
