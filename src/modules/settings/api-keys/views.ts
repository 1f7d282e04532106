import { iso } from '#kernel/dates.ts'
import type { ApiKeyRow } from './repo.ts'
import type { ApiKey } from './schemas.ts'

export function apiKeyView(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: row.scopes,
    expiresAt: iso(row.expires_at),
    lastUsedAt: iso(row.last_used_at),
    isActive: row.is_active,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  }
}
