import { endpoints } from '#http/endpoints.ts'
import type { Routes } from '#http/types.ts'
import { wantsPage } from '#pages/negotiate.ts'
import { toPage } from '#pages/routes.ts'
import * as schemas from './schemas.ts'
import { acknowledge, findAsked, showAcknowledgement, THIRD_PARTY } from './service.ts'

export const acknowledgementRoutes: Routes = (app) => {
  const route = endpoints(app, 'dsar')

  route.get('/public/acknowledgements/:key', {
    id: 'openDsarAcknowledgement',
    summary: 'Abrir un aviso con la clave de la carta; al navegador se le envía a su página',
    description: 'Lo que la carta dice, y nada más de la solicitud. Una vez respondido, sin la persona.',
    role: 'PUBLIC',
    redirects: 303,
    params: schemas.ByAcknowledgementKey,
    ok: schemas.PublicAcknowledgement,
    handle: async (req, reply) => {
      const { key } = req.params
      if (wantsPage(req)) return toPage(reply, 'acuse', key)
      const row = await findAsked(app.access, key, app.tools.now())
      return req.readFor(row.tenant_id, (ctx) => showAcknowledgement(ctx, row))
    },
  })

  route.post('/public/acknowledgements/:key', {
    id: 'acknowledgeDsarNotice',
    summary: 'Confirmar que el aviso llegó y decir si se hizo lo que pide',
    description: 'Una sola vez: la segunda es 409.',
    role: 'PUBLIC',
    params: schemas.ByAcknowledgementKey,
    body: schemas.Acknowledging,
    ok: schemas.Acknowledged,
    refusals: [409],
    handle: async (req) => {
      const row = await findAsked(app.access, req.params.key, app.tools.now())
      return req.actFor(row.tenant_id, THIRD_PARTY, (ctx) => acknowledge(ctx, row, req.body))
    },
  })
}
