import pg from 'pg'
import type { Engine, Flown, Session, Statement } from './engine.ts'
import { Flight, Names, onlyAnswer, types } from './flight.ts'
import { createGates } from './gates.ts'

/** A PostgreSQL server through a pool of connections. */
export function openPostgres(url: string, poolSize: number): Engine {
  const pool = new pg.Pool({
    connectionString: url,
    types,
    application_name: 'resguardo',
    pipeline: true,
    max: poolSize,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  })
  // A connection that dies is replaced at its next use; without a listener it would end the process, idle or not.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const names = new Names()
  const gates = createGates(pool, poolSize)

  /** What cannot be written down does not leave. */
  async function take(statements: readonly Statement[], leave: (flight: Flight) => void): Promise<Flown> {
    try {
      const flight = new Flight(statements, names)
      leave(flight)
      return await flight.flown
    } catch (error) {
      return { answers: [], error }
    }
  }

  function session(client: pg.PoolClient): Session {
    const send: Session['send'] = (statements) => take(statements, (flight) => client.query(flight))
    return {
      send,
      async query(sql, parameters) {
        if (parameters) return onlyAnswer(await send([{ sql, parameters }]))
        const { rows, rowCount, command } = [await client.query(sql)].flat().at(-1)!
        return { rows, count: rowCount ?? 0, command }
      },
      release: (broken) => client.release(broken),
    }
  }

  return {
    kind: 'postgres',
    acquire: async () => session(await pool.connect()),
    fly: (mode, statements) => take(statements, (flight) => gates.fly(mode, flight)),
    async asOwner(sql, parameters) {
      const result = await pool.query(sql, parameters as unknown[] | undefined)
      return { rows: [result].flat().flatMap((part) => part.rows) }
    },
    ping: () =>
      pool.query('select 1').then(
        () => true,
        () => false,
      ),
    close() {
      gates.close()
      return pool.end()
    },
  }
}
