import type { PasskeyRow } from './repo.ts'

export function passkeyView({ id, name, backed_up, created_at, last_used_at }: PasskeyRow) {
  return {
    id,
    name,
    backedUp: backed_up,
    createdAt: created_at.toISOString(),
    lastUsedAt: last_used_at?.toISOString() ?? null,
  }
}
