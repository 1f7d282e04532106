import pg from 'pg'
import { backendOf } from './driver.ts'

/** How many sessions are opened to meet the one of the first again. */
const MOST_SESSIONS = 4
const PATIENCE_MS = 5000
const NAME = 'resguardo_probe'
const CURRENT = 'select pg_backend_pid() as pid'
/** A prepared statement that the server does not know, or knows already: the session is another one's. */
const MIXED_UP = ['26000', '42P05']

/**
 * True when a statement that was prepared in one transaction is still there in the next. Behind a pooler that gives
 * every transaction whatever session is free, and keeps no statements itself, it is not (PgBouncer before 1.21).
 */
export async function keepsStatements(url: string): Promise<boolean> {
  const clients: pg.Client[] = []
  const connect = async () => {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'resguardo',
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
    })
    client.on('error', () => {})
    clients.push(client)
    await client.connect()
    return client
  }
  try {
    const first = await connect()
    const { rows } = await first.query(CURRENT)
    // Without a pooler the server itself said which of its processes serves this connection.
    if (backendOf(first) === rows[0].pid) return true
    await first.query('begin')
    const { rows: prepared } = await first.query({ name: NAME, text: CURRENT })
    await first.query('commit')
    // The others hold a transaction each until one has the session where the statement was prepared.
    for (let sessions = 0; sessions < MOST_SESSIONS; sessions += 1) {
      const other = await connect()
      await other.query('begin')
      const { rows: met } = await other.query({ name: NAME, text: CURRENT })
      if (met[0].pid === prepared[0].pid) break
    }
    await first.query({ name: NAME, text: CURRENT })
    return true
  } catch (error) {
    if (MIXED_UP.includes((error as { code?: string }).code ?? '')) return false
    // A pool of one session: nobody else could have had it, and nothing is known.
    return true
  } finally {
    await Promise.allSettled(clients.map((client) => client.end()))
  }
}
