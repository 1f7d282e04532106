/** What the two databases offer alike: sessions that run SQL, and what belongs together in one flight. */
export interface Engine {
  readonly kind: 'postgres' | 'embedded'
  /** A session of one's own until it is released. Rejects with «unavailable» when the server does not answer. */
  acquire(mode: Mode): Promise<Session>
  /**
   * Statements that travel together and are one transaction: what they did counts when the promise is fulfilled without
   * an error, all of it or nothing. Never rejects.
   */
  fly(mode: Mode, statements: readonly Statement[]): Promise<Flown>
  /** As the owner of the schema, outside every scope: for the job queue's own tables and for tests. */
  asOwner(sql: string, parameters?: readonly unknown[]): Promise<{ rows: Record<string, unknown>[] }>
  /** True while statements are answered. */
  ping(): Promise<boolean>
  close(): Promise<void>
}

export type Mode = 'read only' | 'read write'

export interface Session {
  /** Statements that travel together: one message there, one back. Never rejects. */
  send(statements: readonly Statement[]): Promise<Flown>
  /** One statement with parameters; without them also a script of several. */
  query(sql: string, parameters?: readonly unknown[]): Promise<Answer>
  /** A broken session is thrown away instead of going back to the pool. */
  release(broken?: boolean): void
}

export interface Statement {
  sql: string
  parameters: readonly unknown[]
}

/** The answers up to the first statement that failed, and why it did. Without a commit there are none. */
export interface Flown {
  answers: Answer[]
  error?: unknown
}

export interface Answer {
  rows: Record<string, unknown>[]
  count: number
  command: string
}
