import type { Duplex } from 'node:stream'
import pg from 'pg'
import type { Engine, Session } from './engine.ts'
import { isAway } from './faults.ts'
import { Flight, Names, onlyAnswer, types } from './flight.ts'

/** How many flights may share a message when more are waiting than there are connections. */
const MOST_TOGETHER = 4

/** A PostgreSQL server through a pool of connections. */
export function openPostgres(url: string, poolSize: number): Engine {
  const pool = new pg.Pool({
    connectionString: url,
    types,
    application_name: 'resguardo',
    pipeline: true,
    max: poolSize,
    connectionTimeoutMillis: 5000,
    // A timer for every use of a connection costs more than an idle connection does.
    idleTimeoutMillis: 0,
    keepAlive: true,
  })
  // A connection that dies is replaced at its next use; without a listener it would end the process, idle or not.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const names = new Names()

  function session(client: pg.PoolClient): Session {
    const send: Session['send'] = (statements) => client.query(new Flight(statements, names)).flown
    return {
      send,
      async query(sql, parameters) {
        if (parameters) return onlyAnswer(await send([{ sql, parameters }]))
        const { rows, rowCount, command } = await client.query(sql)
        return { rows, count: rowCount ?? 0, command }
      },
      release: (broken) => client.release(broken),
    }
  }

  const departures: Flight[] = []
  let gates = 0

  async function serve(client: pg.PoolClient): Promise<void> {
    let serving = true
    while (serving && departures.length > 0) {
      const share = Math.min(MOST_TOGETHER, Math.ceil(departures.length / poolSize))
      const flown = await depart(client, departures.splice(0, share))
      serving = pool.waitingCount === 0 && !flown.some(({ error }) => isAway(error))
    }
  }

  /** One connection takes flights for as long as there are any, and nobody waits for a session of their own. */
  async function openGate(): Promise<void> {
    gates += 1
    try {
      const client = await pool.connect()
      await serve(client).finally(() => client.release())
    } catch (error) {
      for (const flight of departures.splice(0)) flight.handleError(error)
    }
    gates -= 1
    if (departures.length > 0 && gates < poolSize) openGate()
  }

  return {
    kind: 'postgres',
    acquire: async () => session(await pool.connect()),
    fly(_mode, statements) {
      const flight = new Flight(statements, names)
      departures.push(flight)
      if (gates < poolSize) openGate()
      return flight.flown
    },
    async asOwner(sql, parameters) {
      const result = await pool.query(sql, parameters as unknown[] | undefined)
      return { rows: [result].flat().flatMap((part) => part.rows) }
    },
    ping: () =>
      pool.query('select 1').then(
        () => true,
        () => false,
      ),
    close: () => pool.end(),
  }
}

/** Several flights on one connection leave as one message: a system call costs more than a statement. */
function depart(client: pg.PoolClient, flights: readonly Flight[]) {
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection
  stream.cork()
  for (const flight of flights) client.query(flight)
  stream.uncork()
  return Promise.all(flights.map(({ flown }) => flown))
}
