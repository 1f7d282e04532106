import {
  type DatabaseConnection,
  type Dialect,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type { Answer, DatabaseRole, Engine, Mode, Session } from './engine.ts'
import { isOutdated, translateFault } from './faults.ts'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>

/** With which rights a transaction begins, and the question that opens a tenant to it and says as what. */
export interface Entry<Entered> {
  role: DatabaseRole
  check?: Statement
  /** Sees the rows of the check; throws a Failure to keep the caller out. */
  admit(rows: Record<string, unknown>[]): Entered
}

export interface Statement {
  sql: string
  parameters: readonly unknown[]
}

export interface Database {
  readonly engine: Engine
  /**
   * The door for reads: begin, entry, the queries of `work` and commit travel without waiting for each other.
   * Nothing that `work` found is given out before the entry was admitted.
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
  /** For a write that asks nothing: begin, entry, statements and commit in one flight. All of them, or none. */
  write(entry: Entry<unknown>, statements: readonly Statement[]): Promise<void>
}

const dialect: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}

const senders = new WeakMap<Db, Session['query']>()

const STEP_OUT = `select set_config('app.role', current_setting('role'), true), set_config('role', $1, true)`
const STEP_BACK = `select set_config('role', current_setting('app.role'), true)`

/**
 * One statement with the rights of another role, inside the caller's transaction; `none` is the owner of the schema.
 * The three are sent in one go, so that no statement of the caller's can slip in between and run with those rights.
 */
export async function withRole(
  db: Db,
  role: 'none' | 'resguardo_system',
  sql: string,
  parameters: readonly unknown[],
): Promise<Answer> {
  const send = senders.get(db)
  if (!send) throw new Error('this handle belongs to no transaction')
  const [, answer] = await Promise.all([send(STEP_OUT, [role]), send(sql, parameters), send(STEP_BACK)])
  return answer
}

export function createDatabase(engine: Engine): Database {
  const config = { dialect }
  const root = new Kysely<Tables>(config)
  const props = { config, dialect, driver: new DummyDriver() }

  /** A query builder that speaks over this one session, until `end`. */
  function over(session: Session): { db: Db; end(): void } {
    let ended = false
    /** A branch of the work that outlives its failure must not speak on a session that is another tenant's by then. */
    const send: Session['query'] = (sql, parameters) =>
      ended
        ? Promise.reject(new Error('this query came after the end of its transaction'))
        : session.query(sql, parameters)
    const connection: DatabaseConnection = {
      async executeQuery<R>({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) {
        const answer = await send(sql, parameters)
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
    senders.set(db, send)
    const end = () => {
      ended = true
    }
    return { db, end }
  }

  /** The rows of the check; whatever goes wrong on the way there. */
  async function open(session: Session, mode: Mode, { role, check }: Entry<unknown>) {
    const begun = session.begin(mode, role)
    const checked = check ? session.query(check.sql, check.parameters) : undefined
    const [, answer] = await Promise.all([begun, checked])
    return answer?.rows ?? []
  }

  async function acquire(): Promise<Session> {
    try {
      return await engine.acquire()
    } catch (error) {
      throw translateFault(error)
    }
  }

  /** Back to the pool when the server confirms that the failed transaction is over; thrown away otherwise. */
  async function abandon(session: Session): Promise<void> {
    await session.query('rollback').then(
      () => session.release(),
      () => session.release(true),
    )
  }

  async function readOnce<Entered, Result>(
    entry: Entry<Entered>,
    work: (db: Db) => Promise<Result>,
  ): Promise<{ entered: Entered; result: Result }> {
    const session = await acquire()
    const { db, end } = over(session)
    try {
      const [opened, worked] = await Promise.allSettled([
        open(session, 'read only', entry),
        Promise.try(work, db),
      ])
      end()
      if (opened.status === 'rejected') throw opened.reason
      const entered = entry.admit(opened.value)
      if (worked.status === 'rejected') throw worked.reason
      session.finish()
      return { entered, result: worked.value }
    } catch (error) {
      await abandon(session)
      throw error
    }
  }

  return {
    engine,

    async read(entry, work) {
      try {
        return await readOnce(entry, work).catch((error) => {
          // Asked once more, a read is none the worse: nobody notices that a newer version changed a table meanwhile.
          if (isOutdated(error)) return readOnce(entry, work)
          throw error
        })
      } catch (error) {
        throw translateFault(error)
      }
    },

    async transaction(entry, work) {
      const session = await acquire()
      const { db, end } = over(session)
      try {
        const entered = entry.admit(await open(session, 'read write', entry))
        const result = await work(db, entered)
        end()
        await commit(session)
        session.release()
        return result
      } catch (error) {
        end()
        await abandon(session)
        throw translateFault(error)
      }
    },

    async write(entry, statements) {
      const session = await acquire()
      const outcomes = await Promise.allSettled([
        open(session, 'read write', entry).then(entry.admit),
        ...statements.map(({ sql, parameters }) => session.query(sql, parameters)),
        // After a statement that failed it rolls back, and says so.
        commit(session),
      ])
      // What follows the first failure only echoes it.
      const failed = outcomes.find((outcome) => outcome.status === 'rejected')
      if (!failed) return session.release()
      await abandon(session)
      throw translateFault(failed.reason)
    },
  }

  /** PostgreSQL answers the commit of a failed transaction with ROLLBACK, and no error. */
  async function commit(session: Session): Promise<void> {
    const { command } = await session.query('commit')
    if (command === 'ROLLBACK') throw new Error('a database error was swallowed inside a transaction')
  }
}
