import type { Selectable } from 'kysely'
import type { ReadCtx } from '#db/context.ts'
import { listPage } from '#db/list.ts'
import type { Tables } from '#db/tables.ts'
import { tenantTable } from '#db/tenant-table.ts'
import type { FindKeyHolder } from '#http/types.ts'
import { MINUTE_MS } from '#kernel/dates.ts'
import { type ListQuery, newestWritten, type Page } from '#kernel/paging.ts'
import { digest } from '#kernel/secrets.ts'

export type ScimTokenRow = Selectable<Tables['scim_tokens']>

export const scimTokens = tenantTable('scim_tokens')
export const SCIM_TOKENS = newestWritten('scim_tokens', { columns: ['name', 'prefix'] })

export function listScimTokens(ctx: ReadCtx, query: ListQuery): Promise<Page<ScimTokenRow>> {
  return listPage(ctx, SCIM_TOKENS, scimTokens.select(ctx).selectAll(), query)
}

/** `lastUsedAt` is for people to read: a precision of one minute is enough. */
const REMEMBER_USE_EVERY_MS = MINUTE_MS

/** The organisation of a valid token. It is read on every call, so a revoked token is refused at once. */
export const findScimHolder: FindKeyHolder = async (access, token, now) => {
  const row = await access.lookUp('find the tenant of a SCIM token', (db) =>
    db
      .selectFrom('scim_tokens as s')
      .innerJoin('tenants as t', 't.id', 's.tenant_id')
      .select(['s.tenant_id', 's.id', 's.name', 's.last_used_at', 't.plan'])
      .where('s.token_hash', '=', digest(token))
      .where('t.suspended_at', 'is', null)
      .where((eb) => eb.or([eb('s.expires_at', 'is', null), eb('s.expires_at', '>', now)]))
      .executeTakeFirst(),
  )
  if (!row) return undefined
  if (!row.last_used_at || now.getTime() - row.last_used_at.getTime() > REMEMBER_USE_EVERY_MS) {
    await access.asSystem('remember that a SCIM token was used', (db) =>
      db
        .updateTable('scim_tokens')
        .set({ last_used_at: now })
        .where('tenant_id', '=', row.tenant_id)
        .where('id', '=', row.id)
        .execute(),
    )
  }
  const unbounded = { scopes: [], allowedAddresses: [], allowedOrigins: [], requestsPerMinute: null }
  return {
    tenantId: row.tenant_id,
    keyId: row.id,
    name: row.name,
    plan: row.plan,
    role: 'ADMIN',
    ...unbounded,
  }
}
