import {
  type DatabaseConnection,
  type Dialect,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import pg, { type Connection, type Submittable } from 'pg'
import { serialize } from 'pg-protocol'
import { Parser } from 'pg-protocol/dist/parser.js'
import type { QueryResult } from './engine.ts'
import { ConnectionState } from './prepared-statements.ts'

/**
 * Everything that relies on behaviour which `pg`, `pg-protocol` and `kysely` do not document. No other file may. Each
 * part gives its reason. `driver.alone.test.ts` has a test for each and fails on a version that nobody has reviewed.
 */

// ── 1. Values become text by `pg.utils.prepareValue`, which the types of pg do not declare. ──
// A conversion of our own would have to repeat its rules for arrays, dates, buffers and JSON.

export const { prepareValue } = (
  pg as unknown as { utils: { prepareValue(value: unknown): string | Buffer | null } }
).utils

// ── 2. Messages are written by `serialize`, which pg-protocol exports and does not document. ──
// pg writes each of them by itself; a batch is one write.

export const { parse, bind, describe, execute, sync, close } = serialize

// ── 3. Replies of the embedded database are read by pg-protocol's Parser, whose messages differ by name. ──

/** The messages of the server that concern a batch, in the order of the protocol. */
export interface Receiver {
  describe(columns: readonly Column[]): void
  row(fields: readonly (string | null)[]): void
  complete(tag: string): void
  ready(): void
  fail(error: unknown): void
}

export interface Column {
  name: string
  dataTypeID: number
}

type Message = { name: string; fields?: unknown; text?: string }

export function readMessages(bytes: Buffer, batch: Receiver): void {
  new Parser().parse(bytes, (message: Message) => {
    if (message.name === 'dataRow') batch.row(message.fields as (string | null)[])
    else if (message.name === 'commandComplete') batch.complete(message.text!)
    else if (message.name === 'rowDescription') batch.describe(message.fields as Column[])
    else if (message.name === 'emptyQuery') batch.complete('')
    else if (message.name === 'readyForQuery') batch.ready()
    else if (message.name === 'error') batch.fail(message)
  })
}

// ── 4. The pool: errors of its connections have to be listened to, idle or not. ──

export function openPool(
  url: string,
  size: number,
  types: pg.CustomTypesConfig,
  longestQueryMs?: number,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    types,
    application_name: 'resguardo',
    max: size,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    ...(longestQueryMs && { query_timeout: longestQueryMs }),
  })
  // The pool replaces a dead connection at its next use; without a listener its error would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

// ── 5. A batch is a `Submittable`, like pg-cursor. Its handlers are undocumented. ──
// 5a. `submit` may write to `connection.stream`.
// 5b. The driver calls the handlers below, and `handleError` once instead of `handleReadyForQuery`.
// 5c. A query handed over inside `handleReadyForQuery` or `handleError` gets the next replies of the connection. So the
//     bytes of several batches leave in one write, and each batch is a query of its own to the driver.
// 5d. With `query_timeout` in the url the driver sets `callback`, which clears its timer.

/** A batch, to this file. */
export interface Encodable extends Receiver {
  encode(state: ConnectionState): Buffer
}

class Submission implements Submittable {
  callback: (() => void) | undefined
  readonly #batch: Receiver
  readonly #bytes: Buffer | undefined
  readonly #onEnd: (error?: unknown) => void
  #ended = false

  constructor(batch: Receiver, bytes: Buffer | undefined, onEnd: (error?: unknown) => void) {
    this.#batch = batch
    this.#bytes = bytes
    this.#onEnd = onEnd
  }

