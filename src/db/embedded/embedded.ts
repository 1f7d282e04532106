import { join } from 'node:path'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { createMutex } from '#kernel/concurrency.ts'
import { Batch, onlyResult } from '../wire/batch.ts'
import { readMessages } from '../wire/driver.ts'
import type { BatchResult, Engine, Mode, QueryResult, Statement } from '../wire/engine.ts'
import { ConnectionState, PreparedStatements } from '../wire/prepared-statements.ts'
import { PARSERS } from '../wire/values.ts'
import { lockDirectory } from './directory-lock.ts'
import { diskSpaceGuard, prepareDirectory } from './disk-space.ts'
import { makeLocked } from './first-use.ts'
import { maintain } from './maintenance.ts'
import { keepMemorySmall, START_PARAMETERS } from './memory.ts'
import { answerQuiesce } from './quiesce.ts'

const MAINTENANCE_MS = 60_000

/** PostgreSQL inside this process, its files in the data directory. One session at a time. */
export async function openEmbedded(dataDir: string): Promise<Engine> {
  prepareDirectory(dataDir)
  keepMemorySmall()
  const unlock = lockDirectory(dataDir)
  try {
    await makeLocked(dataDir)
    const options = { dataDir: join(dataDir, 'db'), startParams: START_PARAMETERS }
    const engine = await startEmbedded(options, diskSpaceGuard(dataDir))
    // Maintenance that fails for lack of disk space is tried again the next time.
    const maintaining = setInterval(
      () => maintain(engine.asOwnerAlways).catch(() => undefined),
      MAINTENANCE_MS,
    )
    maintaining.unref()
    const quiesce = await answerQuiesce(dataDir, engine.holdStill)
    return {
      ...engine,
      async close() {
        clearInterval(maintaining)
        quiesce?.close()
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
  /** As the owner, even on a nearly full disk: for statements that free space. */
  asOwnerAlways: Engine['asOwner']
  /** Flushes everything to the files and blocks writes until the returned function is called. */
  holdStill(): Promise<() => void>
}

/** Tests use this one and keep everything in memory. `assertDiskSpace` runs before every write. */
export async function startEmbedded(
  options: PGliteOptions,
  assertDiskSpace: () => void = () => undefined,
): Promise<Embedded> {
  const pglite = await PGlite.create({ ...options, parsers: PARSERS })
  const session = createMutex()
  const prepared = new PreparedStatements()
  const state = new ConnectionState()
  let closed = false
  let callers = 0

  async function takeTurn(): Promise<() => void> {
    callers += 1
    const release = await session.acquire()
    return () => {
      callers -= 1
      release()
    }
  }

  async function send(statements: readonly Statement[], kept?: PreparedStatements): Promise<BatchResult> {
    const batch = new Batch(statements, kept)
    try {
      const { buffer, byteOffset, byteLength } = await pglite.execProtocolRaw(batch.encode(state))
      readMessages(Buffer.from(buffer, byteOffset, byteLength), batch)
    } catch (error) {
      batch.fail(error)
    }
    return batch.result
  }

  /** If encoding fails, nothing is sent. */
  async function sendPrepared(
    statements: readonly Statement[],
    mode: Mode = 'read only',
  ): Promise<BatchResult> {
    try {
      if (mode === 'read write') assertDiskSpace()
      return await send(statements, prepared)
    } catch (error) {
      return { results: [], error }
    }
  }

  async function query(sql: string, parameters?: readonly unknown[]): Promise<QueryResult> {
    if (parameters) return onlyResult(await send([{ sql, parameters }]))
    const results = await pglite.exec(sql)
    const rows = results.flatMap((result) => result.rows as Record<string, unknown>[])
    return { rows, count: rows.length, command: '' }
  }

  const asOwnerAlways: Engine['asOwner'] = async (sql, parameters) => {
    const release = await takeTurn()
    try {
      return await query(sql, parameters?.length ? parameters : undefined)
    } catch (error) {
      await pglite.exec('rollback')
      throw error
    } finally {
      release()
    }
  }

  return {
    kind: 'embedded',
    prepares: true,
    pglite,
    async acquire(mode) {
      if (mode === 'read write') assertDiskSpace()
      const release = await takeTurn()
      return {
        send: (statements) => sendPrepared(statements),
        query,
        async release(broken) {
          if (broken) await pglite.exec('rollback').catch(() => undefined)
          release()
        },
      }
    },
    async send(mode, statements) {
      const release = await takeTurn()
      const result = await sendPrepared(statements, mode)
      release()
      return result
    },
    asOwnerAlways,
    async holdStill() {
      const release = await takeTurn()
      try {
        await pglite.exec('checkpoint')
        return release
      } catch (error) {
        release()
        throw error
      }
    },
    async asOwner(sql, parameters) {
      assertDiskSpace()
      return asOwnerAlways(sql, parameters)
    },
    ping: async () => !closed,
    load() {
      const used = Math.min(1, callers)
      return { used, idle: 1 - used, waiting: callers - used }
    },
    async close() {
      const release = await takeTurn()
      closed = true
      await pglite.close()
      release()
    },
  }
}
