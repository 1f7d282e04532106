import { type Claims, type EnterTenant, UNAUTHORIZED } from '#db/access.ts'
import type { Tools } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import { together } from '#db/sql.ts'
import { after } from '#kernel/dates.ts'
import { Failure, impossible, notFound } from '#kernel/failure.ts'
import type { Caller } from '../caller.ts'
import { notifyOfChange } from '../notices.ts'
import * as passkeysRepo from '../passkeys/repo.ts'
import { passkeyView } from '../passkeys/views.ts'
import * as accounts from '../repo.ts'
import { auditInEach } from '../trail.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import * as repo from './repo.ts'
import { countFactors, type Factors, methodsOf, SETUP_TTL_MS, typedCode } from './rules.ts'
import { newTotpSecret, stepOf } from './totp.ts'

export async function listFactors(db: Db, who: Claims, now: Date) {
  const [session, totp, passkeys, factors, requiredBy] = await Promise.all([
    accounts.findSession(db, who.sessionId, who.userId, now),
    repo.findTotp(db, who.userId),
    passkeysRepo.listPasskeys(db, who.userId),
    repo.findFactors(db, who.userId),
    repo.listRequiring(db, who.userId),
  ])
  if (!session) throw new Failure('unauthorized', UNAUTHORIZED)
  return {
    methods: methodsOf(factors),
    totp: totp
      ? { createdAt: totp.created_at.toISOString(), lastUsedAt: totp.last_used_at?.toISOString() ?? null }
      : null,
    passkeys: passkeys.map(passkeyView),
    recoveryCodesLeft: factors.recoveryCodes,
    requiredBy,
    strong: session.strong,
  }
}

// ── the person ──

/** Locks the person whose factors change until the transaction ends, and reads the session that changes them. */
export async function holdOwner(db: Db, who: Claims, now: Date) {
  await repo.lockPerson(db, who.userId)
  const [session, user, factors] = await together(
    accounts.findSession(db, who.sessionId, who.userId, now),
    accounts.findUser(db, who.userId),
    repo.findFactors(db, who.userId),
  )
  if (!session || !user || user.disabled_at) throw new Failure('unauthorized', UNAUTHORIZED)
  return { session, user, factors }
}

const PROVE_FIRST =
  'Para cambiar sus factores debe probar uno en esta sesión. Confirme su identidad con un factor, o cierre la sesión y entre con él.'

/** A session opened with a password alone must not undo the protection of the second factor. */
export function assertMayChange({ strong }: { strong: boolean }, factors: Factors): void {
  if (countFactors(factors) === 0 || strong) return
  const details = [{ path: '', message: PROVE_FIRST, rule: 'mfa' }]
  throw new Failure('forbidden', PROVE_FIRST, { details })
}

/** A member cannot drop the second factor that one of their organisations requires. */
export async function assertMayBeWithout(db: Db, userId: string): Promise<void> {
  const [first] = await repo.listRequiring(db, userId)
  if (!first) return
  throw new Failure(
    'conflict',
    `«${first.name}» exige un segundo factor y este es el último que le queda. Agregue otro antes de quitarlo.`,
  )
}

/** Without a factor, recovery codes are useless and no session counts as strong. */
export async function forgetIfLast(db: Db, userId: string): Promise<void> {
  if (countFactors(await repo.findFactors(db, userId)) > 0) return
  await together(repo.removeRecoveryCodes(db, userId), accounts.weakenSessionsOf(db, userId))
}

// ── authenticator application ──

/** The secret is shown once. An application in use keeps working until the first code confirms the new one. */
export async function beginTotp(tools: Tools, db: Db, who: Claims) {
  const now = tools.now()
  const { session, user, factors } = await holdOwner(db, who, now)
  assertMayChange(session, factors)
  const secret = newTotpSecret()
  await repo.saveSetup(db, user.id, tools.vault.seal(secret, 'totp', user.id), after(now, SETUP_TTL_MS))
  return { secret, email: user.email }
}

