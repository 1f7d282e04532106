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

/** A transaction of `resguardo_app` sees no row until it has entered a tenant; the system's sees those of all. */
export type DatabaseRole = 'resguardo_app' | 'resguardo_system'
export type Mode = 'read only' | 'read write'

export interface Session {
  /** Opens a transaction with the rights of the role, in one message. */
  begin(mode: Mode, role: DatabaseRole): Promise<void>
  /** Statements may be sent without waiting for the one before: they run in order. */
  query(sql: string, parameters?: readonly unknown[]): Promise<Answer>
  /**
   * Ends a transaction that wrote nothing and gives the session back. Nobody waits for it: nothing could be lost, and
   * whoever has the session next speaks after it.
   */
  finish(): void
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

export const beginText = (mode: Mode, role: DatabaseRole) => `begin ${mode}; set local role ${role}`
