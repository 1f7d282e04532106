import { PassThrough, type Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Claims, TenantAccess } from '#db/access.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#kernel/dates.ts'
import { Failure } from '#kernel/failure.ts'
import type { NotificationRow } from './repo.ts'
import { notificationView } from './views.ts'

/** With more tabs than this, some tabs show older notices. */
const MOST_STREAMS = 10
const POLL_MS = 2 * SECOND_MS
const HEARTBEAT_MS = 25 * SECOND_MS
/** Then the browser connects again and authenticates again. */
const LONGEST_MS = HOUR_MS
/** How often a stream is authorised again, like any call. It also happens before anything is sent. */
const ASK_AGAIN_MS = 20 * SECOND_MS
/** Rows do not become visible in the order of their ids, so each poll reads the last minute again. */
const OVERLAP_MS = MINUTE_MS
/** A reader that takes nothing is disconnected. It can reconnect and resume. */
const MOST_WAITING_BYTES = 256 * 1024

interface Stream {
  who: Claims
  slug: string
  out: PassThrough
  /** Ids already sent or present before. Ids older than the overlap are removed. */
  seen: Set<string>
  openedAt: number
  admittedAt: number
}

export interface Streams {
  /** Sends `first` at once. The stream ends with its session, the membership or the process. */
  open(
    who: Claims,
    slug: string,
    first: { unread: number; rows: NotificationRow[] },
    seen: Iterable<string>,
  ): Readable
  assertRoom(userId: string): void
  close(): void
}

/** One query every two seconds for all streams of this process: LISTEN does not work through a pooler. */
export function createStreams(
  access: TenantAccess,
  now: () => Date,
  onError: (error: Error) => void,
): Streams {
  const streams = new Set<Stream>()
  let polling: NodeJS.Timeout | undefined
  let beating: NodeJS.Timeout | undefined
  let busy = false
  let closed = false

  function begin(): void {
    polling ??= setInterval(() => void poll(), POLL_MS).unref()
    beating ??= setInterval(() => {
      for (const stream of streams) write(stream, ': aquí\n\n')
    }, HEARTBEAT_MS).unref()
  }

  function rest(): void {
    if (streams.size > 0) return
    clearInterval(polling)
    clearInterval(beating)
    polling = undefined
    beating = undefined
  }

  function end(stream: Stream): void {
    streams.delete(stream)
    stream.out.end()
    rest()
  }

  function write(stream: Stream, text: string): void {
    stream.out.write(text)
    if (stream.out.writableLength > MOST_WAITING_BYTES) end(stream)
  }

  async function poll(): Promise<void> {
    if (busy) return
    busy = true
    const asked = [...streams]
    const bound = idAt(Date.now() - OVERLAP_MS)
    try {
      const { holding, rows } = await access.lookUp('find what is new for those who listen', async (db) => {
        const [holding, rows] = await Promise.all([
          findHolding(db, asked, now()),
          findArriving(db, asked, bound),
        ])
        return { holding, rows }
      })
      const byPerson = Map.groupBy(rows, ({ tenant_id, user_id }) => `${tenant_id} ${user_id}`)
      for (const stream of asked) {
        if (!streams.has(stream)) continue
        const { sessionId, tenantId, userId } = stream.who
        const isOld = Date.now() - stream.openedAt > LONGEST_MS
        const arrived = byPerson.get(`${tenantId} ${userId}`) ?? []
        if (isOld || !holding.has(`${sessionId} ${tenantId}`)) end(stream)
        else if (await isAdmitted(stream, arrived)) tell(stream, arrived, bound)
        else end(stream)
      }
    } catch (error) {
      onError(error as Error)
    } finally {
      busy = false
    }
  }

  /** Applies the current rules of entry, such as a second factor or the company's own sign-in. */
  async function isAdmitted(stream: Stream, arrived: readonly NotificationRow[]): Promise<boolean> {
    const isRecent = Date.now() - stream.admittedAt < ASK_AGAIN_MS
    if (isRecent && arrived.every(({ id }) => stream.seen.has(id))) return true
    try {
      await access.read(stream.who, 'VIEWER', async () => undefined)
      stream.admittedAt = Date.now()
      return true
    } catch (error) {
      // If the database fails, the next round sends these notices.
      if (error instanceof Failure && error.status < 500) return false
      throw error
    }
  }

  function tell(stream: Stream, rows: readonly NotificationRow[], bound: string): void {
    const fresh = rows.filter(({ id }) => !stream.seen.has(id))
    for (const id of stream.seen) if (id < bound) stream.seen.delete(id)
    for (const row of fresh) {
      stream.seen.add(row.id)
      write(stream, messageOf(row, stream.slug))
    }
  }

  return {
    assertRoom(userId) {
      const own = [...streams].filter(({ who }) => who.userId === userId).length
      if (own < MOST_STREAMS) return
      throw new Failure(
        'rateLimited',
        `Usted ya recibe avisos en ${MOST_STREAMS} ventanas. Cierre alguna para abrir otra.`,
      )
    },

    open(who, slug, { unread, rows }, seen) {
      const out = new PassThrough({ highWaterMark: MOST_WAITING_BYTES })
      const stream = { who, slug, out, seen: new Set(seen), openedAt: Date.now(), admittedAt: Date.now() }
      out.write(`retry: 3000\nevent: unread\ndata: ${JSON.stringify({ unread })}\n\n`)
      for (const row of rows) {
        stream.seen.add(row.id)
        out.write(messageOf(row, slug))
      }
      if (closed) out.end()
      else {
        streams.add(stream)
        out.once('close', () => {
          streams.delete(stream)
          rest()
        })
        begin()
      }
      return out
    },

    close() {
      closed = true
      for (const stream of streams) end(stream)
    },
  }
}

