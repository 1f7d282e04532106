import type { Claims, TenantAccess } from '#db/access.ts'
import type { Tools } from '#db/context.ts'
import type { Db } from '#db/database.ts'
import { Failure, impossible } from '#kernel/failure.ts'
import type { Caller } from '../caller.ts'
import { assertGiven, checkFactor } from '../mfa/factor-check.ts'
import { checkOwnPassword } from '../password/service.ts'
import { requireSession } from '../service.ts'
import type { Sudo } from './schemas.ts'

interface Proof {
  /** The proof was a second factor, and not only the password. */
  isFactor: boolean
  /** The rest of the check, for the transaction that relies on the proof. */
  spend(db: Db): Promise<void>
}

/**
 * Runs before the transaction: checks the password or a second factor. A wrong one is a fault of the field, not of the
 * session.
 */
export async function checkProof(
  access: TenantAccess,
  tools: Tools,
  who: Claims,
  { password, method, code, credential }: Sudo,
  caller: Caller,
): Promise<Proof> {
  if (password) {
    await checkOwnPassword(access, tools, who, 'password', password, caller)
    return { isFactor: false, spend: async () => undefined }
  }
  if (!method) {
    const message = 'Envíe su contraseña, o el método y el código o la llave de su segundo factor.'
    throw new Failure('malformed', message, { details: [{ path: 'password', message }] })
  }
  const proof = { method, code: code ?? null, credential: credential ?? null }
  assertGiven(proof)
  const purpose = { purpose: 'sudo', holder: who.sessionId } as const
  const { userId } = who
  return asFault(method, async () => {
    const checked = await checkFactor({ access, tools, userId, proof, purpose, caller })
    return { isFactor: true, spend: (db: Db) => asFault(method, () => checked.spend(db)) }
  })
}

async function asFault<T>(method: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isWrong = error instanceof Failure && error.kind === 'unauthorized'
    throw isWrong ? impossible(method === 'passkey' ? 'credential' : 'code', error.message) : error
  }
}

/**
 * Records the proof, which opens dangerous acts to the session for ten minutes. After proving a factor, a session opened
 * before the person had one is as strong as any other.
 */
export async function noteProof(db: Db, who: Claims, { isFactor, spend }: Proof, now: Date): Promise<void> {
  const session = await requireSession(db, who, now)
  await spend(db)
  await db
    .updateTable('sessions')
    .set({ proven_at: now, ...(isFactor && { strong: true }) })
    .where('id', '=', session.id)
    .execute()
}
