import { endpoints } from '#http/endpoints.ts'
import type { Routes } from '#http/types.ts'
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
