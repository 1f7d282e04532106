import { data, PageOnly } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import * as schemas from './schemas.ts'
import * as subjects from './service.ts'

const tags = ['consent']

export const routes: Routes = (app) => {
  app.get(
    '/external/consent/subject/:ref/consents',
    {
      config: { role: 'API_KEY', scope: 'consent:read' },
      schema: {
        tags,
        operationId: 'listSubjectConsents',
        summary:
          'Ver los consentimientos vigentes de una persona: su última decisión en cada aviso y formulario',
        params: schemas.OfSubject,
        querystring: PageOnly,
        response: { 200: schemas.SubjectConsents },
      },
    },
    (req) => req.read((ctx) => subjects.showSubject(ctx, req.params.ref, req.query)),
  )

  app.get(
    '/public/consent/receipts/:receipt',
    {
      config: { role: 'PUBLIC' },
      schema: {
        tags,
        operationId: 'verifyConsentReceipt',
        summary: 'Comprobar un recibo de consentimiento, sin revelar de quién es',
        params: schemas.OfReceipt,
        response: { 200: data(schemas.VerifiedReceipt) },
      },
    },
    async (req) => ({
      success: true as const,
      data: await subjects.verifyReceipt(app.doors, req.params.receipt),
    }),
  )
}
