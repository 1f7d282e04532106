import { isId } from '#kernel/ids.ts'

/** What the two databases offer alike: sessions that run SQL, one statement after the other. */
export interface Engine {
  readonly kind: 'postgres' | 'embedded'
  /** A session of one's own until it is released. Rejects with «unavailable» when the server does not answer. */
  acquire(): Promise<Session>
  /** As the owner of the schema, outside every scope: for the job queue's own tables and for tests. */
  asOwner(sql: string, parameters?: readonly unknown[]): Promise<{ rows: Record<string, unknown>[] }>
  /** True while statements are answered. */
  ping(): Promise<boolean>
  close(): Promise<void>
}

/** Whose rows a transaction may see: the database role, and the tenant and user its policies compare with. */
export interface Scope {
  role: 'resguardo_app' | 'resguardo_system'
  tenantId?: string
  userId?: string
}

export interface Session {
  /** Sends the text of `beginText`: it opens the transaction and narrows it to a scope, in one message. */
  begin(opening: string): Promise<void>
  /** Statements may be sent without waiting for the one before: they run in order. */
  query(sql: string, parameters?: readonly unknown[]): Promise<Answer>
  /** A broken session is thrown away instead of going back to the pool. */
  release(broken?: boolean): void
}

export interface Answer {
  rows: Record<string, unknown>[]
  count: number
  command: string
}

// Type numbers of PostgreSQL's catalogue, for both drivers.
export const OID = { int8: 20, date: 1082, timestamptz: 1184, numeric: 1700 } as const

/** PostgreSQL prints UTC as `2026-11-15 02:50:09.123+00`; anything else goes the slow way. */
export function parseInstant(text: string): Date {
  if (text.endsWith('+00')) return new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
  return new Date(text.replace(/([+-]\d{2})$/, '$1:00'))
}

/** The opening of a transaction as one text. Ids are checked, because they are written into it. */
export function beginText(
  mode: 'read only' | 'read write',
  { role, tenantId = '', userId = '' }: Scope,
): string {
  for (const id of [tenantId, userId]) if (id !== '' && !isId(id)) throw new Error('a scope takes ids only')
  return `begin ${mode}; select set_config('role', '${role}', true), set_config('app.tenant_id', '${tenantId}', true), set_config('app.user_id', '${userId}', true)`
}
