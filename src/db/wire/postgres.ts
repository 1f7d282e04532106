import type pg from 'pg'
import { Batch, onlyResult } from './batch.ts'
import { openPool, submit } from './driver.ts'
import type { BatchResult, Engine, Session, Statement } from './engine.ts'
import { PreparedStatements } from './prepared-statements.ts'
import { createScheduler } from './scheduler.ts'
import { types } from './values.ts'

/** A dead connection is closed after this long, and the next ping opens another. */
const PING_MS = 3000

/** A PostgreSQL server through a pool of connections. Behind some poolers statements cannot be prepared (`pooler.ts`). */
export function openPostgres(url: string, poolSize: number, { prepares = true } = {}): Engine {
  const pool = openPool(url, poolSize, types)
  // A process whose connections are all busy is still ready, so its ping must not queue behind requests.
  const pings = openPool(url, 1, types, PING_MS)
  const prepared = prepares ? new PreparedStatements() : undefined
  const scheduler = createScheduler(pool, poolSize)

  /** If encoding fails, nothing is sent. */
  async function sendBy(
    sendOne: (batch: Batch) => void,
    statements: readonly Statement[],
  ): Promise<BatchResult> {
    try {
      const batch = new Batch(statements, prepared)
      sendOne(batch)
      return await batch.result
    } catch (error) {
      return { results: [], error }
    }
  }

  function session(client: pg.PoolClient): Session {
    const send: Session['send'] = (statements) => sendBy((batch) => submit(client, [batch]), statements)
    return {
      send,
      async query(sql, parameters) {
        if (parameters) return onlyResult(await send([{ sql, parameters }]))
        const { rows, rowCount, command } = [await client.query(sql)].flat().at(-1)!
        return { rows, count: rowCount ?? 0, command }
      },
      release: (broken) => client.release(broken),
    }
  }

  return {
    kind: 'postgres',
    prepares,
    acquire: async () => session(await pool.connect()),
    send: (mode, statements) => sendBy((batch) => scheduler.send(mode, batch), statements),
    async asOwner(sql, parameters) {
      const result = await pool.query(sql, parameters as unknown[] | undefined)
      return { rows: [result].flat().flatMap((part) => part.rows) }
    },
    ping: () =>
      pings.query('select not pg_is_in_recovery() as writes').then(
        ({ rows }) => rows[0].writes === true,
        () => false,
      ),
    load: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    async close() {
      scheduler.close()
      await Promise.all([pool.end(), pings.end()])
    },
  }
}
