import type { Actor, ReadCtx } from '#db/context.ts'
import type { FindKeyHolder } from '#http/types.ts'
import { MINUTE_MS } from '#kernel/dates.ts'
import type { Role } from '#kernel/roles.ts'
import { digest } from '#kernel/secrets.ts'
import { findRole } from './members/repo.ts'

export { AUDIT_COLUMNS, auditRow } from './audit-log/sheet.ts'
export {
  admitMember,
  changeRole,
  findMemberByEmail,
  inviteFirstOwner,
  inviteMember,
  removeMember,
} from './members/service.ts'
export { findSiemTenant } from './siem.ts'
export { signPdf } from './signing-certificate/signing.ts'
export { certificateDocument, findCertificate } from './tenant/deletion/certificate.ts'
export { eraseDue } from './tenant/deletion/service.ts'
export { createExportJobs } from './tenant/exports/jobs.ts'
export { OPERATOR, resumeTenant, scheduleDeletion, suspendTenant } from './tenant/lifecycle.ts'

/** A kind of record with its retention and the reason. */
export interface Keeping {
  what: string
  /** Deleted after this many days; null: kept as long as the organisation. */
  days: number | null
  why: string
}

/** The counts of GET /settings/usage. */
export type UsageName =
  | 'domains'
  | 'contracts'
  | 'workflowDefinitions'
  | 'aiQueries'
  | 'members'
  | 'lettersToday'
  | 'storageBytes'
  | 'citizenStorageBytes'

/** The present rights of the person or key that asked for a job. Undefined for former members and ended keys. */
export async function standingOf(
  ctx: ReadCtx,
  { type, id }: Actor,
): Promise<{ role: Role; scopes?: readonly string[] } | undefined> {
  if (id === undefined) return undefined
  if (type === 'user') {
    const role = await findRole(ctx, id)
    return role && { role }
  }
  if (type !== 'api_key') return undefined
  const key = await ctx.db
    .selectFrom('api_keys')
    .select(['role', 'scopes'])
    .where('tenant_id', '=', ctx.tenantId)
    .where('id', '=', id)
    .where('is_active', '=', true)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', ctx.now)]))
    .executeTakeFirst()
  return key && { role: key.role as Role, scopes: key.scopes }
}

/** `lastUsedAt` is only for people: precision of a minute saves a write on every call. */
const REMEMBER_USE_EVERY_MS = MINUTE_MS

/** The holder of an active key. Read on every call, so that a revoked key is refused at once. */
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
