import type { Kysely } from 'kysely'
import { inSpan } from '#kernel/tracing.ts'
import { type Constraints, isAway, isOutdated, translateError } from './errors.ts'
import type { Replicas } from './replicas/replicas.ts'
import type { Tables } from './tables.ts'
import { sendTraced } from './tracing.ts'
import { type Query, QueryBuilder } from './wire/driver.ts'
import type { BatchResult, Engine, Mode, QueryResult, Statement } from './wire/engine.ts'

export type Db = Kysely<Tables>

/**
 * Authorizes the caller of a transaction. Its statement comes first: it sets the database role, without which the owner
 * would see no rows, and looks the caller up.
 */
export interface Guard<Grant> {
  statement(mode: Mode): Statement
  /** Sees the rows of the statement; throws a Failure when the caller is not authorized. */
  authorize(rows: Record<string, unknown>[]): Grant
}

/** A guard that the database itself enforces: without authorization the statements that follow it fail. */
export interface EnforcedGuard<Grant> extends Guard<Grant> {
  readonly enforcedByDatabase: true
}

/** Above tenants: sees the rows of all of them. */
export const SYSTEM: EnforcedGuard<void> = {
  enforcedByDatabase: true,
  statement: (mode) => ({
    sql: `select set_config('role', 'resguardo_system', true), set_config('transaction_read_only', $1, true)`,
    parameters: [mode === 'read only' ? 'on' : 'off'],
  }),
  authorize: () => undefined,
}

/** A replica's answer contains everything that was committed before the read began, like the primary's. */
export type ReadFrom = 'primary' | 'replica'

export interface Database {
  readonly engine: Engine
  /** Undefined where none is configured. */
  readonly replicas: Replicas | undefined
  /**
   * Queries made within one turn of the event loop leave as one batch behind the guard's statement, and are one
   * transaction. No connection is held between two batches. No result is given out before authorization.
   */
  read<Grant, Result>(
    guard: Guard<Grant>,
    work: (db: Db, granted: () => Promise<Grant>) => Promise<Result>,
    from?: ReadFrom,
  ): Promise<{ grant: Grant; result: Result }>
  /**
   * `work` starts after authorization, and its result counts once committed. The query of `readEarly` leaves in one batch
   * with the guard's statement, and its result reaches `work` alone.
   */
  transaction<Grant, Result, Early = undefined>(
    guard: Guard<Grant>,
    work: (db: Db, grant: Grant, early: Early) => Promise<Result>,
    readEarly?: (db: Db) => Promise<Early>,
  ): Promise<Result>
  /** Guard, statements and commit in one batch, for writes that need no result: all of them or none. */
  write(guard: EnforcedGuard<unknown>, statements: readonly Statement[]): Promise<void>
}

const SET_ROLE = `select set_config('app.role', current_setting('role'), true), set_config('role', $1, true)`
const RESTORE_ROLE = `select set_config('role', current_setting('app.role'), true)`

/**
 * One statement with the rights of another role, inside the caller's transaction; `none` is the owner of the schema.
 * The three statements are queued together, so that no statement of the caller's runs between them with those rights.
 */
export async function withRole(
  db: Db,
  role: 'none' | 'resguardo_system',
  sql: string,
  parameters: readonly unknown[],
): Promise<QueryResult> {
  const [, result] = await Promise.all([
    queryAtOnce(db, SET_ROLE, [role]),
    queryAtOnce(db, sql, parameters),
    queryAtOnce(db, RESTORE_ROLE, []),
  ])
  return result
}

/** Runs `effect` once the transaction is durable, for example to wake a worker. A crash may lose it. */
export function afterCommit(db: Db, effect: () => void): void {
  handleOf(db).effects.push(effect)
}

function handleOf(db: Db): QueryBuilder<Tables> {
  if (!(db instanceof QueryBuilder)) throw new Error('this handle does not belong to a transaction')
  return db
}

/**
 * Adds a query to the batch of this very turn, ahead of the queries of a builder, which take a few microtasks to arrive.
 * A query that the act does not await is sent with the commit.
 */
export function queryAtOnce(db: Db, sql: string, parameters: readonly unknown[]): Promise<QueryResult> {
  return handleOf(db).query(sql, parameters)
}

function fulfilled<T>(settled: PromiseSettledResult<T>): T {
  if (settled.status === 'rejected') throw settled.reason
  return settled.value
}

/** Collects the queries of one turn of the event loop into a batch. Queries made meanwhile wait for the next batch. */
function batchPerTurn(send: (statements: readonly Statement[]) => Promise<BatchResult>) {
  type Pending = Statement & { resolve(result: QueryResult): void; reject(error: unknown): void }
  let pending: Pending[] = []
  let sending = false

  async function flush() {
    if (sending || pending.length === 0) return
    const batch = pending
    pending = []
    sending = true
    const { results, error } = await send(batch)
    sending = false
    for (const [at, { resolve, reject }] of batch.entries()) {
      const result = results[at]
      if (result) resolve(result)
      else reject(error)
    }
    if (pending.length > 0) setImmediate(flush)
  }

  const query: Query = (sql, parameters) =>
    new Promise((resolve, reject) => {
      if (pending.push({ sql, parameters, resolve, reject }) === 1 && !sending) setImmediate(flush)
    })
  /** Rejects the queries that were not sent. */
  function rejectPending(error: unknown): void {
    for (const { reject } of pending.splice(0)) reject(error)
  }
  return { query, rejectPending }
}

