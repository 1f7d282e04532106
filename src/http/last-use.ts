import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { BoundedMap } from '#kernel/bounded-map.ts'
import { after, MINUTE_MS } from '#kernel/dates.ts'
import { IDLE_BROWSER_MS, LONGEST_BROWSER_SESSION_MS } from './browser-session.ts'

const BETWEEN_MS = 5 * MINUTE_MS
const MOST_KNOWN_SESSIONS = 50_000

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A page calls it without the person: it keeps no session alive. */
    unattended?: true
  }
}

/** Pages send it with calls made while nobody touches them. Such calls keep no session alive. */
const UNATTENDED_HEADER = 'x-resguardo-unattended'

/**
 * Records when a session in a cookie was last used, which keeps it alive: every few minutes, after the answer, and for
 * many sessions in one statement. Sessions with tokens record it when they are renewed.
 */
export function useLastUse(app: FastifyInstance): void {
  const noted = new BoundedMap<string, number>({ most: MOST_KNOWN_SESSIONS })
  const waiting = new Set<string>()
  let writing: Promise<void> | undefined

  async function write(): Promise<void> {
    while (waiting.size > 0) {
      const ids = [...waiting]
      waiting.clear()
      const now = app.tools.now()
      const longest = sql<Date>`created_at + make_interval(secs => ${LONGEST_BROWSER_SESSION_MS / 1000})`
      await app.access.asSystem('note the last use of sessions', (db) =>
        db
          .updateTable('sessions')
          .set({
            last_used_at: now,
            expires_at: sql<Date>`least(${after(now, IDLE_BROWSER_MS)}::timestamptz, ${longest})`,
          })
          .where('id', 'in', ids)
          .where('browser', '=', true)
          .where('revoked_at', 'is', null)
          .where('expires_at', '>', now)
          .where('last_used_at', '<', after(now, -BETWEEN_MS))
          .execute(),
      )
    }
  }

  app.addHook('onResponse', (request, reply, done) => {
    done()
    const { claims, routeOptions, headers } = request
    if (!claims?.browser || reply.statusCode === 401) return
    if (routeOptions.config.unattended || headers[UNATTENDED_HEADER]) return
    const now = app.tools.now().getTime()
    const last = noted.get(claims.sessionId)
    if (last !== undefined && now - last < BETWEEN_MS) return
    noted.set(claims.sessionId, now)
    waiting.add(claims.sessionId)
    writing ??= write()
      .catch((error) => app.log.warn({ reason: error.message }, 'The last use of sessions was not written'))
      .finally(() => {
        writing = undefined
      })
  })
  app.addHook('onClose', () => writing)
}
