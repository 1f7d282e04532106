import { digest } from '#kernel/secrets.ts'

/**
 * The controller must prove consent (art. 12): a receipt is a hash over the record and over the content shown. Both are
 * hashed as canonical JSON (RFC 8785), so anyone can recompute the hash from what the interface shows.
 */
export function hashOf(value: object): string {
  return digest(canonical(value))
}

/** Equal values give the same text. Needed because jsonb does not keep the order of keys. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, part]) => `${JSON.stringify(key)}:${canonical(part)}`)
  return `{${members.join(',')}}`
}
