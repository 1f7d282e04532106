import { endpoints } from '#http/endpoints.ts'
import { ById } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import { requestRecord } from '../repo.ts'
import { Request } from '../schemas.ts'
import * as schemas from './schemas.ts'
import { checkIdentity, withdrawCheck } from './service.ts'

export const identityRoutes: Routes = (app) => {
  const route = endpoints(app, 'dsar')

  route.post('/dsar/requests/:id/identity', {
    id: 'checkDsarIdentity',
    summary: 'Dejar constancia de cómo se verificó quién pide, y de lo que quedó probado',
    description:
      'La verificación es proporcional a lo que se entrega (art. 11, Ley 19.628): no pida una copia de la cédula si basta con menos. Lo que el método no prueba, o la solicitud no indica: 422. De una solicitud cerrada: 409. No cambia el estado.',
    role: 'ANALYST',
    params: ById,
    record: requestRecord,
    body: schemas.NewIdentityCheck,
    created: Request,
    refusals: [409, 422],
    act: (ctx, { params, body }) => checkIdentity(ctx, params.id, body),
  })

  route.post('/dsar/requests/:id/identity/:checkId/withdraw', {
    id: 'withdrawDsarIdentityCheck',
    summary: 'Retirar una comprobación de identidad equivocada',
    description: 'No se borra: queda con su motivo y deja de contar. La segunda vez es 409.',
    role: 'ANALYST',
    params: schemas.ByCheck,
    record: requestRecord,
    body: schemas.WithdrawnCheck,
    ok: Request,
    refusals: [409],
    act: (ctx, { params, body }) => withdrawCheck(ctx, params.id, params.checkId, body.reason),
  })
}
