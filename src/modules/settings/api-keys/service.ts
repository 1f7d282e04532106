import { audit } from '#db/audit.ts'
import type { Ctx, Reading } from '#db/context.ts'
import { toInstant } from '#kernel/dates.ts'
import { notFound } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { type PageQuery, pagination } from '#kernel/paging.ts'
import { digest, newToken } from '#kernel/secrets.ts'
import * as repo from './repo.ts'
import { PREFIX_LENGTH, SCOPES, type Scope } from './rules.ts'
import type { ApiKeyPatch, NewApiKey } from './schemas.ts'
import { apiKeyView } from './views.ts'

export async function listKeys(ctx: Reading, query: PageQuery) {
  const { rows, total } = await repo.listKeys(ctx, query)
  return { items: rows.map(apiKeyView), pagination: pagination(query, total) }
}

/** Without scopes it may do all that keys can. The one time the key itself is shown: what stays is its digest. */
export async function createKey(ctx: Ctx, { name, scopes, expiresAt }: NewApiKey) {
  const key = `rsg_${newToken()}`
  const row = await repo.insertKey(ctx, {
    tenant_id: ctx.tenantId,
    id: newId(),
    name,
    prefix: key.slice(0, PREFIX_LENGTH),
    key_hash: digest(key),
    scopes: distinct(scopes ?? SCOPES),
    is_active: true,
    expires_at: expiresAt?.trim() ? toInstant(expiresAt) : null,
    created_by: ctx.actor.id ?? null,
    created_at: ctx.now,
    updated_at: ctx.now,
  })
  await audit(ctx, { action: 'create', entityType: 'api_key', entityId: row.id, after: row })
  return { ...apiKeyView(row), key }
}

/** Absent leaves alone; a null `expiresAt` means that the key does not expire. */
export async function updateKey(ctx: Ctx, id: string, { name, scopes, expiresAt, isActive }: ApiKeyPatch) {
  const before = await repo.lockKey(ctx, id)
  if (!before) throw notFound('la clave de API')
  const row = await repo.updateKey(ctx, id, {
    ...(name !== undefined && { name }),
    ...(scopes && { scopes: distinct(scopes) }),
    ...(expiresAt !== undefined && { expires_at: expiresAt?.trim() ? toInstant(expiresAt) : null }),
    ...(typeof isActive === 'boolean' && { is_active: isActive }),
    updated_at: ctx.now,
  })
  await audit(ctx, { action: 'update', entityType: 'api_key', entityId: id, before, after: row })
  return apiKeyView(row)
}

/** Every call looks the key up anew, so the next one is already refused. */
export async function revokeKey(ctx: Ctx, id: string): Promise<void> {
  const before = await repo.removeKey(ctx, id)
  if (!before) throw notFound('la clave de API')
  await audit(ctx, { action: 'delete', entityType: 'api_key', entityId: id, before })
}

function distinct(scopes: readonly Scope[]): Scope[] {
  return [...new Set(scopes)]
}
