import type { Module } from '#modules/module.ts'
import { FORM_COPIES, NOTICE_COPIES } from './copies.ts'
import { FOLD_COUNTS } from './jobs.ts'
import { pages as noticePages } from './notices/pages.ts'
import { listNoticesOfDomain } from './notices/repo.ts'
import { routes as noticeRoutes } from './notices/routes.ts'
import * as noticesSchemas from './notices/schemas.ts'
import { CONSTRAINTS } from './notices/service.ts'
import * as schemas from './schemas.ts'
import { routes as subjectRoutes } from './subjects/routes.ts'
import * as subjectsSchemas from './subjects/schemas.ts'
import { pages as formPages } from './templates/pages.ts'
import { namesFile } from './templates/repo.ts'
import { routes as templateRoutes } from './templates/routes.ts'
import * as templatesSchemas from './templates/schemas.ts'
import { WEBHOOK_OWNER } from './templates/webhooks.ts'

export const consent: Module = {
  name: 'consent',
  tag: 'Consentimiento: avisos, formularios, registros con recibo y webhooks',
  schemas: [
    { ...noticesSchemas, ConsentNotice: noticesSchemas.Notice },
    {
      ...schemas,
      ConsentReceipt: schemas.Recorded,
      ConsentStats: schemas.Stats,
      ConsentVersion: schemas.Version,
    },
    subjectsSchemas,
    {
      ...templatesSchemas,
      ConsentDelivery: templatesSchemas.Delivery,
      ConsentFormConfig: templatesSchemas.FormConfig,
      NewConsentTemplate: templatesSchemas.NewTemplate,
      ConsentTemplate: templatesSchemas.Template,
      ConsentTemplatePatch: templatesSchemas.TemplatePatch,
    },
  ],
  keeps: [
    {
      what: 'Consentimientos y sus recibos',
      days: null,
      why: 'Prueban que el consentimiento se otorgó o se retiró (art. 12). Solo se agregan.',
    },
  ],
  copies: [FORM_COPIES, NOTICE_COPIES],
  routes(app, deps) {
    noticeRoutes(app)
    templateRoutes(app, deps)
    subjectRoutes(app)
  },
  pages(app, { modules }) {
    noticePages(app)
    formPages(app, modules)
  },
  constraints: CONSTRAINTS,
  sealed: [{ table: 'consent_webhooks', column: 'secret_sealed', purpose: 'webhook', scope: 'tenant_id' }],
  webhookOwners: [WEBHOOK_OWNER],
  jobs: [FOLD_COUNTS],
  async domainDetail(ctx, domainId) {
    const notices = await listNoticesOfDomain(ctx, domainId)
    return { notices: notices.map(({ id, name, status }) => ({ id, name, status })) }
  },
  usesFile: namesFile,
}
