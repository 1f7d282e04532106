import { createGatherer } from '#kernel/concurrency.ts'
import type { Engine } from '../wire/engine.ts'
import { openPostgres } from '../wire/postgres.ts'

/** How far the primary has written. Earlier commits are at or below it. */
export interface Position {
  lsn: bigint
  /** The same in PostgreSQL's own notation. */
  text: string
  /** A failover starts another timeline: positions of two timelines do not compare. */
  timeline: number
  /** Which database it is: a physical replica has the same. */
  database: string
}

/** A server that does not answer a question about itself within this time is away. */
export const PATIENCE_MS = 500

/**
 * A commit is flushed before anybody sees it, so the flushed position covers all that can be seen. With
 * synchronous_commit off only the inserted one does.
 */
const POSITION = `select case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
    else pg_current_wal_flush_lsn() end::text as lsn,
  ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int as timeline,
  (select system_identifier::text || '/' || (select oid from pg_database where datname = current_database())
    from pg_control_system()) as database`

/**
 * Asks the primary for its position. Concurrent callers share one question, and nobody gets an answer older than the call.
 * Undefined if the primary does not answer.
 */
export function createPositionReader(primary: Engine): () => Promise<Position | undefined> {
  const read = createGatherer(async (asked: readonly undefined[]) => {
    const position = await withPatience(readPosition(primary), PATIENCE_MS)
    return asked.map(() => position)
  })
  return () => read(undefined)
}

async function readPosition(primary: Engine): Promise<Position | undefined> {
  const { results, error } = await primary.send('read only', [{ sql: POSITION, parameters: [] }])
  const row = results[0]?.rows[0]
  if (error !== undefined || !row) return undefined
  const { lsn: text, timeline, database } = row as { lsn: string; timeline: number; database: string }
  return { lsn: lsnOf(text), text, timeline, database }
}

/** One connection for questions about the server itself. If it hangs it is closed, and the next question opens another. */
export function openWatch(url: string): Engine {
  const watched = new URL(url)
  watched.searchParams.set('query_timeout', String(PATIENCE_MS))
  return openPostgres(watched.href, 1)
}

/** `16/B374D848`: the upper and the lower half, in hexadecimal. */
export function lsnOf(text: string): bigint {
  const [upper, lower] = text.split('/')
  return (BigInt(`0x${upper}`) << 32n) | BigInt(`0x${lower}`)
}

/** The result, or undefined when it takes longer. */
export async function withPatience<T>(result: Promise<T>, ms: number): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, ms, undefined)
  try {
    return await Promise.race([result, late])
  } finally {
    clearTimeout(timer)
  }
}
