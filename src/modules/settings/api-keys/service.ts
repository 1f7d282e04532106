import { audit } from '#db/audit.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { together } from '#db/sql.ts'
import { toInstant } from '#kernel/dates.ts'
import { found } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { type PageQuery, pagination } from '#kernel/paging.ts'
import { digest, newToken } from '#kernel/secrets.ts'
import * as repo from './repo.ts'
import { apiKeys } from './repo.ts'
import { PREFIX_LENGTH, SCOPES, type Scope } from './rules.ts'
import type { ApiKeyPatch, NewApiKey } from './schemas.ts'
import { apiKeyView } from './views.ts'

const API_KEY = 'la clave de API'

export async function listKeys(ctx: ReadCtx, query: PageQuery) {
  const { rows, total } = await repo.listKeys(ctx, query)
  return { items: rows.map(apiKeyView), pagination: pagination(query, total) }
}

/** Without scopes the key has all of them. Only this answer shows the key itself: the database keeps its digest. */
export async function createKey(ctx: WriteCtx, { name, scopes, expiresAt }: NewApiKey) {
  const key = `rsg_${newToken()}`
  const apiKey = {
    id: newId(),
    name,
    prefix: key.slice(0, PREFIX_LENGTH),
    key_hash: digest(key),
    scopes: distinct(scopes ?? SCOPES),
    is_active: true,
    expires_at: readExpiry(expiresAt),
    created_by: ctx.actor.id ?? null,
    created_at: ctx.now,
    updated_at: ctx.now,
  }
  const [row] = await together(
    apiKeys.insert(ctx, apiKey),
    audit(ctx, { action: 'create', entityType: 'api_key', entityId: apiKey.id, after: apiKey }),
  )
  return { ...apiKeyView(row), key }
}

/** Absent leaves alone; a null `expiresAt` means that the key does not expire. */
export async function updateKey(
  ctx: WriteCtx,
  id: string,
  { name, scopes, expiresAt, isActive }: ApiKeyPatch,
) {
  const before = found(await apiKeys.lock(ctx, id), API_KEY)
  const fields = {
    ...(name !== undefined && { name }),
    ...(scopes && { scopes: distinct(scopes) }),
    ...(expiresAt !== undefined && { expires_at: readExpiry(expiresAt) }),
    ...(typeof isActive === 'boolean' && { is_active: isActive }),
    updated_at: ctx.now,
  }
  const after = { ...before, ...fields }
  const [row] = await together(
    apiKeys.update(ctx, id, fields),
    audit(ctx, { action: 'update', entityType: 'api_key', entityId: id, before, after }),
  )
  return apiKeyView(row)
}

/** Every call looks its key up, so the next one is already refused. */
export async function revokeKey(ctx: WriteCtx, id: string): Promise<void> {
  const before = found(await apiKeys.remove(ctx, id), API_KEY)
  await audit(ctx, { action: 'delete', entityType: 'api_key', entityId: id, before })
}

function readExpiry(sent: string | null | undefined): Date | null {
  return sent?.trim() ? toInstant(sent) : null
}

function distinct(scopes: readonly Scope[]): Scope[] {
  return [...new Set(scopes)]
}
