import pg from 'pg'
import { backendOf } from './driver.ts'

/** At most this many sessions are opened to meet the server session of the first one again. */
const MOST_SESSIONS = 4
const PATIENCE_MS = 5000
const NAME = 'resguardo_probe'
const CURRENT = 'select pg_backend_pid() as pid'
/** The server does not know a prepared statement, or knows it already: this is another connection's session. */
const MIXED_UP = ['26000', '42P05']

/**
 * True when a statement prepared in one transaction still exists in the next. It does not behind a pooler that gives each
 * transaction any free session and keeps no statements itself (PgBouncer before 1.21).
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
    // The announced process is the one that answers, so there is no pooler between.
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
    // A pool of one session proves nothing: no other connection can have used it.
    return true
  } finally {
    await Promise.allSettled(clients.map((client) => client.end()))
  }
}
