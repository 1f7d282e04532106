import type { FastifyRequest } from 'fastify'
import type { ReadCtx } from '#db/context.ts'
import type { ActOptions } from '#http/types.ts'
import type { Form } from '../widgets/repo.ts'
import { type NextFolio, withFolio } from './folios.ts'
import type { Asked } from './schemas.ts'
import { findSystemsOf, receiveRequest, VISITOR } from './service.ts'

/** What a visitor sent by a form, whether a script or the page sent it. */
export function receive(
  request: FastifyRequest,
  nextFolio: NextFolio,
  form: Form,
  body: Asked,
  options?: ActOptions,
) {
  return withFolio(nextFolio, request.server.tools.now(), (folio) =>
    request.actFor(
      form.tenant_id,
      VISITOR,
      (ctx, systems) => receiveRequest(ctx, form, body, folio, systems),
      { ...options, readEarly: (ctx: ReadCtx) => findSystemsOf(ctx, form, body) },
    ),
  )
}