export async function confirmTotp(
  tools: Tools,
  db: Db,
  enter: EnterTenant,
  who: Claims,
  code: string,
  caller: Caller,
) {
  const now = tools.now()
  const { session, user, factors } = await holdOwner(db, who, now)
  assertMayChange(session, factors)
  const setup = await repo.findSetup(db, user.id, now)
  if (!setup)
    throw impossible('code', 'No hay una aplicación por confirmar, o venció. Pida un código QR nuevo.')
  const secret = tools.vault.tryOpen(setup.secret_sealed, 'totp', user.id)
  const step = secret === null ? undefined : stepOf(secret, typedCode(code), now)
  if (step === undefined)
    throw impossible(
      'code',
      'El código no corresponde. Escriba el que muestra la aplicación ahora y revise que la hora del teléfono sea la correcta.',
    )
  const { shown, hashes } = newRecoveryCodes()
  await together(
    repo.confirmSetup(db, setup, step, now),
    repo.replaceRecoveryCodes(db, user.id, hashes),
    repo.strengthen(db, session.id, now),
    notifyOfChange(tools, db, user.id, 'factor_added', caller),
  )
  await auditInEach(db, enter, user, caller, { action: 'mfa_enabled', after: { method: 'totp' } })
  return { recoveryCodes: shown }
}

export async function removeTotp(tools: Tools, db: Db, enter: EnterTenant, who: Claims, caller: Caller) {
  const { session, user, factors } = await holdOwner(db, who, tools.now())
  if (!factors.totp) throw notFound('una aplicación de códigos en su cuenta')
  assertMayChange(session, factors)
  if (countFactors(factors) === 1) await assertMayBeWithout(db, user.id)
  await repo.removeTotp(db, user.id)
  await forgetIfLast(db, user.id)
  await notifyOfChange(tools, db, user.id, 'factor_removed', caller)
  await auditInEach(db, enter, user, caller, { action: 'mfa_disabled', before: { method: 'totp' } })
}

// ── the whole second factor ──

/** Turns off the whole second factor: application, passkeys and recovery codes. */
export async function turnOff(tools: Tools, db: Db, enter: EnterTenant, who: Claims, caller: Caller) {
  const { session, user, factors } = await holdOwner(db, who, tools.now())
  if (countFactors(factors) === 0) throw notFound('un segundo factor en su cuenta')
  assertMayChange(session, factors)
  await assertMayBeWithout(db, user.id)
  await removeFactors(db, user.id)
  await notifyOfChange(tools, db, user.id, 'factor_removed', caller)
  const before = { methods: methodsOf(factors) }
  await auditInEach(db, enter, user, caller, { action: 'mfa_disabled', before })
}

export async function removeFactors(db: Db, userId: string): Promise<void> {
  await repo.removeTotp(db, userId)
  await passkeysRepo.removePasskeys(db, userId)
  await forgetIfLast(db, userId)
}

/** Issues ten new codes and invalidates the earlier ones. */
export async function renewRecoveryCodes(
  tools: Tools,
  db: Db,
  enter: EnterTenant,
  who: Claims,
  caller: Caller,
) {
  const { session, user, factors } = await holdOwner(db, who, tools.now())
  if (countFactors(factors) === 0) {
    throw new Failure(
      'conflict',
      'Los códigos de recuperación acompañan a un segundo factor. Configure antes una aplicación de códigos o una llave de acceso.',
    )
  }
  assertMayChange(session, factors)
  const { shown, hashes } = newRecoveryCodes()
  await repo.replaceRecoveryCodes(db, user.id, hashes)
  await notifyOfChange(tools, db, user.id, 'recovery_codes', caller)
  await auditInEach(db, enter, user, caller, { action: 'recovery_codes_renewed' })
  return { recoveryCodes: shown }
}