export function messageOf(row: NotificationRow, slug: string): string {
  return `id: ${row.id}\nevent: notification\ndata: ${JSON.stringify(notificationView(row, slug))}\n\n`
}

/** The lowest id of this instant: ids begin with the time. */
export function idAt(ms: number): string {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

export function recentBound(): string {
  return idAt(Date.now() - OVERLAP_MS)
}

type Db = Parameters<Parameters<TenantAccess['lookUp']>[1]>[0]

/** The streams whose session is valid and whose person is still a member. */
async function findHolding(db: Db, streams: readonly Stream[], now: Date): Promise<Set<string>> {
  const { rows } = await sql<{ session_id: string; tenant_id: string }>`
    select s.id as session_id, m.tenant_id
    from unnest(${streams.map(({ who }) => who.sessionId)}::uuid[], ${streams.map(({ who }) => who.tenantId)}::uuid[])
      as open (session_id, tenant_id)
    join sessions s on s.id = open.session_id and s.revoked_at is null and s.expires_at > ${now}
    join memberships m on m.tenant_id = open.tenant_id and m.user_id = s.user_id and m.status = 'ACTIVE'
    join tenants t on t.id = m.tenant_id and t.suspended_at is null
    join users u on u.id = s.user_id and u.disabled_at is null`.execute(db)
  return new Set(rows.map(({ session_id, tenant_id }) => `${session_id} ${tenant_id}`))
}

async function findArriving(db: Db, streams: readonly Stream[], bound: string): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`
    select n.* from (
      select distinct tenant_id, user_id
      from unnest(${streams.map(({ who }) => who.tenantId)}::uuid[], ${streams.map(({ who }) => who.userId)}::uuid[])
        as one (tenant_id, user_id)) as person
    cross join lateral (
      select * from notifications n
      where n.tenant_id = person.tenant_id and n.user_id = person.user_id and n.id > ${bound}
      order by n.id limit 100) n`.execute(db)
  return rows
}
