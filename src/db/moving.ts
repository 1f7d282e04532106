import { sql } from 'kysely'
import { Failure } from '#kernel/failure.ts'
import type { Db } from './database.ts'

/** An organisation that moves to another installation: for a moment it is read and not written. */

const RETRY_SECONDS = 10

const MOVING =
  'Esta organización se está trasladando a otra instalación del servicio. Por un momento se puede leer y no cambiar: nada se guardó. Intente de nuevo en unos segundos.'
const MOVED =
  'Esta organización se trasladó a otra instalación del servicio y aquí ya no recibe nada: lo que usted envió no se guardó. Pida a la organización su dirección nueva.'

/** Why nothing is written to an organisation, by the rule that a refusal names. */
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
 * For work that goes through many organisations. What fails in one leaves the others alone, and fails the whole at its end, so
 * that it is tried again; one that moves, or has moved, is passed over.
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

/** The organisation is written again this long after the process that moves it was last heard of. */
export const WINDOW_SECONDS = 45
/** A window is put off while at least so much of it is left: nobody can have seen its end before the new one. */
const MARGIN_SECONDS = 10
/** Set off in time for one that fails to be tried again. */
export const RENEW_EVERY_MS = 8000

/**
 * Begins: from the commit of this on, who begins to write is refused. Answers the end of the window; undefined when
 * somebody else moves the organisation. `waitForWriters` then waits for those who had begun.
 */
export async function beginMoving(db: Db, tenantId: string): Promise<string | undefined> {
  const { rows } = await sql<{ until: string }>`
    update tenants set moving_until = clock_timestamp() + make_interval(secs => ${WINDOW_SECONDS})
    where id = ${tenantId} and (moving_until is null or moving_until <= clock_timestamp()) and moved_at is null
      and erasing_since is null
    returning moving_until::text as until`.execute(db)
  return rows[0]?.until
}

/** In a transaction of its own, after the commit of `beginMoving`. Answers when the last of them ended. */
export async function waitForWriters(db: Db, tenantId: string): Promise<Date> {
  await sql`select set_config('lock_timeout', '30s', true)`.execute(db)
  await sql`select pg_advisory_xact_lock(hashtextextended(${tenantId}::uuid::text, 6))`.execute(db)
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
  return rows[0]!.at
}

/** Answers the new end; undefined when the window was not unbroken. */
export async function goOnMoving(db: Db, tenantId: string, until: string): Promise<string | undefined> {
  const { rows } = await sql<{ until: string }>`
    update tenants set moving_until = clock_timestamp() + make_interval(secs => ${WINDOW_SECONDS})
    where id = ${tenantId} and moving_until = ${until}::timestamptz
      and moving_until > clock_timestamp() + make_interval(secs => ${MARGIN_SECONDS})
    returning moving_until::text as until`.execute(db)
  return rows[0]?.until
}

/** Written again from now on. One that somebody else holds by now stays as it is. */
export async function stopMoving(db: Db, tenantId: string, until: string): Promise<void> {
  await sql`update tenants set moving_until = null
    where id = ${tenantId} and moving_until = ${until}::timestamptz`.execute(db)
}

/**
 * The organisation is elsewhere from the commit of this on: suspended here, and neither written nor sent from. False when
 * the window was not unbroken; `alone` says that nobody else can have opened the database meanwhile.
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

/** It never arrived: open again, or suspended as it was before. */
export async function unmarkMoved(db: Db, tenantId: string): Promise<void> {
  await sql`update tenants set moved_at = null, moved_to = null,
      suspended_at = case when suspended_at < moved_at - interval '1 second' then suspended_at end
    where id = ${tenantId} and moved_at is not null`.execute(db)
}
