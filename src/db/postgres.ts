import type { Duplex } from 'node:stream'
import pg from 'pg'
import { type Answer, beginText, type Engine, OID, parseInstant, type Session } from './engine.ts'
import { isOutdated } from './faults.ts'

const PARSERS: Record<number, (text: string) => unknown> = {
  [OID.int8]: Number,
  [OID.numeric]: Number,
  [OID.date]: (text) => text,
  [OID.timestamptz]: parseInstant,
}

const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && PARSERS[oid]) || pg.types.getTypeParser(oid, format as 'text'),
}

/** Statements are prepared under a name per text. Bounded, so that unusual filters cannot fill the server's memory. */
const MOST_NAMED = 1000

/**
 * What is sent before the event loop turns leaves as one piece: a system call costs more than a statement, and one with
 * a dozen pieces more than one with a single piece.
 */
function gatherWrites(stream: Duplex): void {
  const write = stream.write.bind(stream) as (bytes: Uint8Array, done?: () => void) => boolean
  let pieces: Uint8Array[] = []
  function flush(done?: () => void): boolean {
    if (pieces.length === 0) return true
    const whole = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)
    pieces = []
    return write(whole, done)
  }
  stream.write = ((bytes: Uint8Array, done?: () => void) => {
    pieces.push(bytes)
    // The farewell waits for its own way out.
    if (done) return flush(done)
    if (pieces.length === 1) setImmediate(flush)
    return true
  }) as Duplex['write']
}

/** A PostgreSQL server through pipelined connections: what is sent in one tick travels in one packet. */
export function openPostgres(url: string, poolSize: number): Engine {
  const settings = { connectionString: url, types, application_name: 'resguardo' }
  const pool = new pg.Pool({
    ...settings,
    pipeline: true,
    max: poolSize,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  })
  // A connection that dies is replaced at its next use; without a listener it would end the process, idle or not.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    gatherWrites((client as unknown as { connection: { stream: Duplex } }).connection.stream)
  })

  const names = new Map<string, string>()
  let generation = 0
  function nameOf(sql: string): string | undefined {
    const known = names.get(sql)
    if (known !== undefined || names.size >= MOST_NAMED) return known
    const name = `r${generation}_${names.size}`
    names.set(sql, name)
    return name
  }

  /**
   * A newer version of the service has given a table another column while this one runs: what was prepared before
   * fails from now on, on every connection. New names have everything prepared anew.
   */
  function forgetNames(sql: string, name: string | undefined): void {
    if (name === undefined || names.get(sql) !== name) return
    generation += 1
    names.clear()
  }

  /** Connections whose last read is over and not yet committed: whoever comes next in this turn says so on the way. */
  const ending = new WeakSet<pg.PoolClient>()
  function end(client: pg.PoolClient): void {
    if (ending.delete(client)) client.query('commit').catch(() => undefined)
  }

  async function take(): Promise<pg.PoolClient> {
    const client = await pool.connect()
    end(client)
    return client
  }

  function session(client: pg.PoolClient): Session {
    return {
      async begin(mode, role) {
        const opening = beginText(mode, role)
        await client.query(ending.delete(client) ? `commit; ${opening}` : opening)
      },
      async query(text, parameters): Promise<Answer> {
        end(client)
        const name = parameters ? nameOf(text) : undefined
        const result = await client
          .query({
            text,
            ...(parameters && { values: parameters as unknown[] }),
            ...(name && { name }),
          })
          .catch((error) => {
            if (isOutdated(error)) forgetNames(text, name)
            throw error
          })
        return { rows: result.rows, count: result.rowCount ?? 0, command: result.command }
      },
      finish() {
        ending.add(client)
        client.release()
        setImmediate(end, client)
      },
      release: (broken) => client.release(broken),
    }
  }

  return {
    kind: 'postgres',
    acquire: async () => session(await pool.connect()),
    async asOwner(sql, parameters) {
      const client = await take()
      try {
        const result = await client.query(sql, parameters as unknown[] | undefined)
        return { rows: [result].flat().flatMap((part) => part.rows) }
      } finally {
        client.release()
      }
    },
    async ping() {
      try {
        const client = await take()
        await client.query('select 1').finally(() => client.release())
        return true
      } catch {
        return false
      }
    },
    close: () => pool.end(),
  }
}
