import type { TenantAccess } from '#db/access.ts'
import type { Tools } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import { Failure } from '#kernel/failure.ts'
import type { Caller } from '../caller.ts'
import { countedAttempt } from '../credentials.ts'
import { checkPasskey } from '../passkeys/passkey-check.ts'
import type { Purpose } from '../passkeys/repo.ts'
import * as accounts from '../repo.ts'
import { recoveryHash } from './recovery-codes.ts'
import * as repo from './repo.ts'
import { type FactorMethod, typedCode } from './rules.ts'
import type { FactorProof } from './schemas.ts'
import { stepOf } from './totp.ts'

export const WRONG_FACTOR =
  'El código o la llave de acceso no es correcto, venció o ya se usó. Intente con uno nuevo.'

/** A factor that has been checked. */
export interface CheckedFactor {
  method: FactorMethod
  /** Runs in the transaction that relies on the factor. Of two calls with the same code, one succeeds. */
  spend(db: Db): Promise<void>
}

/** Marks a right code as used. False if another call used it first. */
type Spend = (db: Db) => Promise<boolean>

interface Check {
  access: TenantAccess
  tools: Tools
  userId: string
  proof: FactorProof
  purpose: Purpose
  caller: Caller
}

const CHECKS: Record<FactorMethod, (check: Check) => Promise<Spend | undefined>> = {
  async totp({ access, tools, userId, proof }) {
    const factor = await access.lookUp('find the application of codes', (db) => repo.findTotp(db, userId))
    const secret = factor && tools.vault.tryOpen(factor.secret_sealed, 'totp', userId)
    if (!factor || !secret) return undefined
    const now = tools.now()
    const step = stepOf(secret, typedCode(proof.code!), now)
    if (step === undefined || step <= factor.last_step) return undefined
    return (db) => repo.spendStep(db, userId, step, now)
  },

  async recovery({ access, tools, userId, proof }) {
    const hash = recoveryHash(proof.code!)
    const isThere = await access.lookUp('find a recovery code', (db) =>
      repo.hasRecoveryCode(db, userId, hash),
    )
    return isThere ? (db) => repo.spendRecoveryCode(db, userId, hash, tools.now()) : undefined
  },

  async passkey({ access, tools, userId, proof, purpose, caller }) {
    const checked = await checkPasskey(access, tools, proof.credential!, purpose, caller)
    return checked?.userId === userId ? checked.spend : undefined
  },
}

/**
 * A wrong factor counts like a wrong password, against the same budget: a stranger with the password cannot try codes
 * without end by signing in again.
 */
export async function checkFactor(check: Check): Promise<CheckedFactor> {
  const { access, tools, userId, proof, caller } = check
  const user = await access.lookUp('find the person of a factor', (db) => accounts.findUser(db, userId))
  if (!user) throw new Failure('unauthorized', WRONG_FACTOR)
  const spend = await countedAttempt(access, tools, user.email, caller, () => CHECKS[proof.method](check))
  if (!spend) throw new Failure('unauthorized', WRONG_FACTOR)
  return {
    method: proof.method,
    async spend(db) {
      if (!(await spend(db))) throw new Failure('unauthorized', WRONG_FACTOR)
    },
  }
}

/** Checks that the request carries what the method needs. A request without it does not count as an attempt. */
export function assertGiven({ method, code, credential }: FactorProof): void {
  const path = method === 'passkey' ? 'credential' : 'code'
  if (path === 'credential' ? credential : code?.trim()) return
  const message = `Falta «${path}», que el método «${method}» necesita.`
  throw new Failure('malformed', message, { details: [{ path, message }] })
}
