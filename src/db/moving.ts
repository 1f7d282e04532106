import { sql } from 'kysely'
import { Failure } from '#kernel/failure.ts'
import type { Db } from './database.ts'

/** Moving an organisation to another installation: for a short window it is read-only. */

const RETRY_SECONDS = 10

const MOVING =
  'Esta organización se está trasladando a otra instalación del servicio. Por un momento se puede leer y no cambiar: nada se guardó. Intente de nuevo en unos segundos.'
const MOVED =
  'Esta organización se trasladó a otra instalación del servicio y aquí ya no recibe nada: lo que usted envió no se guardó. Pida a la organización su dirección nueva.'

/** Why an organisation is read-only. Refusals name it as their rule. */
type Hold = 'moving' | 'moved'

export function movingNow(): Failure {
  return held('unavailable', MOVING, 'moving', RETRY_SECONDS)
}

export function movedAway(): Failure {
  return held('forbidden', MOVED, 'moved')
}

function held(
  kind: 'unavailable' | 'forbidden',
  message: string,
  rule: Hold,
  retryAfterSeconds?: number,
): Failure {
  const details = [{ path: '', message, rule }]
  return new Failure(kind, message, {
    details,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  })
}

/** Undefined for every other error. */
export function holdOf(error: unknown): Hold | undefined {
  if (!(error instanceof Failure)) return undefined
  const rule = error.details?.[0]?.rule
  return rule === 'moving' || rule === 'moved' ? rule : undefined
}

/**
 * Runs work for many organisations, one after the other. A failure in one does not stop the others; the call fails at its
 * end, so that it is tried again. An organisation that moves, or has moved, is skipped.
 */
export async function oneByOne<T extends { tenant_id: string }>(
  rows: readonly T[],
  work: (row: T) => Promise<unknown>,
): Promise<void> {
  const faults: Error[] = []
  for (const row of rows) {
    await work(row).catch((error: Error) => {
      if (holdOf(error) === undefined)
        faults.push(new Error(`organisation ${row.tenant_id}: ${error.message}`, { cause: error }))
    })
  }
  if (faults.length > 0) throw new AggregateError(faults, faults.map(({ message }) => message).join('; '))
}

// ── the window ──

/** Writes are allowed again this long after the moving process last renewed its window. */
export const WINDOW_SECONDS = 45
/** A window is extended only while this much of it is left, so nobody can have seen it end. */
const MARGIN_SECONDS = 10
/** Often enough that a failed renewal can be tried again. */
export const RENEW_EVERY_MS = 8000

/**
 * Opens the window: after its commit new writes are refused. Returns the end of the window, or undefined while somebody
 * else moves the organisation. `waitForWriters` then waits for the writes that had begun.
 */
export async function beginMoving(db: Db, tenantId: string): Promise<string | undefined> {
  const { rows } = await sql<{ until: string }>`
    update tenants set moving_until = clock_timestamp() + make_interval(secs => ${WINDOW_SECONDS})
    where id = ${tenantId} and (moving_until is null or moving_until <= clock_timestamp()) and moved_at is null
      and erasing_since is null
    returning moving_until::text as until`.execute(db)
  return rows[0]?.until
}

/** Runs in its own transaction, after the commit of `beginMoving`. Returns the time at which the last writer ended. */
export async function waitForWriters(db: Db, tenantId: string): Promise<Date> {
  await sql`select set_config('lock_timeout', '30s', true)`.execute(db)
  await sql`select pg_advisory_xact_lock(hashtextextended(${tenantId}::uuid::text, 6))`.execute(db)
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
  return rows[0]!.at
}

/** Extends the window. Returns the new end, or undefined when the window had been interrupted. */
export async function goOnMoving(db: Db, tenantId: string, until: string): Promise<string | undefined> {
  const { rows } = await sql<{ until: string }>`
    update tenants set moving_until = clock_timestamp() + make_interval(secs => ${WINDOW_SECONDS})
    where id = ${tenantId} and moving_until = ${until}::timestamptz
      and moving_until > clock_timestamp() + make_interval(secs => ${MARGIN_SECONDS})
    returning moving_until::text as until`.execute(db)
  return rows[0]?.until
}

/** Allows writes again. A window that somebody else holds by now is left alone. */
export async function stopMoving(db: Db, tenantId: string, until: string): Promise<void> {
  await sql`update tenants set moving_until = null
    where id = ${tenantId} and moving_until = ${until}::timestamptz`.execute(db)
}

/**
 * Marks the organisation as moved: after the commit it is suspended here, and nothing is written or sent. Returns false
 * when the window was interrupted. `alone` means that no other process can have opened the database meanwhile.
 */
export async function markMoved(
  db: Db,
  move: { tenantId: string; until: string; to: string; alone: boolean },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update tenants set moving_until = null, moved_at = clock_timestamp(), moved_to = ${move.to},
      suspended_at = coalesce(suspended_at, clock_timestamp())
    where id = ${move.tenantId} and moving_until = ${move.until}::timestamptz
      and (${move.alone}::boolean or moving_until > clock_timestamp())`.execute(db)
  return numAffectedRows === 1n
}

/** Undoes `markMoved` when the organisation never arrived: it is open again, or suspended as before. */
export async function unmarkMoved(db: Db, tenantId: string): Promise<void> {
  await sql`update tenants set moved_at = null, moved_to = null,
      suspended_at = case when suspended_at < moved_at - interval '1 second' then suspended_at end
    where id = ${tenantId} and moved_at is not null`.execute(db)
}