export function createDatabase(
  engine: Engine,
  constraints: Constraints = {},
  replicas?: Replicas | undefined,
): Database {
  const translate = (error: unknown, mode: Mode) =>
    translateError(error, constraints, { writing: mode === 'read write' })

  /** A query builder that sends its queries through `query`, until `end`. */
  function handleOver(query: Query): { db: QueryBuilder<Tables>; end(): void } {
    let ended = false
    /** A branch of the work that outlives its failure must not query a session that serves another tenant by then. */
    const queryUntilEnd: Query = (sql, parameters) =>
      ended
        ? Promise.reject(new Error('this query came after the end of its transaction'))
        : query(sql, parameters)
    const db = new QueryBuilder<Tables>(queryUntilEnd)
    const end = () => {
      ended = true
    }
    return { db, end }
  }

  /** Sends the guard's statement and the others in one batch, a transaction of its own. Rejects without authorization. */
  async function sendGuarded<Grant>(
    guard: Guard<Grant>,
    mode: Mode,
    statements: readonly Statement[],
    send: Engine['send'] = (...batch) => engine.send(...batch),
  ): Promise<BatchResult & { grant: Grant }> {
    const all = [guard.statement(mode), ...statements]
    const sendAll = () => sendTraced(all, (traced) => send(mode, traced))
    let sent = await sendAll()
    // Nothing was written: if a newer version changed a table meanwhile, the same batch is sent once more.
    if (isOutdated(sent.error)) sent = await sendAll()
    const [guarded, ...results] = sent.results
    if (!guarded) throw translate(sent.error, mode)
    // A refusal of the caller comes before an error of the other statements.
    return { grant: guard.authorize(guarded.rows), results, error: sent.error }
  }

  async function transact<Grant, Result, Early>(
    guard: Guard<Grant>,
    work: (db: Db, grant: Grant, early: Early) => Promise<Result>,
    readEarly: ((db: Db) => Promise<Early>) | undefined,
  ): Promise<Result> {
    const session = await engine.acquire('read write').catch((error) => {
      throw translate(error, 'read write')
    })
    const { query, rejectPending } = batchPerTurn((statements) => sendTraced(statements, session.send))
    const { db, end } = handleOver(query)
    try {
      const { sql, parameters } = guard.statement('read write')
      const guarding = Promise.all([query('begin', []), query(sql, parameters)])
      // A refusal of the caller comes before an error of the early query.
      const [guarded, early] = await Promise.allSettled([guarding, readEarly?.(db)])
      const grant = guard.authorize(fulfilled(guarded)[1].rows)
      const result = await work(db, grant, fulfilled(early) as Early)
      end()
      await commit(query)
      session.release()
      for (const effect of db.effects) effect()
      return result
    } catch (error) {
      end()
      // The rollback is sent alone: behind a statement that fails the server would skip it.
      rejectPending(error)
      // The session goes back to the pool when the server confirms the rollback, and is closed otherwise. One that leads
      // to a standby is closed too: the next one leads to the primary.
      await query('rollback', []).then(
        () => session.release(isAway(error)),
        () => session.release(true),
      )
      throw translate(error, 'read write')
    }
  }

  return {
    engine,
    replicas,

    async read(guard, work, from = 'primary') {
      const send = from === 'replica' ? replicas?.reader() : undefined
      let first: ReturnType<typeof sendGuarded<ReturnType<typeof guard.authorize>>> | undefined
      const { query } = batchPerTurn((statements) => {
        const sent = sendGuarded(guard, 'read only', statements, send)
        first ??= sent
        return sent.catch((error) => ({ results: [], error }))
      })
      // Work without a query needs authorization too.
      const granted = async () => {
        first ??= sendGuarded(guard, 'read only', [], send)
        return (await first).grant
      }
      const { db, end } = handleOver(query)
      const [worked] = await Promise.allSettled([Promise.try(work, db, granted)])
      end()
      const grant = await granted()
      if (worked.status === 'rejected') throw translate(worked.reason, 'read only')
      return { grant, result: worked.value }
    },

    transaction(guard, work, readEarly) {
      return inSpan('transaction', { kind: 'internal' }, () => transact(guard, work, readEarly))
    },

    async write(guard, statements) {
      const { error } = await sendGuarded(guard, 'read write', statements)
      if (error !== undefined) throw translate(error, 'read write')
    },
  }

  /** PostgreSQL replies to the commit of a failed transaction with ROLLBACK instead of an error. */
  async function commit(query: Query): Promise<void> {
    const { command } = await query('commit', [])
    if (command === 'ROLLBACK') throw new Error('a database error was swallowed inside a transaction')
  }
}
