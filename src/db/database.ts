import {
  type DatabaseConnection,
  type Dialect,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type { Answer, Engine, Flown, Mode, Statement } from './engine.ts'
import { isOutdated, translateFault } from './faults.ts'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>

/**
 * The way in. The first statement of every transaction steps into one of the roles, which an owner who forgot to would
 * have no rows without, and asks who the caller is.
 */
export interface Entry<Entered> {
  check(mode: Mode): Statement
  /** Sees the rows of the check; throws a Failure to keep the caller out. */
  admit(rows: Record<string, unknown>[]): Entered
}

/** One that the database itself closes to whoever is not admitted: what follows it in the same flight fails. */
export interface SealedEntry<Entered> extends Entry<Entered> {
  readonly sealed: true
}

/** Above tenants, whose rows it sees all of. */
export const SYSTEM: SealedEntry<void> = {
  sealed: true,
  check: (mode) => ({
    sql: `select set_config('role', 'resguardo_system', true), set_config('transaction_read_only', $1, true)`,
    parameters: [mode === 'read only' ? 'on' : 'off'],
  }),
  admit: () => undefined,
}

export interface Database {
  readonly engine: Engine
  /**
   * The door for reads: what is asked within one turn of the event loop travels together, behind the entry, and is one
   * transaction. So nothing is held between two flights, and nothing is given out to whoever is not admitted.
   */
  read<Entered, Result>(
    entry: Entry<Entered>,
    work: (db: Db) => Promise<Result>,
  ): Promise<{ entered: Entered; result: Result }>
  /** The door for writes: `work` starts once the entry was admitted, and its result counts once committed. */
  transaction<Entered, Result>(
    entry: Entry<Entered>,
    work: (db: Db, entered: Entered) => Promise<Result>,
  ): Promise<Result>
  /** For a write that asks nothing: entry, statements and commit in one flight. All of them, or none. */
  write(entry: SealedEntry<unknown>, statements: readonly Statement[]): Promise<void>
}

const dialect: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}

type Ask = (sql: string, parameters: readonly unknown[]) => Promise<Answer>

/** Whoever still waits to leave stays here. */
type Drop = (error: unknown) => void

const askers = new WeakMap<Db, Ask>()

const STEP_OUT = `select set_config('app.role', current_setting('role'), true), set_config('role', $1, true)`
const STEP_BACK = `select set_config('role', current_setting('app.role'), true)`

/**
 * One statement with the rights of another role, inside the caller's transaction; `none` is the owner of the schema.
 * The three are asked in one go, so that no statement of the caller's can slip in between and run with those rights.
 */
export async function withRole(
  db: Db,
  role: 'none' | 'resguardo_system',
  sql: string,
  parameters: readonly unknown[],
): Promise<Answer> {
  const ask = askers.get(db)
  if (!ask) throw new Error('this handle belongs to no transaction')
  const [, answer] = await Promise.all([ask(STEP_OUT, [role]), ask(sql, parameters), ask(STEP_BACK, [])])
  return answer
}

/** What is asked within one turn of the event loop leaves as one flight; what is asked meanwhile, with the next. */
function gather(fly: (statements: readonly Statement[]) => Promise<Flown>): { ask: Ask; drop: Drop } {
  type Asked = Statement & { resolve(answer: Answer): void; reject(error: unknown): void }
  let waiting: Asked[] = []
  let flying = false

  async function leave() {
    if (flying || waiting.length === 0) return
    const asked = waiting
    waiting = []
    flying = true
    const { answers, error } = await fly(asked)
    flying = false
    for (const [at, { resolve, reject }] of asked.entries()) {
      const answer = answers[at]
      if (answer) resolve(answer)
      else reject(error)
    }
    if (waiting.length > 0) setImmediate(leave)
  }

  return {
    ask: (sql, parameters) =>
      new Promise((resolve, reject) => {
        if (waiting.push({ sql, parameters, resolve, reject }) === 1 && !flying) setImmediate(leave)
      }),
    drop(error) {
      for (const { reject } of waiting.splice(0)) reject(error)
    },
  }
}

