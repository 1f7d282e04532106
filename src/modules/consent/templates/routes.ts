import { endpoints } from '#http/endpoints.ts'
import { admitOrigin } from '#http/origins.ts'
import { ById, listOf } from '#http/schema-kit.ts'
import type { App } from '#http/types.ts'
import type { ModuleDeps } from '#modules/module.ts'
import { sendPage } from '#pages/page.ts'
import { findConfirmation } from '../confirmation.ts'
import { confirmDecision } from '../confirming.ts'
import {
  Recorded,
  RecordsQuery,
  Stats,
  StatsQuery,
  SubjectSecret,
  SubjectTokenHeader,
  Unconfirmed,
  Version,
  VersionsQuery,
} from '../schemas.ts'
import { provesSubject, readerOf, SUBJECT_TOKEN_HEADER, subjectSecretOf } from '../subject-token.ts'
import { submitterOf, VISITOR } from '../submitter.ts'
import { previewForm } from './preview.ts'
import * as recording from './recording.ts'
import { templateRecord } from './repo.ts'
import * as schemas from './schemas.ts'
import * as templates from './service.ts'
import * as webhooks from './webhooks.ts'

export function routes(app: App, { modules }: Pick<ModuleDeps, 'modules'>): void {
  const route = endpoints(app, 'consent')

  route.get('/consent/templates', {
    id: 'listConsentTemplates',
    summary: 'Listar los formularios de consentimiento',
    role: 'VIEWER',
    query: schemas.TemplatesQuery,
    ok: listOf('items', schemas.Template),
    read: (ctx, { query }) => templates.listTemplates(ctx, query),
  })

  route.post('/consent/templates', {
    id: 'createConsentTemplate',
    summary: 'Crear un formulario de consentimiento',
    role: 'ANALYST',
    record: templateRecord,
    body: schemas.NewTemplate,
    created: schemas.TemplateDetail,
    handle: (req) => req.act((ctx) => templates.createTemplate(ctx, req.body, readerOf(req))),
  })

  route.get('/consent/templates/:id', {
    id: 'getConsentTemplate',
    summary: 'Ver un formulario de consentimiento',
    role: 'VIEWER',
    params: ById,
    record: templateRecord,
    ok: schemas.TemplateDetail,
    handle: (req) => req.read((ctx) => templates.showTemplate(ctx, req.params.id, readerOf(req))),
  })

  route.put('/consent/templates/:id', {
    id: 'updateConsentTemplate',
    summary: 'Cambiar los campos enviados de un formulario; otro texto u otros campos son otra versión',
    role: 'ANALYST',
    params: ById,
    record: templateRecord,
    body: schemas.TemplatePatch,
    ok: schemas.TemplateDetail,
    refusals: [409, 422],
    handle: (req) => req.act((ctx) => templates.updateTemplate(ctx, req.params.id, req.body, readerOf(req))),
  })

  route.delete('/consent/templates/:id', {
    id: 'deleteConsentTemplate',
    summary: 'Eliminar un formulario; sus registros se conservan',
    description: 'Su formulario deja de mostrarse; los registros se conservan.',
    role: 'ANALYST',
    params: ById,
    record: templateRecord,
    act: (ctx, { params }) => templates.deleteTemplate(ctx, params.id),
  })

  route.get('/consent/templates/:id/preview', {
    id: 'previewConsentTemplate',
    summary: 'Ver el formulario como lo verán las personas, también con cambios que aún no se guardan',
    description:
      'Por ella no se envía nada. Una página sin scripts, que solo se muestra dentro de páginas de este mismo origen.',
    role: 'VIEWER',
    params: ById,
    query: schemas.PreviewQuery,
    refusals: [422],
    file: { description: 'La página', types: ['text/html'] },
    handle: async (req, reply) => {
      const { data } = await req.read((ctx) => previewForm(ctx, modules, req.params.id, req.query))
      return sendPage(reply, data)
    },
  })

  route.get('/consent/templates/:id/subject-secret', {
    id: 'getConsentTemplateSubjectSecret',
    summary: 'Ver el secreto con que su servidor firma quién decide en un formulario',
    description: 'Con él se firma el JWT de `X-Subject-Token`; `audience` es su `aud`.',
    role: 'ADMIN',
    sudo: true,
    trace: { action: 'read', entityType: 'consent_template' },
    params: ById,
    ok: SubjectSecret,
    read: (ctx, { params }) => templates.showSubjectSecret(ctx, params.id),
  })

  route.post('/consent/templates/:id/subject-secret', {
    id: 'renewConsentTemplateSubjectSecret',
    summary: 'Renovar el secreto con que su servidor firma quién decide en un formulario',
    description: 'El anterior deja de servir de inmediato.',
    role: 'ADMIN',
    sudo: true,
    params: ById,
    record: templateRecord,
    created: SubjectSecret,
    act: (ctx, { params }) => templates.renewSubjectSecret(ctx, params.id),
  })

  route.get('/consent/templates/:id/versions', {
    id: 'listConsentTemplateVersions',
    summary: 'Listar las versiones de un formulario, tal como se mostraron',
    role: 'VIEWER',
    params: ById,
    query: VersionsQuery,
    ok: listOf('items', Version),
    read: (ctx, { params, query }) => templates.listVersions(ctx, params.id, query),
  })

  route.get('/consent/templates/:id/records', {
    id: 'listConsentTemplateRecords',
    summary: 'Listar los consentimientos registrados con un formulario, también si fue eliminado',
    role: 'VIEWER',
    params: ById,
    query: RecordsQuery,
    ok: listOf('items', schemas.FormRecord),
    read: (ctx, { params, query }) => templates.listRecords(ctx, params.id, query),
  })

  route.get('/consent/templates/:id/stats', {
    id: 'getConsentTemplateStats',
    summary: 'Ver las estadísticas de un formulario',
    role: 'VIEWER',
    params: ById,
    query: StatsQuery,
    ok: Stats,
    refusals: [422],
    read: (ctx, { params, query }) => templates.showStats(ctx, params.id, query),
  })

  route.post('/consent/templates/:id/manual', {
    id: 'recordManualConsent',
    summary: 'Registrar un consentimiento obtenido en papel o por teléfono, con su evidencia',
    description: 'Para lo que se consintió en papel o por teléfono; por eso pide «evidence».',
    role: 'ANALYST',
    params: ById,
    record: templateRecord,
    body: schemas.ManualConsent,
    created: Recorded,
    act: (ctx, { params, body }) => recording.recordManually(ctx, params.id, body),
  })

  route.post('/consent/templates/:id/webhooks', {
    id: 'createConsentWebhook',
    summary: 'Crear un webhook que avisa de cada consentimiento otorgado o retirado',
    role: 'ANALYST',
    sudo: true,
    params: ById,
    record: templateRecord,
    body: schemas.NewWebhook,
    created: schemas.Webhook,
    act: (ctx, { params, body }) => webhooks.createWebhook(ctx, params.id, body),
  })

  route.get('/consent/templates/:id/webhooks', {
    id: 'listConsentWebhooks',
    summary: 'Listar los webhooks de un formulario',
    role: 'VIEWER',
    params: ById,
    query: schemas.WebhooksQuery,
    ok: listOf('items', schemas.Webhook),
    read: (ctx, { params, query }) => webhooks.listWebhooks(ctx, params.id, query),
  })

  route.delete('/consent/templates/:id/webhooks/:whId', {
    id: 'deleteConsentWebhook',
    summary: 'Eliminar un webhook; lo que aún no se entregó ya no se envía',
    role: 'ANALYST',
    sudo: true,
    params: schemas.OfWebhook,
    record: templateRecord,
    act: (ctx, { params }) => webhooks.removeWebhook(ctx, params.id, params.whId),
  })

  route.get('/consent/templates/:id/deliveries', {
    id: 'listConsentDeliveries',
    summary: 'Listar los envíos de los webhooks de un formulario',
    role: 'VIEWER',
    params: ById,
    query: schemas.DeliveriesQuery,
    ok: listOf('items', schemas.Delivery),
    read: (ctx, { params, query }) => webhooks.listDeliveries(ctx, params.id, query),
  })

  route.post('/consent/templates/:id/deliveries/:deliveryId/redeliver', {
    id: 'redeliverConsentWebhook',
    summary: 'Enviar otra vez un aviso de webhook',
    role: 'ANALYST',
    params: schemas.OfDelivery,
    record: templateRecord,
    ok: schemas.Delivery,
    refusals: [409],
    act: (ctx, { params }) => webhooks.redeliver(ctx, params.id, params.deliveryId),
  })

  route.get('/public/consent-form/:formKey/config', {
    id: 'getConsentFormConfig',
    summary: 'Obtener lo que muestra un formulario de consentimiento',
    role: 'PUBLIC',
    params: schemas.OfForm,
    ok: schemas.FormConfig,
    handle: async (req) => ({
      success: true as const,
      data: await recording.showForm(app.access, req.params.formKey, app.tools),
    }),
  })

  route.post('/public/consent-form/:formKey/submit', {
    // The record itself is the trace. It is stricter than the audit log: append-only, with its own receipt.
    id: 'submitConsentForm',
    summary: 'Otorgar o retirar un consentimiento en su formulario',
    description:
      'Si la persona ya decidió lo contrario con su identidad probada (portal, clave de API, en papel, por correo confirmado o con un token), responde 202: la decisión se guarda y vale cuando la persona la confirma con la carta que recibe. Con `X-Subject-Token` vale de inmediato.',
    role: 'PUBLIC',
    audit: false,
    headers: SubjectTokenHeader,
    params: schemas.OfForm,
    body: schemas.Submission,
    created: Recorded,
    accepted: Unconfirmed,
    refusals: [401],
    handle: async (req, reply) => {
      const { template, ...form } = await recording.getForm(app.access, req.params.formKey, {
        toWithdraw: !req.body.granted,
      })
      admitOrigin(req, reply, { allowedOrigins: template.allowed_origins })
      const isProven = provesSubject(req.headers[SUBJECT_TOKEN_HEADER], {
        secret: () => subjectSecretOf(app.tools, template.tenant_id, template),
        key: template.form_key,
        subjectRef: req.body.subjectRef,
        now: app.tools.now(),
      })
      const answer = await req.actFor(template.tenant_id, VISITOR, (ctx) =>
        recording.submitForm(ctx, { ...form, template }, req.body, submitterOf(req), isProven),
      )
      if ('confirmationSent' in answer.data) reply.code(202)
      return answer
    },
  })

  route.post('/public/consent/confirm/:key', {
    id: 'confirmConsent',
    summary: 'Confirmar una decisión con el enlace recibido por correo',
    description: 'Sirve una vez y durante 7 días.',
    role: 'PUBLIC',
    budget: 'signin',
    audit: false,
    params: schemas.OfConfirmation,
    created: Recorded,
    handle: async (req) => {
      const { tenant_id, id } = await findConfirmation(app.access, req.params.key)
      return req.actFor(tenant_id, VISITOR, (ctx) => confirmDecision(ctx, id, submitterOf(req)))
    },
  })

  route.post('/external/consent/records', {
    // As above: the record is the trace, and names the key that wrote it.
    id: 'recordExternalConsent',
    summary: 'Registrar desde otro sistema un consentimiento otorgado o retirado',
    role: 'API_KEY',
    scope: 'consent:write',
    audit: false,
    body: schemas.ExternalConsent,
    created: Recorded,
    act: (ctx, { body }) => recording.recordExternally(ctx, body),
  })

  route.get('/external/consent/templates', {
    id: 'listExternalConsentTemplates',
    summary: 'Listar los formularios de consentimiento en uso',
    role: 'API_KEY',
    scope: 'consent:read',
    query: schemas.OfferedQuery,
    ok: listOf('items', schemas.Template),
    read: (ctx, { query }) => templates.listTemplates(ctx, { ...query, isActive: true }),
  })
}
