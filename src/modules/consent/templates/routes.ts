import { ById, data, done, faults, listOf, PageOnly } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import { Recorded, RecordsQuery, Stats, StatsQuery, Version } from '../schemas.ts'
import { VISITOR, witnessOf } from '../witness.ts'
import * as recording from './recording.ts'
import * as schemas from './schemas.ts'
import * as templates from './service.ts'
import * as webhooks from './webhooks.ts'

const tags = ['consent']
const write = { role: 'ANALYST' } as const
const read = { role: 'VIEWER' } as const

export const routes: Routes = (app) => {
  app.get(
    '/consent/templates',
    {
      config: read,
      schema: {
        tags,
        operationId: 'listConsentTemplates',
        summary: 'Listar los formularios de consentimiento',
        querystring: schemas.TemplatesQuery,
        response: { 200: listOf('items', schemas.Template) },
      },
    },
    (req) => req.read((ctx) => templates.listTemplates(ctx, req.query)),
  )

  app.post(
    '/consent/templates',
    {
      config: write,
      schema: {
        tags,
        operationId: 'createConsentTemplate',
        summary: 'Crear un formulario de consentimiento',
        body: schemas.NewTemplate,
        response: { 201: data(schemas.Template) },
      },
    },
    (req) => req.act((ctx) => templates.createTemplate(ctx, req.body)),
  )

  app.get(
    '/consent/templates/:id',
    {
      config: read,
      schema: {
        tags,
        operationId: 'getConsentTemplate',
        summary: 'Ver un formulario de consentimiento',
        params: ById,
        response: { 200: data(schemas.Template) },
      },
    },
    (req) => req.read((ctx) => templates.showTemplate(ctx, req.params.id)),
  )

  app.put(
    '/consent/templates/:id',
    {
      config: write,
      schema: {
        tags,
        operationId: 'updateConsentTemplate',
        summary: 'Cambiar los campos enviados de un formulario; otro texto u otros campos son otra versión',
        params: ById,
        body: schemas.TemplatePatch,
        response: { 200: data(schemas.Template), ...faults(409, 422) },
      },
    },
    (req) => req.act((ctx) => templates.updateTemplate(ctx, req.params.id, req.body)),
  )

  app.delete(
    '/consent/templates/:id',
    {
      config: write,
      schema: {
        tags,
        operationId: 'deleteConsentTemplate',
        summary: 'Eliminar un formulario; sus registros se conservan',
        description: 'Su formulario deja de mostrarse; los registros se conservan.',
        params: ById,
        response: { 200: done },
      },
    },
    (req) => req.act((ctx) => templates.deleteTemplate(ctx, req.params.id)),
  )

  app.get(
    '/consent/templates/:id/versions',
    {
      config: read,
      schema: {
        tags,
        operationId: 'listConsentTemplateVersions',
        summary: 'Listar las versiones de un formulario, tal como se mostraron',
        params: ById,
        querystring: PageOnly,
        response: { 200: listOf('items', Version) },
      },
    },
    (req) => req.read((ctx) => templates.listVersions(ctx, req.params.id, req.query)),
  )

  app.get(
    '/consent/templates/:id/records',
    {
      config: read,
      schema: {
        tags,
        operationId: 'listConsentTemplateRecords',
        summary: 'Listar los consentimientos registrados con un formulario, también si fue eliminado',
        params: ById,
        querystring: RecordsQuery,
        response: { 200: listOf('items', schemas.FormRecord) },
      },
    },
    (req) => req.read((ctx) => templates.listRecords(ctx, req.params.id, req.query)),
  )

  app.get(
    '/consent/templates/:id/stats',
    {
      config: read,
      schema: {
        tags,
        operationId: 'getConsentTemplateStats',
        summary: 'Ver las estadísticas de un formulario',
        params: ById,
        querystring: StatsQuery,
        response: { 200: data(Stats), ...faults(422) },
      },
    },
    (req) => req.read((ctx) => templates.showStats(ctx, req.params.id, req.query)),
  )

  app.post(
    '/consent/templates/:id/manual',
    {
      config: write,
      schema: {
        tags,
        operationId: 'recordManualConsent',
        summary: 'Registrar un consentimiento obtenido en papel o por teléfono, con su evidencia',
        description: 'Para lo que se consintió en papel o por teléfono; por eso pide «evidence».',
        params: ById,
        body: schemas.ManualConsent,
        response: { 201: data(Recorded) },
      },
    },
    (req) => req.act((ctx) => recording.recordManually(ctx, req.params.id, req.body)),
  )

  app.post(
    '/consent/templates/:id/webhooks',
    {
      config: write,
      schema: {
        tags,
        operationId: 'createConsentWebhook',
        summary: 'Crear un webhook que avisa de cada consentimiento otorgado o retirado',
        params: ById,
        body: schemas.NewWebhook,
        response: { 201: data(schemas.Webhook) },
      },
    },
    (req) => req.act((ctx) => webhooks.createWebhook(ctx, req.params.id, req.body)),
  )

  app.get(
    '/consent/templates/:id/webhooks',
    {
      config: read,
      schema: {
        tags,
        operationId: 'listConsentWebhooks',
        summary: 'Listar los webhooks de un formulario',
        params: ById,
        querystring: PageOnly,
        response: { 200: listOf('items', schemas.Webhook) },
      },
    },
    (req) => req.act((ctx) => webhooks.listWebhooks(ctx, req.params.id, req.query)),
  )

  app.delete(
    '/consent/templates/:id/webhooks/:whId',
    {
      config: write,
      schema: {
        tags,
        operationId: 'deleteConsentWebhook',
        summary: 'Eliminar un webhook; lo que aún no se entregó ya no se envía',
        params: schemas.OfWebhook,
        response: { 200: done },
      },
    },
    (req) => req.act((ctx) => webhooks.removeWebhook(ctx, req.params.id, req.params.whId)),
  )

  app.get(
    '/consent/templates/:id/deliveries',
    {
      config: read,
      schema: {
        tags,
        operationId: 'listConsentDeliveries',
        summary: 'Listar los envíos de los webhooks de un formulario',
        params: ById,
        querystring: PageOnly,
        response: { 200: listOf('items', schemas.Delivery) },
      },
    },
    (req) => req.read((ctx) => webhooks.listDeliveries(ctx, req.params.id, req.query)),
  )

  app.post(
    '/consent/templates/:id/deliveries/:deliveryId/redeliver',
    {
      config: write,
      schema: {
        tags,
        operationId: 'redeliverConsentWebhook',
        summary: 'Enviar otra vez un aviso de webhook',
        params: schemas.OfDelivery,
        response: { 200: data(schemas.Delivery), ...faults(409) },
      },
    },
    (req) => req.act((ctx) => webhooks.redeliver(ctx, req.params.id, req.params.deliveryId)),
  )

  app.get(
    '/public/consent-form/:formKey/config',
    {
      config: { role: 'PUBLIC' },
      schema: {
        tags,
        operationId: 'getConsentFormConfig',
        summary: 'Obtener lo que muestra un formulario de consentimiento',
        params: schemas.OfForm,
        response: { 200: data(schemas.FormConfig) },
      },
    },
    async (req) => ({
      success: true as const,
      data: await recording.showForm(app.doors, req.params.formKey),
    }),
  )

  app.post(
    '/public/consent-form/:formKey/submit',
    {
      // The record is itself the trace, and stricter than the audit log: append-only, with its own receipt.
      config: { role: 'PUBLIC', audit: false },
      schema: {
        tags,
        operationId: 'submitConsentForm',
        summary: 'Otorgar o retirar un consentimiento en su formulario',
        params: schemas.OfForm,
        body: schemas.Submission,
        response: { 201: data(Recorded) },
      },
    },
    async (req) => {
      const toWithdraw = !req.body.granted
      const form = await recording.getForm(app.doors, req.params.formKey, { toWithdraw })
      return req.actFor(form.template.tenant_id, VISITOR, (ctx) =>
        recording.submitForm(ctx, form, req.body, witnessOf(req)),
      )
    },
  )

  app.post(
    '/external/consent/records',
    {
      // As above: the record is the trace, and names the key that wrote it.
      config: { role: 'API_KEY', scope: 'consent:write', audit: false },
      schema: {
        tags,
        operationId: 'recordExternalConsent',
        summary: 'Registrar desde otro sistema un consentimiento otorgado o retirado',
        body: schemas.ExternalConsent,
        response: { 201: data(Recorded) },
      },
    },
    (req) => req.act((ctx) => recording.recordExternally(ctx, req.body)),
  )

  app.get(
    '/external/consent/templates',
    {
      config: { role: 'API_KEY', scope: 'consent:read' },
      schema: {
        tags,
        operationId: 'listExternalConsentTemplates',
        summary: 'Listar los formularios de consentimiento en uso',
        querystring: PageOnly,
        response: { 200: listOf('items', schemas.Template) },
      },
    },
    (req) => req.read((ctx) => templates.listTemplates(ctx, { ...req.query, isActive: true })),
  )
}
