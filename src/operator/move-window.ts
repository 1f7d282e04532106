import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '#db/database.ts'
import { beginMoving, goOnMoving, markMoved, RENEW_EVERY_MS, stopMoving, waitForWriters } from '#db/moving.ts'
import { QUEUE_SCHEMA } from '#jobs/queue.ts'
import type { Service } from '#src/service.ts'

/** The time in which an organisation is read-only. It ends by itself if this process dies. */
export interface Window {
  /** By the clock of the database: acts that begin later are refused. */
  since: Date
  /** Its length so far, in milliseconds. */
  length(): number
  /** Throws if it was interrupted, because somebody may have written then. */
  assertWhole(): void
  /** In the caller's transaction: marks the organisation as moved. */
  end(db: Db, to: string): Promise<void>
  /** Allows writes again, unless the move has ended. */
  close(): Promise<void>
}

const BROKEN =
  'La ventana de solo lectura se interrumpió: la base de datos de origen no respondió a tiempo. Ejecute la orden de nuevo.'

/** `alone`: no other process can have the database open, and its only session is in use. */
export async function openWindow(
  { access }: Pick<Service, 'access'>,
  tenantId: string,
  alone: boolean,
): Promise<Window> {
  const began = performance.now()
  const first = await access.asSystem('begin to move an organisation', (db) => beginMoving(db, tenantId))
  if (first === undefined)
    throw new Error('Otra orden está trasladando esta organización. Espere a que termine, o un minuto.')
  let until = first
  let whole = true
  let ended = false
  let renewing: Promise<void> = Promise.resolve()

  async function renew(): Promise<void> {
    const next = await access.asSystem('go on moving an organisation', (db) =>
      goOnMoving(db, tenantId, until),
    )
    if (next === undefined) whole = false
    else until = next
  }
  const timer = alone
    ? undefined
    : setInterval(() => {
        // An unreachable database is asked again: only the end of the window counts.
        renewing = renewing.then(() => (whole && !ended ? renew() : undefined)).catch(() => undefined)
      }, RENEW_EVERY_MS)

  const window: Window = {
    since: new Date(),
    length: () => performance.now() - began,
    assertWhole() {
      if (!whole) throw new Error(BROKEN)
    },
    async end(db, to) {
      clearInterval(timer)
      await renewing
      if (!whole || !(await markMoved(db, { tenantId, until, to, alone }))) throw new Error(BROKEN)
    },
    async close() {
      clearInterval(timer)
      ended = true
      await renewing
      await access.asSystem('end the move of an organisation', (db) => stopMoving(db, tenantId, until))
    },
  }
  try {
    window.since = await access.asSystem('wait for those who write to an organisation', (db) =>
      waitForWriters(db, tenantId),
    )
  } catch (error) {
    await window.close()
    throw new Error('Alguien sigue escribiendo en esta organización. Ejecute la orden de nuevo.', {
      cause: error,
    })
  }
  return window
}

const LOOK_EVERY_MS = 100

/**
 * True once everything that began before `since` has ended and is recorded. False if that takes too long. A job that begins
 * later in the window is refused at its first act, before anything is sent.
 */
export async function isQuiet(
  service: Service,
  tenantId: string,
  since: Date,
  patienceMs: number,
): Promise<boolean> {
  for (const deadline = performance.now() + patienceMs; performance.now() < deadline; ) {
    if ((await countUnderWay(service, tenantId, since)) === 0) return true
    await wait(LOOK_EVERY_MS)
  }
  return false
}

async function countUnderWay({ access }: Service, tenantId: string, since: Date): Promise<number> {
  const { rows } = await access.database.engine.asOwner(
    `select count(*)::int as jobs from ${QUEUE_SCHEMA}.job
      where data ->> 'tenantId' = $1 and state = 'active' and started_on <= $2::timestamptz`,
    [tenantId, since.toISOString()],
  )
  const { calls } = await access.lookUp('find webhooks that are being called', (db) =>
    db
      .selectFrom('webhook_deliveries')
      .select((eb) => eb.fn.countAll<number>().as('calls'))
      .where('tenant_id', '=', tenantId)
      .where('status', '=', 'PENDING')
      .where('claimed_until', '>', new Date())
      .executeTakeFirstOrThrow(),
  )
  return Number(rows[0]!['jobs']) + calls
}