  submit({ stream }: Connection): void {
    if (this.#bytes) stream.write(this.#bytes)
  }

  handleRowDescription({ fields }: { fields: Column[] }): void {
    this.#batch.describe(fields)
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.#batch.row(fields)
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#batch.complete(text)
  }

  handleEmptyQuery(): void {
    this.#batch.complete('')
  }

  handleReadyForQuery(): void {
    if (this.#end()) this.#batch.ready()
  }

  handleError(error: unknown): void {
    if (this.#end(error)) this.#batch.fail(error)
  }

  #end(error?: unknown): boolean {
    if (this.#ended) return false
    this.#ended = true
    this.callback?.()
    this.#onEnd(error)
    return true
  }
}

const states = new WeakMap<pg.ClientBase, ConnectionState>()

function stateOf(client: pg.ClientBase): ConnectionState {
  const known = states.get(client)
  if (known) return known
  const state = new ConnectionState()
  states.set(client, state)
  return state
}

/** Sends the batches in one write. Each is a transaction of its own. A batch that cannot be encoded fails alone. */
export function submit(client: pg.ClientBase, batches: readonly Encodable[]): void {
  const state = stateOf(client)
  const encoded: Encodable[] = []
  const pieces: Buffer[] = []
  for (const batch of batches) {
    try {
      pieces.push(batch.encode(state))
      encoded.push(batch)
    } catch (error) {
      batch.fail(error)
    }
  }
  const [first, ...rest] = encoded
  if (first) submitNext(client, first, rest, pieces.length === 1 ? pieces[0] : Buffer.concat(pieces))
}

function submitNext(client: pg.ClientBase, batch: Receiver, rest: readonly Receiver[], bytes?: Buffer): void {
  const onEnd = (error?: unknown) => {
    const [next, ...others] = rest
    if (!next) return
    if (error === undefined || isServerError(error)) submitNext(client, next, others)
    else for (const unanswered of rest) unanswered.fail(error)
  }
  client.query(new Submission(batch, bytes, onEnd))
}

/** An error in the server's reply, after which the connection goes on. Any other error comes from the driver. */
export function isServerError(error: unknown): boolean {
  return error instanceof pg.DatabaseError
}

// ── 6. Errors of the driver itself have texts and no codes. ──

/** The pool's text when all connections stay busy for `connectionTimeoutMillis`. */
export const NO_CONNECTION = 'timeout exceeded when trying to connect'

/** A connection that ended, was not queryable any more, or was closed by us; and a pool without a free one. */
export const AWAY_MESSAGE = new RegExp(
  `Connection terminated|connection error and is not queryable|${NO_CONNECTION}|Client was closed`,
)

// ── 7. The server process behind a connection, as announced when the connection began (`processID`). ──
// A pooler announces a number of its own, which reveals it.

export function backendOf(client: pg.ClientBase): number {
  return (client as unknown as { processID: number }).processID
}

// ── 8. A query builder per transaction: kysely's executor with a connection of ours. ──
// A dialect of our own would pass the same connection on through a driver that opens and closes it asynchronously.

const dialect: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}
const config = { dialect }
const props = { config, dialect, driver: new DummyDriver() }
const executor = new Kysely<unknown>(config).getExecutor()

export type Query = (sql: string, parameters: readonly unknown[]) => Promise<QueryResult>

/**
 * Also sends texts that no builder made. It holds its query in a field: a WeakMap would keep the rows of every read through
 * the quick rounds of the garbage collector, and only a slow one would free them.
 */
export class QueryBuilder<Tables> extends Kysely<Tables> {
  readonly query: Query
  /** Effects that wait for the commit. */
  readonly effects: (() => void)[] = []

  constructor(query: Query) {
    super({ ...props, executor: executor.withConnectionProvider(connectionThrough(query)) })
    this.query = query
  }
}

function connectionThrough(query: Query) {
  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) {
      const { rows, count } = await query(sql, parameters)
      return { rows: rows as R[], numAffectedRows: BigInt(count) }
    },
    // biome-ignore lint/correctness/useYield: the interface asks for a generator.
    async *streamQuery() {
      throw new Error('streaming is not offered: page by key instead')
    },
  }
  return {
    provideConnection: <T>(consume: (it: DatabaseConnection) => Promise<T>) => consume(connection),
  }
}
