import { join } from 'node:path'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { Parser } from 'pg-protocol/dist/parser.js'
import { lockDirectory } from './directory-lock.ts'
import type { Answer, Engine, Flown, Mode, Statement } from './engine.ts'
import { deliver, Flight, Line, Names, onlyAnswer, PARSERS } from './flight.ts'
import { keepHouse } from './housekeeping.ts'
import { prepareDirectory, roomGuard } from './room.ts'

const HOUSEKEEPING_MS = 60_000

/** PostgreSQL inside this process, its files in the data directory. One session at a time. */
export async function openEmbedded(dataDir: string): Promise<Engine> {
  prepareDirectory(dataDir)
  const unlock = lockDirectory(dataDir)
  try {
    const engine = await startEmbedded({ dataDir: join(dataDir, 'db') }, roomGuard(dataDir))
    // What could not be done now, for want of room, is done the next time.
    const keeping = setInterval(() => keepHouse(engine.asKeeper).catch(() => undefined), HOUSEKEEPING_MS)
    keeping.unref()
    return {
      ...engine,
      async close() {
        clearInterval(keeping)
        await engine.close()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

export interface Embedded extends Engine {
  readonly pglite: PGlite
  /** As the owner, however little room there is: what is done this way makes some. */
  asKeeper: Engine['asOwner']
}

/** Also the tests' way in, which keep everything in memory. `assertRoom` is asked before every write. */
export async function startEmbedded(
  options: PGliteOptions,
  assertRoom: () => void = () => undefined,
): Promise<Embedded> {
  const pglite = await PGlite.create({ ...options, parsers: PARSERS })
  const turn = createQueue()
  const names = new Names()
  const line = new Line()
  let closed = false

  async function send(statements: readonly Statement[], kept?: Names): Promise<Flown> {
    const flight = new Flight(statements, kept)
    try {
      const { buffer, byteOffset, byteLength } = await pglite.execProtocolRaw(flight.depart(line))
      new Parser().parse(Buffer.from(buffer, byteOffset, byteLength), (message) => deliver(flight, message))
    } catch (error) {
      flight.handleError(error)
    }
    return flight.flown
  }

  /** What cannot be written down does not leave. */
  async function take(statements: readonly Statement[], mode: Mode = 'read only'): Promise<Flown> {
    try {
      if (mode === 'read write') assertRoom()
      return await send(statements, names)
    } catch (error) {
      return { answers: [], error }
    }
  }

  async function query(sql: string, parameters?: readonly unknown[]): Promise<Answer> {
    if (parameters) return onlyAnswer(await send([{ sql, parameters }]))
    const results = await pglite.exec(sql)
    const rows = results.flatMap((result) => result.rows as Record<string, unknown>[])
    return { rows, count: rows.length, command: '' }
  }

  const asKeeper: Engine['asOwner'] = async (sql, parameters) => {
    const done = await turn()
    try {
      return await query(sql, parameters?.length ? parameters : undefined)
    } catch (error) {
      await pglite.exec('rollback')
      throw error
    } finally {
      done()
    }
  }

  return {
    kind: 'embedded',
    pglite,
    async acquire(mode) {
      if (mode === 'read write') assertRoom()
      const done = await turn()
      return {
        send: (statements) => take(statements),
        query,
        async release(broken) {
          if (broken) await pglite.exec('rollback').catch(() => undefined)
          done()
        },
      }
    },
    async fly(mode, statements) {
      const done = await turn()
      const flown = await take(statements, mode)
      done()
      return flown
    },
    asKeeper,
    async asOwner(sql, parameters) {
      assertRoom()
      return asKeeper(sql, parameters)
    },
    ping: async () => !closed,
    async close() {
      const done = await turn()
      closed = true
      await pglite.close()
      done()
    },
  }
}

/** First come, first served: resolves with the function that hands the turn on. */
function createQueue(): () => Promise<() => void> {
  let tail = Promise.resolve()
  return () => {
    let done!: () => void
    const mine = new Promise<void>((resolve) => {
      done = resolve
    })
    const ready = tail.then(() => done)
    tail = mine
    return ready
  }
}