export function createDatabase(engine: Engine): Database {
  const config = { dialect }
  const root = new Kysely<Tables>(config)
  const props = { config, dialect, driver: new DummyDriver() }

  /** A query builder that asks this way, until `end`. */
  function over(ask: Ask): { db: Db; end(): void } {
    let ended = false
    /** A branch of the work that outlives its failure must not speak on a session that is another tenant's by then. */
    const asker: Ask = (sql, parameters) =>
      ended
        ? Promise.reject(new Error('this query came after the end of its transaction'))
        : ask(sql, parameters)
    const connection: DatabaseConnection = {
      async executeQuery<R>({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) {
        const answer = await asker(sql, parameters)
        return { rows: answer.rows as R[], numAffectedRows: BigInt(answer.count) }
      },
      // biome-ignore lint/correctness/useYield: the interface asks for a generator; cursors break pipelining.
      async *streamQuery() {
        throw new Error('streaming is not offered: page by key instead')
      },
    }
    const executor = root
      .getExecutor()
      .withConnectionProvider({ provideConnection: (consume) => consume(connection) })
    const db: Db = new Kysely<Tables>({ ...props, executor })
    askers.set(db, asker)
    const end = () => {
      ended = true
    }
    return { db, end }
  }

  /** A transaction of its own: entry and statements in one flight. Rejects when the caller is not admitted. */
  async function flight<Entered>(
    entry: Entry<Entered>,
    mode: Mode,
    statements: readonly Statement[],
  ): Promise<Flown & { entered: Entered }> {
    const all = [entry.check(mode), ...statements]
    let flown = await engine.fly(mode, all)
    // Asked once more it is none the worse: nobody notices that a newer version changed a table meanwhile.
    if (isOutdated(flown.error)) flown = await engine.fly(mode, all)
    const [checked, ...answers] = flown.answers
    if (!checked) throw translateFault(flown.error)
    // Why someone may not enter comes before what went wrong inside.
    return { entered: entry.admit(checked.rows), answers, error: flown.error }
  }

  return {
    engine,

    async read(entry, work) {
      let first: ReturnType<typeof flight<ReturnType<typeof entry.admit>>> | undefined
      const { ask } = gather((asked) => {
        const flying = flight(entry, 'read only', asked)
        first ??= flying
        return flying.catch((error) => ({ answers: [], error }))
      })
      const { db, end } = over(ask)
      const [worked] = await Promise.allSettled([Promise.try(work, db)])
      end()
      // Whoever asked nothing has to enter too.
      const { entered } = await (first ?? flight(entry, 'read only', []))
      if (worked.status === 'rejected') throw translateFault(worked.reason)
      return { entered, result: worked.value }
    },

    async transaction(entry, work) {
      const session = await engine.acquire('read write').catch((error) => {
        throw translateFault(error)
      })
      const { ask, drop } = gather(session.send)
      const { db, end } = over(ask)
      try {
        const { sql, parameters } = entry.check('read write')
        const [, checked] = await Promise.all([ask('begin', []), ask(sql, parameters)])
        const result = await work(db, entry.admit(checked.rows))
        end()
        await commit(ask)
        session.release()
        return result
      } catch (error) {
        end()
        // The rollback travels alone: behind a statement that fails it would be skipped.
        drop(error)
        // Back to the pool when the server confirms that the failed transaction is over; thrown away otherwise.
        await ask('rollback', []).then(
          () => session.release(),
          () => session.release(true),
        )
        throw translateFault(error)
      }
    },

    async write(entry, statements) {
      const { error } = await flight(entry, 'read write', statements)
      if (error !== undefined) throw translateFault(error)
    },
  }

  /** PostgreSQL answers the commit of a failed transaction with ROLLBACK, and no error. */
  async function commit(ask: Ask): Promise<void> {
    const { command } = await ask('commit', [])
    if (command === 'ROLLBACK') throw new Error('a database error was swallowed inside a transaction')
  }
}
