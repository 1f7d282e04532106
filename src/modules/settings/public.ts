import type { FindKeyHolder } from '#http/types.ts'
import { MINUTE_MS } from '#kernel/dates.ts'
import type { Role } from '#kernel/roles.ts'
import { digest } from '#kernel/secrets.ts'

export {
  admitMember,
  changeRole,
  findMemberByEmail,
  inviteFirstOwner,
  inviteMember,
  removeMember,
} from './members/service.ts'
export { findSiemTenant } from './siem.ts'
export { certificateDocument, findCertificate } from './tenant/deletion/certificate.ts'
export { eraseDue } from './tenant/deletion/service.ts'
export { OPERATOR, resumeTenant, scheduleDeletion, suspendTenant } from './tenant/lifecycle.ts'

/** What GET /settings/usage counts. */
export type UsageName =
  | 'domains'
  | 'contracts'
  | 'workflowDefinitions'
  | 'aiQueries'
  | 'members'
  | 'lettersToday'
  | 'storageBytes'

/** `lastUsedAt` is for people to read: to the minute is enough, and spares a write on every call. */
const REMEMBER_USE_EVERY_MS = MINUTE_MS

/** The holder of a key that is active and in time. Read on every call: a revoked key is refused at once. */
export const findKeyHolder: FindKeyHolder = async (access, key, now) => {
  const hash = digest(key)
  const row = await access.lookUp('find the tenant of an API key', (db) =>
    db
      .selectFrom('api_keys as k')
      .innerJoin('tenants as t', 't.id', 'k.tenant_id')
      .select(['k.tenant_id', 'k.id', 'k.name', 'k.scopes', 'k.role', 'k.last_used_at', 't.plan'])
      .select(['k.allowed_addresses', 'k.allowed_origins', 'k.requests_per_minute'])
      .where((eb) =>
        eb.or([
          eb('k.key_hash', '=', hash),
          eb.and([eb('k.previous_hash', '=', hash), eb('k.previous_until', '>', now)]),
        ]),
      )
      .where('k.is_active', '=', true)
      .where((eb) => eb.or([eb('k.expires_at', 'is', null), eb('k.expires_at', '>', now)]))
      .executeTakeFirst(),
  )
  if (!row) return undefined
  if (!row.last_used_at || now.getTime() - row.last_used_at.getTime() > REMEMBER_USE_EVERY_MS) {
    await access.asSystem('remember that an API key was used', (db) =>
      db
        .updateTable('api_keys')
        .set({ last_used_at: now })
        .where('tenant_id', '=', row.tenant_id)
        .where('id', '=', row.id)
        .execute(),
    )
  }
  return {
    tenantId: row.tenant_id,
    keyId: row.id,
    name: row.name,
    scopes: row.scopes,
    role: row.role as Role,
    allowedAddresses: row.allowed_addresses,
    allowedOrigins: row.allowed_origins,
    requestsPerMinute: row.requests_per_minute,
    plan: row.plan,
  }
}
