import { type Claims, type EnterTenant, type TenantAccess, UNAUTHORIZED } from '#db/access.ts'
import type { Tools } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import { Failure, found, impossible } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import type { Caller } from '../caller.ts'
import { newRecoveryCodes } from '../mfa/recovery-codes.ts'
import { replaceRecoveryCodes, strengthen } from '../mfa/repo.ts'
import { countFactors } from '../mfa/rules.ts'
import { assertMayBeWithout, assertMayChange, forgetIfLast, holdOwner } from '../mfa/service.ts'
import { notifyOfChange } from '../notices.ts'
import * as accounts from '../repo.ts'
import { auditInEach } from '../trail.ts'
import { relyingParty } from './passkey-check.ts'
import * as repo from './repo.ts'
import { MOST_PASSKEYS } from './rules.ts'
import type { NewPasskey } from './schemas.ts'
import { passkeyView } from './views.ts'
import { challengeOf, creationOptions, requestOptions, verifyAttestation } from './webauthn.ts'

const NO_PASSKEY = 'esa llave de acceso en su cuenta'

export async function listPasskeys(db: Db, who: Claims, now: Date) {
  const [session, rows] = await Promise.all([
    accounts.findSession(db, who.sessionId, who.userId, now),
    repo.listPasskeys(db, who.userId),
  ])
  if (!session) throw new Failure('unauthorized', UNAUTHORIZED)
  return { items: rows.map(passkeyView) }
}

// ── a new passkey ──

export async function beginRegistration(tools: Tools, db: Db, who: Claims) {
  const rp = relyingParty(tools)
  const { session, user, factors } = await holdOwner(db, who, tools.now())
  assertMayChange(session, factors)
  assertRoomFor(factors.passkeys)
  const options = await creationOptions(rp, user, await repo.listPasskeys(db, user.id))
  const purpose = { purpose: 'register', holder: session.id } as const
  await repo.keepChallenge(db, purpose, options.challenge, tools.now())
  return { options: { ...options } }
}

/** Runs before the transaction of the change: uses up the challenge and checks the answer. */
export async function prepareRegistration(
  access: TenantAccess,
  tools: Tools,
  who: Claims,
  { credential }: NewPasskey,
) {
  const rp = relyingParty(tools)
  const challenge = challengeOf(credential)
  const purpose = { purpose: 'register', holder: who.sessionId } as const
  const isOurs =
    challenge !== undefined &&
    (await access.asSystem('use up the challenge of a new passkey', (db) =>
      repo.takeChallenge(db, purpose, challenge, tools.now()),
    ))
  const key = isOurs ? await verifyAttestation(rp, credential, challenge) : undefined
  if (key) return key
  throw impossible(
    'credential',
    'No pudimos comprobar la llave de acceso: pasaron más de cinco minutos, ya se usó, o viene de otro sitio. Empiece de nuevo.',
  )
}

export async function register(
  tools: Tools,
  db: Db,
  enter: EnterTenant,
  who: Claims,
  key: Awaited<ReturnType<typeof prepareRegistration>>,
  name: string | null | undefined,
  caller: Caller,
) {
  const now = tools.now()
  const { session, user, factors } = await holdOwner(db, who, now)
  assertMayChange(session, factors)
  assertRoomFor(factors.passkeys)
  const row = {
    ...key,
    id: newId(),
    user_id: user.id,
    name: name?.trim() || caller.device,
    created_at: now,
    last_used_at: null,
  }
  if (!(await repo.insertPasskey(db, row))) {
    throw new Failure('conflict', 'Esa llave de acceso ya está registrada. Use otra.')
  }
  const codes = factors.recoveryCodes === 0 ? newRecoveryCodes() : undefined
  if (codes) await replaceRecoveryCodes(db, user.id, codes.hashes)
  await strengthen(db, session.id, now)
  await notifyOfChange(tools, db, user.id, 'factor_added', caller)
  await auditInEach(db, enter, user, caller, { action: 'passkey_added', after: { name: row.name } })
  return { ...passkeyView(row), recoveryCodes: codes?.shown ?? null }
}

function assertRoomFor(passkeys: number): void {
  if (passkeys < MOST_PASSKEYS) return
  throw new Failure('conflict', `Ya tiene ${MOST_PASSKEYS} llaves de acceso. Quite una que no use.`)
}

// ── existing passkeys ──

export async function renamePasskey(
  tools: Tools,
  db: Db,
  enter: EnterTenant,
  who: Claims,
  id: string,
  name: string,
  caller: Caller,
) {
  const { user } = await holdOwner(db, who, tools.now())
  const row = found(await repo.renamePasskey(db, user.id, id, name.trim()), NO_PASSKEY)
  await auditInEach(db, enter, user, caller, { action: 'passkey_renamed', after: { name: row.name } })
  return passkeyView(row)
}

export async function removePasskey(
  tools: Tools,
  db: Db,
  enter: EnterTenant,
  who: Claims,
  id: string,
  caller: Caller,
) {
  const { session, user, factors } = await holdOwner(db, who, tools.now())
  const row = found(await repo.removePasskey(db, user.id, id), NO_PASSKEY)
  assertMayChange(session, factors)
  if (countFactors(factors) === 1) await assertMayBeWithout(db, user.id)
  await forgetIfLast(db, user.id)
  await notifyOfChange(tools, db, user.id, 'factor_removed', caller)
  await auditInEach(db, enter, user, caller, { action: 'passkey_removed', before: { name: row.name } })
}

// ── challenges ──

/** For a sign-in: the browser offers its own passkeys, so the person need not be known. */
export async function signInOptions(tools: Tools, db: Db) {
  const options = await requestOptions(relyingParty(tools), 'required')
  await repo.keepChallenge(db, { purpose: 'sign_in', holder: null }, options.challenge, tools.now())
  return { options: { ...options } }
}

/** For a person who is already known: offers only their passkeys. */
export async function factorOptions(tools: Tools, db: Db, userId: string, purpose: repo.Purpose) {
  const known = await repo.listPasskeys(db, userId)
  if (known.length === 0)
    throw new Failure('conflict', 'La cuenta no tiene llaves de acceso. Use otro factor.')
  const options = await requestOptions(relyingParty(tools), 'preferred', known)
  await repo.keepChallenge(db, purpose, options.challenge, tools.now())
  return { options: { ...options } }
}
