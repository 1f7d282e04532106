import Type from 'typebox'
import { DOCUMENT_FORMATS, DOCUMENT_TYPES } from '#documents/download.ts'
import { endpoints } from '#http/endpoints.ts'
import { ById, oneOf } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import { sendReceipt } from '#modules/evidence/public.ts'
import { createFolios, withFolio } from '../intake/folios.ts'
import { requestRecord } from '../requests/repo.ts'
import { Request } from '../requests/schemas.ts'
import { receiptPaper } from './receipt.ts'
import { folioDayOf } from './rules.ts'
import * as schemas from './schemas.ts'
import { listSamePerson, readReceipt, receiveByStaff } from './service.ts'

/** Requests by phone and on paper. */
export const staffRoutes: Routes = (app) => {
  const route = endpoints(app, 'dsar')
  const nextFolio = createFolios(app.access, app.tools.vault.lasting('dsar.folio'))

  route.post('/dsar/requests', {
    id: 'createDsarRequest',
    summary: 'Ingresar una solicitud que llegó por teléfono, en papel o en persona',
    description:
      'Como la del formulario público, con su canal y su fecha de recepción, desde la que corre el plazo (art. 11, Ley 19.628). Sin correo, las cartas quedan para imprimir. Un RUT que no pasa módulo 11 es 422 INVALID_RUT.',
    role: 'ANALYST',
    record: requestRecord,
    body: schemas.StaffIntake,
    created: Request,
    refusals: [402, 422],
    handle: (req) =>
      withFolio(nextFolio, folioDayOf(req.body.receivedAt, app.tools.now()), (folio) =>
        req.act((ctx) => receiveByStaff(ctx, req.body, folio)),
      ),
  })

  route.post('/dsar/requests/same-person', {
    id: 'findDsarRequestsOfPerson',
    summary: 'Ver las solicitudes abiertas de la misma persona, por su RUT o su correo',
    description:
      'Para no ingresar dos veces la misma. Quién es no viaja en la dirección, que los servidores anotan.',
    role: 'ANALYST',
    audit: false,
    body: schemas.SamePerson,
    ok: schemas.SamePersonRequests,
    read: (ctx, { body }) => listSamePerson(ctx, body),
  })

  route.get('/dsar/requests/:id/receipt', {
    id: 'printDsarReceipt',
    summary: 'Descargar el comprobante de recepción, con su folio, en PDF o en Word',
    role: 'VIEWER',
    params: ById,
    query: Type.Object({
      format: Type.Optional(oneOf(DOCUMENT_FORMATS, { description: 'Por defecto, pdf' })),
    }),
    file: { description: 'El comprobante, para entregar', types: DOCUMENT_TYPES },
    handle: async (req, reply) => {
      const { data } = await req.read((ctx) => readReceipt(ctx, req.params.id))
      return sendReceipt(req, reply, req.query.format ?? 'pdf', receiptPaper(data))
    },
  })
}
