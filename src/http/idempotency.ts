import { sql } from 'kysely'
import type { Tools } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import type { Mutex } from '#kernel/concurrency.ts'
import { after, DAY_MS } from '#kernel/dates.ts'
import { Failure } from '#kernel/failure.ts'
import { hmac } from '#kernel/secrets.ts'

/** One repeatable call: its tenant, its key, its caller and the exact request. */
export interface Repeatable {
  scope: string
  key: string
  fingerprint: string
  status: number
}

/** An answer to give again, with the record's version at that time. */
export interface Kept<T> {
  result: T
  etag?: string | undefined
}

export const LONGEST_KEY = 255

export function readKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header === 'string' && header.trim() !== '' && header.length <= LONGEST_KEY) return header
  throw new Failure('malformed', `«Idempotency-Key» debe tener entre 1 y ${LONGEST_KEY} caracteres.`)
}

/**
 * Hashed with a key, so that the table reveals neither the caller's address nor a guessable body. `part` counts the
 * request's earlier acts, because each act keeps an answer of its own.
 */
export function describeCall(
  { vault }: Tools,
  call: { scope: string; status: number; key: string; caller: string; part: number; asked: unknown[] },
): Repeatable {
  const secret = vault.lasting('idempotency')
  return {
    scope: call.scope,
    status: call.status,
    key: hmac(secret, JSON.stringify([call.caller, call.part, call.key])),
    fingerprint: hmac(secret, JSON.stringify(call.asked)),
  }
}

/** Refuses a second call under one key while the first runs. An advisory lock does the same across processes. */
export async function exclusive<T>(running: Mutex, call: Repeatable, work: () => Promise<T>): Promise<T> {
  const release = running.tryAcquire(`${call.scope}\n${call.key}`)
  if (!release) throw stillRunning()
  try {
    return await work()
  } finally {
    release()
  }
}

/** Inside the change's own transaction: returns the kept answer, or runs the work and keeps its answer. */
export async function replayOrRun<T>(
  db: Db,
  tools: Tools,
  call: Repeatable,
  work: () => Promise<Kept<T>>,
): Promise<Kept<T>> {
  const { scope, key, fingerprint, status } = call
  const lock = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`${scope}\n${key}`}, 0)) as held`.execute(db)
  if (!lock.rows[0]?.held) throw stillRunning()

  const now = tools.now()
  const kept = await db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'answer_sealed', 'created_at'])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst()
  if (kept && kept.created_at > after(now, -DAY_MS)) {
    if (kept.fingerprint !== fingerprint) {
      throw new Failure(
        'impossible',
        'Esta «Idempotency-Key» ya se usó con otra solicitud. Use una clave nueva.',
      )
    }
    return JSON.parse(tools.vault.open(kept.answer_sealed, 'answer', key)) as Kept<T>
  }
  if (kept)
    await db.deleteFrom('idempotency_keys').where('scope', '=', scope).where('key', '=', key).execute()

  const answer = await work()
  await db
    .insertInto('idempotency_keys')
    .values({
      scope,
      key,
      fingerprint,
      status,
      answer_sealed: tools.vault.seal(JSON.stringify(answer), 'answer', key),
      created_at: now,
    })
    .execute()
  return answer
}

function stillRunning(): Failure {
  return new Failure('conflict', 'La primera solicitud con esta «Idempotency-Key» todavía está en curso.', {
    retryAfterSeconds: 1,
  })
}
