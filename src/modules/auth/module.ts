import { UNAUTHORIZED } from '#db/access.ts'
import { DAY_MS } from '#kernel/dates.ts'
import { Failure } from '#kernel/failure.ts'
import type { Module } from '#modules/module.ts'
import { routes as device } from './device/routes.ts'
import * as deviceSchemas from './device/schemas.ts'
import { CLEANUP_JOB, LOCK_JOB, RESET_JOB } from './jobs.ts'
import { mfaRoutes } from './mfa/routes.ts'
import * as mfaSchemas from './mfa/schemas.ts'
import { NOTICE_JOB } from './notices.ts'
import { pages } from './pages.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import * as passkeySchemas from './passkeys/schemas.ts'
import { routes as password } from './password/routes.ts'
import * as passwordSchemas from './password/schemas.ts'
import { routes as preferences } from './preferences/routes.ts'
import * as preferenceSchemas from './preferences/schemas.ts'
import { routes } from './routes.ts'
import { DEVICE_TTL_MS } from './rules.ts'
import * as schemas from './schemas.ts'
import { routes as sessions } from './sessions/routes.ts'
import * as sessionSchemas from './sessions/schemas.ts'
import { routes as sudo } from './sudo/routes.ts'
import * as sudoSchemas from './sudo/schemas.ts'
import { routes as tenants } from './tenants/routes.ts'
import * as tenantSchemas from './tenants/schemas.ts'
import { TRAIL_JOB } from './trail.ts'

export const auth: Module = {
  name: 'auth',
  tag: 'Cuentas, inicio de sesión y organización activa',
  schemas: [
    schemas,
    sessionSchemas,
    passwordSchemas,
    sudoSchemas,
    tenantSchemas,
    preferenceSchemas,
    mfaSchemas,
    passkeySchemas,
    deviceSchemas,
  ],
  routes(app, deps) {
    routes(app, deps)
    mfaRoutes(app, deps)
    passkeyRoutes(app, deps)
    sessions(app)
    password(app)
    sudo(app)
    tenants(app, deps)
    preferences(app)
    device(app, deps)
  },
  sealed: [
    { table: 'refresh_tokens', column: 'pair_sealed', purpose: 'refresh-pair', scope: 'token_hash' },
    { table: 'sso_settings', column: 'client_secret_sealed', purpose: 'sso', scope: 'tenant_id' },
    { table: 'totp_factors', column: 'secret_sealed', purpose: 'totp', scope: 'user_id' },
    { table: 'totp_setups', column: 'secret_sealed', purpose: 'totp', scope: 'user_id' },
  ],
  constraints: {
    scim_users_member_key: () =>
      new Failure('conflict', 'Esa persona ya la administra el proveedor con otro usuario.'),
    // The person was removed at this very moment, and the session ended with the membership.
    company_preferences_member_fkey: () => new Failure('unauthorized', UNAUTHORIZED),
  },
  pages,
  keeps: [
    {
      what: 'Sesiones terminadas',
      days: 1,
      why: 'Una sesión que terminó no abre nada; quién entró y cuándo queda en la auditoría.',
    },
    {
      what: 'Equipos conocidos de cada persona',
      days: DEVICE_TTL_MS / DAY_MS,
      why: 'Distinguen un equipo de siempre de uno nuevo al iniciar sesión.',
    },
  ],
  jobs: [RESET_JOB, LOCK_JOB, NOTICE_JOB, TRAIL_JOB, CLEANUP_JOB],
}
