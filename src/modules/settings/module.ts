import { countLetters } from '#jobs/mail.ts'
import type { Module } from '#modules/module.ts'
import * as apiKeysSchemas from './api-keys/schemas.ts'
import * as auditLogSchemas from './audit-log/schemas.ts'
import * as lawSchemas from './law/schemas.ts'
import { countActive } from './members/repo.ts'
import * as membersSchemas from './members/schemas.ts'
import { routes } from './routes.ts'
import * as scimSchemas from './scim/schemas.ts'
import * as ssoSchemas from './sso/schemas.ts'
import { CERTIFICATE_JOB, ERASE_JOB } from './tenant/deletion/jobs.ts'
import * as deletionSchemas from './tenant/deletion/schemas.ts'
import * as tenantSchemas from './tenant/schemas.ts'
import * as usageSchemas from './usage/schemas.ts'

export const settings: Module = {
  name: 'settings',
  tag: 'Configuración: organización, uso del plan, personas, claves de API, registro de auditoría y ley vigente',
  schemas: [
    apiKeysSchemas,
    auditLogSchemas,
    lawSchemas,
    membersSchemas,
    scimSchemas,
    ssoSchemas,
    tenantSchemas,
    { ...deletionSchemas, TenantDeletion: deletionSchemas.Deletion },
    usageSchemas,
  ],
  routes,
  usage: { members: countActive, lettersToday: countLetters },
  jobs: [ERASE_JOB, CERTIFICATE_JOB],
}
