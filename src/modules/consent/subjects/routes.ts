import { documentRoutes } from '#documents/download.ts'
import { endpoints } from '#http/endpoints.ts'
import { ById } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import { sendReceipt } from '#modules/evidence/public.ts'
import * as schemas from './schemas.ts'
import * as subjects from './service.ts'

export const routes: Routes = (app) => {
  const route = endpoints(app, 'consent')

  route.get('/external/consent/subject/:ref/consents', {
    id: 'listSubjectConsents',
    summary: 'Ver los consentimientos vigentes de una persona: su última decisión en cada aviso y formulario',
    role: 'API_KEY',
    scope: 'consent:read',
    params: schemas.OfSubject,
    query: schemas.SubjectQuery,
    ok: schemas.SubjectConsents,
    read: (ctx, { params, query }) => subjects.showSubject(ctx, params.ref, query),
  })

  route.get('/consent/subject-records', {
    id: 'listSubjectRecords',
    summary: 'Ver todas las decisiones de una persona, en avisos y formularios',
    description:
      'Por su correo, su RUT con guion o su identificador propio, escrito completo; sin él, ninguna.',
    role: 'VIEWER',
    query: schemas.SubjectRecordsQuery,
    ok: schemas.SubjectRecords,
    read: (ctx, { query }) => subjects.listSubjectRecords(ctx, query),
  })

  route.get('/consent/records/:id', {
    id: 'getConsentRecord',
    summary: 'Ver una decisión con el texto que se mostró y si su recibo vale',
    role: 'VIEWER',
    params: ById,
    ok: schemas.ConsentRecord,
    read: (ctx, { params }) => subjects.showRecord(ctx, params.id),
  })

  documentRoutes(route, '/consent/records/:id', {
    id: 'ConsentProof',
    of: 'la prueba de un consentimiento',
    params: ById,
    gather: (ctx, { id }) => subjects.printRecord(ctx, id),
    send: sendReceipt,
  })

  route.get('/public/consent/receipts/:receipt', {
    id: 'verifyConsentReceipt',
    summary: 'Comprobar un recibo de consentimiento, sin revelar de quién es',
    role: 'PUBLIC',
    params: schemas.OfReceipt,
    ok: schemas.VerifiedReceipt,
    handle: async (req) => ({
      success: true as const,
      data: await subjects.verifyReceipt(app.access, req.params.receipt),
    }),
  })
}
