import { join } from 'node:path'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { lockDirectory } from './directory-lock.ts'
import { type Answer, beginText, type Engine, OID, parseInstant, type Session } from './engine.ts'
import { keepHouse } from './housekeeping.ts'
import { prepareDirectory, roomGuard } from './room.ts'

export const EMBEDDED_PARSERS = {
  [OID.int8]: Number,
  [OID.numeric]: Number,
  [OID.date]: (text: string) => text,
  [OID.timestamptz]: parseInstant,
}

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
  const pglite = await PGlite.create({ ...options, parsers: EMBEDDED_PARSERS })
  const turn = createQueue()
  let closed = false

  function session(done: () => void): Session {
    // PGlite answers no command tag, so what PostgreSQL would say to a commit is remembered here.
    let failed = false
    return {
      async begin(mode, role) {
        if (mode !== 'read only') assertRoom()
        await pglite.exec(beginText(mode, role))
      },
      async query(sql, parameters): Promise<Answer> {
        try {
          const result = await pglite.query<Record<string, unknown>>(sql, parameters as unknown[] | undefined)
          const command = sql === 'commit' && failed ? 'ROLLBACK' : sql.slice(0, 6).toUpperCase()
          return { rows: result.rows, count: result.affectedRows || result.rows.length, command }
        } catch (error) {
          failed = true
          throw error
        }
      },
      finish: () => void pglite.exec('commit').then(done, done),
      release: done,
    }
  }

  const asKeeper: Engine['asOwner'] = async (sql, parameters) => {
    const done = await turn()
    try {
      if (parameters?.length) return await pglite.query<Record<string, unknown>>(sql, parameters as unknown[])
      const results = await pglite.exec(sql)
      return { rows: results.flatMap((result) => result.rows as Record<string, unknown>[]) }
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
    acquire: async () => session(await turn()),
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
