import type { Duplex } from 'node:stream'
import type pg from 'pg'
import type { Mode } from './engine.ts'
import { isAway } from './faults.ts'
import type { Flight } from './flight.ts'

/** How many flights may share a message when more are waiting than there are connections. */
const MOST_TOGETHER = 4
/** What has taken longer of late holds up nobody: it travels alone. */
const SLOW_MS = 50
const MOST_KINDS = 2000
/** As long as the pool lets others wait. */
const PATIENCE_MS = 5000
const LOOK_EVERY_MS = 1000
const NO_CONNECTION = 'timeout exceeded when trying to connect'

interface Departure {
  flight: Flight
  mode: Mode
  since: number
}

/**
 * Sends flights over the connections of a pool. A gate is a connection that takes one after the other for as long as
 * there are any. When more wait than there are connections, a few that are known to be quick leave as one message: a
 * system call costs more than a statement. Readers never share with writers, who may have to wait for a lock.
 */
export function createGates(pool: pg.Pool, size: number) {
  const waiting: Departure[] = []
  let gates = 0
  /** How long each kind of flight has taken, the last times counting most. */
  const paces = new Map<string, number>()

  function isQuick({ kind }: Flight): boolean {
    return (paces.get(kind) ?? Number.POSITIVE_INFINITY) < SLOW_MS
  }

  function note({ kind }: Flight, ms: number): void {
    const pace = paces.get(kind)
    if (kind === '' || (pace === undefined && paces.size >= MOST_KINDS)) return
    paces.set(kind, pace === undefined ? ms : pace + (ms - pace) / 8)
  }

  /** Those who leave next: one, or a few of a kind. */
  function board(): Flight[] {
    const most = Math.min(MOST_TOGETHER, Math.ceil(waiting.length / size))
    const first = waiting[0]!
    const joins = ({ mode, flight }: Departure) => mode === first.mode && isQuick(flight)
    let together = 1
    while (together < most && joins(first) && joins(waiting[together]!)) together += 1
    return waiting.splice(0, together).map(({ flight }) => flight)
  }

  /** Answers whether the connection is of further use. */
  async function serve(client: pg.PoolClient): Promise<boolean> {
    // Whoever waits for a session of their own comes next, once those who are here already had their share.
    let owed = Math.ceil(waiting.length / size)
    while (waiting.length > 0 && (pool.waitingCount === 0 || owed > 0)) {
      const flights = board()
      owed -= flights.length
      send(client, flights)
      if (!(await allLanded(flights))) return false
    }
    return true
  }

  /** They land one after the other. Answers whether the connection lived through it. */
  async function allLanded(flights: readonly Flight[]): Promise<boolean> {
    let from = performance.now()
    let alive = true
    for (const flight of flights) {
      const { error } = await flight.flown
      const now = performance.now()
      note(flight, now - from)
      from = now
      if (isAway(error)) alive = false
    }
    return alive
  }

  async function openGate(): Promise<void> {
    gates += 1
    let connected = false
    try {
      const client = await pool.connect()
      connected = true
      client.release(!(await serve(client)))
    } catch (error) {
      // As long as another gate is open, it takes those who wait; and a busy pool is no reason to send all of them away.
      if (gates === 1 && (error as Error).message !== NO_CONNECTION) refuse(waiting.splice(0), error)
    }
    gates -= 1
    if (waiting.length > 0 && gates < size && (connected || gates === 0)) openGate()
  }

  function refuse(departures: Departure[], error: unknown): void {
    for (const { flight } of departures) flight.handleError(error)
  }

  const looking = setInterval(() => {
    const late = performance.now() - PATIENCE_MS
    const inTime = waiting.findIndex(({ since }) => since > late)
    refuse(waiting.splice(0, inTime === -1 ? waiting.length : inTime), new Error(NO_CONNECTION))
  }, LOOK_EVERY_MS)
  looking.unref()

  return {
    fly(mode: Mode, flight: Flight): void {
      waiting.push({ flight, mode, since: performance.now() })
      if (gates < size) openGate()
    },
    close(): void {
      clearInterval(looking)
      refuse(waiting.splice(0), new Error('Client was closed'))
    },
  }
}

function send(client: pg.PoolClient, flights: readonly Flight[]): void {
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection
  stream.cork()
  try {
    for (const flight of flights) client.query(flight)
  } catch (error) {
    for (const flight of flights) flight.handleError(error)
  } finally {
    stream.uncork()
  }
}
