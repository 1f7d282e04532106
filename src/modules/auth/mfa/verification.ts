import type { EnterTenant, TenantAccess } from '#db/access.ts'
import type { Tools } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import { Failure } from '#kernel/failure.ts'
import { digest } from '#kernel/secrets.ts'
import type { Caller } from '../caller.ts'
import { notifyOfChange } from '../notices.ts'
import type { Issuer } from '../sessions.ts'
import { beginFactorCheck, completeSignIn, type SignedIn } from '../sign-in.ts'
import { recordInEach } from '../trail.ts'
import { assertGiven, type CheckedFactor, checkFactor } from './factor-check.ts'
import type { FactorProof } from './schemas.ts'

/** Checks the second factor of a sign-in that waits for it. */
export async function checkSecondFactor(
  access: TenantAccess,
  tools: Tools,
  mfaToken: string,
  proof: FactorProof,
  caller: Caller,
): Promise<CheckedFactor> {
  assertGiven(proof)
  const { userId, isLastAttempt } = await beginFactorCheck(access, mfaToken, tools.now())
  const purpose = { purpose: 'second_factor', holder: digest(mfaToken) } as const
  try {
    return await checkFactor({ access, tools, userId, proof, purpose, caller })
  } catch (refusal) {
    const isWrong = refusal instanceof Failure && refusal.kind === 'unauthorized'
    if (isWrong && isLastAttempt) await writeOfGuesses(access, tools, userId, caller)
    throw refusal
  }
}

/** The attacker knows the password but not the factor: the person should learn of it and change the password. */
async function writeOfGuesses(access: TenantAccess, tools: Tools, userId: string, caller: Caller) {
  await access.asSystem('write of wrong second factors', (db) =>
    notifyOfChange(tools, db, userId, 'factor_guessed', caller),
  )
}

/** Uses up the code and signs in within one transaction. */
export async function finishSignIn(
  issuer: Issuer,
  db: Db,
  enter: EnterTenant,
  mfaToken: string,
  checked: CheckedFactor,
  caller: Caller,
): Promise<SignedIn> {
  await checked.spend(db)
  const signedIn = await completeSignIn(issuer, db, enter, mfaToken, caller)
  if (checked.method === 'recovery') {
    await notifyOfChange(issuer.tools, db, signedIn.user.id, 'recovery_used', caller)
    // The transaction belongs to one organisation by now, so a job writes to the log of each.
    const account = { userId: signedIn.user.id }
    await recordInEach(issuer.tools, db, { account, action: 'recovery_used', byPerson: true }, caller)
  }
  return signedIn
}
