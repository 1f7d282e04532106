/** The interface of both databases: batches of statements, and sessions for work between two statements. */
export interface Engine {
  readonly kind: 'postgres' | 'embedded'
  /** False behind a pooler that forgets prepared statements. */
  readonly prepares: boolean
  /** A session for one caller alone until it is released. Rejects when the server does not answer. */
  acquire(mode: Mode): Promise<Session>
  /**
   * Sends the statements as one batch, which is one transaction. Their effects count when the promise is fulfilled
   * without an error: all of them or none. Never rejects.
   */
  send(mode: Mode, statements: readonly Statement[]): Promise<BatchResult>
  /** As the owner of the schema, outside every scope: for the job queue's own tables and for tests. */
  asOwner(sql: string, parameters?: readonly unknown[]): Promise<{ rows: Record<string, unknown>[] }>
  /** True while the database answers statements and takes writes. */
  ping(): Promise<boolean>
  /** Connections at this instant, and callers that wait for one. */
  load(): { used: number; idle: number; waiting: number }
  close(): Promise<void>
}

export type Mode = 'read only' | 'read write'

export interface Session {
  /** Sends the statements as one batch: one message there, one back. Never rejects. */
  send(statements: readonly Statement[]): Promise<BatchResult>
  /** One statement with parameters; without them also a script of several. */
  query(sql: string, parameters?: readonly unknown[]): Promise<QueryResult>
  /** A broken session is closed instead of going back to the pool. */
  release(broken?: boolean): void
}

export interface Statement {
  sql: string
  parameters: readonly unknown[]
}

/** The results up to the first statement that failed, and its error. A failed commit leaves no results. */
export interface BatchResult {
  results: QueryResult[]
  error?: unknown
}

export interface QueryResult {
  rows: Record<string, unknown>[]
  count: number
  command: string
}
