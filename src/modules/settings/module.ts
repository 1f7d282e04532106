import { countLetters } from '#jobs/mail.ts'
import type { Module } from '#modules/module.ts'
import * as apiKeysSchemas from './api-keys/schemas.ts'
import * as auditLogSchemas from './audit-log/schemas.ts'
import * as lawSchemas from './law/schemas.ts'
import { countActive } from './members/repo.ts'
import * as membersSchemas from './members/schemas.ts'
import * as retentionSchemas from './retention/schemas.ts'
import { routes } from './routes.ts'
import * as scimSchemas from './scim/schemas.ts'
import { SIGNING_REMINDER_JOB } from './signing-certificate/jobs.ts'
import * as signingSchemas from './signing-certificate/schemas.ts'
import { SIGNING_SEALS } from './signing-certificate/service.ts'
import * as ssoSchemas from './sso/schemas.ts'
import { CERTIFICATE_JOB, ERASE_JOB } from './tenant/deletion/jobs.ts'
import * as deletionSchemas from './tenant/deletion/schemas.ts'
import { KEPT_DAYS } from './tenant/exports/rules.ts'
import * as exportsSchemas from './tenant/exports/schemas.ts'
import * as tenantSchemas from './tenant/schemas.ts'
import * as usageSchemas from './usage/schemas.ts'
import { LISTENER, WEBHOOK_OWNER } from './webhooks/delivery.ts'
import { DESCRIBED } from './webhooks/described.ts'
import * as webhooksSchemas from './webhooks/schemas.ts'

export const settings: Module = {
  name: 'settings',
  tag: 'Configuración: organización, uso del plan, personas, claves de API, webhooks, registro de auditoría y ley vigente',
  schemas: [
    apiKeysSchemas,
    auditLogSchemas,
    lawSchemas,
    membersSchemas,
    retentionSchemas,
    scimSchemas,
    signingSchemas,
    ssoSchemas,
    tenantSchemas,
    exportsSchemas,
    { ...deletionSchemas, TenantDeletion: deletionSchemas.Deletion },
    usageSchemas,
    webhooksSchemas,
  ],
  routes,
  usage: { members: countActive, lettersToday: countLetters },
  jobs: [ERASE_JOB, CERTIFICATE_JOB, SIGNING_REMINDER_JOB],
  keeps: [
    {
      what: 'Registro de auditoría',
      days: null,
      why: 'Demuestra quién hizo qué (arts. 3 letra e y 14 quinquies). Solo se agrega: nadie lo cambia ni lo borra.',
    },
    {
      what: 'Exportaciones completas de la organización',
      days: KEPT_DAYS,
      why: 'Contienen todos los datos: se descargan y no se guardan aquí.',
    },
  ],
  sealed: [
    ...['secret_sealed', 'previous_secret_sealed'].map((column) => ({
      table: 'webhook_subscriptions',
      column,
      purpose: 'webhook',
      scope: 'tenant_id',
    })),
    ...SIGNING_SEALS,
  ],
  webhooks: DESCRIBED,
  webhookOwners: [WEBHOOK_OWNER],
  listens: [LISTENER],
}
