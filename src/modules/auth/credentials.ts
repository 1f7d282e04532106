import type { Origin, TenantAccess } from '#db/access.ts'
import type { Tools } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import { together } from '#db/sql.ts'
import { createMutex } from '#kernel/concurrency.ts'
import { after, DAY_MS } from '#kernel/dates.ts'
import { Failure } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { digest, newToken } from '#kernel/secrets.ts'
import { normaliseEmail } from '#kernel/text.ts'
import * as devices from './device-repo.ts'
import { LOCK_JOB } from './jobs.ts'
import { passwordFits } from './passwords.ts'
import * as repo from './repo.ts'
import {
  closesWithNext,
  DEVICE_TTL_MS,
  failuresCountFrom,
  lockedForSeconds,
  MOST_DEVICES,
  mayWriteOfLock,
} from './rules.ts'
import type { Login } from './schemas.ts'
import { recordInEach } from './trail.ts'

export const WRONG_CREDENTIALS = 'El correo o la contraseña no son correctos.'

/** The origin of an attempt, and the cookie of a known browser. */
type Attempting = Origin & { deviceToken?: string | undefined }

/** Sign-ins of one account run one after another: ten simultaneous ones must not count as ten wrong guesses. */
const signingIn = createMutex()

/** Finds the person. Takes the same time for a known and an unknown email. */
export async function checkCredentials(
  access: TenantAccess,
  tools: Tools,
  { email, password }: Login,
  caller: Attempting = {},
) {
  const address = normaliseEmail(email)
  const person = await countedAttempt(access, tools, address, caller, async (user) => {
    const fits = await passwordFits(password, user?.password_hash, address)
    return fits && !user?.disabled_at ? user : undefined
  })
  if (!person) throw new Failure('unauthorized', WRONG_CREDENTIALS)
  return person
}

/**
 * One attempt to sign in, by a password or a second factor. It is recorded before `check` runs, so guesses in other
 * processes count too. A right attempt removes its own record. A browser in which the person has signed in before has a
 * count of its own: guesses from elsewhere do not lock it out.
 */
export async function countedAttempt<T>(
  access: TenantAccess,
  tools: Tools,
  address: string,
  { deviceToken, ...origin }: Attempting,
  check: (user: Awaited<ReturnType<typeof repo.findUserByEmail>>) => Promise<T | undefined>,
): Promise<T | undefined> {
  const now = tools.now()
  const budget = {
    email_hash: digest(address),
    device_hash: deviceToken ? await findDevice(access, address, deviceToken, now) : null,
  }
  return signingIn.run(`${budget.email_hash} ${budget.device_hash}`, async () => {
    const attempt = { ...budget, id: newId(), mailed: false, failed_at: now }
    const { user, wait, closes } = await access.asSystem('look up the account that signs in', async (db) => {
      await repo.lockBudget(db, budget)
      const failures = await repo.listFailures(db, budget, failuresCountFrom(now))
      const wait = lockedForSeconds(failures, now)
      if (wait === undefined) await db.insertInto('login_failures').values(attempt).execute()
      return { user: await repo.findUserByEmail(db, address), wait, closes: closesWithNext(failures) }
    })
    if (wait !== undefined) throw lockedOut(wait)
    const right = await check(user)
    if (right === undefined) {
      await recordFailure(access, tools, address, attempt, closes, origin)
      return undefined
    }
    await access.asSystem('forget an attempt that was right', (db) =>
      db.deleteFrom('login_failures').where('id', '=', attempt.id).execute(),
    )
    return right
  })
}

/**
 * Queues one letter per lock, for an unknown email too: the job looks the account up, so the time of the answer does not
 * reveal whether it exists. The failures are counted again, because a concurrent attempt may have been right.
 */
async function recordFailure(
  access: TenantAccess,
  tools: Tools,
  email: string,
  attempt: repo.Budget & { id: string },
  closes: boolean,
  origin: Origin,
): Promise<void> {
  const { now, queue } = tools
  const record = (db: Db, action: 'sign_in_failed' | 'sign_in_locked') =>
    recordInEach(tools, db, { account: { email }, action, byPerson: false }, origin)
  await access.asSystem('record a sign-in that failed', async (db) => {
    await record(db, 'sign_in_failed')
    if (!closes) return
    await repo.lockBudget(db, attempt)
    const failures = await repo.listFailures(db, attempt, failuresCountFrom(now()))
    if (lockedForSeconds(failures, now()) === undefined) return
    const letters = await repo.listLockLetters(db, attempt.email_hash, after(now(), -DAY_MS))
    if (letters.every((sent) => sent <= failuresCountFrom(now()))) await record(db, 'sign_in_locked')
    if (!mayWriteOfLock(letters, now())) return
    await together(
      db.updateTable('login_failures').set({ mailed: true }).where('id', '=', attempt.id).execute(),
      queue.send(db, LOCK_JOB.name, { email }),
    )
  })
}

function lockedOut(seconds: number): Failure {
  const minutes = Math.ceil(seconds / 60)
  const text = `Demasiados intentos fallidos con este correo. Intente de nuevo en ${minutes} ${minutes === 1 ? 'minuto' : 'minutos'}.`
  return new Failure('rateLimited', text, { retryAfterSeconds: seconds })
}

// ── known devices ──

/** The hash of the cookie, if this account has signed in with it before. */
async function findDevice(access: TenantAccess, email: string, token: string, now: Date) {
  const hash = digest(token)
  const known = await access.lookUp('find the device that signs in', (db) =>
    devices.isKnownDevice(db, hash, email, now),
  )
  return known ? hash : null
}

/** Returns the cookie that identifies this browser from now on: the presented one, or a new one. */
export async function rememberDevice(
  db: Db,
  userId: string,
  presented: string | undefined,
  now: Date,
): Promise<string> {
  const expiresAt = after(now, DEVICE_TTL_MS)
  if (presented && (await devices.renewDevice(db, digest(presented), userId, now, expiresAt)))
    return presented
  const token = newToken()
  const device = { token_hash: digest(token), user_id: userId, seen_at: now, expires_at: expiresAt }
  await together(
    db
      .insertInto('known_devices')
      .values({ ...device, returned: false })
      .execute(),
    devices.dropSurplusDevices(db, userId, MOST_DEVICES),
  )
  return token
}
